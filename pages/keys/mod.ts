/**
 * The page of a user's API keys, loaded only where it is shown.
 *
 * @module
 */

import type { KeyProps } from "./step.ts";
import { pageTexts } from "../messages.ts";
import type { Part } from "../mod.ts";
import { keysContent, makeInput } from "./page.tsx";
import { keyEnglish } from "./english.ts";
import { textsIn } from "../../src/base/language.ts";

/** The page. */
export const keysPart: Part<KeyProps> = (props, frame, wording) => {
  const input = makeInput(props, frame, wording, textsIn(keyEnglish, wording, ({ keys }) => keys));
  const url = props.step === "list" ? props.accountUrl : undefined;
  const back = url === undefined ? undefined : { url, text: pageTexts(wording).toAccount };
  return {
    ...keysContent({ ...input, back }),
    hasError: props.fault !== undefined,
    texts: input.words,
  };
};

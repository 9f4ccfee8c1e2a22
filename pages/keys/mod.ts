/**
 * The page of API keys, loaded only where it is shown.
 *
 * @module
 */

import { fill } from "../../src/base/language.ts";
import type { KeyPageTexts } from "../../src/types/key_texts.ts";
import type { KeyProps } from "../../src/types/steps/keys.ts";
import { accountMessages } from "../account/messages.ts";
import { copyScript } from "../factor/copy_script.ts";
import { factorMessages } from "../factor/messages.ts";
import { pageTexts } from "../messages.ts";
import type { Part } from "../mod.ts";
import { keyMessages } from "./messages.ts";
import { CSS, KeysPage } from "./page.tsx";
import { h } from "../render.ts";

/** The page. */
export const keysPart: Part<KeyProps> = (props, frame, wording) => {
  const words = keyMessages(wording);
  const { language } = wording;
  const input = {
    ...{ props, frame, language, words },
    shared: accountMessages(wording),
    copy: factorMessages(wording),
    toAccount: pageTexts(wording).toAccount,
  };
  return {
    title: titleOf(props, words),
    hasError: props.fault !== undefined,
    content: h(KeysPage, input),
    css: CSS,
    ...props.step === "made" ? { script: copyScript } : {},
  };
};

function titleOf(props: KeyProps, words: KeyPageTexts): string {
  if (props.step === "list") return words.title;
  if (props.step === "made") return words.made.heading;
  return fill(words[props.step].heading, { name: props.key.name });
}

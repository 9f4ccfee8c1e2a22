/**
 * The page that asks whether an app may sign in, loaded only where it is shown.
 *
 * @module
 */

import { fill, textsIn } from "../../src/base/language.ts";
import type { NativeProps } from "./step.ts";
import type { Part } from "../mod.ts";
import { ask, CSS } from "./view.tsx";
import { nativeEnglish } from "./english.ts";

/** The page. */
export const nativePart: Part<NativeProps> = (props, frame, wording) => {
  const words = textsIn(nativeEnglish, wording, ({ native }) => native);
  const { client, targetSource } = props;
  const heading = client === null ? words.unnamed : fill(words.heading, { client });
  return {
    title: heading,
    content: ask({ props, frame, words, heading }),
    css: CSS,
    texts: words,
    formTargets: [targetSource],
  };
};

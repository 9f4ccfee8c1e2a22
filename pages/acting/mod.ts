/**
 * The pages on which an operator begins to act for a user, and stops; loaded only where they are shown.
 *
 * @module
 */

import { fill, textsIn } from "../../src/base/language.ts";
import type { Part } from "../mod.ts";
import { actingEnglish } from "./english.ts";
import type { ActingProps } from "./step.ts";
import { start, stop } from "./view.tsx";

/** The pages. */
export const actingPart: Part<ActingProps> = (props, frame, wording) => {
  const words = textsIn(actingEnglish, wording, ({ acting }) => acting);
  const { step, user: name = "", isWrong = false } = props;
  const heading = step === "over" ? words.stop.over : fill(words[step].heading, { name });
  const input = { props, frame, words, heading };
  return {
    title: heading,
    hasError: isWrong,
    content: step === "start" ? start(input) : stop(input),
    css: "",
    texts: words,
  };
};

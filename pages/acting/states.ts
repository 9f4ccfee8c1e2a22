/**
 * The pages of operators who act for users in every state that looks different.
 *
 * @module
 */

import { actingPart } from "./mod.ts";
import type { ActingProps } from "./step.ts";
import { timeInWords } from "../../src/base/in_words.ts";
import { BUILT_IN, fill, textsIn } from "../../src/base/language.ts";
import { renderPart } from "../mod.ts";
import { AT, type PageStates, shown } from "../../src/tools/gallery/sample.ts";
import { actingEnglish } from "./english.ts";

const NAME = "Ada Lovelace";

const START: ActingProps = {
  step: "start",
  formAction: "/auth/operators/users/1/act",
  csrfToken: "token-1",
  fields: {},
  user: NAME,
  maxLength: 200,
  cancelUrl: "/auth/operators",
};

const STOP: ActingProps = {
  step: "stop",
  formAction: "/auth/operators/stop",
  csrfToken: "token-1",
  fields: {},
  user: NAME,
};

/** The form with a reason, the ways back, and what stands above every other page. */
export const acting: PageStates = {
  ...shown<ActingProps>(actingPart, {
    acting: START,
    "acting-fault": { ...START, reason: "", isWrong: true },
    "acting-unreachable": { ...START, isUnreachable: true },
    "acting-stop": STOP,
    "acting-over": { ...STOP, step: "over", user: undefined },
  }),
  "acting-banner": (frame) => {
    const wording = frame.wording ?? { language: BUILT_IN };
    const { banner } = textsIn(actingEnglish, wording, ({ acting }) => acting);
    const until = timeInWords(wording.language, AT);
    const text = fill(banner.text, { name: NAME, until });
    const link = { url: "/auth/operators/stop", label: banner.stop };
    return renderPart(actingPart, START, { ...frame, banner: { text, link } });
  },
};

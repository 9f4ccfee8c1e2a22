/**
 * Texts of the page that asks whether an app may sign in, in English.
 *
 * @module
 */

import { textsIn, type Wording } from "../../src/base/language.ts";
import type { NativePageTexts } from "../../src/types/native_texts.ts";

const english: NativePageTexts = {
  heading: "Sign in to {client}?",
  unnamed: "Sign in to this app?",
  text: "Continue only if you started this in the app yourself. It can then act for you.",
  account: "Your account",
  target: "The app that opens next",
  local: "An app on this computer",
  submit: "Continue",
  cancel: "Cancel",
  another: "Use another account",
};

/** The texts of the page. */
export function nativeMessages(wording: Wording): NativePageTexts {
  return textsIn(english, wording, ({ native }) => native);
}

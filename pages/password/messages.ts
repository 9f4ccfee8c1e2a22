/**
 * Texts of the page for passwords, in English.
 *
 * @module
 */

import { textsIn, type Wording } from "../../src/base/language.ts";
import type { PasswordPageTexts } from "../../src/types/page_texts.ts";

const english: PasswordPageTexts = {
  ask: {
    heading: "Reset your password",
    text: "Enter your email address. We’ll email you a link to set a new password.",
    textSignedIn: "To set a password, confirm your email address. We send you a link.",
    label: "Email",
    submit: "Email me a link",
  },
  set: "Set a password",
  change: "Change your password",
  current: "Current password",
  password: "New password",
  show: "Show password",
  capsLock: "Caps lock is on.",
  rules: "At least {min} characters. Four unrelated words work well. Spaces are fine.",
  submit: "Save the password",
  forgot: "Forgot your current password?",
  done: {
    heading: "Your password is set",
    text: "You can sign in with it from now on.",
    submit: "Continue",
  },
  errors: {
    "too-short": "This password is too short. Use at least {min} characters.",
    "too-long": "This password is too long. Use at most {max} characters.",
    "malformed": "This password has characters that cannot be used. Choose another one.",
    "common": "This password is easy to guess. Choose another one.",
    "personal": "This password is your address, your name or the name of this site. Choose " +
      "another one.",
    "breached": "This password is known from a data breach of another site. Choose another one.",
    "different": "The two passwords are different. Enter them again.",
    "wrong-password": "The current password is wrong. Try again.",
    "expired": "This page was open for too long. Confirm your email address again.",
    "default": "This did not work. Please try again.",
  },
};

/** The texts of the page. */
export function passwordMessages(wording: Wording): PasswordPageTexts {
  return textsIn(english, wording, ({ password }) => password);
}

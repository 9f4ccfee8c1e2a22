/**
 * Texts of the page for passwords, in English.
 *
 * @module
 */

import { textsIn, type Wording } from "../../src/base/language.ts";
import type { PasswordPageTexts } from "../../src/types/page_texts.ts";

const english: PasswordPageTexts = {
  title: "Password",
  ask: {
    heading: "Reset your password",
    text: "Enter your email address. We’ll email you a link to set a new password.",
    textSignedIn: "To set a password, confirm your email address. We send you a link.",
    label: "Email",
    submit: "Email me a link",
  },
  set: "Set a password",
  change: "Change your password",
  email: "Email",
  current: "Current password",
  password: "New password",
  repeat: "New password again",
  rules: "At least {min} characters, for example four words that do not belong together. All " +
    "characters are allowed, also spaces.",
  submit: "Save the password",
  forgot: "Forgot it? Send a link",
  done: {
    heading: "Your password is set",
    text: "You can sign in with it from now on.",
    submit: "Continue",
  },
  errors: {
    "too-short": "This password is too short. Use at least {min} characters.",
    "too-long": "This password is too long. Use at most {max} characters.",
    "malformed": "This password has characters that are no text. Choose another one.",
    "common": "This password is easy to guess. Choose another one.",
    "personal": "This password is your address, your name or the name of this site. Choose " +
      "another one.",
    "breached": "This password is known from a data breach of another site. Choose another one.",
    "different": "The two passwords are different. Type them again.",
    "wrong-password": "The current password is wrong. Try again.",
    "expired": "This page was open for too long. Confirm your email address again.",
    "default": "This did not work. Please try again.",
  },
};

/** The texts of the page. */
export function passwordMessages(wording: Wording): PasswordPageTexts {
  return textsIn(english, wording, ({ password }) => password);
}

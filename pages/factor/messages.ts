/**
 * Texts of the pages of second factors, in English.
 *
 * @module
 */

import { textsIn, type Wording } from "../../src/base/language.ts";
import { ownMember } from "../../src/base/objects.ts";
import type { FactorPageTexts, FactorTexts } from "../../src/types/page_texts.ts";

const english: FactorPageTexts = {
  title: "Two-step verification",
  heading: "One more step",
  again: "Verify it’s you",
  choose: {
    heading: "Protect your account",
    text: "This site asks for two-step verification. Choose a method to set up.",
    submit: "Set up {name}",
    recommended: "Recommended",
  },
  set: "Set up {name}",
  step: "Step {at} of {steps}",
  scan: {
    open: "Open your authenticator app, and add an account there.",
    picture: "Scan this picture with it.",
    code: "Enter the six digits that it shows.",
  },
  secret: "If you cannot scan, enter this key in the app:",
  copy: "Copy",
  copied: "Copied",
  qr: "QR code with the key for your authenticator app",
  openApp: "Open in the app on this device",
  send: "Send a code",
  resend: "Send a new code",
  beforeSend: "We send a code to {target}.",
  sent: "We sent a code to {target}. Enter it here.",
  submit: "Continue",
  trust: "Do not ask again on this device for {time}",
  wrong: "That code is wrong. Check it and try again.",
  back: "Choose another method",
  cancel: "Cancel",
  notYou: "Not you?",
  lost: {
    summary: "I can’t use any of these",
    text: "If you are still signed in on another device, add a method there. Otherwise write to " +
      "{site}: once it is clear who you are, your methods can be removed.",
  },
  ceremony: {
    authenticate: "Use passkey or security key",
    register: "Set up passkey or security key",
    noScript: "Passkeys and security keys need JavaScript. Turn it on, or choose another method.",
    unsupported: "This browser cannot use passkeys or security keys here. Choose another method.",
    errors: {
      failed: "That did not work. Please try again.",
      NotAllowedError: "No passkey or security key was used. Try again, or choose another method.",
      InvalidStateError: "This one is set up already. Use another device or security key.",
      SecurityError: "Passkeys do not work at this address. Choose another method.",
    },
  },
  others: "Other methods",
  factors: {
    totp: {
      name: "Authenticator app",
      about: "Six digits from an app on your phone, or from your password manager.",
      prove: "Enter the six digits that your authenticator app shows for this site.",
      confirm: "Any authenticator app works, also the one in your password manager.",
      label: "Code",
    },
    recovery: {
      name: "Recovery codes",
      one: "Recovery code",
      about: "Ten codes to keep on paper. Each works once.",
      prove: "Enter one of the recovery codes that you have saved. Each works once.",
      confirm: "",
      label: "Recovery code",
    },
    mail: {
      name: "Code by email",
      about: "We email you a code each time.",
      prove: "",
      confirm: "We sent a code to {target}. Enter it here.",
      label: "Code",
    },
    passkey: {
      name: "Passkey or security key",
      about: "Your fingerprint, face or PIN, or a key that you plug in. Safe from fake sites.",
      prove: "Use the passkey or security key of this account.",
      confirm: "Create a passkey, or use a security key.",
      label: "",
    },
  },
  other: { prove: "{name}", confirm: "{name}", label: "Code" },
};

/** The texts of the page. */
export function factorMessages(wording: Wording): FactorPageTexts {
  return textsIn(english, wording, ({ factor }) => factor);
}

/** The texts of a factor; those of a factor of the app are made from its name. */
export function textsOf(
  { factors, other }: FactorPageTexts,
  { id, name }: { id: string; name: string },
): FactorTexts {
  return ownMember<FactorTexts>(factors, id) ?? { name, ...other };
}

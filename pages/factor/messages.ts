/**
 * Texts of the pages of second factors, in English.
 *
 * @module
 */

import { textsIn, type Wording } from "../../src/base/language.ts";
import { ownMember } from "../../src/base/objects.ts";
import type { FactorPageTexts, FactorTexts } from "../../src/types/page_texts.ts";

const english: FactorPageTexts = {
  title: "Second step",
  heading: "One more step",
  again: "Confirm that it is you",
  choose: {
    heading: "Protect your account",
    text: "This site asks for a second step at sign-in. Choose one to set up.",
    submit: "Set up: {name}",
  },
  set: "Set up your second step",
  secret: "If you cannot scan the picture, type this key into the app:",
  qr: "QR code with the key for your authenticator app",
  openApp: "Open in the app on this device",
  send: "Send a code",
  resend: "Send a new code",
  beforeSend: "We send a code to {target}.",
  sent: "We sent a code to {target}. Type it here.",
  submit: "Continue",
  trust: "Do not ask again on this device",
  wrong: "This does not work. Check it and try again.",
  back: "Choose another way",
  ceremony: {
    authenticate: "Use passkey or security key",
    register: "Set up passkey or security key",
    noScript: "Passkeys and security keys need JavaScript. Turn it on, or choose another way.",
    unsupported: "This browser cannot use passkeys or security keys here. Choose another way.",
    errors: {
      failed: "That did not work. Please try again.",
      NotAllowedError: "No passkey or security key was used. Try again, or choose another way.",
      InvalidStateError: "This one is set up already. Use another device or security key.",
      SecurityError: "Passkeys do not work at this address. Choose another way.",
    },
  },
  others: "Another way",
  factors: {
    totp: {
      name: "Authenticator app",
      prove: "Type the six digits that your authenticator app shows for this site.",
      confirm:
        "Scan the picture with an authenticator app, then type the six digits that it shows.",
      label: "Code",
    },
    recovery: {
      name: "Recovery codes",
      one: "Recovery code",
      prove: "Type one of the recovery codes that you wrote down. Each works once.",
      confirm: "",
      label: "Recovery code",
    },
    mail: {
      name: "Code by email",
      prove: "",
      confirm: "We sent a code to {target}. Type it here.",
      label: "Code",
    },
    passkey: {
      name: "Passkey or security key",
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

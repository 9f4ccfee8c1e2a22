// deno-fmt-ignore-file: a text is one line.
/**
 * Texts that all emails about changes have, in English.
 *
 * @module
 */

/** Texts that all emails about changes have. */
export const noticeEnglish = {
  /** Device of the change: `{browser}` and `{system}` are names. */
  device: "{browser} on {system}",
  /** Question above the link to the account page. */
  notYou: "Wasn’t you?",
  /** Text of that link. */
  secure: "Secure your account",
  /** The question, and advice in place of the link for an app without the page. */
  check: "Wasn’t you? Sign in at once and check your account.",
  /** A device that was signed out, of which nothing is known. */
  unknown: "Unknown browser",
  /** In place of the name of a passkey that has none. */
  unnamed: "without a name",
  /** Why the reader gets the email, as the last paragraph. */
  why: {
    account: "You get this email because {email} is the address of your account at {site}.",
    /** For a reader who may be a stranger. */
    address: "You get this email because this address belongs or belonged to an account at {site}.",
    /** For a reader without an account, whose address the `{actor}` typed. */
    entered: "You get this email because {actor} entered this address at {site}.",
  },
  /** Names of the facts of a change, in a column of their own. */
  facts: {
    app: "App",
    key: "API key",
    passkey: "Passkey",
    name: "Name",
    provider: "Account",
    account: "Account",
    factor: "Method",
    devices: "Signed out",
    actor: "Done by",
    device: "Device",
    place: "Location",
    time: "Time",
  },
};

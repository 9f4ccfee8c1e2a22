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
  notYou: "Wasn't you?",
  /** Text of that link. */
  secure: "Secure your account",
  /** The question, and advice in place of the link for an app without the page. */
  check: "Wasn't you? Sign in at once and check your account.",
};

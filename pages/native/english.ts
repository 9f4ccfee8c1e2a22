// deno-fmt-ignore-file: a text is one line.
/**
 * Texts of the page that asks whether an app may sign in, in English.
 *
 * @module
 */

/** Texts of the page; `{client}` is the name that the app gives itself. */
export const nativeEnglish = {
  /** Heading. */
  heading: "Sign in to {client}?",
  /** Heading for an app without a name. */
  unnamed: "Sign in to this app?",
  /** Warning. */
  text: "Continue only if you started this in the app yourself. The app will be able to act for you.",
  /** Name of the field with the address of the user. */
  account: "Your account",
  /** Name of the field with the app that the browser returns to. */
  target: "The app that opens next",
  /** An app on the computer of the browser, in place of its address. */
  local: "An app on this computer",
  /** Button that lets the app sign in. */
  submit: "Continue",
  /** Button that refuses. */
  cancel: "Cancel",
  /** Button that signs out first. */
  another: "Use another account",
};

/**
 * Texts of the page that asks whether an app may sign in.
 *
 * @module
 */

/** Texts of the page; `{client}` is the name that the app gives itself. */
export interface NativePageTexts {
  /** Heading. */
  heading: string;
  /** Heading for an app without a name. */
  unnamed: string;
  /** Warning. */
  text: string;
  /** Name of the field with the address of the user. */
  account: string;
  /** Name of the field with the app that the browser returns to. */
  target: string;
  /** An app on the computer of the browser, in place of its address. */
  local: string;
  /** Button that lets the app sign in. */
  submit: string;
  /** Button that refuses. */
  cancel: string;
  /** Button that signs out first. */
  another: string;
}

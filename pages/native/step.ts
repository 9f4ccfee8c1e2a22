/**
 * Input of the page that asks whether an app may sign in.
 *
 * @module
 */

/** Input of the page. */
export interface NativeProps {
  /** The question. */
  step: "ask";
  /** Token for forms, which names the visitor. */
  csrfToken?: string | undefined;
  /** Target of the form: its field `step` is `continue` or `cancel`. */
  formAction: string;
  /** Hidden fields of the form. */
  fields: Readonly<Record<string, string>>;
  /** Name that the app gives itself; `null` without one. */
  client: string | null;
  /** Host, or scheme of an app, that the browser returns to. */
  target: string;
  /** `true` when it is a program on the computer of the browser: a loopback address. */
  isLocal: boolean;
  /** Source of the Content Security Policy for it. */
  targetSource: string;
  /** Address or name of the user who is signed in. */
  account: string;
  /** Target of the form that signs out, and leads back. */
  signOutAction: string;
}

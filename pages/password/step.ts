/**
 * Input of the page for passwords.
 *
 * @module
 */

import type { Texts } from "../../src/types/texts.ts";

/** Reason for which a password was not set. */
export type PasswordError = Exclude<keyof Texts["password"]["errors"], "default">;

/** Members that depend on the step. */
export type PasswordView =
  | {
    /** Asks for an address, and sends a link to it. */
    step: "ask";
    /** Address of the user who is signed in. */
    email?: string;
  }
  | {
    /** Asks for a new password, and for the present one before a change. */
    step: "set" | "change";
    /** Address of the user. */
    email: string;
    /** For a new user without a name: whether the form needs one. Default: it has no such field */
    name?: "needed" | "optional" | undefined;
    /** Fewest characters. */
    minLength: number;
    /** Most characters. */
    maxLength: number;
  }
  | {
    /** Says that the password was set. */
    step: "done";
  };

/** Input of the page. */
export type PasswordProps = PasswordView & {
  /** Parameter `error` of the query. */
  error?: string | undefined;
  /** Token for forms, which names the visitor. */
  csrfToken?: string | undefined;
  /** Target of the form. */
  formAction: string;
  /** Hidden fields of the form. */
  fields?: Readonly<Record<string, string>> | undefined;
  /** Target of the form that sends a link. */
  mailAction: string;
  /** Hidden fields of that form, which has `email` too: the link leads to this page. */
  mailFields: Readonly<Record<string, string>>;
  /** URL to go to afterwards. */
  callbackUrl: string;
  /** URL of the account page; absent without it, and for a person who is not signed in. */
  accountUrl?: string | undefined;
};

/**
 * Input of the page for passwords.
 *
 * @module
 */

import type { PasswordPageTexts } from "../page_texts.ts";

/** Reason for which a password was not set. */
export type PasswordError = Exclude<keyof PasswordPageTexts["errors"], "default">;

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
  /** Token for forms; absent when CSRF protection is off. */
  csrfToken?: string | undefined;
  /** Target of the form. */
  formAction: string;
  /** Target of the form that sends a link. */
  mailAction: string;
  /** URL of this page, to which the link leads. */
  pageUrl: string;
  /** URL to go to afterwards. */
  callbackUrl: string;
  /** URL of the account page; absent without it, and for a person who is not signed in. */
  accountUrl?: string | undefined;
};

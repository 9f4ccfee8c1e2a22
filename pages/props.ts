/**
 * Input of the pages.
 *
 * @module
 */

import type { Wording } from "../src/base/language.ts";
import type { PageBanner } from "../src/types/acting_parts.ts";
import type { Theme } from "../src/types/options.ts";
import type { PageTexts } from "../src/types/texts.ts";
import type { TypedForm } from "../src/types/request.ts";
import type { EmailPurpose } from "../src/types/entities.ts";
import type { PageProvider } from "./provider_step.ts";

export type { PageProvider };

/** Names of the built-in pages. */
export type PageName =
  | "signin"
  | "signup"
  | "connect"
  | "signout"
  | "error"
  | "verify-request"
  | "confirm"
  | "visitor";

/** Input of a page. */
export interface PageProps {
  /** Nonce of the stylesheet in the page's policy. */
  nonce: string;
  /** Theme of the app. */
  theme: Theme;
  /** What stands above the page while an operator acts for a user. */
  banner?: PageBanner;
  /** Token for forms, which names the visitor. */
  csrfToken?: string;
  /** URL to go to after the sign-in or sign-out. */
  callbackUrl?: string;
  /** Sessions that a sign-out has not ended: that at the provider, or those at its other sites. */
  open?: "others" | "provider";
  /** Id of the provider that was used last, or an empty text; absent when none is marked. */
  lastProvider?: string;
  /** Providers of the sign-in page. */
  providers?: readonly PageProvider[];
  /** `true` when the user is signed in, and proves again who it is. */
  isSignedIn?: boolean;
  /** Address or name of the user who is signed in already; absent on a page that holds a form. */
  user?: string | undefined;
  /** Parameter `error` of the query. */
  error?: string;
  /** Parameter `code` of the query. */
  code?: string;
  /** Text of the page and of the log line about a failure. */
  reference?: string | undefined;
  /** Seconds until a request that came too often can be sent again. */
  retryAfter?: number;
  /** What came too often. */
  limit?: "account" | "recipient" | "network" | undefined;
  /** What was typed before, without secrets, and the provider whose form it was. */
  typed?: { readonly provider: string; readonly fields: Readonly<Record<string, string>> };
  /** `"password"` for the second step of a sign-in, for the address in `typed`. */
  step?: "password" | undefined;
  /** Target of the form that leads to the second step. */
  signinAction?: string;
  /** URL of the first step, from the second one. */
  changeUrl?: string;
  /** URL of the page for new accounts; absent when there is none. */
  signupUrl?: string;
  /** `true` on that page. */
  isSignUp?: boolean;
  /** Email address to prefill or to show. */
  email?: string;
  /** Target of a page's only form. */
  formAction?: string;
  /** Hidden fields of that form. */
  fields?: Readonly<Record<string, string>>;
  /** Fields that the user typed into the form of another page, in their order. */
  pairs?: readonly (readonly [name: string, value: string])[];
  /** What was typed into a form of the page before. */
  typedForm?: TypedForm | undefined;
  /** Number of codes that may still be tried. */
  triesLeft?: number;
  /** Number of digits of the code. */
  codeLength?: number;
  /** What the email is for that the page waits for. */
  purpose?: EmailPurpose;
  /** Target of the form that sends another email. */
  resendAction?: string;
  /** Seconds until another email can be sent. */
  secondsToResend?: number;
  /** URL of the sign-in page, for the links of other pages. */
  signinUrl?: string;
  /** Origin of the site. */
  siteUrl?: string;
  /** Language, and texts of the config. Default: English. */
  wording?: Wording;
}

/** Data of a page with its texts. */
export interface PageInput {
  /** The data. */
  props: PageProps;
  /** The texts. */
  messages: PageTexts;
  /** Language of the texts. */
  language: string;
}

/**
 * What pages are made from.
 *
 * @module
 */

import type { Theme } from "../src/types/options.ts";
import type { ProviderType } from "../src/types/entities.ts";
import type { CredentialInput, OAuthProviderButtonStyles } from "../src/types/provider.ts";

/** Pages there are. */
export type PageName = "signin" | "signout" | "error" | "verify-request" | "confirm";

/** A provider on the sign-in page. */
export interface PageProvider {
  /** Provider id. */
  id: string;
  /** Name on the button. */
  name: string;
  /** Kind. */
  type: ProviderType;
  /** Form target that starts a flow. */
  signinUrl: string;
  /** Form target that finishes a flow. */
  callbackUrl: string;
  /** Look of the button. */
  style?: OAuthProviderButtonStyles;
  /** Fields of a credentials form. */
  credentials?: Record<string, CredentialInput>;
  /** Fields of a passkey form; absent or `false` keeps it off the page. */
  formFields?: Record<string, CredentialInput> | false;
  /** Where a passkey ceremony gets its options. */
  optionsUrl?: string;
  /** Whether passkeys are offered in the autofill. */
  autofill?: boolean;
}

/** What pages are made from. */
export interface PageProps {
  /** Nonce of the stylesheet in the page's policy. */
  nonce: string;
  /** Look. */
  theme: Theme;
  /** Token for forms; absent when CSRF protection is off. */
  csrfToken?: string;
  /** Where forms lead in the end. */
  callbackUrl?: string;
  /** Ways in, for the sign-in page. */
  providers?: readonly PageProvider[];
  /** `error` of the query. */
  error?: string;
  /** `code` of the query. */
  code?: string;
  /** Address to prefill, or to show. */
  email?: string;
  /** Target of the page's one form. */
  formAction?: string;
  /** Hidden members of that form. */
  fields?: Readonly<Record<string, string>>;
  /** Codes that may still be typed. */
  triesLeft?: number;
  /** Target of the button on error pages. */
  signinUrl?: string;
  /** Origin of the site. */
  siteUrl?: string;
  /** `Accept-Language` of the request. */
  acceptLanguage?: string;
}

/**
 * A provider as the pages of a sign-in have it.
 *
 * @module
 */

import type { ProviderType } from "../src/types/entities.ts";
import type { CredentialInput, OAuthProviderButtonStyles } from "../src/types/provider.ts";

/** A provider on the sign-in page. */
export interface PageProvider {
  /** Provider id. */
  id: string;
  /** Name on the button. */
  name: string;
  /** Provider type. */
  type: ProviderType;
  /** Target of the form that starts a sign-in. */
  signinUrl: string;
  /** Target of the form that finishes a sign-in. */
  callbackUrl: string;
  /** Look of the button. */
  style?: OAuthProviderButtonStyles;
  /** Fields of a credentials form. */
  credentials?: Record<string, CredentialInput>;
  /** Fields of a passkey form; absent or `false` keeps it off the page. */
  formFields?: Record<string, CredentialInput> | false;
  /** URL of the page on which users set a password. */
  passwordUrl?: string;
  /** URL of the options of a passkey ceremony. */
  optionsUrl?: string;
  /** `true` to offer passkeys in the browser's autofill. */
  autofill?: boolean;
  /** `false` when a passkey cannot create a user, so that the form has no button for it. */
  mayRegister?: boolean;
  /** Name of the field that the provider shares with others; absent when its form is its own. */
  identifier?: string;
}

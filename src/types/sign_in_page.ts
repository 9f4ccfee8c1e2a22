/**
 * Facts of the sign-in page, for pages of an app.
 *
 * @module
 */

import type { ProviderType } from "./entities.ts";
import type { OAuthProviderButtonStyles } from "./oauth_provider.ts";
import type { CredentialInput } from "./options.ts";

/** A way to sign in. */
export interface SignInMethod {
  /** Provider id. */
  id: string;
  /** Name for a button. */
  name: string;
  /** Provider type. */
  type: ProviderType;
  /**
   * URL that a form posts to, with its `fields`, `csrfToken` and `callbackUrl`. That of a
   * passkey takes the answer of the browser, so use `signIn` of `@x/auth/client/webauthn` there.
   */
  action: string;
  /** Fields that the form asks for, by name; empty for a button. */
  fields: Readonly<Record<string, CredentialInput>>;
  /**
   * Name of the field that all methods with this member have in common, so that one form can
   * ask for it: give a button per method the `formaction` of the method.
   */
  identifier?: string;
  /** URL of the options of a passkey ceremony; absent for other providers. */
  optionsUrl?: string;
  /** `true` when passkeys are offered in the browser's autofill. */
  autofill?: boolean;
  /** Look of the button. */
  style?: OAuthProviderButtonStyles;
}

/** Facts of the sign-in page. */
export interface SignInPage {
  /** Ways to sign in that can be used, in the order of `providers`. */
  providers: readonly SignInMethod[];
  /**
   * Value of the field `csrfToken` of every form; absent when CSRF protection is off. The
   * response needs the cookie that belongs to it.
   */
  csrfToken?: string;
  /** Value of the field `callbackUrl` of every form: the URL to go to after the sign-in. */
  callbackUrl: string;
  /** Name of the failure that led here, such as `CredentialsSignin`; only letters and digits. */
  error?: string;
  /** Code of that failure; letters, digits, `_` and `-`. */
  code?: string;
  /**
   * Id of the provider that was used last in this browser; absent without
   * `rememberProvider`.
   */
  lastProvider?: string;
}

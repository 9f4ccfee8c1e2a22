/**
 * Google, OpenID Connect: {@link https://developers.google.com/identity/openid-connect/openid-connect}.
 *
 * @module
 */

import { type AnyMembers, oidc, type OIDCProvider } from "./_make.ts";
import { mark } from "./_marks/google.ts";

/** Claims of Google's ID token that are read here, and a few more that apps often use. */
export interface GoogleProfile extends AnyMembers {
  /** Stable account id. */
  sub: string;
  /** Full name. */
  name: string;
  /** Email address. */
  email: string;
  /** `true` when Google verified the address. */
  email_verified: boolean;
  /** URL of a picture. */
  picture: string;
  /** Given name. */
  given_name?: string;
  /** Family name. */
  family_name?: string;
  /** Domain of a Workspace account. */
  hd?: string;
}

/**
 * Sign in with Google. Callback URL: `{origin}{basePath}/callback/google`.
 * Variables: `AUTH_GOOGLE_ID`, `AUTH_GOOGLE_SECRET`.
 *
 * Create an OAuth client of the type "Web application" at {@link
 * https://console.cloud.google.com/auth/clients} with the callback URL among its
 * authorized redirect URIs.
 *
 * A refresh token is given only with
 * `authorization: { params: { access_type: "offline", prompt: "consent" } }`.
 *
 * With `BackChannel()` of `@x/auth/sign-out`, Cross-Account Protection can end sessions: register
 * `{origin}{basePath}/signout/google` there, and list the client ids of the project's other
 * platforms in `eventAudience`.
 */
const Google: OIDCProvider<"google", GoogleProfile> = oidc("google", {
  name: "Google",
  issuer: "https://accounts.google.com",
  emailVerified: "email_verified",
  style: { brandColor: "#1a73e8", mark },
});
export default Google;

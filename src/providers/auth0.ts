/**
 * Auth0, OpenID Connect: {@link https://auth0.com/docs/authenticate}.
 *
 * @module
 */

import { oidc, type OIDCProfile, type OIDCProvider } from "./_make.ts";
import { mark } from "./_marks/auth0.ts";

/** Claims of Auth0's ID token that are read here. */
export interface Auth0Profile extends OIDCProfile {}

/**
 * Sign in with Auth0. Callback URL: `{origin}{basePath}/callback/auth0`.
 * Variables: `AUTH_AUTH0_ID`, `AUTH_AUTH0_SECRET`, `AUTH_AUTH0_ISSUER`.
 *
 * Create a regular web application in the Auth0 dashboard and add the callback
 * URL to its allowed callback URLs. The issuer is the domain of the tenant as a
 * URL.
 */
const Auth0: OIDCProvider<"auth0", Auth0Profile> = oidc("auth0", {
  name: "Auth0",
  emailVerified: "email_verified",
  style: { brandColor: "#EB5424", mark },
});
export default Auth0;

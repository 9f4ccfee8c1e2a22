/**
 * OneLogin, OpenID Connect: {@link https://developers.onelogin.com/openid-connect}.
 *
 * @module
 */

import { oidc, type OIDCProfile, type OIDCProvider } from "./_make.ts";

/** Claims of OneLogin's ID token that are read here. */
export interface OneLoginProfile extends OIDCProfile {}

/**
 * Sign in with OneLogin. Add an application of the type "OpenId Connect
 * (OIDC)". Callback URL: `{origin}{basePath}/callback/onelogin`. Variables:
 * `AUTH_ONELOGIN_ID`, `AUTH_ONELOGIN_SECRET`, `AUTH_ONELOGIN_ISSUER`.
 *
 * @param options `issuer` is required: the URL of the subdomain with the path
 * of the protocol, for example `https://acme.onelogin.com/oidc/2`
 *
 * No address counts as verified. Pass `emailVerified: "email_verified"` when the
 * server is set up to send that claim.
 */
const OneLogin: OIDCProvider<"onelogin", OneLoginProfile> = oidc("onelogin", {
  name: "OneLogin",
  emailVerified: false, // the site does not document verification
});
export default OneLogin;

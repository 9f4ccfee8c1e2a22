/**
 * Okta, OpenID Connect: {@link https://developer.okta.com/docs/guides/sign-into-web-app-redirect/main/}.
 *
 * @module
 */

import { oidc, type OIDCProfile, type OIDCProvider } from "./_make.ts";
import { mark } from "./_marks/okta.ts";

/** Claims of Okta's ID token that are read here. */
export interface OktaProfile extends OIDCProfile {}

/**
 * Sign in with Okta. Create an app integration of the type "OIDC, Web
 * Application". Callback URL: `{origin}{basePath}/callback/okta`. Variables:
 * `AUTH_OKTA_ID`, `AUTH_OKTA_SECRET`, `AUTH_OKTA_ISSUER`.
 *
 * @param options `issuer` is required: the URL of the organization, or of an
 * authorization server of it, for example
 * `https://acme.okta.com/oauth2/default`
 */
const Okta: OIDCProvider<"okta", OktaProfile> = oidc("okta", {
  name: "Okta",
  checks: ["pkce", "state"],
  emailVerified: "email_verified",
  style: { brandColor: "#000", mark },
});
export default Okta;

/**
 * ZITADEL, OpenID Connect: {@link https://zitadel.com/docs/guides/integrate/login/oidc/login-users}.
 *
 * @module
 */

import { oidc, type OIDCProfile, type OIDCProvider } from "./_make.ts";

/** Claims of ZITADEL's ID token that are read here. */
export interface ZitadelProfile extends OIDCProfile {}

/**
 * Sign in with ZITADEL. Create an application of the type "Web" with the
 * authentication method "Basic" or "Post". Callback URL:
 * `{origin}{basePath}/callback/zitadel`. Variables: `AUTH_ZITADEL_ID`,
 * `AUTH_ZITADEL_SECRET`, `AUTH_ZITADEL_ISSUER`.
 *
 * @param options `issuer` is required: the domain of the instance, for example
 * `https://acme.zitadel.cloud`
 */
const ZITADEL: OIDCProvider<"zitadel", ZitadelProfile> = oidc("zitadel", {
  name: "ZITADEL",
  emailVerified: "email_verified",
});
export default ZITADEL;

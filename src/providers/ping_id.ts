/**
 * Ping Identity, OpenID Connect: {@link https://docs.pingidentity.com/pingone/applications/p1_add_app_oidc_web.html}.
 *
 * @module
 */

import { oidc, type OIDCProfile, type OIDCProvider } from "./_make.ts";

/** Claims of Ping Identity's ID token that are read here. */
export interface PingProfile extends OIDCProfile {}

/**
 * Sign in with Ping Identity. Add an application of the type "OIDC Web App".
 * Callback URL: `{origin}{basePath}/callback/ping-id`. Variables:
 * `AUTH_PING_ID_ID`, `AUTH_PING_ID_SECRET`, `AUTH_PING_ID_ISSUER`.
 *
 * @param options `issuer` is required: it ends with the environment, for
 * example `https://auth.pingone.eu/<environment id>/as`
 */
const PingId: OIDCProvider<"ping-id", PingProfile> = oidc("ping-id", {
  name: "Ping Identity",
  emailVerified: "email_verified",
});
export default PingId;

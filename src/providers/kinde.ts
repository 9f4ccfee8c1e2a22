/**
 * Kinde, OpenID Connect: {@link https://docs.kinde.com/developer-tools/about/using-kinde-without-an-sdk/}.
 *
 * @module
 */

import { oidc, type OIDCProfile, type OIDCProvider } from "./_make.ts";

/** Claims of Kinde's ID token that are read here. */
export interface KindeProfile extends OIDCProfile {}

/**
 * Sign in with Kinde. Callback URL: `{origin}{basePath}/callback/kinde`.
 * Variables: `AUTH_KINDE_ID`, `AUTH_KINDE_SECRET`, `AUTH_KINDE_ISSUER`.
 *
 * Add a back-end web application in Kinde with the callback URL among its
 * allowed callback URLs. The issuer is the Kinde domain.
 *
 * No address counts as verified. Pass `emailVerified: "email_verified"` when the
 * server is set up to send that claim.
 */
const Kinde: OIDCProvider<"kinde", KindeProfile> = oidc("kinde", {
  name: "Kinde",
  checks: ["state", "pkce"],
  emailVerified: false, // the site does not document verification
  style: { brandColor: "#fff" },
});
export default Kinde;

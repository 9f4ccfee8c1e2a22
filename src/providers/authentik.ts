/**
 * Authentik, OpenID Connect: {@link https://docs.goauthentik.io/add-secure-apps/providers/oauth2/}.
 *
 * @module
 */

import { oidc, type OIDCProfile, type OIDCProvider } from "./_make.ts";
import { mark } from "./_marks/authentik.ts";

/** Claims of Authentik's ID token that are read here. */
export interface AuthentikProfile extends OIDCProfile {}

/**
 * Sign in with Authentik. Callback URL:
 * `{origin}{basePath}/callback/authentik`.
 * Variables: `AUTH_AUTHENTIK_ID`, `AUTH_AUTHENTIK_SECRET`,
 * `AUTH_AUTHENTIK_ISSUER`.
 *
 * Create an OAuth2/OpenID provider with the callback URL as a redirect URI, and
 * an application for it. The issuer is shown as the OpenID Configuration
 * Issuer, with the application's slug and a slash at its end. The provider
 * needs a signing key, since ID tokens are verified with it.
 */
const Authentik: OIDCProvider<"authentik", AuthentikProfile> = oidc("authentik", {
  name: "Authentik",
  emailVerified: "email_verified",
  style: { mark },
});
export default Authentik;

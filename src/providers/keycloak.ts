/**
 * Keycloak, OpenID Connect: {@link https://www.keycloak.org/securing-apps/oidc-layers}.
 *
 * @module
 */

import type { OIDCProfile } from "../types/provider.ts";
import { oidc, type OIDCProvider } from "./_make.ts";

/** Claims of Keycloak's ID token. */
export interface KeycloakProfile extends OIDCProfile {}

/**
 * Sign in with Keycloak. Callback URL: `{origin}{basePath}/callback/keycloak`.
 * Variables: `AUTH_KEYCLOAK_ID`, `AUTH_KEYCLOAK_SECRET`,
 * `AUTH_KEYCLOAK_ISSUER`.
 *
 * Create a client of the type OpenID Connect with client authentication, and
 * add the callback URL to its valid redirect URIs. The issuer includes the
 * realm.
 */
const Keycloak: OIDCProvider<"keycloak", KeycloakProfile> = oidc("keycloak", {
  name: "Keycloak",
  emailVerified: "email_verified",
  style: { brandColor: "#428bca" },
});
export default Keycloak;

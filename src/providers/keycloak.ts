/**
 * Keycloak, OpenID Connect: {@link https://www.keycloak.org/securing-apps/oidc-layers}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Claims of Keycloak's ID token that are read here. */
export interface KeycloakProfile {
  /** Stable identifier of the person at the issuer. */
  sub: string;
  /** Full name. */
  name?: string;
  /** Casual name; used when there is no `name`. */
  nickname?: string;
  /** Short name; used when there is no `name` and no `nickname`. */
  preferred_username?: string;
  /** E-mail address. */
  email?: string;
  /** `true` when the address is verified. */
  email_verified?: boolean;
  /** URL of a picture. */
  picture?: string;
  /** Members that Keycloak adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Keycloak. Callback URL: `{origin}{basePath}/callback/keycloak`.
 * Variables: `AUTH_KEYCLOAK_ID`, `AUTH_KEYCLOAK_SECRET`,
 * `AUTH_KEYCLOAK_ISSUER`.
 *
 * Create a client of the type OpenID Connect with client authentication, and
 * add the callback URL to its valid redirect URIs. The issuer includes the
 * realm.
 *
 * @example
 * ```ts
 * import Keycloak from "@x/auth/providers/keycloak";
 *
 * const provider = Keycloak({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://keycloak.example.com/realms/acme",
 * });
 * console.log(provider.id);
 * ```
 */
export default function Keycloak<
  P extends KeycloakProfile,
  Id extends OwnId<"keycloak"> = "keycloak",
>(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "keycloak"),
    name: "Keycloak",
    type: "oidc",
    emailVerified: "email_verified",
    style: { brandColor: "#428bca" },
    options,
  };
}

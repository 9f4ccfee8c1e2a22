/**
 * Authentik, OpenID Connect: {@link https://docs.goauthentik.io/add-secure-apps/providers/oauth2/}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/authentik.ts";

/** Claims of Authentik's ID token that are read here. */
export interface AuthentikProfile {
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
  /** Members that Authentik adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

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
 *
 * @example
 * ```ts
 * import Authentik from "@x/auth/providers/authentik";
 *
 * const provider = Authentik({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://authentik.example.com/application/o/acme/",
 * });
 * console.log(provider.id);
 * ```
 */
export default function Authentik<
  P extends AuthentikProfile,
  Id extends OwnId<"authentik"> = "authentik",
>(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "authentik"),
    name: "Authentik",
    type: "oidc",
    emailVerified: "email_verified",
    style: { mark },
    options,
  };
}

/**
 * Auth0, OpenID Connect: {@link https://auth0.com/docs/authenticate}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/auth0.ts";

/** Claims of Auth0's ID token that are read here. */
export interface Auth0Profile {
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
  /** Members that Auth0 adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Auth0. Callback URL: `{origin}{basePath}/callback/auth0`.
 * Variables: `AUTH_AUTH0_ID`, `AUTH_AUTH0_SECRET`, `AUTH_AUTH0_ISSUER`.
 *
 * Create a regular web application in the Auth0 dashboard and add the callback
 * URL to its allowed callback URLs. The issuer is the domain of the tenant as a
 * URL.
 *
 * @example
 * ```ts
 * import Auth0 from "@x/auth/providers/auth0";
 *
 * const provider = Auth0({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://acme.eu.auth0.com",
 * });
 * console.log(provider.id);
 * ```
 */
export default function Auth0<P extends Auth0Profile, Id extends OwnId<"auth0"> = "auth0">(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "auth0"),
    name: "Auth0",
    type: "oidc",
    emailVerified: "email_verified",
    style: { brandColor: "#EB5424", mark },
    options,
  };
}

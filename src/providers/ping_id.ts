/**
 * Ping Identity, OpenID Connect: {@link https://docs.pingidentity.com/pingone/applications/p1_add_app_oidc_web.html}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Claims of Ping Identity's ID token that are read here. */
export interface PingProfile {
  /** Stable account id. */
  sub: string;
  /** Full name. */
  name?: string;
  /** E-mail address. */
  email?: string;
  /** `true` when the address is verified. */
  email_verified?: boolean;
  /** URL of a picture. */
  picture?: string;
  /** Members that Ping Identity adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Ping Identity. Add an application of the type "OIDC Web App".
 * Callback URL: `{origin}{basePath}/callback/ping-id`. Variables:
 * `AUTH_PING_ID_ID`, `AUTH_PING_ID_SECRET`, `AUTH_PING_ID_ISSUER`.
 *
 * @param options `issuer` is required: it ends with the environment, for
 * example `https://auth.pingone.eu/<environment id>/as`
 *
 * @example
 * ```ts
 * import PingId from "@x/auth/providers/ping-id";
 *
 * const provider = PingId({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://auth.pingone.eu/environment/as",
 * });
 * console.log(provider.name);
 * ```
 */
export default function PingId<P extends PingProfile, Id extends OwnId<"ping-id"> = "ping-id">(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "ping-id"),
    name: "Ping Identity",
    type: "oidc",

    emailVerified: "email_verified",
    options,
  };
}

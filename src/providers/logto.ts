/**
 * Logto, OpenID Connect: {@link https://docs.logto.io/quick-starts/authjs}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Claims of Logto's ID token that are read here. */
export interface LogtoProfile {
  /** Stable account id. */
  sub: string;
  /** Full name. */
  name: string | null;
  /** Login name. */
  username: string | null;
  /** E-mail address. */
  email: string | null;
  /** `true` when the address is verified. */
  email_verified?: boolean;
  /** URL of a picture. */
  picture: string | null;
  /** Members that Logto adds. */
  [member: string]: unknown;
}

/**
 * Sign in with Logto. Create an application of the type "Traditional web".
 * Callback URL: `{origin}{basePath}/callback/logto`. Variables:
 * `AUTH_LOGTO_ID`, `AUTH_LOGTO_SECRET`, `AUTH_LOGTO_ISSUER`.
 *
 * A refresh token is given only with `authorization: { params: { prompt: "consent" } }`.
 *
 * @param options `issuer` is required: the endpoint of the tenant with the path
 * `/oidc`, for example `https://acme.logto.app/oidc`
 *
 * @example
 * ```ts
 * import Logto from "@x/auth/providers/logto";
 *
 * const provider = Logto({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://acme.logto.app/oidc",
 * });
 * console.log(provider.name);
 * ```
 */
export default function Logto<P extends LogtoProfile, Id extends OwnId<"logto"> = "logto">(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "logto"),
    name: "Logto",
    type: "oidc",
    authorization: { params: { scope: "offline_access openid email profile" } },
    emailVerified: "email_verified",
    profile: (claims) => ({
      id: claims.sub,
      name: claims.name ?? claims.username,
      email: claims.email,
      image: claims.picture,
    }),
    options,
  };
}

/**
 * Frontegg, OpenID Connect: {@link https://developers.frontegg.com/guides/env-settings/hosted-embedded/hosted-login}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Claims of Frontegg's ID token that are read here. */
export interface FronteggProfile {
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
  /** Members that Frontegg adds. */
  [member: string]: unknown;
}

/**
 * Sign in with Frontegg. Callback URL: `{origin}{basePath}/callback/frontegg`.
 * Variables: `AUTH_FRONTEGG_ID`, `AUTH_FRONTEGG_SECRET`,
 * `AUTH_FRONTEGG_ISSUER`.
 *
 * Add the callback URL to the authorized redirect URLs of the hosted login box.
 * The issuer is the Frontegg domain of the environment. The endpoints are made
 * from it, so pass it as an option, or list the provider uncalled when it comes
 * from the variable.
 *
 * @example
 * ```ts
 * import Frontegg from "@x/auth/providers/frontegg";
 *
 * const provider = Frontegg({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://app-acme.frontegg.com",
 * });
 * console.log(provider.id);
 * ```
 */
export default function Frontegg<
  P extends FronteggProfile,
  Id extends OwnId<"frontegg"> = "frontegg",
>(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  const issuer = options?.issuer?.replace(/\/$/, "");
  return {
    id: idOf(options, "frontegg"),
    name: "Frontegg",
    type: "oidc",
    authorization: issuer && `${issuer}/oauth/authorize`,
    token: issuer && `${issuer}/oauth/token`,
    userinfo: issuer && `${issuer}/identity/resources/users/v2/me`,
    jwks_endpoint: issuer && `${issuer}/.well-known/jwks.json`,
    emailVerified: "email_verified",
    options,
  };
}

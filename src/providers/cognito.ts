/**
 * Cognito, OpenID Connect: {@link https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-userpools-server-contract-reference.html}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Claims of Cognito's ID token that are read here. */
export interface CognitoProfile {
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
  /** Members that Cognito adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Cognito. Callback URL: `{origin}{basePath}/callback/cognito`.
 * Variables: `AUTH_COGNITO_ID`, `AUTH_COGNITO_SECRET`, `AUTH_COGNITO_ISSUER`.
 *
 * Create an app client with a secret in the user pool, give the pool a domain,
 * and add the callback URL and the scopes openid, profile and email to its
 * login pages. The issuer is
 * `https://cognito-idp.{region}.amazonaws.com/{poolId}`.
 *
 * @example
 * ```ts
 * import Cognito from "@x/auth/providers/cognito";
 *
 * const provider = Cognito({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_AbCdEf",
 * });
 * console.log(provider.id);
 * ```
 */
export default function Cognito<P extends CognitoProfile, Id extends OwnId<"cognito"> = "cognito">(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "cognito"),
    name: "Cognito",
    type: "oidc",
    emailVerified: "email_verified",
    style: { brandColor: "#C17B9E" },
    options,
  };
}

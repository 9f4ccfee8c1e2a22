/**
 * IdentityServer4, OpenID Connect: {@link https://identityserver4.readthedocs.io/en/latest/}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Claims of IdentityServer4's ID token that are read here. */
export interface IdentityServer4Profile {
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
  /** Members that IdentityServer4 adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with IdentityServer4. Callback URL:
 * `{origin}{basePath}/callback/identity-server4`.
 * Variables: `AUTH_IDENTITY_SERVER4_ID`, `AUTH_IDENTITY_SERVER4_SECRET`,
 * `AUTH_IDENTITY_SERVER4_ISSUER`.
 *
 * Add a client of the code flow with PKCE, the callback URL as a redirect URI,
 * and the scopes openid, profile and email. The issuer is the address of the
 * server. Claims of the profile must be in the ID token
 * (`AlwaysIncludeUserClaimsInIdToken`), or pass `idToken: false` to read them
 * from the userinfo endpoint.
 *
 * @example
 * ```ts
 * import IdentityServer4 from "@x/auth/providers/identity-server4";
 *
 * const provider = IdentityServer4({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://identity.example.com",
 * });
 * console.log(provider.id);
 * ```
 */
export default function IdentityServer4<
  P extends IdentityServer4Profile,
  Id extends OwnId<"identity-server4"> = "identity-server4",
>(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "identity-server4"),
    name: "IdentityServer4",
    type: "oidc",
    emailVerified: "email_verified",
    options,
  };
}

/**
 * Duende IdentityServer, OpenID Connect: {@link https://docs.duendesoftware.com/identityserver/}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Claims of Duende IdentityServer's ID token that are read here. */
export interface DuendeISUser {
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
  /** Members that Duende IdentityServer adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Duende IdentityServer. Callback URL:
 * `{origin}{basePath}/callback/duende-identity-server6`.
 * Variables: `AUTH_DUENDE_IDENTITY_SERVER6_ID`,
 * `AUTH_DUENDE_IDENTITY_SERVER6_SECRET`, `AUTH_DUENDE_IDENTITY_SERVER6_ISSUER`.
 *
 * Add a client of the code flow with PKCE, the callback URL as a redirect URI,
 * and the scopes openid, profile and email. The issuer is the address of the
 * server. Claims of the profile must be in the ID token
 * (`AlwaysIncludeUserClaimsInIdToken`), or pass `idToken: false` to read them
 * from the userinfo endpoint.
 *
 * @example
 * ```ts
 * import DuendeIdentityServer6 from "@x/auth/providers/duende-identity-server6";
 *
 * const provider = DuendeIdentityServer6({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://identity.example.com",
 * });
 * console.log(provider.id);
 * ```
 */
export default function DuendeIdentityServer6<
  P extends DuendeISUser,
  Id extends OwnId<"duende-identity-server6"> = "duende-identity-server6",
>(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "duende-identity-server6"),
    name: "DuendeIdentityServer6",
    type: "oidc",
    emailVerified: "email_verified",
    options,
  };
}

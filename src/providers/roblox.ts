/**
 * Roblox, OpenID Connect: {@link https://create.roblox.com/docs/cloud/auth/oauth2-overview}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/roblox.ts";

/** Claims of Roblox's ID token that are read here. */
export interface RobloxProfile {
  /** Stable account number, as text. */
  sub: string;
  /** Display name. */
  name: string;
  /** Display name. */
  nickname: string;
  /** User name. */
  preferred_username: string;
  /** Time the account was created, in epoch seconds. */
  created_at: number;
  /** URL of the profile page. */
  profile: string;
  /** URL of a picture. */
  picture?: string | null;
  /** Members that Roblox adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Roblox. Create an OAuth 2.0 app in the Creator Dashboard with
 * the scopes `openid` and `profile`. Callback URL:
 * `{origin}{basePath}/callback/roblox`. Variables: `AUTH_ROBLOX_ID`,
 * `AUTH_ROBLOX_SECRET`.
 *
 * Roblox does not provide an e-mail address.
 *
 * @example
 * ```ts
 * import Roblox from "@x/auth/providers/roblox";
 *
 * const provider = Roblox({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.issuer);
 * ```
 */
export default function Roblox<P extends RobloxProfile, Id extends OwnId<"roblox"> = "roblox">(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "roblox"),
    name: "Roblox",
    type: "oidc",
    issuer: "https://apis.roblox.com/oauth/",
    authorization: { params: { scope: "openid profile" } },
    checks: ["pkce", "state"],
    emailVerified: false, // the profile has no address
    style: { brandColor: "#5865F2", mark },
    options,
  };
}

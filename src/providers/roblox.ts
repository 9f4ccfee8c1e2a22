/**
 * Roblox, OpenID Connect: {@link https://create.roblox.com/docs/cloud/auth/oauth2-overview}.
 *
 * @module
 */

import { type AnyMembers, oidc, type OIDCProvider } from "./_make.ts";
import { mark } from "./_marks/roblox.ts";

/** Claims of Roblox's ID token that are read here. */
export interface RobloxProfile extends AnyMembers {
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
}

/**
 * Sign in with Roblox. Create an OAuth 2.0 app in the Creator Dashboard with
 * the scopes `openid` and `profile`. Callback URL:
 * `{origin}{basePath}/callback/roblox`. Variables: `AUTH_ROBLOX_ID`,
 * `AUTH_ROBLOX_SECRET`.
 *
 * Roblox does not provide an email address.
 */
const Roblox: OIDCProvider<"roblox", RobloxProfile> = oidc("roblox", {
  name: "Roblox",
  issuer: "https://apis.roblox.com/oauth/",
  authorization: { params: { scope: "openid profile" } },
  checks: ["pkce", "state"],
  emailVerified: false, // the profile has no address
  style: { brandColor: "#5865F2", mark },
});
export default Roblox;

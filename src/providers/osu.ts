/**
 * osu!, OAuth 2.0: {@link https://osu.ppy.sh/docs/index.html#authentication}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/osu.ts";

/** Members that osu! shows of every user. */
export interface OsuUserCompact extends AnyMembers {
  /** Stable account number. */
  id: number;
  /** User name. */
  username: string;
  /** URL of a picture. */
  avatar_url: string;
  /** Two letters, ISO 3166. */
  country_code: string;
}

/** Members of osu!'s profile that are read here. */
export interface OsuProfile extends OsuUserCompact {}

/**
 * Sign in with osu!. Create an OAuth application in the account settings.
 * Callback URL: `{origin}{basePath}/callback/osu`. Variables: `AUTH_OSU_ID`,
 * `AUTH_OSU_SECRET`.
 *
 * osu! does not provide an email address.
 */
const Osu: OAuthProvider<"osu", OsuProfile> = oauth("osu", {
  name: "osu!",
  authorization: "https://osu.ppy.sh/oauth/authorize?scope=identify",
  token: "https://osu.ppy.sh/oauth/token",
  userinfo: "https://osu.ppy.sh/api/v2/me",
  emailVerified: false, // the profile has no address
  profile: (me) => ({ id: String(me.id), name: me.username, email: null, image: me.avatar_url }),
  style: { mark },
});
export default Osu;

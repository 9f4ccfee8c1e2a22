/**
 * Reddit, OAuth 2.0: {@link https://github.com/reddit-archive/reddit/wiki/OAuth2}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/reddit.ts";

/** Members of Reddit's profile that are read here. */
export interface RedditProfile extends AnyMembers {
  /** Stable account id. */
  id: string;
  /** User name. */
  name: string;
  /** URL of a picture. */
  icon_img?: string;
}

/**
 * Sign in with Reddit. Create a "web app" in the app preferences. Callback URL:
 * `{origin}{basePath}/callback/reddit`. Variables: `AUTH_REDDIT_ID`,
 * `AUTH_REDDIT_SECRET`.
 *
 * A refresh token is given only with `authorization: { params: { duration:
 * "permanent" } }`. Reddit does not provide an email address.
 */
const Reddit: OAuthProvider<"reddit", RedditProfile> = oauth("reddit", {
  name: "Reddit",
  authorization: "https://www.reddit.com/api/v1/authorize?scope=identity",
  token: "https://www.reddit.com/api/v1/access_token",
  userinfo: "https://oauth.reddit.com/api/v1/me",
  checks: ["state"],
  emailVerified: false, // the profile has no address
  style: { brandColor: "#FF4500", mark },
});
export default Reddit;

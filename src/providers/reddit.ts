/**
 * Reddit, OAuth 2.0: {@link https://github.com/reddit-archive/reddit/wiki/OAuth2}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/reddit.ts";

/** Members of Reddit's profile that are read here. */
export interface RedditProfile {
  /** Stable account id. */
  id: string;
  /** User name. */
  name: string;
  /** URL of a picture. */
  icon_img?: string;
  /** Members that Reddit adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Reddit. Create a "web app" in the app preferences. Callback URL:
 * `{origin}{basePath}/callback/reddit`. Variables: `AUTH_REDDIT_ID`,
 * `AUTH_REDDIT_SECRET`.
 *
 * A refresh token is given only with `authorization: { params: { duration:
 * "permanent" } }`. Reddit does not provide an e-mail address.
 *
 * @example
 * ```ts
 * import Reddit from "@x/auth/providers/reddit";
 *
 * const provider = Reddit({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Reddit<P extends RedditProfile, Id extends OwnId<"reddit"> = "reddit">(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "reddit"),
    name: "Reddit",
    type: "oauth",
    authorization: "https://www.reddit.com/api/v1/authorize?scope=identity",
    token: "https://www.reddit.com/api/v1/access_token",
    userinfo: "https://oauth.reddit.com/api/v1/me",
    checks: ["state"],
    emailVerified: false, // the profile has no address
    style: { brandColor: "#FF4500", mark },
    options,
  };
}

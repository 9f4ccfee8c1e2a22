/**
 * Instagram, OAuth 2.0: {@link https://developers.facebook.com/docs/instagram-basic-display-api}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/instagram.ts";
import { completeTokenType } from "./_token_type.ts";

/** Members of Instagram's user that are read here. */
export interface InstagramProfile {
  /** Account number as a string, different for each app. */
  id: string;
  /** User name. */
  username: string;
  /** Members that Instagram adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Instagram. Callback URL:
 * `{origin}{basePath}/callback/instagram`.
 * Variables: `AUTH_INSTAGRAM_ID`, `AUTH_INSTAGRAM_SECRET`.
 *
 * Register an app at {@link https://developers.facebook.com/apps} with the
 * callback URL as a valid OAuth redirect URI, which must use https. Instagram
 * sends neither an e-mail address nor a picture.
 *
 * The endpoints are those of the Basic Display API. For an app that was moved
 * to the Instagram API with Instagram Login, override `authorization` with its
 * URL and scope.
 *
 * @example
 * ```ts
 * import Instagram from "@x/auth/providers/instagram";
 *
 * const provider = Instagram({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Instagram<
  P extends InstagramProfile,
  Id extends OwnId<"instagram"> = "instagram",
>(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "instagram"),
    name: "Instagram",
    type: "oauth",
    authorization: {
      url: "https://api.instagram.com/oauth/authorize",
      params: { scope: "user_profile" },
    },
    token: { url: "https://api.instagram.com/oauth/access_token", conform: completeTokenType },
    userinfo: {
      url: "https://graph.instagram.com/me",
      params: { fields: "id,username,account_type,name" },
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    emailVerified: false, // the profile has no address
    profile: (user) => ({
      id: user.id,
      name: user.username,
      email: null,
      image: null,
    }),
    style: { brandColor: "#fff", mark },
    options,
  };
}

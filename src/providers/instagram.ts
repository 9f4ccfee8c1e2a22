/**
 * Instagram, OAuth 2.0: {@link https://developers.facebook.com/docs/instagram-basic-display-api}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/instagram.ts";
import { completeTokenType } from "./_token_type.ts";

/** Members of Instagram's user that are read here. */
export interface InstagramProfile extends AnyMembers {
  /** Account number as a string, different for each app. */
  id: string;
  /** User name. */
  username: string;
}

/**
 * Sign in with Instagram. Callback URL:
 * `{origin}{basePath}/callback/instagram`.
 * Variables: `AUTH_INSTAGRAM_ID`, `AUTH_INSTAGRAM_SECRET`.
 *
 * Register an app at {@link https://developers.facebook.com/apps} with the
 * callback URL as a valid OAuth redirect URI, which must use https. Instagram
 * sends neither an email address nor a picture.
 *
 * The endpoints are those of the Basic Display API. For an app that was moved
 * to the Instagram API with Instagram Login, override `authorization` with its
 * URL and scope.
 */
const Instagram: OAuthProvider<"instagram", InstagramProfile> = oauth("instagram", {
  name: "Instagram",
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
});
export default Instagram;

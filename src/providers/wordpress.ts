/**
 * WordPress.com, OAuth 2.0: {@link https://developer.wordpress.com/docs/oauth2/}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/wordpress.ts";

/** Members of WordPress.com's profile that are read here. */
export interface WordPressProfile extends AnyMembers {
  /** Stable account number. */
  ID: number;
  /** Display name. */
  display_name: string;
  /** User name. */
  username: string;
  /** Email address. */
  email: string;
  /** `true` when the address is verified. */
  email_verified?: boolean;
  /** URL of a picture. */
  avatar_URL: string;
}

/**
 * Sign in with WordPress.com. Create an application of the type "Web". Callback
 * URL: `{origin}{basePath}/callback/wordpress`. Variables: `AUTH_WORDPRESS_ID`,
 * `AUTH_WORDPRESS_SECRET`.
 */
const WordPress: OAuthProvider<"wordpress", WordPressProfile> = oauth("wordpress", {
  name: "WordPress.com",
  authorization: "https://public-api.wordpress.com/oauth2/authorize?scope=auth",
  token: "https://public-api.wordpress.com/oauth2/token",
  userinfo: "https://public-api.wordpress.com/rest/v1/me",
  emailVerified: "email_verified",
  profile: (me) => ({
    id: String(me.ID),
    name: me.display_name,
    email: me.email,
    image: me.avatar_URL,
  }),
  style: { mark },
});
export default WordPress;

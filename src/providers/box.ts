/**
 * Box, OAuth 2.0: {@link https://developer.box.com/guides/authentication/oauth2/}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/box.ts";

/** Members of Box's user that are read here. */
export interface BoxProfile extends AnyMembers {
  /** Stable account number as a string. */
  id: string;
  /** Full name. */
  name: string;
  /** Email address the person signs in with. */
  login: string;
  /** URL of a picture. */
  avatar_url: string;
}

/**
 * Sign in with Box. Callback URL: `{origin}{basePath}/callback/box`.
 * Variables: `AUTH_BOX_ID`, `AUTH_BOX_SECRET`.
 *
 * Create a custom app with user authentication (OAuth 2.0) at {@link
 * https://app.box.com/developers/console} and add the callback URL as a
 * redirect URI.
 */
const Box: OAuthProvider<"box", BoxProfile> = oauth("box", {
  name: "Box",
  authorization: "https://account.box.com/api/oauth2/authorize",
  token: "https://api.box.com/oauth2/token",
  userinfo: "https://api.box.com/2.0/users/me",
  emailVerified: false, // the site does not document verification
  profile: (user) => ({
    id: user.id,
    name: user.name,
    email: user.login,
    image: user.avatar_url,
  }),
  style: { brandColor: "#0075C9", mark },
});
export default Box;

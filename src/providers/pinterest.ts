/**
 * Pinterest, OAuth 2.0: {@link https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/pinterest.ts";

/** Members of Pinterest's profile that are read here. */
export interface PinterestProfile extends AnyMembers {
  /** Stable account number, as text. */
  id: string;
  /** User name; the person can change it. */
  username: string;
  /** `PINNER` or `BUSINESS`. */
  account_type: string;
  /** URL of a picture. */
  profile_image: string;
  /** URL of a web site. */
  website_url: string | null;
}

/**
 * Sign in with Pinterest. Create an app and add the redirect URI. Callback URL:
 * `{origin}{basePath}/callback/pinterest`. Variables: `AUTH_PINTEREST_ID`,
 * `AUTH_PINTEREST_SECRET`.
 *
 * Pinterest does not provide an email address. An account is linked by its
 * number. Accounts that Auth.js stored are not found: they hold the user name,
 * which may belong to another person later.
 */
const PinterestProvider: OAuthProvider<"pinterest", PinterestProfile> = oauth("pinterest", {
  name: "Pinterest",
  authorization: "https://www.pinterest.com/oauth?scope=user_accounts:read",
  token: "https://api.pinterest.com/v5/oauth/token",
  userinfo: "https://api.pinterest.com/v5/user_account",
  emailVerified: false, // the profile has no address
  profile: (me) => ({
    id: String(me.id), // an absent id becomes "undefined", which is refused
    name: me.username,
    email: null,
    image: me.profile_image,
  }),
  style: { brandColor: "#bd081c", mark },
});
export default PinterestProvider;

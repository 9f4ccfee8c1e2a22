/**
 * Zoho, OAuth 2.0: {@link https://www.zoho.com/accounts/protocol/oauth/web-apps.html}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/zoho.ts";

/** Members of Zoho's profile that are read here. */
export interface ZohoProfile extends AnyMembers {
  /** Stable account number. */
  ZUID: number | string;
  /** Given name. */
  First_Name: string;
  /** Family name. */
  Last_Name: string;
  /** Email address. */
  Email: string;
}

/**
 * Sign in with Zoho. Create a "Server-based Application" in the API console.
 * Callback URL: `{origin}{basePath}/callback/zoho`. Variables: `AUTH_ZOHO_ID`,
 * `AUTH_ZOHO_SECRET`.
 *
 * Accounts in other data centers have other hosts, for example
 * `accounts.zoho.eu`: override the three endpoints for them.
 */
const Zoho: OAuthProvider<"zoho", ZohoProfile> = oauth("zoho", {
  name: "Zoho",
  authorization: "https://accounts.zoho.com/oauth/v2/auth?scope=AaaServer.profile.Read",
  token: "https://accounts.zoho.com/oauth/v2/token",
  userinfo: "https://accounts.zoho.com/oauth/user/info",
  emailVerified: false, // the site does not document verification
  profile: (me) => ({
    id: String(me.ZUID),
    name: `${me.First_Name} ${me.Last_Name}`,
    email: me.Email,
    image: null,
  }),
  style: { mark },
});
export default Zoho;

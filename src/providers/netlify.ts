/**
 * Netlify, OAuth 2.0: {@link https://docs.netlify.com/api-and-cli-guides/api-guides/get-started-with-api/#authentication}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/netlify.ts";

/** Members of Netlify's profile that are read here. */
export interface NetlifyProfile extends AnyMembers {
  /** Stable account id. */
  id: string;
  /** Full name. */
  full_name: string;
  /** Email address. */
  email: string;
  /** URL of a picture. */
  avatar_url: string;
}

/**
 * Sign in with Netlify. Create an OAuth application in the user settings.
 * Callback URL: `{origin}{basePath}/callback/netlify`. Variables:
 * `AUTH_NETLIFY_ID`, `AUTH_NETLIFY_SECRET`.
 */
const Netlify: OAuthProvider<"netlify", NetlifyProfile> = oauth("netlify", {
  name: "Netlify",
  // Netlify has no scopes; the parameter must be empty.
  authorization: "https://app.netlify.com/authorize?scope",
  token: "https://api.netlify.com/oauth/token",
  userinfo: "https://api.netlify.com/api/v1/user",
  emailVerified: false, // the site does not document verification
  profile: (me) => ({ id: me.id, name: me.full_name, email: me.email, image: me.avatar_url }),
  style: { brandColor: "#32e6e2", mark },
});
export default Netlify;

/**
 * FACEIT, OAuth 2.0: {@link https://docs.faceit.com/docs/faceit-connect/}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/faceit.ts";

/** Members of FACEIT's user that are read here. */
export interface FACEITProfile extends AnyMembers {
  /** Stable account id. */
  guid: string;
  /** Name shown to others. */
  name: string;
  /** Email address. */
  email: string;
  /** URL of a picture. */
  picture: string;
}

/**
 * Sign in with FACEIT. Callback URL: `{origin}{basePath}/callback/faceit`.
 * Variables: `AUTH_FACEIT_ID`, `AUTH_FACEIT_SECRET`.
 *
 * Create an OAuth2 client in the FACEIT developer portal with the callback URL
 * as a redirect URI.
 */
const FACEIT: OAuthProvider<"faceit", FACEITProfile> = oauth("faceit", {
  name: "FACEIT",
  authorization: {
    url: "https://accounts.faceit.com/accounts",
    params: { redirect_popup: "true" },
  },
  token: "https://api.faceit.com/auth/v1/oauth/token",
  userinfo: "https://api.faceit.com/auth/v1/resources/userinfo",
  emailVerified: false, // the site does not document verification
  profile: (user) => ({
    id: user.guid,
    name: user.name,
    email: user.email,
    image: user.picture,
  }),
  style: { mark },
});
export default FACEIT;

/**
 * Concept2, OAuth 2.0: {@link https://log.concept2.com/developers/documentation/}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";

/** Members of Concept2's user that are read here. */
export interface Concept2Profile extends AnyMembers {
  /** Account data of the person. */
  data: AnyMembers & {
    /** Stable account number. */
    id: number;
    /** User name. */
    username: string;
    /** Email address. */
    email: string;
    /** URL of a picture. */
    profile_image: string | null;
  };
}

/**
 * Sign in with Concept2. Callback URL: `{origin}{basePath}/callback/concept2`.
 * Variables: `AUTH_CONCEPT2_ID`, `AUTH_CONCEPT2_SECRET`.
 *
 * Ask Concept2 for an application key of the Logbook and name the callback URL
 * as its redirect URI. Scopes are separated by commas.
 */
const Concept2: OAuthProvider<"concept2", Concept2Profile> = oauth("concept2", {
  name: "Concept2",
  authorization: {
    url: "https://log.concept2.com/oauth/authorize",
    params: { scope: "user:read,results:write" },
  },
  token: "https://log.concept2.com/oauth/access_token",
  userinfo: "https://log.concept2.com/api/users/me",
  emailVerified: false, // the site does not document verification
  profile: ({ data }) => ({
    id: String(data.id),
    name: data.username,
    email: data.email,
    image: data.profile_image,
  }),
});
export default Concept2;

/**
 * Medium, OAuth 2.0: {@link https://github.com/Medium/medium-api-docs}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/medium.ts";

/** Account data. */
export interface MediumUser extends AnyMembers {
  /** Stable account id. */
  id: string;
  /** User name. */
  username: string;
  /** Display name. */
  name: string;
  /** URL of a picture. */
  imageUrl: string;
}

/** Members of Medium's profile that are read here. */
export interface MediumProfile extends AnyMembers {
  /** Account data. */
  data: MediumUser;
}

/**
 * Sign in with Medium. Medium accepts no new registrations; existing ones still
 * work. Callback URL: `{origin}{basePath}/callback/medium`. Variables:
 * `AUTH_MEDIUM_ID`, `AUTH_MEDIUM_SECRET`.
 *
 * Medium does not provide an email address.
 */
const Medium: OAuthProvider<"medium", MediumProfile> = oauth("medium", {
  name: "Medium",
  authorization: "https://medium.com/m/oauth/authorize?scope=basicProfile",
  token: "https://api.medium.com/v1/tokens",
  userinfo: "https://api.medium.com/v1/me",
  emailVerified: false, // the profile has no address
  profile: ({ data }) => ({ id: data.id, name: data.name, email: null, image: data.imageUrl }),
  style: { mark },
});
export default Medium;

/**
 * 42, OAuth 2.0: {@link https://api.intra.42.fr/apidoc/guides/web_application_flow}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/42_school.ts";

/** Members of 42's user that are read here. */
export interface FortyTwoProfile extends AnyMembers {
  /** Stable account number. */
  id: number;
  /** Preferred full name. */
  usual_full_name: string;
  /** Email address. */
  email: string;
  /** Profile picture. */
  image: AnyMembers & {
    /** URL of the original. */
    link: string | null;
  };
}

/**
 * Sign in with 42. Callback URL: `{origin}{basePath}/callback/42-school`.
 * Variables: `AUTH_42_SCHOOL_ID`, `AUTH_42_SCHOOL_SECRET`.
 *
 * Register an application at {@link
 * https://profile.intra.42.fr/oauth/applications/new} with the callback URL as
 * its redirect URI.
 */
const FortyTwo: OAuthProvider<"42-school", FortyTwoProfile> = oauth("42-school", {
  name: "42 School",
  authorization: {
    url: "https://api.intra.42.fr/oauth/authorize",
    params: { scope: "public" },
  },
  token: "https://api.intra.42.fr/oauth/token",
  userinfo: "https://api.intra.42.fr/v2/me",
  emailVerified: false, // the site does not document verification
  profile: (user) => ({
    id: String(user.id),
    name: user.usual_full_name,
    email: user.email,
    image: user.image.link,
  }),
  style: { mark },
});
export default FortyTwo;

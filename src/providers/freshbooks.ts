/**
 * FreshBooks, OAuth 2.0: {@link https://www.freshbooks.com/api/authentication}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { isInstant } from "./_instant.ts";

/** Members of FreshBooks's user that are read here. */
export interface FreshbooksProfile extends AnyMembers {
  /** Wrapper of the data in every answer. */
  response: AnyMembers & {
    /** Stable account number. */
    id: number;
    /** Given name. */
    first_name: string;
    /** Family name. */
    last_name: string;
    /** Email address. */
    email: string;
    /** Time the address was confirmed, ISO 8601. */
    confirmed_at?: string | null;
  };
}

/**
 * Sign in with FreshBooks. Callback URL:
 * `{origin}{basePath}/callback/freshbooks`.
 * Variables: `AUTH_FRESHBOOKS_ID`, `AUTH_FRESHBOOKS_SECRET`.
 *
 * Create an app at {@link https://my.freshbooks.com/#/developer} with the
 * callback URL as a redirect URI, which must use https.
 */
const Freshbooks: OAuthProvider<"freshbooks", FreshbooksProfile> = oauth("freshbooks", {
  name: "Freshbooks",
  authorization: "https://auth.freshbooks.com/service/auth/oauth/authorize",
  token: "https://api.freshbooks.com/auth/oauth/token",
  userinfo: "https://api.freshbooks.com/auth/api/v1/users/me",
  // https://www.freshbooks.com/api/me_endpoint
  emailVerified: ({ response: user }) => isInstant(user?.confirmed_at),
  profile: ({ response: user }) => ({
    id: String(user.id),
    name: `${user.first_name} ${user.last_name}`,
    email: user.email,
    image: null,
  }),
  style: { brandColor: "#0075dd" },
});
export default Freshbooks;

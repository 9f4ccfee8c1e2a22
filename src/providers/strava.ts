/**
 * Strava, OAuth 2.0: {@link https://developers.strava.com/docs/authentication/}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/strava.ts";

/** Members of Strava's profile that are read here. */
export interface StravaProfile extends AnyMembers {
  /** Stable account number. */
  id: number;
  /** Given name. */
  firstname: string;
  /** Family name. */
  lastname: string;
  /** URL of a picture. */
  profile: string;
}

/**
 * Sign in with Strava. Create an app in the settings; the callback is given as
 * a domain. Callback URL: `{origin}{basePath}/callback/strava`. Variables:
 * `AUTH_STRAVA_ID`, `AUTH_STRAVA_SECRET`.
 *
 * Strava does not provide an email address.
 */
const Strava: OAuthProvider<"strava", StravaProfile> = oauth("strava", {
  name: "Strava",
  authorization: {
    url: "https://www.strava.com/api/v3/oauth/authorize",
    params: { scope: "read", approval_prompt: "auto", response_type: "code" },
  },
  token: "https://www.strava.com/api/v3/oauth/token",
  userinfo: "https://www.strava.com/api/v3/athlete",
  client: { token_endpoint_auth_method: "client_secret_post" },
  emailVerified: false, // the profile has no address
  profile: (athlete) => ({
    id: String(athlete.id),
    name: `${athlete.firstname} ${athlete.lastname}`,
    email: null,
    image: athlete.profile,
  }),
  style: { mark },
});
export default Strava;

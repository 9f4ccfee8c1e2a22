/**
 * Naver, OAuth 2.0: {@link https://developers.naver.com/docs/login/api/api.md}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/naver.ts";

/** Account data. */
export interface NaverUser extends AnyMembers {
  /** Stable id of the person for this application. */
  id: string;
  /** Nickname of the account. */
  nickname?: string;
  /** Full name. */
  name?: string;
  /** Email address. */
  email?: string;
  /** URL of a picture. */
  profile_image?: string;
}

/** Members of Naver's profile that are read here. */
export interface NaverProfile extends AnyMembers {
  /** Result code; `00` when the request succeeded. */
  resultcode: string;
  /** Result message; `success` when the request succeeded. */
  message: string;
  /** Account data. */
  response: NaverUser;
}

/**
 * Sign in with Naver. Register an application that uses "Naver Login" and
 * choose the members of the profile. Callback URL:
 * `{origin}{basePath}/callback/naver`. Variables: `AUTH_NAVER_ID`,
 * `AUTH_NAVER_SECRET`.
 */
const Naver: OAuthProvider<"naver", NaverProfile> = oauth("naver", {
  name: "Naver",
  authorization: "https://nid.naver.com/oauth2.0/authorize",
  token: "https://nid.naver.com/oauth2.0/token",
  userinfo: "https://openapi.naver.com/v1/nid/me",
  emailVerified: false, // the site does not document verification
  profile: ({ response }) => ({
    id: response.id,
    name: response.nickname,
    email: response.email,
    image: response.profile_image,
  }),
  style: { mark },
});
export default Naver;

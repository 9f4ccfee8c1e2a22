/**
 * Kakao, OAuth 2.0: {@link https://developers.kakao.com/docs/latest/en/kakaologin/rest-api}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/kakao.ts";

/** A time, as ISO 8601. */
export type DateTime = string;

/** Gender, as the person stated it. */
export type Gender = "female" | "male";

/** Calendar of a birthday. */
export type Birthday = "SOLAR" | "LUNAR";

/** Age in years. */
export type AgeRange =
  | "1-9"
  | "10-14"
  | "15-19"
  | "20-29"
  | "30-39"
  | "40-49"
  | "50-59"
  | "60-69"
  | "70-79"
  | "80-89"
  | "90-";

/** Members of Kakao's user that are read here, and others that have a closed list of values. */
export interface KakaoProfile extends AnyMembers {
  /** Stable account number. */
  id: number;
  /** Time at which the app was connected. */
  connected_at?: DateTime;
  /** Data that the person agreed to share. */
  kakao_account?: AnyMembers & {
    /** Email address. */
    email?: string;
    /** `true` when Kakao verified the address. */
    is_email_verified?: boolean;
    /** `false` when the address now belongs to another account. */
    is_email_valid?: boolean;
    /** Age. */
    age_range?: AgeRange;
    /** Calendar of the birthday. */
    birthday_type?: Birthday;
    /** Gender. */
    gender?: Gender;
    /** Profile of the person. */
    profile?: AnyMembers & {
      /** Name shown to others. */
      nickname?: string;
      /** URL of a picture. */
      profile_image_url?: string;
    };
  };
}

/**
 * Sign in with Kakao. Callback URL: `{origin}{basePath}/callback/kakao`.
 * Variables: `AUTH_KAKAO_ID`, `AUTH_KAKAO_SECRET`.
 *
 * Add an application at {@link https://developers.kakao.com/console/app},
 * switch Kakao Login on, register the callback URL as a redirect URI, and
 * create a client secret. The client id is the REST API key. No scope is
 * requested: Kakao shows the consent items that are set up in the console.
 */
const Kakao: OAuthProvider<"kakao", KakaoProfile> = oauth("kakao", {
  name: "Kakao",
  authorization: "https://kauth.kakao.com/oauth/authorize?scope",
  token: "https://kauth.kakao.com/oauth/token",
  userinfo: "https://kapi.kakao.com/v2/user/me",
  client: { token_endpoint_auth_method: "client_secret_post" },
  // https://developers.kakao.com/docs/latest/en/kakaologin/rest-api#kakaoaccount
  emailVerified: ({ kakao_account: account }) =>
    account?.is_email_valid === true && account.is_email_verified === true,
  profile: ({ id, kakao_account }) => ({
    id: String(id),
    name: kakao_account?.profile?.nickname,
    email: kakao_account?.email,
    image: kakao_account?.profile?.profile_image_url,
  }),
  style: { mark },
});
export default Kakao;

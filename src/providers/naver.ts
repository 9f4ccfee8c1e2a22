/**
 * Naver, OAuth 2.0: {@link https://developers.naver.com/docs/login/api/api.md}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/naver.ts";

/** Account data. */
export interface NaverUser {
  /** Stable id of the person for this application. */
  id: string;
  /** Nickname of the account. */
  nickname?: string;
  /** Full name. */
  name?: string;
  /** E-mail address. */
  email?: string;
  /** URL of a picture. */
  profile_image?: string;
  /** Members that Naver adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/** Members of Naver's profile that are read here. */
export interface NaverProfile {
  /** Result code; `00` when the request succeeded. */
  resultcode: string;
  /** Result message; `success` when the request succeeded. */
  message: string;
  /** Account data. */
  response: NaverUser;
  /** Members that Naver adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Naver. Register an application that uses "Naver Login" and
 * choose the members of the profile. Callback URL:
 * `{origin}{basePath}/callback/naver`. Variables: `AUTH_NAVER_ID`,
 * `AUTH_NAVER_SECRET`.
 *
 * @example
 * ```ts
 * import Naver from "@x/auth/providers/naver";
 *
 * const provider = Naver({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Naver<P extends NaverProfile, Id extends OwnId<"naver"> = "naver">(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "naver"),
    name: "Naver",
    type: "oauth",
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
    options,
  };
}

/**
 * Strava, OAuth 2.0: {@link https://developers.strava.com/docs/authentication/}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/strava.ts";

/** Members of Strava's profile that are read here. */
export interface StravaProfile {
  /** Stable account number. */
  id: number;
  /** Given name. */
  firstname: string;
  /** Family name. */
  lastname: string;
  /** URL of a picture. */
  profile: string;
  /** Members that Strava adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Strava. Create an app in the settings; the callback is given as
 * a domain. Callback URL: `{origin}{basePath}/callback/strava`. Variables:
 * `AUTH_STRAVA_ID`, `AUTH_STRAVA_SECRET`.
 *
 * Strava does not provide an e-mail address.
 *
 * @example
 * ```ts
 * import Strava from "@x/auth/providers/strava";
 *
 * const provider = Strava({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Strava<P extends StravaProfile, Id extends OwnId<"strava"> = "strava">(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "strava"),
    name: "Strava",
    type: "oauth",
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
    options,
  };
}

/**
 * EVE Online, OAuth 2.0: {@link https://developers.eveonline.com/docs/services/sso/}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Members of EVE Online's user that are read here. */
export interface EVEOnlineProfile {
  /** Stable number of the character. */
  CharacterID: number;
  /** Name of the character. */
  CharacterName: string;
  /** Changes when the character is transferred to another person. */
  CharacterOwnerHash?: string;
  /** Members that EVE Online adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with EVE Online. Callback URL:
 * `{origin}{basePath}/callback/eveonline`.
 * Variables: `AUTH_EVEONLINE_ID`, `AUTH_EVEONLINE_SECRET`.
 *
 * Create an application at {@link
 * https://developers.eveonline.com/applications} with the callback URL and the
 * scope `publicData`.
 *
 * A person is identified by a character. A character can be transferred to another
 * person: store `profile.CharacterOwnerHash` and refuse a different one in the
 * `signIn` callback where that matters.
 *
 * @example
 * ```ts
 * import EVEOnline from "@x/auth/providers/eveonline";
 *
 * const provider = EVEOnline({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function EVEOnline<
  P extends EVEOnlineProfile,
  Id extends OwnId<"eveonline"> = "eveonline",
>(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "eveonline"),
    name: "EVE Online",
    type: "oauth",
    authorization: {
      url: "https://login.eveonline.com/v2/oauth/authorize",
      params: { scope: "publicData" },
    },
    token: "https://login.eveonline.com/v2/oauth/token",
    userinfo: "https://login.eveonline.com/oauth/verify",
    checks: ["state"],
    emailVerified: false, // the profile has no address
    profile: (user) => ({
      id: String(user.CharacterID),
      name: user.CharacterName,
      email: null,
      image: `https://image.eveonline.com/Character/${user.CharacterID}_128.jpg`,
    }),
    options,
  };
}

/**
 * osu!, OAuth 2.0: {@link https://osu.ppy.sh/docs/index.html#authentication}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/osu.ts";

/** Members of osu!'s profile that are read here. */
export interface OsuProfile {
  /** Stable account number. */
  id: number;
  /** User name. */
  username: string;
  /** URL of a picture. */
  avatar_url: string;
  /** Two letters, ISO 3166. */
  country_code: string;
  /** Members that osu! adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with osu!. Create an OAuth application in the account settings.
 * Callback URL: `{origin}{basePath}/callback/osu`. Variables: `AUTH_OSU_ID`,
 * `AUTH_OSU_SECRET`.
 *
 * osu! does not provide an e-mail address.
 *
 * @example
 * ```ts
 * import Osu from "@x/auth/providers/osu";
 *
 * const provider = Osu({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Osu<P extends OsuProfile, Id extends OwnId<"osu"> = "osu">(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "osu"),
    name: "osu!",
    type: "oauth",
    authorization: "https://osu.ppy.sh/oauth/authorize?scope=identify",
    token: "https://osu.ppy.sh/oauth/token",
    userinfo: "https://osu.ppy.sh/api/v2/me",
    emailVerified: false, // the profile has no address
    profile: (me) => ({ id: String(me.id), name: me.username, email: null, image: me.avatar_url }),
    style: { mark },
    options,
  };
}

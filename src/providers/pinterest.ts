/**
 * Pinterest, OAuth 2.0: {@link https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/pinterest.ts";

/** Members of Pinterest's profile that are read here. */
export interface PinterestProfile {
  /** Stable account number, as text. */
  id: string;
  /** User name; the person can change it. */
  username: string;
  /** `PINNER` or `BUSINESS`. */
  account_type: string;
  /** URL of a picture. */
  profile_image: string;
  /** URL of a web site. */
  website_url: string | null;
  /** Members that Pinterest adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Pinterest. Create an app and add the redirect URI. Callback URL:
 * `{origin}{basePath}/callback/pinterest`. Variables: `AUTH_PINTEREST_ID`,
 * `AUTH_PINTEREST_SECRET`.
 *
 * Pinterest does not provide an e-mail address. An account is linked by its
 * number. Accounts that Auth.js stored are not found: they hold the user name,
 * which may belong to another person later.
 *
 * @example
 * ```ts
 * import PinterestProvider from "@x/auth/providers/pinterest";
 *
 * const provider = PinterestProvider({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function PinterestProvider<
  P extends PinterestProfile,
  Id extends OwnId<"pinterest"> = "pinterest",
>(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "pinterest"),
    name: "Pinterest",
    type: "oauth",
    authorization: "https://www.pinterest.com/oauth?scope=user_accounts:read",
    token: "https://api.pinterest.com/v5/oauth/token",
    userinfo: "https://api.pinterest.com/v5/user_account",
    emailVerified: false, // the profile has no address
    profile: (me) => ({
      id: String(me.id), // an absent id becomes "undefined", which is refused
      name: me.username,
      email: null,
      image: me.profile_image,
    }),
    style: { brandColor: "#bd081c", mark },
    options,
  };
}

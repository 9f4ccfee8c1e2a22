/**
 * Zoho, OAuth 2.0: {@link https://www.zoho.com/accounts/protocol/oauth/web-apps.html}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/zoho.ts";

/** Members of Zoho's profile that are read here. */
export interface ZohoProfile {
  /** Stable account number. */
  ZUID: number | string;
  /** Given name. */
  First_Name: string;
  /** Family name. */
  Last_Name: string;
  /** E-mail address. */
  Email: string;
  /** Members that Zoho adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Zoho. Create a "Server-based Application" in the API console.
 * Callback URL: `{origin}{basePath}/callback/zoho`. Variables: `AUTH_ZOHO_ID`,
 * `AUTH_ZOHO_SECRET`.
 *
 * Accounts in other data centers have other hosts, for example
 * `accounts.zoho.eu`: override the three endpoints for them.
 *
 * @example
 * ```ts
 * import Zoho from "@x/auth/providers/zoho";
 *
 * const provider = Zoho({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Zoho<P extends ZohoProfile, Id extends OwnId<"zoho"> = "zoho">(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "zoho"),
    name: "Zoho",
    type: "oauth",
    authorization: "https://accounts.zoho.com/oauth/v2/auth?scope=AaaServer.profile.Read",
    token: "https://accounts.zoho.com/oauth/v2/token",
    userinfo: "https://accounts.zoho.com/oauth/user/info",
    emailVerified: false, // the site does not document verification
    profile: (me) => ({
      id: String(me.ZUID),
      name: `${me.First_Name} ${me.Last_Name}`,
      email: me.Email,
      image: null,
    }),
    style: { mark },
    options,
  };
}

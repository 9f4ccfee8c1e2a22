/**
 * Webex, OAuth 2.0: {@link https://developer.webex.com/docs/integrations}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Members of Webex's profile that are read here. */
export interface WebexProfile {
  /** Stable account id. */
  id: string;
  /** Full name. */
  displayName?: string;
  /** E-mail addresses. */
  emails: string[];
  /** URL of a picture. */
  avatar?: string;
  /** Members that Webex adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in the compatible interface
  [member: string]: any;
}

/** Options of {@linkcode Webex}. */
export type WebexOptions<P> = OAuthUserConfig<P> & {
  /** Base of the API. Default `https://webexapis.com/v1`. */
  apiBaseUrl?: string | undefined;
};

/**
 * Sign in with Webex. Create an integration with the scope `spark:people_read`.
 * Callback URL: `{origin}{basePath}/callback/webex`. Variables:
 * `AUTH_WEBEX_ID`, `AUTH_WEBEX_SECRET`.
 *
 * @example
 * ```ts
 * import Webex from "@x/auth/providers/webex";
 *
 * const provider = Webex({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Webex<P extends WebexProfile, Id extends OwnId<"webex"> = "webex">(
  options?: WebexOptions<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  const api = (options?.apiBaseUrl ?? "https://webexapis.com/v1").replace(/\/$/, "");
  return {
    id: idOf(options, "webex"),
    name: "Webex",
    type: "oauth",
    authorization: `${api}/authorize?scope=spark:kms spark:people_read`,
    token: `${api}/access_token`,
    userinfo: `${api}/people/me`,
    emailVerified: false, // not documented
    profile: (me) => ({
      id: me.id,
      name: me.displayName,
      email: me.emails[0],
      image: me.avatar,
    }),
    options,
  };
}

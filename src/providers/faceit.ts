/**
 * FACEIT, OAuth 2.0: {@link https://docs.faceit.com/docs/faceit-connect/}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/faceit.ts";

/** Members of FACEIT's user that are read here. */
export interface FACEITProfile {
  /** Stable account id. */
  guid: string;
  /** Name shown to others. */
  name: string;
  /** E-mail address. */
  email: string;
  /** URL of a picture. */
  picture: string;
  /** Members that FACEIT adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with FACEIT. Callback URL: `{origin}{basePath}/callback/faceit`.
 * Variables: `AUTH_FACEIT_ID`, `AUTH_FACEIT_SECRET`.
 *
 * Create an OAuth2 client in the FACEIT developer portal with the callback URL
 * as a redirect URI.
 *
 * @example
 * ```ts
 * import FACEIT from "@x/auth/providers/faceit";
 *
 * const provider = FACEIT({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function FACEIT<P extends FACEITProfile, Id extends OwnId<"faceit"> = "faceit">(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "faceit"),
    name: "FACEIT",
    type: "oauth",
    authorization: {
      url: "https://accounts.faceit.com/accounts",
      params: { redirect_popup: "true" },
    },
    token: "https://api.faceit.com/auth/v1/oauth/token",
    userinfo: "https://api.faceit.com/auth/v1/resources/userinfo",
    emailVerified: false, // the site does not document verification
    profile: (user) => ({
      id: user.guid,
      name: user.name,
      email: user.email,
      image: user.picture,
    }),
    style: { mark },
    options,
  };
}

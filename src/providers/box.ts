/**
 * Box, OAuth 2.0: {@link https://developer.box.com/guides/authentication/oauth2/}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/box.ts";

/** Members of Box's user that are read here. */
export interface BoxProfile {
  /** Stable account number as a string. */
  id: string;
  /** Full name. */
  name: string;
  /** E-mail address the person signs in with. */
  login: string;
  /** URL of a picture. */
  avatar_url: string;
  /** Members that Box adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Box. Callback URL: `{origin}{basePath}/callback/box`.
 * Variables: `AUTH_BOX_ID`, `AUTH_BOX_SECRET`.
 *
 * Create a custom app with user authentication (OAuth 2.0) at {@link
 * https://app.box.com/developers/console} and add the callback URL as a
 * redirect URI.
 *
 * @example
 * ```ts
 * import Box from "@x/auth/providers/box";
 *
 * const provider = Box({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Box<P extends BoxProfile, Id extends OwnId<"box"> = "box">(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "box"),
    name: "Box",
    type: "oauth",
    authorization: "https://account.box.com/api/oauth2/authorize",
    token: "https://api.box.com/oauth2/token",
    userinfo: "https://api.box.com/2.0/users/me",
    emailVerified: false, // the site does not document verification
    profile: (user) => ({
      id: user.id,
      name: user.name,
      email: user.login,
      image: user.avatar_url,
    }),
    style: { brandColor: "#0075C9", mark },
    options,
  };
}

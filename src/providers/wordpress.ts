/**
 * WordPress.com, OAuth 2.0: {@link https://developer.wordpress.com/docs/oauth2/}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/wordpress.ts";

/** Members of WordPress.com's profile that are read here. */
export interface WordPressProfile {
  /** Stable account number. */
  ID: number;
  /** Display name. */
  display_name: string;
  /** User name. */
  username: string;
  /** E-mail address. */
  email: string;
  /** `true` when the address is verified. */
  email_verified?: boolean;
  /** URL of a picture. */
  avatar_URL: string;
  /** Members that WordPress.com adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with WordPress.com. Create an application of the type "Web". Callback
 * URL: `{origin}{basePath}/callback/wordpress`. Variables: `AUTH_WORDPRESS_ID`,
 * `AUTH_WORDPRESS_SECRET`.
 *
 * @example
 * ```ts
 * import WordPress from "@x/auth/providers/wordpress";
 *
 * const provider = WordPress({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function WordPress<
  P extends WordPressProfile,
  Id extends OwnId<"wordpress"> = "wordpress",
>(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "wordpress"),
    name: "WordPress.com",
    type: "oauth",
    authorization: "https://public-api.wordpress.com/oauth2/authorize?scope=auth",
    token: "https://public-api.wordpress.com/oauth2/token",
    userinfo: "https://public-api.wordpress.com/rest/v1/me",
    emailVerified: "email_verified",
    profile: (me) => ({
      id: String(me.ID),
      name: me.display_name,
      email: me.email,
      image: me.avatar_URL,
    }),
    style: { mark },
    options,
  };
}

/**
 * Netlify, OAuth 2.0: {@link https://docs.netlify.com/api-and-cli-guides/api-guides/get-started-with-api/#authentication}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/netlify.ts";

/** Members of Netlify's profile that are read here. */
export interface NetlifyProfile {
  /** Stable account id. */
  id: string;
  /** Full name. */
  full_name: string;
  /** E-mail address. */
  email: string;
  /** URL of a picture. */
  avatar_url: string;
  /** Members that Netlify adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Netlify. Create an OAuth application in the user settings.
 * Callback URL: `{origin}{basePath}/callback/netlify`. Variables:
 * `AUTH_NETLIFY_ID`, `AUTH_NETLIFY_SECRET`.
 *
 * @example
 * ```ts
 * import Netlify from "@x/auth/providers/netlify";
 *
 * const provider = Netlify({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Netlify<P extends NetlifyProfile, Id extends OwnId<"netlify"> = "netlify">(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "netlify"),
    name: "Netlify",
    type: "oauth",
    // Netlify has no scopes; the parameter must be empty.
    authorization: "https://app.netlify.com/authorize?scope",
    token: "https://api.netlify.com/oauth/token",
    userinfo: "https://api.netlify.com/api/v1/user",
    emailVerified: false, // the site does not document verification
    profile: (me) => ({ id: me.id, name: me.full_name, email: me.email, image: me.avatar_url }),
    style: { brandColor: "#32e6e2", mark },
    options,
  };
}

/**
 * Facebook, OAuth 2.0: {@link https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/facebook.ts";

/** Members of Facebook's user that are read here. */
export interface FacebookProfile {
  /** Account number as a string, different for each app. */
  id: string;
  /** Full name. */
  name: string;
  /** E-mail address, if there is one and the person allows it. */
  email?: string;
  /** Profile picture. */
  picture: {
    /** Data of the picture. */
    data: {
      /** URL of the picture, which expires. */
      url: string;
      /** Members that Facebook adds. */
      // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
      [member: string]: any;
    };
  };
  /** Members that Facebook adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Facebook. Callback URL: `{origin}{basePath}/callback/facebook`.
 * Variables: `AUTH_FACEBOOK_ID`, `AUTH_FACEBOOK_SECRET`.
 *
 * Create an app at {@link https://developers.facebook.com/apps} with Facebook
 * Login, and add the callback URL to its valid OAuth redirect URIs; in
 * production it must use https. Request more members of the user with
 * `userinfo.params.fields`.
 *
 * @example
 * ```ts
 * import Facebook from "@x/auth/providers/facebook";
 *
 * const provider = Facebook({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Facebook<
  P extends FacebookProfile,
  Id extends OwnId<"facebook"> = "facebook",
>(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "facebook"),
    name: "Facebook",
    type: "oauth",
    authorization: {
      url: "https://www.facebook.com/v19.0/dialog/oauth",
      params: { scope: "email" },
    },
    token: "https://graph.facebook.com/oauth/access_token",
    userinfo: {
      url: "https://graph.facebook.com/me",
      params: { fields: "id,name,email,picture" },
    },
    // Facebook documents the address as "valid" only: https://developers.facebook.com/docs/graph-api/reference/user/
    emailVerified: false,
    profile: (user) => ({
      id: user.id,
      name: user.name,
      email: user.email,
      image: user.picture.data.url,
    }),
    style: { brandColor: "#006aff", mark },
    options,
  };
}

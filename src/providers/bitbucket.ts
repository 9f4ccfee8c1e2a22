/**
 * Bitbucket, OAuth 2.0: {@link https://developer.atlassian.com/cloud/bitbucket/oauth-2/}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/bitbucket.ts";

/** Members of Bitbucket's user that are read here. */
export interface BitbucketProfile {
  /** Stable account id. */
  account_id: string;
  /** Name shown to others. */
  display_name?: string;
  /** User name; used when there is no `display_name`. */
  username?: string;
  /** Related URLs. */
  links: {
    /** Profile picture. */
    avatar: {
      /** URL of the picture. */
      href: string;
    };
  };
  /** Members that Bitbucket adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Bitbucket. Callback URL:
 * `{origin}{basePath}/callback/bitbucket`.
 * Variables: `AUTH_BITBUCKET_ID`, `AUTH_BITBUCKET_SECRET`.
 *
 * Add an OAuth consumer in the workspace settings with the callback URL, mark
 * it as private, and give it the permission Account: Read. Bitbucket sends no
 * e-mail address with the user.
 *
 * @example
 * ```ts
 * import Bitbucket from "@x/auth/providers/bitbucket";
 *
 * const provider = Bitbucket({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Bitbucket<
  P extends BitbucketProfile,
  Id extends OwnId<"bitbucket"> = "bitbucket",
>(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "bitbucket"),
    name: "Bitbucket",
    type: "oauth",
    authorization: {
      url: "https://bitbucket.org/site/oauth2/authorize",
      params: { scope: "account" },
    },
    token: "https://bitbucket.org/site/oauth2/access_token",
    userinfo: "https://api.bitbucket.org/2.0/user",
    emailVerified: false, // the profile has no address
    profile: (user) => ({
      id: user.account_id,
      name: user.display_name ?? user.username,
      image: user.links.avatar.href,
    }),
    style: { brandColor: "#205081", mark },
    options,
  };
}

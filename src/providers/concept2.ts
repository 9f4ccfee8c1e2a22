/**
 * Concept2, OAuth 2.0: {@link https://log.concept2.com/developers/documentation/}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Members of Concept2's user that are read here. */
export interface Concept2Profile {
  /** Account data of the person. */
  data: {
    /** Stable account number. */
    id: number;
    /** User name. */
    username: string;
    /** E-mail address. */
    email: string;
    /** URL of a picture. */
    profile_image: string | null;
    /** Members that Concept2 adds. */
    // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
    [member: string]: any;
  };
  /** Members that Concept2 adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Concept2. Callback URL: `{origin}{basePath}/callback/concept2`.
 * Variables: `AUTH_CONCEPT2_ID`, `AUTH_CONCEPT2_SECRET`.
 *
 * Ask Concept2 for an application key of the Logbook and name the callback URL
 * as its redirect URI. Scopes are separated by commas.
 *
 * @example
 * ```ts
 * import Concept2 from "@x/auth/providers/concept2";
 *
 * const provider = Concept2({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Concept2<
  P extends Concept2Profile,
  Id extends OwnId<"concept2"> = "concept2",
>(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "concept2"),
    name: "Concept2",
    type: "oauth",
    authorization: {
      url: "https://log.concept2.com/oauth/authorize",
      params: { scope: "user:read,results:write" },
    },
    token: "https://log.concept2.com/oauth/access_token",
    userinfo: "https://log.concept2.com/api/users/me",
    emailVerified: false, // the site does not document verification
    profile: ({ data }) => ({
      id: String(data.id),
      name: data.username,
      email: data.email,
      image: data.profile_image,
    }),
    options,
  };
}

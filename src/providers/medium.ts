/**
 * Medium, OAuth 2.0: {@link https://github.com/Medium/medium-api-docs}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/medium.ts";

/** Account data. */
export interface MediumUser {
  /** Stable account id. */
  id: string;
  /** User name. */
  username: string;
  /** Display name. */
  name: string;
  /** URL of a picture. */
  imageUrl: string;
  /** Members that Medium adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/** Members of Medium's profile that are read here. */
export interface MediumProfile {
  /** Account data. */
  data: MediumUser;
  /** Members that Medium adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Medium. Medium accepts no new registrations; existing ones still
 * work. Callback URL: `{origin}{basePath}/callback/medium`. Variables:
 * `AUTH_MEDIUM_ID`, `AUTH_MEDIUM_SECRET`.
 *
 * Medium does not provide an e-mail address.
 *
 * @example
 * ```ts
 * import Medium from "@x/auth/providers/medium";
 *
 * const provider = Medium({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Medium<P extends MediumProfile, Id extends OwnId<"medium"> = "medium">(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "medium"),
    name: "Medium",
    type: "oauth",
    authorization: "https://medium.com/m/oauth/authorize?scope=basicProfile",
    token: "https://api.medium.com/v1/tokens",
    userinfo: "https://api.medium.com/v1/me",
    emailVerified: false, // the profile has no address
    profile: ({ data }) => ({ id: data.id, name: data.name, email: null, image: data.imageUrl }),
    style: { mark },
    options,
  };
}

/**
 * Bungie, OAuth 2.0: {@link https://github.com/Bungie-net/api/wiki/OAuth-Documentation}.
 *
 * @module
 */

import { customFetch } from "../symbols.ts";
import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/bungie.ts";

/** Members of Bungie's answer about a person that are read here. */
export interface BungieProfile {
  /** Wrapper of the data in every answer. */
  Response: {
    /** Account data of the person. */
    bungieNetUser: {
      /** Stable account number as a string. */
      membershipId: string;
      /** Name shown to others. */
      displayName: string;
      /** Path of a picture on the site. */
      profilePicturePath: string;
      /** Members that Bungie adds. */
      // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
      [member: string]: any;
    };
    /** Members that Bungie adds. */
    // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
    [member: string]: any;
  };
  /** Members that Bungie adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/** Options of {@linkcode Bungie}. */
export type BungieOptions<P> = OAuthUserConfig<P> & {
  /** API key of the application, which is sent with every request to the API. */
  apiKey?: string | undefined;
};

const SITE = "https://www.bungie.net";
const USERINFO = `${SITE}/platform/User/GetMembershipsForCurrentUser/`;

/**
 * Sign in with Bungie. Callback URL: `{origin}{basePath}/callback/bungie`.
 * Variables: `AUTH_BUNGIE_ID`, `AUTH_BUNGIE_SECRET`, and `AUTH_BUNGIE_KEY`,
 * which is read when the provider is listed uncalled.
 *
 * Create an application at {@link https://www.bungie.net/en/Application} as a
 * confidential client with the callback URL as its redirect URL, which must
 * use https, and pass its API key.
 *
 * @example
 * ```ts
 * import Bungie from "@x/auth/providers/bungie";
 *
 * const provider = Bungie({ clientId: "id", clientSecret: "secret", apiKey: "key" });
 * console.log(provider.id);
 * ```
 */
export default function Bungie<P extends BungieProfile, Id extends OwnId<"bungie"> = "bungie">(
  options?: BungieOptions<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "bungie"),
    name: "Bungie",
    type: "oauth",
    authorization: { url: `${SITE}/en/OAuth/Authorize`, params: { reauth: "true" } },
    token: `${SITE}/platform/app/oauth/token/`,
    userinfo: {
      url: USERINFO,
      request: async ({ tokens, provider }) => {
        if (!provider.apiKey) throw new TypeError("Cannot read the Bungie user: pass `apiKey`");
        const request: typeof fetch = provider[customFetch] ?? fetch;
        const response = await request(USERINFO, {
          headers: {
            "authorization": `Bearer ${tokens.access_token}`,
            "x-api-key": provider.apiKey,
          },
        });
        if (response.ok) return await response.json();
        throw new TypeError(`Cannot read the Bungie user: status ${response.status}`);
      },
    },
    emailVerified: false, // the profile has no address
    profile: ({ Response: { bungieNetUser: user } }) => ({
      id: user.membershipId,
      name: user.displayName,
      email: null,
      image: new URL(user.profilePicturePath, SITE).href,
    }),
    style: { mark },
    options,
  };
}

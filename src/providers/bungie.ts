/**
 * Bungie, OAuth 2.0: {@link https://github.com/Bungie-net/api/wiki/OAuth-Documentation}.
 *
 * @module
 */

import { customFetch } from "../symbols.ts";
import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/bungie.ts";

/** Members of Bungie's answer about a person that are read here. */
export interface BungieProfile extends AnyMembers {
  /** Wrapper of the data in every answer. */
  Response: AnyMembers & {
    /** Account data of the person. */
    bungieNetUser: AnyMembers & {
      /** Stable account number as a string. */
      membershipId: string;
      /** Name shown to others. */
      displayName: string;
      /** Path of a picture on the site. */
      profilePicturePath: string;
    };
  };
}

/** Options that only {@linkcode Bungie} has. */
export interface BungieOptions {
  /** API key of the application, which is sent with every request to the API. */
  apiKey?: string | undefined;
}

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
 */
const Bungie: OAuthProvider<"bungie", BungieProfile, BungieOptions> = oauth("bungie", {
  name: "Bungie",
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
});
export default Bungie;

/**
 * Foursquare, OAuth 2.0: {@link https://docs.foursquare.com/developer/reference/authentication}.
 *
 * @module
 */

import { customFetch } from "../symbols.ts";
import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/foursquare.ts";
import { completeTokenType } from "./_token_type.ts";

/** Members of Foursquare's user that are read here. */
export interface FoursquareProfile extends AnyMembers {
  /** Wrapper of the data in every answer. */
  response: {
    /** Account data of the person. */
    user: AnyMembers & {
      /** Stable account number as a string. */
      id: string;
      /** Given name. */
      firstName?: string;
      /** Family name. */
      lastName?: string;
      /** Contact data of the person. */
      contact?: {
        /** Email address. */
        email?: string;
      };
      /** Profile picture, as the two parts of its URL around the size. */
      photo?: {
        /** Part of the URL before the size. */
        prefix: string;
        /** Part of the URL after the size. */
        suffix: string;
      };
    };
  };
}

/** Options that only {@linkcode Foursquare} has. */
export interface FoursquareOptions {
  /** Version of the API as a day, `YYYYMMDD`. Default `20230131`. */
  apiVersion?: string | undefined;
}

/**
 * Sign in with Foursquare. Callback URL:
 * `{origin}{basePath}/callback/foursquare`.
 * Variables: `AUTH_FOURSQUARE_ID`, `AUTH_FOURSQUARE_SECRET`.
 *
 * Create a project in the Foursquare developer console with the callback URL as
 * its redirect URL.
 */
const Foursquare: OAuthProvider<"foursquare", FoursquareProfile, FoursquareOptions> = oauth(
  "foursquare",
  (options) => {
    const userinfo = `https://api.foursquare.com/v2/users/self?v=${
      options.apiVersion ?? "20230131"
    }`;
    return {
      name: "Foursquare",
      authorization: "https://foursquare.com/oauth2/authenticate",
      token: { url: "https://foursquare.com/oauth2/access_token", conform: completeTokenType },
      userinfo: {
        url: userinfo,
        request: async ({ tokens, provider }) => {
          const request: typeof fetch = provider[customFetch] ?? fetch;
          const url = new URL(userinfo);
          // This API accepts no bearer header.
          url.searchParams.set("oauth_token", tokens.access_token ?? "");
          const response = await request(url);
          if (response.ok) return await response.json();
          throw new TypeError(`Cannot read the Foursquare user: status ${response.status}`);
        },
      },
      emailVerified: false, // the site does not document verification
      profile: ({ response: { user } }) => ({
        id: user.id,
        name: [user.firstName, user.lastName].filter(Boolean).join(" "),
        email: user.contact?.email,
        image: user.photo ? `${user.photo.prefix}original${user.photo.suffix}` : null,
      }),
      style: { brandColor: "#000", mark },
    };
  },
);
export default Foursquare;

/**
 * Trakt, OAuth 2.0: {@link https://trakt.docs.apiary.io/#reference/authentication-oauth}.
 *
 * @module
 */

import { customFetch } from "../symbols.ts";
import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/trakt.ts";

/** Members of Trakt's profile that are read here. */
export interface TraktUser extends AnyMembers {
  /** User name. */
  username: string;
  /** Full name. */
  name: string;
  /** Ids of the account. */
  ids: {
    /** Stable account id. */
    uuid: string;
    /** User name for URLs; the person can change it. */
    slug: string;
  };
  /** Profile pictures. */
  images?: { /** Picture of the account. */ avatar: { /** URL of the picture. */ full: string } };
}

/**
 * Sign in with Trakt. Create an API app in the settings. Callback URL:
 * `{origin}{basePath}/callback/trakt`. Variables: `AUTH_TRAKT_ID`,
 * `AUTH_TRAKT_SECRET`.
 *
 * Trakt does not provide an email address. An account is linked by its `uuid`.
 * Accounts that Auth.js stored are not found: they hold the user name, which may
 * belong to another person later.
 */
const Trakt: OAuthProvider<"trakt", TraktUser> = oauth("trakt", {
  name: "Trakt",
  authorization: "https://trakt.tv/oauth/authorize?scope",
  token: "https://api.trakt.tv/oauth/token",
  userinfo: {
    url: "https://api.trakt.tv/users/settings",
    request: async ({ tokens, provider }) => {
      const response = await (provider[customFetch] ?? fetch)(provider.userinfo.url, {
        headers: {
          "authorization": `Bearer ${tokens.access_token}`,
          "trakt-api-version": "2",
          "trakt-api-key": provider.clientId,
        },
      });
      if (!response.ok) throw new TypeError(`Cannot read the user: status ${response.status}`);
      // Only the documentation of this answer lists the stable id.
      return (await response.json()).user;
    },
  },
  emailVerified: false, // the profile has no address
  profile: (me) => ({
    id: String(me.ids.uuid), // an absent id becomes "undefined", which is refused
    name: me.name,
    email: null,
    image: me.images?.avatar.full, // served by Gravatar
  }),
  style: { brandColor: "#ED2224", mark },
});
export default Trakt;

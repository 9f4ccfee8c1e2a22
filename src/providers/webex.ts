/**
 * Webex, OAuth 2.0: {@link https://developer.webex.com/docs/integrations}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";

/** Members of Webex's profile that are read here. */
export interface WebexProfile extends AnyMembers {
  /** Stable account id. */
  id: string;
  /** Full name. */
  displayName?: string;
  /** Email addresses. */
  emails: string[];
  /** URL of a picture. */
  avatar?: string;
}

/** Options that only {@linkcode Webex} has. */
export interface WebexOptions {
  /** Base of the API. Default `https://webexapis.com/v1`. */
  apiBaseUrl?: string | undefined;
}

/**
 * Sign in with Webex. Create an integration with the scope `spark:people_read`.
 * Callback URL: `{origin}{basePath}/callback/webex`. Variables:
 * `AUTH_WEBEX_ID`, `AUTH_WEBEX_SECRET`.
 */
const Webex: OAuthProvider<"webex", WebexProfile, WebexOptions> = oauth("webex", (options) => {
  const api = (options.apiBaseUrl ?? "https://webexapis.com/v1").replace(/\/$/, "");
  return {
    name: "Webex",
    authorization: `${api}/authorize?scope=spark:kms spark:people_read`,
    token: `${api}/access_token`,
    userinfo: `${api}/people/me`,
    emailVerified: false, // the site does not document verification
    profile: (me) => ({
      id: me.id,
      name: me.displayName,
      email: me.emails[0],
      image: me.avatar,
    }),
  };
});
export default Webex;

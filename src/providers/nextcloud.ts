/**
 * Nextcloud, OAuth 2.0: {@link https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html}.
 *
 * @module
 */

import { customFetch } from "../symbols.ts";
import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/nextcloud.ts";

/** Members of Nextcloud's profile that are read here. */
export interface NextcloudProfile extends AnyMembers {
  /** Login name, which is the account's id. */
  id: string;
  /** Full name. */
  displayname: string;
  /** Email address. */
  email: string | null;
}

/**
 * Sign in with Nextcloud. Add an OAuth 2.0 client in the security settings of
 * the instance. Callback URL: `{origin}{basePath}/callback/nextcloud`.
 * Variables: `AUTH_NEXTCLOUD_ID`, `AUTH_NEXTCLOUD_SECRET`,
 * `AUTH_NEXTCLOUD_ISSUER`.
 *
 * @param options `issuer` is required: the URL of the instance, for example
 * `https://cloud.example.com`
 */
const Nextcloud: OAuthProvider<"nextcloud", NextcloudProfile> = oauth("nextcloud", (options) => {
  const site = options.issuer?.replace(/\/$/, "");
  return {
    name: "Nextcloud",
    authorization: site && `${site}/apps/oauth2/authorize`,
    token: site && `${site}/apps/oauth2/api/v1/token`,
    userinfo: {
      url: site && `${site}/ocs/v1.php/cloud/users`,
      request: async ({ tokens, provider }) => {
        // The token answer has the user id: there is no URL for "the current user".
        const url = new URL(provider.userinfo.url);
        if (typeof tokens.user_id !== "string") {
          throw new TypeError("Cannot read the user: the token answer has no `user_id`");
        }
        url.pathname += `/${encodeURIComponent(tokens.user_id)}`;
        const response = await (provider[customFetch] ?? fetch)(url, {
          headers: {
            "accept": "application/json",
            "authorization": `Bearer ${tokens.access_token}`,
            "ocs-apirequest": "true",
          },
        });
        if (!response.ok) throw new TypeError(`Cannot read the user: status ${response.status}`);
        return (await response.json()).ocs.data;
      },
    },
    // A person can enter any address in the personal settings.
    emailVerified: false,
    profile: (user) => ({
      id: user.id,
      name: user.displayname,
      email: user.email,
      image: `${site}/avatar/${encodeURIComponent(user.id)}/512`,
    }),
    style: { brandColor: "#fff", mark },
  };
});
export default Nextcloud;

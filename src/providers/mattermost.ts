/**
 * Mattermost, OAuth 2.0: {@link https://developers.mattermost.com/integrate/apps/authentication/oauth2/}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/mattermost.ts";

/** Members of Mattermost's profile that are read here. */
export interface MattermostProfile extends AnyMembers {
  /** Stable account id. */
  id: string;
  /** User name. */
  username?: string;
  /** Given name. */
  first_name: string;
  /** Family name. */
  last_name: string;
  /** Email address. */
  email: string;
  /** `true` when the address is verified. */
  email_verified?: boolean;
}

/**
 * Sign in with Mattermost. Add an OAuth 2.0 application in the integrations of
 * the server. Callback URL: `{origin}{basePath}/callback/mattermost`.
 * Variables: `AUTH_MATTERMOST_ID`, `AUTH_MATTERMOST_SECRET`,
 * `AUTH_MATTERMOST_ISSUER`.
 *
 * @param options `issuer` is required: the URL of the server, for example
 * `https://mattermost.example.com`
 */
const Mattermost: OAuthProvider<"mattermost", MattermostProfile> = oauth(
  "mattermost",
  (options) => {
    // The server's URL is not an issuer identifier, so it must not be used for discovery or `iss`.
    const { issuer, ...rest } = options;
    const site = issuer?.replace(/\/$/, "");
    return {
      name: "Mattermost",
      authorization: site && `${site}/oauth/authorize`,
      token: site && `${site}/oauth/access_token`,
      userinfo: site && `${site}/api/v4/users/me`,
      client: { token_endpoint_auth_method: "client_secret_post" },
      emailVerified: "email_verified",
      profile: (me) => ({
        id: me.id,
        name: me.username ?? `${me.first_name} ${me.last_name}`,
        email: me.email,
        image: null,
      }),
      style: { brandColor: "#000", mark },
      options: rest,
    };
  },
);
export default Mattermost;

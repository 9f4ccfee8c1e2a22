/**
 * HubSpot, OAuth 2.0: {@link https://developers.hubspot.com/docs/api/working-with-oauth}.
 *
 * @module
 */

import { customFetch } from "../symbols.ts";
import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/hubspot.ts";

/** Members of HubSpot's user that are read here. */
export interface HubSpotProfile extends AnyMembers {
  /** Stable account number. */
  user_id: number;
  /** Email address the person signs in with. */
  user: string;
}

const USERINFO = "https://api.hubapi.com/oauth/v1/access-tokens";

/**
 * Sign in with HubSpot. Callback URL: `{origin}{basePath}/callback/hubspot`.
 * Variables: `AUTH_HUBSPOT_ID`, `AUTH_HUBSPOT_SECRET`.
 *
 * Create a public app in a HubSpot developer account with the callback URL as a
 * redirect URL and the scope `oauth`.
 */
const HubSpot: OAuthProvider<"hubspot", HubSpotProfile> = oauth("hubspot", {
  name: "HubSpot",
  authorization: {
    url: "https://app.hubspot.com/oauth/authorize",
    params: { scope: "oauth" },
  },
  token: "https://api.hubapi.com/oauth/v1/token",
  userinfo: {
    url: USERINFO,
    request: async ({ tokens, provider }) => {
      const request: typeof fetch = provider[customFetch] ?? fetch;
      // The information on a token, which includes the person, has the token in its path.
      const response = await request(
        `${USERINFO}/${encodeURIComponent(tokens.access_token ?? "")}`,
      );
      if (response.ok) return await response.json();
      throw new TypeError(`Cannot read the HubSpot user: status ${response.status}`);
    },
  },
  client: { token_endpoint_auth_method: "client_secret_post" },
  emailVerified: false, // the site does not document verification
  profile: (user) => ({
    id: String(user.user_id),
    name: user.user,
    email: user.user,
    image: null,
  }),
  style: { brandColor: "#ff7a59", mark },
});
export default HubSpot;

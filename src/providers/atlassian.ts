/**
 * Atlassian, OAuth 2.0: {@link https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/atlassian.ts";

/** Members of Atlassian's user that are read here. */
export interface AtlassianProfile extends AnyMembers {
  /** Stable account id. */
  account_id: string;
  /** Name shown to others. */
  name: string;
  /** Email address. */
  email: string;
  /** `true` when the address is verified. */
  email_verified?: boolean;
  /** URL of a picture. */
  picture: string;
}

/**
 * Sign in with Atlassian. Callback URL:
 * `{origin}{basePath}/callback/atlassian`.
 * Variables: `AUTH_ATLASSIAN_ID`, `AUTH_ATLASSIAN_SECRET`.
 *
 * Create an OAuth 2.0 integration at {@link
 * https://developer.atlassian.com/console/myapps/}, add the callback URL under
 * Authorization, and the User identity API under Permissions.
 *
 * A refresh token is given only with the scope `offline_access`.
 */
const Atlassian: OAuthProvider<"atlassian", AtlassianProfile> = oauth("atlassian", {
  name: "Atlassian",
  authorization: {
    url: "https://auth.atlassian.com/authorize",
    params: { audience: "api.atlassian.com", scope: "read:me" },
  },
  token: "https://auth.atlassian.com/oauth/token",
  userinfo: "https://api.atlassian.com/me",
  checks: ["state"],
  emailVerified: "email_verified",
  profile: (user) => ({
    id: user.account_id,
    name: user.name,
    email: user.email,
    image: user.picture,
  }),
  style: { brandColor: "#fff", mark },
});
export default Atlassian;

/**
 * Slack, OpenID Connect: {@link https://docs.slack.dev/authentication/sign-in-with-slack/}.
 *
 * @module
 */

import { oidc, type OIDCProfile, type OIDCProvider } from "./_make.ts";
import { mark } from "./_marks/slack.ts";

/** Claims of Slack's ID token that are read here. */
export interface SlackProfile extends OIDCProfile {
  /** Id of the user. */
  "https://slack.com/user_id": string;
  /** Id of the workspace. */
  "https://slack.com/team_id": string;
}

/**
 * Sign in with Slack. Create an app and add the redirect URL under "OAuth &
 * Permissions". It has to be https, for localhost too. Callback URL:
 * `{origin}{basePath}/callback/slack`. Variables: `AUTH_SLACK_ID`,
 * `AUTH_SLACK_SECRET`.
 *
 * Slack does not support PKCE; the nonce binds the answer to the attempt instead.
 */
const Slack: OIDCProvider<"slack", SlackProfile> = oidc("slack", {
  name: "Slack",
  issuer: "https://slack.com",
  checks: ["nonce"],
  emailVerified: "email_verified",
  style: { brandColor: "#611f69", mark },
});
export default Slack;

/**
 * Slack, OpenID Connect: {@link https://docs.slack.dev/authentication/sign-in-with-slack/}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Claims of Slack's ID token that are read here. */
export interface SlackProfile {
  /** Stable account id. */
  sub: string;
  /** Full name. */
  name?: string;
  /** E-mail address. */
  email?: string;
  /** `true` when the address is verified. */
  email_verified?: boolean;
  /** URL of a picture. */
  picture?: string;
  /** Id of the user. */
  "https://slack.com/user_id": string;
  /** Id of the workspace. */
  "https://slack.com/team_id": string;
  /** Members that Slack adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Slack. Create an app and add the redirect URL under "OAuth &
 * Permissions". It has to be https, for localhost too. Callback URL:
 * `{origin}{basePath}/callback/slack`. Variables: `AUTH_SLACK_ID`,
 * `AUTH_SLACK_SECRET`.
 *
 * Slack does not support PKCE; the nonce binds the answer to the attempt instead.
 *
 * @example
 * ```ts
 * import Slack from "@x/auth/providers/slack";
 *
 * const provider = Slack({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.issuer);
 * ```
 */
export default function Slack<P extends SlackProfile, Id extends OwnId<"slack"> = "slack">(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "slack"),
    name: "Slack",
    type: "oidc",
    issuer: "https://slack.com",
    checks: ["nonce"],
    emailVerified: "email_verified",
    style: { brandColor: "#611f69" },
    options,
  };
}

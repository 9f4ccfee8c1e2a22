/**
 * GitLab, OAuth 2.0: {@link https://docs.gitlab.com/api/oauth2/}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/gitlab.ts";
import { isInstant } from "./_instant.ts";

/** Members of GitLab's user that are read here. */
export interface GitLabProfile extends AnyMembers {
  /** Stable account number. */
  id: number;
  /** Account number as a subject, when the answer has one. */
  sub?: string;
  /** User name. */
  username: string;
  /** Full name. */
  name?: string;
  /** Email address. */
  email: string;
  /** Time the address was confirmed, ISO 8601; `null` until then. */
  confirmed_at?: string | null;
  /** URL of a picture. */
  avatar_url: string | null;
}

/** Options that only {@linkcode GitLab} has. */
export interface GitLabOptions {
  /** URL of your own GitLab instance, with its path if it has one. */
  baseUrl?: string | undefined;
}

/**
 * Sign in with GitLab. Callback URL: `{origin}{basePath}/callback/gitlab`.
 * Variables: `AUTH_GITLAB_ID`, `AUTH_GITLAB_SECRET`.
 *
 * Add an application in the settings of a user, a group or the instance with
 * the callback URL as its redirect URI and the scope `read_user`. For an
 * instance of your own, pass `baseUrl`.
 *
 * An address counts as verified once it is confirmed. An instance that does not
 * confirm addresses marks all as confirmed: pass `emailVerified: false` for it.
 */
const GitLab: OAuthProvider<"gitlab", GitLabProfile, GitLabOptions> = oauth("gitlab", (options) => {
  const site = options.baseUrl?.replace(/\/$/, "") ?? "https://gitlab.com";
  return {
    name: "GitLab",
    authorization: {
      url: `${site}/oauth/authorize`,
      params: { scope: "read_user" },
    },
    token: `${site}/oauth/token`,
    userinfo: `${site}/api/v4/user`,
    // A new address takes effect when it is confirmed:
    // https://docs.gitlab.com/security/user_email_confirmation/
    emailVerified: ({ confirmed_at }) => isInstant(confirmed_at),
    profile: (user) => ({
      id: String(user.sub ?? user.id),
      name: user.name ?? user.username,
      email: user.email,
      image: user.avatar_url,
    }),
    style: { brandColor: "#FC6D26", mark },
  };
});
export default GitLab;

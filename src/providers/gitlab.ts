/**
 * GitLab, OAuth 2.0: {@link https://docs.gitlab.com/api/oauth2/}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Members of GitLab's user that are read here. */
export interface GitLabProfile {
  /** Stable account number. */
  id: number;
  /** The same as a subject, where the answer has one. */
  sub?: string;
  /** Handle. */
  username: string;
  /** Full name. */
  name?: string;
  /** E-mail address. */
  email: string;
  /** URL of a picture. */
  avatar_url: string | null;
}

/** Options of {@linkcode GitLab}. */
export type GitLabOptions<P> = OAuthUserConfig<P> & {
  /** Address of an instance of your own, with its path if it has one. */
  baseUrl?: string | undefined;
};

/**
 * Sign in with GitLab. Callback URL: `{origin}{basePath}/callback/gitlab`.
 * Variables: `AUTH_GITLAB_ID`, `AUTH_GITLAB_SECRET`.
 *
 * Add an application in the settings of a user, a group or the instance with
 * the callback URL as its redirect URI and the scope `read_user`. For an
 * instance of your own, pass `baseUrl`.
 *
 * @example
 * ```ts
 * import GitLab from "@x/auth/providers/gitlab";
 *
 * const provider = GitLab({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function GitLab<P extends GitLabProfile, Id extends OwnId<"gitlab"> = "gitlab">(
  options?: GitLabOptions<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  const site = options?.baseUrl?.replace(/\/$/, "") ?? "https://gitlab.com";
  return {
    id: idOf(options, "gitlab"),
    name: "GitLab",
    type: "oauth",
    authorization: {
      url: `${site}/oauth/authorize`,
      params: { scope: "read_user" },
    },
    token: `${site}/oauth/token`,
    userinfo: `${site}/api/v4/user`,
    profile: (user) => ({
      id: String(user.sub ?? user.id),
      name: user.name ?? user.username,
      email: user.email,
      image: user.avatar_url,
    }),
    style: { brandColor: "#FC6D26" },
    options,
  };
}

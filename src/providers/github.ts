/**
 * GitHub, OAuth 2.0: {@link https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps}.
 *
 * @module
 */

import { customFetch } from "../symbols.ts";
import type { TokenSet } from "../types/entities.ts";
import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Members of GitHub's `/user` that are read here, and a few apps ask for. */
export interface GitHubProfile {
  /** Stable account number. */
  id: number;
  /** Handle. */
  login: string;
  /** Display name. */
  name: string | null;
  /** Public address, or the primary one when none is public. */
  email: string | null;
  /** URL of a picture. */
  avatar_url: string;
  /** URL of the profile page. */
  html_url: string;
  /** Members that GitHub adds. */
  [member: string]: unknown;
}

/** An entry of GitHub's `/user/emails`. */
export interface GitHubEmail {
  /** Address. */
  email: string;
  /** Whether it is the account's main address. */
  primary: boolean;
  /** Whether GitHub verified it. */
  verified: boolean;
  /** Who may see it. */
  visibility: "public" | "private" | null;
}

/** Options of {@linkcode GitHub}. */
export type GitHubOptions<P> = OAuthUserConfig<P> & {
  /** A GitHub Enterprise Server of your own. */
  enterprise?: {
    /** Its origin, for example `https://github.example.com`. */
    baseUrl?: string | undefined;
  } | undefined;
};

/**
 * Sign in with GitHub. Callback URL: `{origin}{basePath}/callback/github`.
 * Variables: `AUTH_GITHUB_ID`, `AUTH_GITHUB_SECRET`.
 *
 * @example
 * ```ts
 * import GitHub from "@x/auth/providers/github";
 *
 * const provider = GitHub({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function GitHub<P extends GitHubProfile, Id extends OwnId<"github"> = "github">(
  options?: GitHubOptions<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  const enterprise = options?.enterprise?.baseUrl?.replace(/\/$/, "");
  const site = enterprise ?? "https://github.com";
  const api = enterprise ? `${enterprise}/api/v3` : "https://api.github.com";
  return {
    id: idOf(options, "github"),
    name: "GitHub",
    type: "oauth",
    // GitHub sends `iss` with its answer (RFC 9207).
    issuer: `${site}/login/oauth`,
    authorization: {
      url: `${site}/login/oauth/authorize`,
      params: { scope: "read:user user:email" },
    },
    token: `${site}/login/oauth/access_token`,
    userinfo: {
      url: `${api}/user`,
      request: ({ tokens, provider }) =>
        readUser(api, tokens, (provider as OAuth2Config<P>)[customFetch] ?? fetch),
    },
    profile: (user) => ({
      id: String(user.id),
      name: user.name ?? user.login,
      email: user.email,
      image: user.avatar_url,
    }),
    style: { brandColor: "#24292f" },
    options,
  };
}

async function readUser(
  api: string,
  tokens: TokenSet,
  request: typeof fetch,
): Promise<GitHubProfile> {
  const read = (path: string) =>
    request(api + path, {
      // GitHub refuses requests without a user agent.
      headers: { "authorization": `Bearer ${tokens.access_token}`, "user-agent": "authjs" },
    });
  const response = await read("/user");
  if (!response.ok) throw new TypeError(`Cannot read the GitHub user: status ${response.status}`);
  const user: GitHubProfile = await response.json();
  if (user.email) return user;
  const list = await read("/user/emails");
  if (!list.ok) return user;
  // An account may have addresses that nobody has proven yet.
  const emails = (await list.json() as GitHubEmail[]).filter(({ verified }) => verified !== false);
  return { ...user, email: (emails.find(({ primary }) => primary) ?? emails[0])?.email ?? null };
}

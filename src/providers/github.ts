/**
 * GitHub, OAuth 2.0: {@link https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps}.
 *
 * @module
 */

import { customFetch } from "../symbols.ts";
import type { TokenSet } from "../types/entities.ts";
import { oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/github.ts";

/** Plan of an account. */
export interface GitHubPlan {
  /** Name of the plan. */
  name: string;
  /** Space in kilobytes. */
  space: number;
  /** Number of people who may work on private repositories. */
  collaborators: number;
  /** Number of private repositories that the plan includes. */
  private_repos: number;
}

/**
 * GitHub's `/user`; a verified address is added when none is public.
 *
 * @see {@link https://docs.github.com/en/rest/users/users#get-the-authenticated-user}
 */
export interface GitHubProfile {
  /** Stable account number. */
  id: number;
  /** Id of the account in GitHub's GraphQL API. */
  node_id: string;
  /** User name. */
  login: string;
  /** Display name. */
  name: string | null;
  /** Public address, or a verified one when none is public. */
  email: string | null;
  /** `true` when `/user/emails` lists the address as verified; absent when not listed. Added here. */
  email_verified?: boolean;
  /** Address for notifications. */
  notification_email?: string | null;
  /** URL of a picture. */
  avatar_url: string;
  /** Id of a Gravatar picture; empty or `null` today. */
  gravatar_id: string | null;
  /** URL of the profile page. */
  html_url: string;
  /** URL of the account in GitHub's API. */
  url: string;
  /** URL of the list of followers. */
  followers_url: string;
  /** Template of the URL of the accounts that the account follows. */
  following_url: string;
  /** Template of the URL of the gists. */
  gists_url: string;
  /** Template of the URL of the starred repositories. */
  starred_url: string;
  /** URL of the list of watched repositories. */
  subscriptions_url: string;
  /** URL of the list of organizations. */
  organizations_url: string;
  /** URL of the list of repositories. */
  repos_url: string;
  /** Template of the URL of the account's events. */
  events_url: string;
  /** URL of the list of events that the account received. */
  received_events_url: string;
  /** Type of the account, `User` for a person. */
  type: string;
  /** `private` or `public`, depending on the token's access. */
  user_view_type?: string;
  /** `true` when the account administers GitHub itself. */
  site_admin: boolean;
  /** Company, as the person wrote it. */
  company: string | null;
  /** URL of a web site, as the person wrote it; may be empty. */
  blog: string | null;
  /** Place, as the person wrote it. */
  location: string | null;
  /** `true` when the person is looking for work. */
  hireable: boolean | null;
  /** Text about the person. */
  bio: string | null;
  /** Handle on X. */
  twitter_username?: string | null;
  /** Number of public repositories. */
  public_repos: number;
  /** Number of public gists. */
  public_gists: number;
  /** Number of followers. */
  followers: number;
  /** Number of accounts that the account follows. */
  following: number;
  /** Time the account was created, ISO 8601. */
  created_at: string;
  /** Time the account last changed, ISO 8601. */
  updated_at: string;
  /** Time the account was suspended, ISO 8601. */
  suspended_at?: string | null;
  /** Number of private gists. */
  private_gists?: number;
  /** Number of private repositories that the account can read. */
  total_private_repos?: number;
  /** Number of private repositories that the account owns. */
  owned_private_repos?: number;
  /** Space in use, in kilobytes. */
  disk_usage?: number;
  /** Number of people who work on private repositories. */
  collaborators?: number;
  /** `true` when signing in needs a second factor. Present with the scope `read:user`. */
  two_factor_authentication: boolean;
  /** Plan of the account. */
  plan?: GitHubPlan;
  /** `true` when the account has a plan for businesses. */
  business_plus?: boolean;
  /** Distinguished name in the directory of an Enterprise Server. */
  ldap_dn?: string;
  /** Members that GitHub adds. */
  [member: string]: unknown;
}

/** An entry of GitHub's `/user/emails`. */
export interface GitHubEmail {
  /** Email address. */
  email: string;
  /** `true` when it is the account's main address. */
  primary: boolean;
  /** `true` when GitHub verified it. */
  verified: boolean;
  /** Visibility of the address. */
  visibility: "public" | "private" | null;
}

/** Options that only {@linkcode GitHub} has. */
export interface GitHubOptions {
  /** A GitHub Enterprise Server of your own. */
  enterprise?: {
    /** Its origin, for example `https://github.example.com`. */
    baseUrl?: string | undefined;
  } | undefined;
}

/**
 * Sign in with GitHub. Callback URL: `{origin}{basePath}/callback/github`.
 * Variables: `AUTH_GITHUB_ID`, `AUTH_GITHUB_SECRET`.
 *
 * Register an OAuth app at {@link https://github.com/settings/developers} with
 * the callback URL as its authorization callback URL, or a GitHub App.
 *
 * The scope `user:email`, or for a GitHub App the permission to read email
 * addresses, lets the provider read which addresses are verified. Without it,
 * and on an Enterprise Server, no address counts as verified unless the app
 * passes `emailVerified: true`.
 */
const GitHub: OAuthProvider<"github", GitHubProfile, GitHubOptions> = oauth(
  "github",
  (options) => {
    const enterprise = options.enterprise?.baseUrl?.replace(/\/$/, "");
    const site = enterprise ?? "https://github.com";
    const api = enterprise ? `${enterprise}/api/v3` : "https://api.github.com";
    return {
      name: "GitHub",
      // GitHub sends `iss` with its answer (RFC 9207).
      issuer: `${site}/login/oauth`,
      authorization: {
        url: `${site}/login/oauth/authorize`,
        params: { scope: "read:user user:email" },
      },
      token: `${site}/login/oauth/access_token`,
      userinfo: {
        url: `${api}/user`,
        request: ({ tokens, provider }) => readUser(api, tokens, provider[customFetch] ?? fetch),
      },
      // Enterprise Servers do not verify addresses; `readUser` adds the claim.
      emailVerified: enterprise ? false : "email_verified",
      profile: (user) => ({
        id: String(user.id),
        name: user.name ?? user.login,
        email: user.email,
        image: user.avatar_url,
      }),
      style: { brandColor: "#24292f", mark },
    };
  },
);
export default GitHub;

/** Reads the account and its list of addresses; only the list has the verification. */
async function readUser(
  api: string,
  tokens: TokenSet,
  request: typeof fetch,
): Promise<GitHubProfile> {
  const read = async (path: string): Promise<{ status: number; answer?: unknown }> => {
    const response = await request(api + path, {
      // GitHub refuses requests without a user agent.
      headers: { "authorization": `Bearer ${tokens.access_token}`, "user-agent": "authjs" },
    });
    if (response.ok) return { status: response.status, answer: await response.json() };
    await response.body?.cancel();
    return { status: response.status };
  };
  const [account, list] = await Promise.all([read("/user"), read("/user/emails")]);
  if (!account.answer) {
    throw new TypeError(`Cannot read the GitHub user: status ${account.status}`);
  }
  const user = account.answer as GitHubProfile;
  // The list is missing when the app may not read it.
  const emails = Array.isArray(list.answer) ? list.answer as GitHubEmail[] : [];
  const verified = emails.filter((entry) => entry.verified === true);
  const main = verified.find(({ primary }) => primary) ?? verified[0];
  const email = user.email || (main?.email ?? null);
  const own = emails.find((entry) => entry.email.toLowerCase() === email?.toLowerCase());
  return { ...user, email, ...own ? { email_verified: own.verified === true } : {} };
}

/**
 * X, formerly Twitter, OAuth 1.0a and OAuth 2.0: {@link https://docs.x.com/fundamentals/authentication/overview}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Where a stretch of text begins and ends: offsets in characters, the end excluded. */
export interface TwitterRange {
  /** First character. */
  start: number;
  /** After the last character. */
  end: number;
}

/** A hashtag in a description. */
export interface TwitterHashtag extends TwitterRange {
  /** Without its sign. */
  tag: string;
}

/** A link in the `url` member. */
export interface TwitterUrl extends TwitterRange {
  /** Shortened. */
  url: string;
  /** As the profile shows it. */
  display_url: string;
  /** Where it leads. */
  expanded_url: string;
}

/** Who the account is. Optional members come when `user.fields` names them. */
export interface TwitterUser {
  /** Stable account number. */
  id: string;
  /** Display name. */
  name: string;
  /** Handle, without `@`. */
  username: string;
  /** Address, where the app has the permission for it. */
  email?: string;
  /** When the account was made, ISO 8601. */
  created_at?: string;
  /** Text of the profile. */
  description?: string;
  /** Parsed parts of `description` and `url`. */
  entities?: {
    /** In the description. */
    description?: {
      /** Hashtags. */
      hashtags: TwitterHashtag[];
    };
    /** In the link of the profile. */
    url?: {
      /** Links. */
      urls: TwitterUrl[];
    };
  };
  /** Place, as the person wrote it. */
  location?: string;
  /** Id of the post that is pinned to the profile. */
  pinned_tweet_id?: string;
  /** URL of a picture. */
  profile_image_url?: string;
  /** Whether only followers see the posts. */
  protected?: boolean;
  /** Link of the profile, shortened. */
  url?: string;
  /** Whether the account is verified. */
  verified?: boolean;
  /** Members that the site adds. */
  [member: string]: unknown;
}

/** What `/2/users/me` answers, in both versions of the protocol. */
export interface TwitterProfile {
  /** Who the account is. */
  data: TwitterUser;
  /** Objects that `expansions` asked for. */
  includes?: {
    /** With `expansions=pinned_tweet_id`. */
    tweets?: {
      /** Id of the post. */
      id: string;
      /** Its text. */
      text: string;
    }[];
  };
  /** Members that the site adds. */
  [member: string]: unknown;
}

/**
 * Sign in with X. Callback URL: `{origin}{basePath}/callback/twitter`.
 * Variables: `AUTH_TWITTER_ID`, `AUTH_TWITTER_SECRET`.
 *
 * | `version` | Client id and secret | The account holds |
 * |---|---|---|
 * | absent: OAuth 1.0a | "API key" and "API key secret" | `oauth_token`, `oauth_token_secret` |
 * | `"2.0"` | "Client ID" and "Client secret" | `access_token`, `refresh_token` |
 *
 * An adapter with a schema needs columns for what the account holds. The two
 * versions know a person by the same account number, so an app may switch.
 *
 * More members of the profile come when they are asked for, for example with
 * `userinfo: { params: { "user.fields": "profile_image_url,description" } }`.
 * OAuth 2.0 gives no e-mail address; OAuth 1.0a gives one only where the app
 * has the permission to request it.
 *
 * @example
 * ```ts
 * import Twitter from "@x/auth/providers/twitter";
 *
 * const older = Twitter({ clientId: "key", clientSecret: "key secret" });
 * const newer = Twitter({ clientId: "id", clientSecret: "secret", version: "2.0" });
 * console.log(older.version, newer.version); // 1.0a 2.0
 * ```
 */
export default function Twitter<P extends TwitterProfile, Id extends OwnId<"twitter"> = "twitter">(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "twitter"),
    name: "Twitter",
    type: "oauth",
    ...options?.version === "2.0" ? oauth2 : oauth1,
    userinfo: "https://api.x.com/2/users/me?user.fields=profile_image_url",
    emailVerified: false, // not documented
    profile: ({ data }) => ({
      id: data.id,
      name: data.name,
      email: data.email ?? null,
      image: data.profile_image_url,
    }),
    style: { brandColor: "#1da1f2" },
    options,
  };
}

const oauth1 = {
  version: "1.0a",
  requestTokenUrl: "https://api.x.com/oauth/request_token",
  authorization: "https://api.x.com/oauth/authenticate",
  token: "https://api.x.com/oauth/access_token",
} as const;

const oauth2 = {
  version: "2.0",
  authorization: {
    url: "https://x.com/i/oauth2/authorize",
    params: { scope: "users.read tweet.read offline.access" },
  },
  token: "https://api.x.com/2/oauth2/token",
  checks: ["pkce", "state"] as ("pkce" | "state")[],
} as const;

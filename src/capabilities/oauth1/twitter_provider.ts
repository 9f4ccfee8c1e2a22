/**
 * X, formerly Twitter, OAuth 1.0a and OAuth 2.0: {@link https://docs.x.com/fundamentals/authentication/overview}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../../types/provider.ts";
import type { FlowCode, WithCode } from "../../config/capability.ts";
import { capability } from "../../symbols.ts";
import { oauth1Code } from "./capability.ts";
import { providerId } from "../../base/provider_id.ts";
import { mark } from "./_twitter_mark.ts";

/** Range of characters in a text, end excluded. */
export interface TwitterRange {
  /** Offset of the first character. */
  start: number;
  /** Offset after the last character. */
  end: number;
}

/** A hashtag in a description. */
export interface TwitterHashtag extends TwitterRange {
  /** Hashtag without `#`. */
  tag: string;
}

/** A link in the `url` member. */
export interface TwitterUrl extends TwitterRange {
  /** Shortened URL. */
  url: string;
  /** URL as the profile shows it. */
  display_url: string;
  /** Target URL. */
  expanded_url: string;
}

/** Account data. Optional members are present when `user.fields` lists them. */
export interface TwitterUser {
  /** Stable account number. */
  id: string;
  /** Display name. */
  name: string;
  /** User name, without `@`. */
  username: string;
  /** Email address, when the app has the permission to request it. */
  email?: string;
  /** Time the account was created, ISO 8601. */
  created_at?: string;
  /** Description in the profile. */
  description?: string;
  /** Parsed parts of `description` and `url`. */
  entities?: {
    /** Parsed parts of the description. */
    description?: {
      /** Hashtags in the description. */
      hashtags: TwitterHashtag[];
    };
    /** Parsed parts of the profile's link. */
    url?: {
      /** Links of the profile. */
      urls: TwitterUrl[];
    };
  };
  /** Place, as the person wrote it. */
  location?: string;
  /** Id of the post that is pinned to the profile. */
  pinned_tweet_id?: string;
  /** URL of a picture. */
  profile_image_url?: string;
  /** `true` when only followers can see the posts. */
  protected?: boolean;
  /** Link of the profile, shortened. */
  url?: string;
  /** `true` when the account is verified. */
  verified?: boolean;
  /** Members that the site adds. */
  [member: string]: unknown;
}

/** Answer of `/2/users/me`, in both versions of the protocol. */
export interface TwitterProfile {
  /** Account data. */
  data: TwitterUser;
  /** Objects that `expansions` requested. */
  includes?: {
    /** Pinned post; requested by `expansions=pinned_tweet_id`. */
    tweets?: {
      /** Id of the post. */
      id: string;
      /** Text of the post. */
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
 * An adapter with a schema needs columns for these members of the account. Both
 * versions use the same account number, so an app may switch.
 *
 * More members of the profile are present when they are requested, for example with
 * `userinfo: { params: { "user.fields": "profile_image_url,description" } }`.
 * OAuth 2.0 provides no email address; OAuth 1.0a provides one only when the app
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
  const made: OAuth2Config<P, NoInfer<Id>> & WithCode<FlowCode> = {
    id: providerId(options, "twitter"),
    name: "X",
    type: "oauth",
    ...options?.version === "2.0" ? oauth2 : oauth1,
    [capability]: oauth1Code,
    userinfo: "https://api.x.com/2/users/me?user.fields=profile_image_url",
    emailVerified: false, // the site does not document verification
    profile: ({ data }) => ({
      id: data.id,
      name: data.name,
      email: data.email ?? null,
      image: data.profile_image_url,
    }),
    style: { brandColor: "#1da1f2", mark },
    options,
  };
  return made;
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

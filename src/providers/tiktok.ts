/**
 * TikTok, OAuth 2.0: {@link https://developers.tiktok.com/doc/login-kit-web/}.
 *
 * @module
 */

import { customFetch } from "../symbols.ts";
import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/tiktok.ts";

/** TikTok's answer on a person: {@link https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info/}. */
export interface TiktokProfile extends AnyMembers {
  /** Data of the answer. */
  data: {
    /** Account data. Optional members are present only when `fields` lists them. */
    user: TiktokUser;
  };
  /** Outcome of the request. */
  error: {
    /** Error code; `ok` when the request succeeded. */
    code: string;
    /** Id of the request, for TikTok's support. */
    log_id: string;
    /** Error message. */
    message: string;
  };
}

/** Account data. */
export interface TiktokUser extends AnyMembers {
  /** Stable id of the person for this app. */
  open_id: string;
  /** Stable id of the person for all apps of a developer. */
  union_id?: string;
  /** URL of a picture. */
  avatar_url: string;
  /** URL of a picture, 100 × 100. */
  avatar_url_100?: string;
  /** URL of a larger picture. */
  avatar_large_url?: string;
  /** Display name. */
  display_name: string;
  /** User name. */
  username: string;
  /** Email address, which TikTok does not provide. */
  email?: string;
  /** Text about the person. */
  bio_description?: string;
  /** URL of the profile page. */
  profile_deep_link?: string;
  /** `true` when TikTok verified the account. */
  is_verified?: boolean;
  /** Number of followers. */
  follower_count?: number;
  /** Number of accounts the person follows. */
  following_count?: number;
  /** Number of likes of all videos. */
  likes_count?: number;
  /** Number of public videos. */
  video_count?: number;
}

/**
 * Sign in with TikTok. Create an app with Login Kit for the web; its client key
 * is the `clientId` here. Callback URL: `{origin}{basePath}/callback/tiktok`.
 * Variables: `AUTH_TIKTOK_ID`, `AUTH_TIKTOK_SECRET`.
 *
 * Domain and callback URL have to be approved, and production apps cannot use
 * localhost. For more members of {@linkcode TiktokUser}, pass `userinfo` with a
 * longer list of `fields`, and the scopes that they need. TikTok does not provide
 * an email address.
 */
const TikTok: OAuthProvider<"tiktok", TiktokProfile> = oauth("tiktok", (options) => ({
  name: "TikTok",
  authorization: {
    url: "https://www.tiktok.com/v2/auth/authorize",
    params: {
      ...(options.clientId ? { client_key: options.clientId } : {}),
      scope: "user.info.basic",
    },
  },
  token: "https://open.tiktokapis.com/v2/oauth/token/",
  userinfo: "https://open.tiktokapis.com/v2/user/info/?fields=open_id,avatar_url,display_name",
  client: { token_endpoint_auth_method: "client_secret_post" },
  emailVerified: false, // the profile has no address
  profile: ({ data: { user } }) => ({
    id: user.open_id,
    name: user.display_name,
    email: user.email ?? null,
    image: user.avatar_url,
  }),
  [customFetch]: (input, init) => (options[customFetch] ?? fetch)(input, withClientKey(init)),
  style: { brandColor: "#000", mark },
}));
export default TikTok;

/**
 * TikTok calls the client id a client key, and accepts forms only when their
 * content type has no parameter.
 */
function withClientKey(init: RequestInit | undefined): RequestInit | undefined {
  if (!(init?.body instanceof URLSearchParams) || !init.body.has("client_id")) return init;
  const body = new URLSearchParams(init.body);
  body.set("client_key", body.get("client_id")!);
  const headers = new Headers(init.headers);
  headers.set("content-type", "application/x-www-form-urlencoded");
  return { ...init, headers, body: body.toString() };
}

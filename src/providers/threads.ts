/**
 * Threads, OAuth 2.0: {@link https://developers.facebook.com/docs/threads/get-started/get-access-tokens-and-permissions}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/threads.ts";
import { completeTokenType } from "./_token_type.ts";

/** Account data. */
export interface ThreadsUser {
  /** Stable id of the person for this app. */
  id: string;
  /** User name. */
  username?: string;
  /** URL of a picture. */
  threads_profile_picture_url?: string;
}

/** Members of Threads's profile that are read here. */
export interface ThreadsProfile extends ThreadsUser, AnyMembers {
  /** Account data, in answers that wrap it. */
  data?: ThreadsUser;
}

/**
 * Sign in with Threads. Create an app with the use case "Access the Threads
 * API". Redirect URLs have to be https, for localhost too. Callback URL:
 * `{origin}{basePath}/callback/threads`. Variables: `AUTH_THREADS_ID`,
 * `AUTH_THREADS_SECRET`.
 *
 * Threads does not provide an email address.
 */
const Threads: OAuthProvider<"threads", ThreadsProfile> = oauth("threads", {
  name: "Threads",
  authorization: "https://threads.net/oauth/authorize?scope=threads_basic",
  token: { url: "https://graph.threads.net/oauth/access_token", conform: completeTokenType },
  userinfo: "https://graph.threads.net/v1.0/me?fields=id,username,threads_profile_picture_url",
  client: { token_endpoint_auth_method: "client_secret_post" },
  checks: ["state"],
  emailVerified: false, // the profile has no address
  profile: (answer) => {
    const me = answer.data ?? answer;
    return {
      id: me.id,
      name: me.username || null,
      email: null,
      image: me.threads_profile_picture_url || null,
    };
  },
  style: { brandColor: "#000", mark },
});
export default Threads;

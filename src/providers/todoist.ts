/**
 * Todoist, OAuth 2.0: {@link https://developer.todoist.com/api/v1/#tag/Authorization}.
 *
 * @module
 */

import { customFetch } from "../symbols.ts";
import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/todoist.ts";

/** Members of Todoist's profile that are read here. */
export interface TodoistProfile extends AnyMembers {
  /** Stable account id. */
  id: string;
  /** Full name. */
  full_name: string;
  /** Email address. */
  email: string;
  /** `verified` when the address is. */
  verification_status?: string;
  /** URL of a picture. */
  avatar_big?: string;
}

/**
 * Sign in with Todoist. Create an app in the App Management Console. Callback
 * URL: `{origin}{basePath}/callback/todoist`. Variables: `AUTH_TODOIST_ID`,
 * `AUTH_TODOIST_SECRET`.
 */
const TodoistProvider: OAuthProvider<"todoist", TodoistProfile> = oauth("todoist", {
  name: "Todoist",
  authorization: "https://todoist.com/oauth/authorize?scope=data:read",
  token: "https://todoist.com/oauth/access_token",
  userinfo: {
    url: "https://api.todoist.com/api/v1/sync",
    request: async ({ tokens, provider }) => {
      const response = await (provider[customFetch] ?? fetch)(provider.userinfo.url, {
        method: "POST",
        headers: { "authorization": `Bearer ${tokens.access_token}` },
        body: new URLSearchParams({ sync_token: "*", resource_types: '["user"]' }),
      });
      if (!response.ok) throw new TypeError(`Cannot read the user: status ${response.status}`);
      return (await response.json()).user;
    },
  },
  client: { token_endpoint_auth_method: "client_secret_post" },
  // https://developer.todoist.com/api/v1/#tag/Sync/User
  emailVerified: ({ verification_status }) => verification_status === "verified",
  profile: (user) => ({
    id: String(user.id),
    name: user.full_name,
    email: user.email,
    image: user.avatar_big,
  }),
  style: { brandColor: "#E44332", mark },
});
export default TodoistProvider;

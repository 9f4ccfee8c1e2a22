/**
 * Notion, OAuth 2.0: {@link https://developers.notion.com/docs/authorization}.
 *
 * @module
 */

import { customFetch } from "../symbols.ts";
import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/notion.ts";

/** Data of a person. */
export interface Person extends AnyMembers {
  /** Email address; only when the integration may see it. */
  email?: string;
}

/** Account of a person. */
export interface User extends AnyMembers {
  /** Stable account id. */
  id: string;
  /** Full name. */
  name: string | null;
  /** URL of a picture. */
  avatar_url: string | null;
  /** Account data of the person. */
  person?: Person;
}

/** Owner of an integration. */
export interface Owner extends AnyMembers {
  /** `user` or `workspace`. */
  type: string;
  /** The person; absent for a workspace. */
  user?: User;
}

/** Members of Notion's profile that are read here: those of the person who authorized the app. */
export interface NotionProfile extends User {}

/** Options that only {@linkcode NotionProvider} has. */
export interface NotionOptions {
  /** Callback URL sent to Notion. Default: the one of this provider. */
  redirectUri?: string | undefined;
}

/**
 * Sign in with Notion. Create a public integration that may read user
 * information including email addresses. Callback URL:
 * `{origin}{basePath}/callback/notion`. Variables: `AUTH_NOTION_ID`,
 * `AUTH_NOTION_SECRET`.
 */
const NotionProvider: OAuthProvider<"notion", NotionProfile, NotionOptions> = oauth(
  "notion",
  (options) => ({
    name: "Notion",
    authorization: {
      url: "https://api.notion.com/v1/oauth/authorize",
      params: {
        ...(options.clientId ? { client_id: options.clientId } : {}),
        response_type: "code",
        owner: "user",
        ...(options.redirectUri ? { redirect_uri: options.redirectUri } : {}),
      },
    },
    token: "https://api.notion.com/v1/oauth/token",
    userinfo: {
      url: "https://api.notion.com/v1/users",
      request: async ({ tokens, provider }) => {
        const response = await (provider[customFetch] ?? fetch)(`${provider.userinfo.url}/me`, {
          headers: {
            "authorization": `Bearer ${tokens.access_token}`,
            "notion-version": "2022-06-28",
          },
        });
        if (!response.ok) throw new TypeError(`Cannot read the user: status ${response.status}`);
        // "me" is the integration; its owner is the person who authorized it.
        const { bot } = await response.json();
        if (!bot?.owner?.user) {
          throw new TypeError(
            "Cannot read the user: the owner of the integration is a workspace, not a person",
          );
        }
        return bot.owner.user;
      },
    },
    emailVerified: false, // the site does not document verification
    profile: (user) => ({
      id: user.id,
      name: user.name,
      email: user.person?.email,
      image: user.avatar_url,
    }),
    style: { brandColor: "#fff", mark },
  }),
);
export default NotionProvider;

/**
 * Dropbox, OAuth 2.0: {@link https://developers.dropbox.com/oauth-guide}.
 *
 * @module
 */

import { customFetch } from "../symbols.ts";
import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/dropbox.ts";

/** Members of Dropbox's user that are read here. */
export interface DropboxProfile extends AnyMembers {
  /** Stable account id. */
  account_id: string;
  /** Email address. */
  email: string;
  /** `true` when the address is verified. */
  email_verified?: boolean;
  /** Names of the person. */
  name: {
    /** Name shown to others. */
    display_name: string;
  };
  /** URL of a picture. */
  profile_photo_url?: string;
}

const USERINFO = "https://api.dropboxapi.com/2/users/get_current_account";

/**
 * Sign in with Dropbox. Callback URL: `{origin}{basePath}/callback/dropbox`.
 * Variables: `AUTH_DROPBOX_ID`, `AUTH_DROPBOX_SECRET`.
 *
 * Create an app at {@link https://www.dropbox.com/developers/apps} with the
 * permission `account_info.read`, and add the callback URL to its redirect
 * URIs.
 */
const Dropbox: OAuthProvider<"dropbox", DropboxProfile> = oauth("dropbox", {
  name: "Dropbox",
  authorization: {
    url: "https://www.dropbox.com/oauth2/authorize",
    params: { token_access_type: "offline", scope: "account_info.read" },
  },
  token: "https://api.dropboxapi.com/oauth2/token",
  userinfo: {
    url: USERINFO,
    request: async ({ tokens, provider }) => {
      const request: typeof fetch = provider[customFetch] ?? fetch;
      // Dropbox requires POST for reads.
      const response = await request(USERINFO, {
        method: "POST",
        headers: { authorization: `Bearer ${tokens.access_token}` },
      });
      if (response.ok) return await response.json();
      throw new TypeError(`Cannot read the Dropbox account: status ${response.status}`);
    },
  },
  emailVerified: "email_verified",
  profile: (user) => ({
    id: user.account_id,
    name: user.name.display_name,
    email: user.email,
    image: user.profile_photo_url,
  }),
  style: { brandColor: "#0061fe", mark },
});
export default Dropbox;

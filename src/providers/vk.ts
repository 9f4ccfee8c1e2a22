/**
 * VK, OAuth 2.0: {@link https://dev.vk.com/en/api/access-token/authcode-flow-user}.
 *
 * @module
 */

import { customFetch } from "../symbols.ts";
import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/vk.ts";
import { completeTokenType } from "./_token_type.ts";

/** Members of VK's profile that are read here. */
export interface VkProfile extends AnyMembers {
  /** Stable account number. */
  id: number;
  /** Given name. */
  first_name: string;
  /** Family name. */
  last_name: string;
  /** URL of a picture. */
  photo_100?: string;
  /** Email address, taken from the token endpoint's answer. */
  email?: string;
}

/** Version of the API, which is sent with every request. */
const VERSION = "5.131";

/**
 * Sign in with VK. Create an app of the type "Website". Callback URL:
 * `{origin}{basePath}/callback/vk`. Variables: `AUTH_VK_ID`, `AUTH_VK_SECRET`.
 */
const VK: OAuthProvider<"vk", VkProfile> = oauth("vk", {
  name: "VK",
  authorization: `https://oauth.vk.com/authorize?scope=email&v=${VERSION}`,
  token: {
    url: `https://oauth.vk.com/access_token?v=${VERSION}`,
    conform: completeTokenType,
  },
  userinfo: {
    url: `https://api.vk.com/method/users.get?fields=photo_100&v=${VERSION}`,
    request: async ({ tokens, provider }) => {
      const response = await (provider[customFetch] ?? fetch)(provider.userinfo.url, {
        headers: { "authorization": `Bearer ${tokens.access_token}`, "user-agent": "authjs" },
      });
      // Errors have status 200 and no member `response`.
      const user = (await response.json()).response?.[0];
      if (!user) throw new TypeError("Cannot read the user: the answer has no member `response`");
      // Only the token answer has the address.
      return { ...user, email: tokens.email };
    },
  },
  client: { token_endpoint_auth_method: "client_secret_post" },
  emailVerified: false, // the site does not document verification
  profile: (user) => ({
    id: String(user.id),
    name: [user.first_name, user.last_name].filter(Boolean).join(" "),
    email: user.email ?? null,
    image: user.photo_100,
  }),
  style: { brandColor: "#07F", mark },
});
export default VK;

/**
 * Bitbucket, OAuth 2.0: {@link https://developer.atlassian.com/cloud/bitbucket/oauth-2/}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/bitbucket.ts";

/** Members of Bitbucket's user that are read here. */
export interface BitbucketProfile extends AnyMembers {
  /** Stable account id. */
  account_id: string;
  /** Name shown to others. */
  display_name?: string;
  /** User name; used when there is no `display_name`. */
  username?: string;
  /** Related URLs. */
  links: {
    /** Profile picture. */
    avatar: {
      /** URL of the picture. */
      href: string;
    };
  };
}

/**
 * Sign in with Bitbucket. Callback URL:
 * `{origin}{basePath}/callback/bitbucket`.
 * Variables: `AUTH_BITBUCKET_ID`, `AUTH_BITBUCKET_SECRET`.
 *
 * Add an OAuth consumer in the workspace settings with the callback URL, mark
 * it as private, and give it the permission Account: Read. Bitbucket sends no
 * email address with the user.
 */
const Bitbucket: OAuthProvider<"bitbucket", BitbucketProfile> = oauth("bitbucket", {
  name: "Bitbucket",
  authorization: {
    url: "https://bitbucket.org/site/oauth2/authorize",
    params: { scope: "account" },
  },
  token: "https://bitbucket.org/site/oauth2/access_token",
  userinfo: "https://api.bitbucket.org/2.0/user",
  emailVerified: false, // the profile has no address
  profile: (user) => ({
    id: user.account_id,
    name: user.display_name ?? user.username,
    image: user.links.avatar.href,
  }),
  style: { brandColor: "#205081", mark },
});
export default Bitbucket;

/**
 * Mastodon, OAuth 2.0: {@link https://docs.joinmastodon.org/client/authorized/}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/mastodon.ts";

/** Members of Mastodon's profile that are read here. */
export interface MastodonProfile extends AnyMembers {
  /** Stable account number, as text. */
  id: string;
  /** User name without the instance. */
  username: string;
  /** Display name. */
  display_name: string;
  /** User name, with the instance when it is another one. */
  acct: string;
  /** URL of the profile page. */
  url: string;
  /** URL of a picture without animation. */
  avatar_static: string;
}

/**
 * Sign in with Mastodon. Create an application in the development settings of
 * the instance with the scope `read`. Callback URL:
 * `{origin}{basePath}/callback/mastodon`. Variables: `AUTH_MASTODON_ID`,
 * `AUTH_MASTODON_SECRET`, `AUTH_MASTODON_ISSUER`.
 *
 * Mastodon does not provide an email address.
 *
 * @param options `issuer` is required: the URL of the instance, for example
 * `https://mastodon.social`
 */
const Mastodon: OAuthProvider<"mastodon", MastodonProfile> = oauth("mastodon", (options) => {
  const site = options.issuer?.replace(/\/$/, "");
  return {
    name: "Mastodon",
    authorization: site && `${site}/oauth/authorize?scope=read`,
    token: site && `${site}/oauth/token`,
    userinfo: site && `${site}/api/v1/accounts/verify_credentials`,
    emailVerified: false, // the profile has no address
    profile: (me) => ({ id: me.id, name: me.username, email: null, image: me.avatar_static }),
    style: { mark },
  };
});
export default Mastodon;

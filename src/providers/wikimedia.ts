/**
 * Wikimedia, OAuth 2.0: {@link https://www.mediawiki.org/wiki/OAuth/For_Developers}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/wikimedia.ts";

/** A group of users, such as `sysop`. Each wiki has others. */
export type WikimediaGroup = string;

/** What the user has granted to the app, such as `basic`. */
export type WikimediaGrant = string;

/** What the user may do, such as `edit`. Each wiki has others. */
export type WikimediaRight = string;

/** Members of Wikimedia's profile that are read here, and the rights of the user. */
export interface WikimediaProfile extends AnyMembers {
  /** Stable account number of all wikis, as text. */
  sub: string;
  /** User name. */
  username: string;
  /** Email address; only when the app may see it. */
  email: string;
  /** `true` when the address is verified. */
  confirmed_email: boolean;
  /** Groups of the user. */
  groups?: WikimediaGroup[];
  /** What the user may do. */
  rights?: WikimediaRight[];
  /** What the user has granted to the app. */
  grants?: WikimediaGrant[];
}

/**
 * Sign in with Wikimedia. Propose an OAuth 2.0 consumer on Meta-Wiki. Callback
 * URL: `{origin}{basePath}/callback/wikimedia`. Variables: `AUTH_WIKIMEDIA_ID`,
 * `AUTH_WIKIMEDIA_SECRET`.
 */
const Wikimedia: OAuthProvider<"wikimedia", WikimediaProfile> = oauth("wikimedia", {
  name: "Wikimedia",
  // The registration of the app decides what it may read.
  authorization: "https://meta.wikimedia.org/w/rest.php/oauth2/authorize?scope",
  token: "https://meta.wikimedia.org/w/rest.php/oauth2/access_token",
  userinfo: "https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile",
  emailVerified: "confirmed_email",
  profile: (me) => ({
    id: me.sub,
    name: me.username,
    email: me.email,
    image: null,
  }),
  style: { brandColor: "#000", mark },
});
export default Wikimedia;

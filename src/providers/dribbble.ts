/**
 * Dribbble, OAuth 2.0: {@link https://developer.dribbble.com/v2/oauth/}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/dribbble.ts";

/** Members of Dribbble's user that are read here. */
export interface DribbbleProfile extends AnyMembers {
  /** Stable account number. */
  id: number;
  /** Name shown to others. */
  name: string;
  /** Email address, if Dribbble sends it. */
  email?: string;
  /** URL of a picture. */
  avatar_url: string;
}

/** Options that only {@linkcode Dribbble} has. */
export interface DribbbleOptions {
  /** Scopes, separated by spaces: `public`, `upload`. Default `public`. */
  scope?: string | undefined;
}

/**
 * Sign in with Dribbble. Callback URL: `{origin}{basePath}/callback/dribbble`.
 * Variables: `AUTH_DRIBBBLE_ID`, `AUTH_DRIBBBLE_SECRET`.
 *
 * Register an application at {@link
 * https://dribbble.com/account/applications/new} with the callback URL.
 */
const Dribbble: OAuthProvider<"dribbble", DribbbleProfile, DribbbleOptions> = oauth(
  "dribbble",
  (options) => ({
    name: "Dribbble",
    authorization: {
      url: "https://dribbble.com/oauth/authorize",
      params: { scope: options.scope ?? "public" },
    },
    token: "https://dribbble.com/oauth/token",
    userinfo: "https://api.dribbble.com/v2/user",
    emailVerified: false, // the site does not document verification
    profile: (user) => ({
      id: String(user.id),
      name: user.name,
      email: user.email,
      image: user.avatar_url,
    }),
    style: { brandColor: "#000", mark },
  }),
);
export default Dribbble;

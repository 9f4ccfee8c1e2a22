/**
 * Figma, OAuth 2.0: {@link https://www.figma.com/developers/api#oauth2}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/figma.ts";

/** Members of Figma's user that are read here. */
export interface FigmaProfile extends AnyMembers {
  /** Stable account number as a string. */
  id: string;
  /** Name shown to others. */
  handle: string;
  /** Email address. */
  email: string;
  /** URL of a picture. */
  img_url: string;
}

/**
 * Sign in with Figma. Callback URL: `{origin}{basePath}/callback/figma`.
 * Variables: `AUTH_FIGMA_ID`, `AUTH_FIGMA_SECRET`.
 *
 * Create an app at {@link https://www.figma.com/developers/apps} with the
 * callback URL. Apps with the newer scopes request them with
 * `authorization: { params: { scope: "current_user:read" } }`.
 */
const Figma: OAuthProvider<"figma", FigmaProfile> = oauth("figma", {
  name: "Figma",
  authorization: {
    url: "https://www.figma.com/oauth",
    params: { scope: "files:read" },
  },
  token: "https://api.figma.com/v1/oauth/token",
  userinfo: "https://api.figma.com/v1/me",
  checks: ["state"],
  emailVerified: false, // the site does not document verification
  profile: (user) => ({
    id: user.id,
    name: user.handle,
    email: user.email,
    image: user.img_url,
  }),
  style: { brandColor: "#ff7237", mark },
});
export default Figma;

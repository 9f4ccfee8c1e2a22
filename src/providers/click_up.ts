/**
 * ClickUp, OAuth 2.0: {@link https://developer.clickup.com/docs/authentication}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/click_up.ts";

/** Members of ClickUp's user that are read here. */
export interface ClickUpProfile extends AnyMembers {
  /** Account data of the person. */
  user: AnyMembers & {
    /** Stable account number. */
    id: number;
    /** Name shown to others. */
    username: string;
    /** URL of a picture. */
    profilePicture: string | null;
    /** CSS color of the person's badge. */
    color: string;
  };
}

/**
 * Sign in with ClickUp. Callback URL: `{origin}{basePath}/callback/click-up`.
 * Variables: `AUTH_CLICK_UP_ID`, `AUTH_CLICK_UP_SECRET`.
 *
 * Create an app under Settings, Apps with the host of the callback URL as its
 * redirect URL.
 *
 * The user has two more members than usual, `profilePicture` and `color`, and
 * neither `email` nor `image`.
 */
const ClickUp: OAuthProvider<"click-up", ClickUpProfile> = oauth("click-up", {
  name: "ClickUp",
  authorization: "https://app.clickup.com/api",
  token: "https://api.clickup.com/api/v2/oauth/token",
  userinfo: "https://api.clickup.com/api/v2/user",
  checks: ["state"],
  emailVerified: false, // the profile has no address
  profile: ({ user }) => {
    const { id, username, profilePicture, color } = user;
    return { id: String(id), name: username, ...{ profilePicture, color } };
  },
  style: { brandColor: "#24292f", mark },
});
export default ClickUp;

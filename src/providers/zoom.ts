/**
 * Zoom, OAuth 2.0: {@link https://developers.zoom.us/docs/integrations/oauth/}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/zoom.ts";

/** Members of Zoom's profile that are read here. */
export interface ZoomProfile extends AnyMembers {
  /** Stable account id. */
  id: string;
  /** Given name. */
  first_name: string;
  /** Family name. */
  last_name: string;
  /** Email address. */
  email: string;
  /** `true` when the address is verified: 1 or 0. */
  verified?: number;
  /** URL of a picture. */
  pic_url?: string;
}

/**
 * Sign in with Zoom. Create a "General App" with the scope `user:read:user`.
 * Callback URL: `{origin}{basePath}/callback/zoom`. Variables: `AUTH_ZOOM_ID`,
 * `AUTH_ZOOM_SECRET`.
 */
const Zoom: OAuthProvider<"zoom", ZoomProfile> = oauth("zoom", {
  name: "Zoom",
  // The registration of the app decides what it may read.
  authorization: "https://zoom.us/oauth/authorize?scope",
  token: "https://zoom.us/oauth/token",
  userinfo: "https://api.zoom.us/v2/users/me",
  // 1 or 0: https://developers.zoom.us/docs/api/users/#tag/users/get/users/{userId}
  emailVerified: ({ verified }) => verified === 1,
  profile: (me) => ({
    id: me.id,
    name: `${me.first_name} ${me.last_name}`,
    email: me.email,
    image: me.pic_url,
  }),
  style: { brandColor: "#0b5cff", mark },
});
export default Zoom;

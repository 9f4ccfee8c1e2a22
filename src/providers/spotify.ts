/**
 * Spotify, OAuth 2.0: {@link https://developer.spotify.com/documentation/web-api/tutorials/code-flow}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/spotify.ts";

/** A profile picture. */
export interface SpotifyImage {
  /** URL of the picture. */
  url: string;
}

/** Members of Spotify's profile that are read here. */
export interface SpotifyProfile extends AnyMembers {
  /** Stable account id. */
  id: string;
  /** Display name. */
  display_name: string | null;
  /** Email address; unverified, as Spotify documents. */
  email: string;
  /** Pictures, widest first. */
  images: SpotifyImage[];
}

/**
 * Sign in with Spotify. Create an app in the dashboard with the Web API.
 * Callback URL: `{origin}{basePath}/callback/spotify`. Variables:
 * `AUTH_SPOTIFY_ID`, `AUTH_SPOTIFY_SECRET`.
 */
const Spotify: OAuthProvider<"spotify", SpotifyProfile> = oauth("spotify", {
  name: "Spotify",
  authorization: "https://accounts.spotify.com/authorize?scope=user-read-email",
  token: "https://accounts.spotify.com/api/token",
  userinfo: "https://api.spotify.com/v1/me",
  // https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile
  emailVerified: false,
  profile: (me) => ({
    id: me.id,
    name: me.display_name,
    email: me.email,
    image: me.images[0]?.url,
  }),
  style: { brandColor: "#1db954", mark },
});
export default Spotify;

/**
 * Spotify, OAuth 2.0: {@link https://developer.spotify.com/documentation/web-api/tutorials/code-flow}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/spotify.ts";

/** A profile picture. */
export interface SpotifyImage {
  /** URL of the picture. */
  url: string;
}

/** Members of Spotify's profile that are read here. */
export interface SpotifyProfile {
  /** Stable account id. */
  id: string;
  /** Display name. */
  display_name: string | null;
  /** E-mail address; unverified, as Spotify documents. */
  email: string;
  /** Pictures, widest first. */
  images: SpotifyImage[];
  /** Members that Spotify adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Spotify. Create an app in the dashboard with the Web API.
 * Callback URL: `{origin}{basePath}/callback/spotify`. Variables:
 * `AUTH_SPOTIFY_ID`, `AUTH_SPOTIFY_SECRET`.
 *
 * @example
 * ```ts
 * import Spotify from "@x/auth/providers/spotify";
 *
 * const provider = Spotify({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Spotify<P extends SpotifyProfile, Id extends OwnId<"spotify"> = "spotify">(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "spotify"),
    name: "Spotify",
    type: "oauth",
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
    options,
  };
}

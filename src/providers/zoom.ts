/**
 * Zoom, OAuth 2.0: {@link https://developers.zoom.us/docs/integrations/oauth/}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/zoom.ts";

/** Members of Zoom's profile that are read here. */
export interface ZoomProfile {
  /** Stable account id. */
  id: string;
  /** Given name. */
  first_name: string;
  /** Family name. */
  last_name: string;
  /** E-mail address. */
  email: string;
  /** `true` when the address is verified: 1 or 0. */
  verified?: number;
  /** URL of a picture. */
  pic_url?: string;
  /** Members that Zoom adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Zoom. Create a "General App" with the scope `user:read:user`.
 * Callback URL: `{origin}{basePath}/callback/zoom`. Variables: `AUTH_ZOOM_ID`,
 * `AUTH_ZOOM_SECRET`.
 *
 * @example
 * ```ts
 * import Zoom from "@x/auth/providers/zoom";
 *
 * const provider = Zoom({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Zoom<P extends ZoomProfile, Id extends OwnId<"zoom"> = "zoom">(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "zoom"),
    name: "Zoom",
    type: "oauth",
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
    options,
  };
}

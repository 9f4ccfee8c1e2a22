/**
 * Dribbble, OAuth 2.0: {@link https://developer.dribbble.com/v2/oauth/}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/dribbble.ts";

/** Members of Dribbble's user that are read here. */
export interface DribbbleProfile {
  /** Stable account number. */
  id: number;
  /** Name shown to others. */
  name: string;
  /** E-mail address, if Dribbble sends it. */
  email?: string;
  /** URL of a picture. */
  avatar_url: string;
  /** Members that Dribbble adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/** Options of {@linkcode Dribbble}. */
export type DribbbleOptions<P> = OAuthUserConfig<P> & {
  /** Scopes, separated by spaces: `public`, `upload`. Default `public`. */
  scope?: string | undefined;
};

/**
 * Sign in with Dribbble. Callback URL: `{origin}{basePath}/callback/dribbble`.
 * Variables: `AUTH_DRIBBBLE_ID`, `AUTH_DRIBBBLE_SECRET`.
 *
 * Register an application at {@link
 * https://dribbble.com/account/applications/new} with the callback URL.
 *
 * @example
 * ```ts
 * import Dribbble from "@x/auth/providers/dribbble";
 *
 * const provider = Dribbble({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Dribbble<
  P extends DribbbleProfile,
  Id extends OwnId<"dribbble"> = "dribbble",
>(
  options?: DribbbleOptions<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "dribbble"),
    name: "Dribbble",
    type: "oauth",
    authorization: {
      url: "https://dribbble.com/oauth/authorize",
      params: { scope: options?.scope ?? "public" },
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
    options,
  };
}

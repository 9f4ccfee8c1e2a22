/**
 * 42, OAuth 2.0: {@link https://api.intra.42.fr/apidoc/guides/web_application_flow}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/42_school.ts";

/** Members of 42's user that are read here. */
export interface FortyTwoProfile {
  /** Stable account number. */
  id: number;
  /** Preferred full name. */
  usual_full_name: string;
  /** E-mail address. */
  email: string;
  /** Profile picture. */
  image: {
    /** URL of the original. */
    link: string | null;
    /** Members that 42 adds. */
    // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
    [member: string]: any;
  };
  /** Members that 42 adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with 42. Callback URL: `{origin}{basePath}/callback/42-school`.
 * Variables: `AUTH_42_SCHOOL_ID`, `AUTH_42_SCHOOL_SECRET`.
 *
 * Register an application at {@link
 * https://profile.intra.42.fr/oauth/applications/new} with the callback URL as
 * its redirect URI.
 *
 * @example
 * ```ts
 * import FortyTwo from "@x/auth/providers/42-school";
 *
 * const provider = FortyTwo({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function FortyTwo<
  P extends FortyTwoProfile,
  Id extends OwnId<"42-school"> = "42-school",
>(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "42-school"),
    name: "42 School",
    type: "oauth",
    authorization: {
      url: "https://api.intra.42.fr/oauth/authorize",
      params: { scope: "public" },
    },
    token: "https://api.intra.42.fr/oauth/token",
    userinfo: "https://api.intra.42.fr/v2/me",
    emailVerified: false, // the site does not document verification
    profile: (user) => ({
      id: String(user.id),
      name: user.usual_full_name,
      email: user.email,
      image: user.image.link,
    }),
    style: { mark },
    options,
  };
}

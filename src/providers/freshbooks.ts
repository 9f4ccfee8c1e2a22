/**
 * FreshBooks, OAuth 2.0: {@link https://www.freshbooks.com/api/authentication}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { isInstant } from "./_instant.ts";

/** Members of FreshBooks's user that are read here. */
export interface FreshbooksProfile {
  /** Wrapper of the data in every answer. */
  response: {
    /** Stable account number. */
    id: number;
    /** Given name. */
    first_name: string;
    /** Family name. */
    last_name: string;
    /** E-mail address. */
    email: string;
    /** Time the address was confirmed, ISO 8601. */
    confirmed_at?: string | null;
    /** Members that FreshBooks adds. */
    // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
    [member: string]: any;
  };
  /** Members that FreshBooks adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with FreshBooks. Callback URL:
 * `{origin}{basePath}/callback/freshbooks`.
 * Variables: `AUTH_FRESHBOOKS_ID`, `AUTH_FRESHBOOKS_SECRET`.
 *
 * Create an app at {@link https://my.freshbooks.com/#/developer} with the
 * callback URL as a redirect URI, which must use https.
 *
 * @example
 * ```ts
 * import Freshbooks from "@x/auth/providers/freshbooks";
 *
 * const provider = Freshbooks({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Freshbooks<
  P extends FreshbooksProfile,
  Id extends OwnId<"freshbooks"> = "freshbooks",
>(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "freshbooks"),
    name: "Freshbooks",
    type: "oauth",
    authorization: "https://auth.freshbooks.com/service/auth/oauth/authorize",
    token: "https://api.freshbooks.com/auth/oauth/token",
    userinfo: "https://api.freshbooks.com/auth/api/v1/users/me",
    // https://www.freshbooks.com/api/me_endpoint
    emailVerified: ({ response: user }) => isInstant(user?.confirmed_at),
    profile: ({ response: user }) => ({
      id: String(user.id),
      name: `${user.first_name} ${user.last_name}`,
      email: user.email,
      image: null,
    }),
    style: { brandColor: "#0075dd" },
    options,
  };
}

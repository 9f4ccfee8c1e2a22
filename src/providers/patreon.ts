/**
 * Patreon, OAuth 2.0: {@link https://docs.patreon.com/#oauth}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/patreon.ts";

/** Account data. */
export interface PatreonUser {
  /** Stable account number, as text. */
  id: string;
  /** Attributes of the account. */
  attributes: {
    /** Full name. */
    full_name: string;
    /** E-mail address. */
    email: string;
    /** `true` when the address is verified. */
    is_email_verified?: boolean;
    /** URL of a picture. */
    image_url: string;
    /** Members that Patreon adds. */
    // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
    [member: string]: any;
  };
}

/** Members of Patreon's profile that are read here. */
export interface PatreonProfile {
  /** Account data. */
  data: PatreonUser;
  /** Members that Patreon adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Patreon. Create a client in the platform portal. Callback URL:
 * `{origin}{basePath}/callback/patreon`. Variables: `AUTH_PATREON_ID`,
 * `AUTH_PATREON_SECRET`.
 *
 * @example
 * ```ts
 * import Patreon from "@x/auth/providers/patreon";
 *
 * const provider = Patreon({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Patreon<P extends PatreonProfile, Id extends OwnId<"patreon"> = "patreon">(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "patreon"),
    name: "Patreon",
    type: "oauth",
    authorization: "https://www.patreon.com/oauth2/authorize?scope=identity identity[email]",
    token: "https://www.patreon.com/api/oauth2/token",
    userinfo: "https://www.patreon.com/api/oauth2/api/current_user",
    // https://docs.patreon.com/#user
    emailVerified: ({ data }) => data?.attributes?.is_email_verified === true,
    profile: ({ data }) => ({
      id: data.id,
      name: data.attributes.full_name,
      email: data.attributes.email,
      image: data.attributes.image_url,
    }),
    style: { brandColor: "#e85b46", mark },
    options,
  };
}

/**
 * Pipedrive, OAuth 2.0: {@link https://pipedrive.readme.io/docs/marketplace-oauth-authorization}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Account data. */
export interface PipedriveUser {
  /** Stable account number. */
  id: number;
  /** Full name. */
  name: string;
  /** E-mail address. */
  email: string;
  /** URL of a picture. */
  icon_url: string | null;
  /** Number of the company. */
  company_id?: number;
  /** Members that Pipedrive adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/** Members of Pipedrive's profile that are read here. */
export interface PipedriveProfile {
  /** `true` when the request succeeded. */
  success: boolean;
  /** Account data. */
  data: PipedriveUser;
  /** Members that Pipedrive adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Pipedrive. Create an app in the Developer Hub. Callback URL:
 * `{origin}{basePath}/callback/pipedrive`. Variables: `AUTH_PIPEDRIVE_ID`,
 * `AUTH_PIPEDRIVE_SECRET`.
 *
 * @example
 * ```ts
 * import Pipedrive from "@x/auth/providers/pipedrive";
 *
 * const provider = Pipedrive({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Pipedrive<
  P extends PipedriveProfile,
  Id extends OwnId<"pipedrive"> = "pipedrive",
>(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "pipedrive"),
    name: "Pipedrive",
    type: "oauth",
    authorization: "https://oauth.pipedrive.com/oauth/authorize",
    token: "https://oauth.pipedrive.com/oauth/token",
    userinfo: "https://api.pipedrive.com/users/me",
    emailVerified: false, // the site does not document verification
    profile: ({ data }) => ({
      id: String(data.id),
      name: data.name,
      email: data.email,
      image: data.icon_url,
    }),
    options,
  };
}

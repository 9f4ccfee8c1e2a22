/**
 * LinkedIn, OpenID Connect: {@link https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Claims of LinkedIn's ID token that are read here. */
export interface LinkedInProfile {
  /** Identifier of the person, different for each app. */
  sub: string;
  /** Full name. */
  name: string;
  /** E-mail address. */
  email?: string;
  /** `true` when LinkedIn verified the address. */
  email_verified?: boolean | "true" | "false";
  /** URL of a picture. */
  picture?: string;
  /** Members that LinkedIn adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with LinkedIn. Callback URL: `{origin}{basePath}/callback/linkedin`.
 * Variables: `AUTH_LINKEDIN_ID`, `AUTH_LINKEDIN_SECRET`.
 *
 * Create an app at {@link https://www.linkedin.com/developers/apps}, request
 * the product Sign In with LinkedIn using OpenID Connect, and add the callback
 * URL to its authorized redirect URLs. LinkedIn supports neither PKCE nor a nonce.
 *
 * @example
 * ```ts
 * import LinkedIn from "@x/auth/providers/linkedin";
 *
 * const provider = LinkedIn({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function LinkedIn<
  P extends LinkedInProfile,
  Id extends OwnId<"linkedin"> = "linkedin",
>(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "linkedin"),
    name: "LinkedIn",
    type: "oidc",
    issuer: "https://www.linkedin.com/oauth",
    client: { token_endpoint_auth_method: "client_secret_post" },
    checks: ["state"],
    emailVerified: "email_verified",
    style: { brandColor: "#069" },
    options,
  };
}

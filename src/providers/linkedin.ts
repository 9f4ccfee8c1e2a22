/**
 * LinkedIn, OpenID Connect: {@link https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2}.
 *
 * @module
 */

import { type AnyMembers, oidc, type OIDCProvider } from "./_make.ts";
import { mark } from "./_marks/linkedin.ts";

/** Claims of LinkedIn's ID token that are read here. */
export interface LinkedInProfile extends AnyMembers {
  /** Identifier of the person, different for each app. */
  sub: string;
  /** Full name. */
  name: string;
  /** Email address. */
  email?: string;
  /** `true` when LinkedIn verified the address. */
  email_verified?: boolean | "true" | "false";
  /** URL of a picture. */
  picture?: string;
}

/**
 * Sign in with LinkedIn. Callback URL: `{origin}{basePath}/callback/linkedin`.
 * Variables: `AUTH_LINKEDIN_ID`, `AUTH_LINKEDIN_SECRET`.
 *
 * Create an app at {@link https://www.linkedin.com/developers/apps}, request
 * the product Sign In with LinkedIn using OpenID Connect, and add the callback
 * URL to its authorized redirect URLs. LinkedIn supports neither PKCE nor a nonce.
 */
const LinkedIn: OIDCProvider<"linkedin", LinkedInProfile> = oidc("linkedin", {
  name: "LinkedIn",
  issuer: "https://www.linkedin.com/oauth",
  client: { token_endpoint_auth_method: "client_secret_post" },
  checks: ["state"],
  emailVerified: "email_verified",
  style: { brandColor: "#069", mark },
});
export default LinkedIn;

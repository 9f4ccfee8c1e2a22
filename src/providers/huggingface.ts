/**
 * Hugging Face, OpenID Connect: {@link https://huggingface.co/docs/hub/oauth}.
 *
 * @module
 */

import { oidc, type OIDCProfile, type OIDCProvider } from "./_make.ts";
import { mark } from "./_marks/huggingface.ts";

/** Claims of Hugging Face's ID token that are read here. */
export interface HuggingfaceProfile extends OIDCProfile {}

/**
 * Sign in with Hugging Face. Callback URL:
 * `{origin}{basePath}/callback/huggingface`.
 * Variables: `AUTH_HUGGINGFACE_ID`, `AUTH_HUGGINGFACE_SECRET`.
 *
 * Create an OAuth app at {@link
 * https://huggingface.co/settings/applications/new} with the callback URL and
 * the scopes openid, profile and email.
 */
const Huggingface: OIDCProvider<"huggingface", HuggingfaceProfile> = oidc("huggingface", {
  name: "Hugging Face",
  issuer: "https://huggingface.co",
  checks: ["state", "pkce"],
  emailVerified: "email_verified",
  style: { brandColor: "#FFD21E", mark },
});
export default Huggingface;

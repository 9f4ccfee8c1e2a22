/**
 * Hugging Face, OpenID Connect: {@link https://huggingface.co/docs/hub/oauth}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/huggingface.ts";

/** Claims of Hugging Face's ID token that are read here. */
export interface HuggingfaceProfile {
  /** Stable identifier of the person at the issuer. */
  sub: string;
  /** Full name. */
  name?: string;
  /** Casual name; used when there is no `name`. */
  nickname?: string;
  /** Short name; used when there is no `name` and no `nickname`. */
  preferred_username?: string;
  /** E-mail address. */
  email?: string;
  /** `true` when the address is verified. */
  email_verified?: boolean;
  /** URL of a picture. */
  picture?: string;
  /** Members that Hugging Face adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Hugging Face. Callback URL:
 * `{origin}{basePath}/callback/huggingface`.
 * Variables: `AUTH_HUGGINGFACE_ID`, `AUTH_HUGGINGFACE_SECRET`.
 *
 * Create an OAuth app at {@link
 * https://huggingface.co/settings/applications/new} with the callback URL and
 * the scopes openid, profile and email.
 *
 * @example
 * ```ts
 * import Huggingface from "@x/auth/providers/huggingface";
 *
 * const provider = Huggingface({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Huggingface<
  P extends HuggingfaceProfile,
  Id extends OwnId<"huggingface"> = "huggingface",
>(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "huggingface"),
    name: "Hugging Face",
    type: "oidc",
    issuer: "https://huggingface.co",
    checks: ["state", "pkce"],
    emailVerified: "email_verified",
    style: { brandColor: "#FFD21E", mark },
    options,
  };
}

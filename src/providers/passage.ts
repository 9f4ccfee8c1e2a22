/**
 * Passage, OpenID Connect: {@link https://docs.passage.id/hosted-login/oidc-client-configuration}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Claims of Passage's ID token that are read here. */
export interface PassageProfile {
  /** Stable account id. */
  sub: string;
  /** E-mail address. */
  email?: string;
  /** `true` when the address is verified. */
  email_verified?: boolean;
  /** Phone number. */
  phone_number?: string;
  /** Members that Passage adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Passage. Create an app with hosted login. Callback URL:
 * `{origin}{basePath}/callback/passage`. Variables: `AUTH_PASSAGE_ID`,
 * `AUTH_PASSAGE_SECRET`, `AUTH_PASSAGE_ISSUER`.
 *
 * @param options `issuer` is required: the domain of the app, for example
 * `https://acme.withpassage.com`
 *
 * @example
 * ```ts
 * import Passage from "@x/auth/providers/passage";
 *
 * const provider = Passage({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://acme.withpassage.com",
 * });
 * console.log(provider.name);
 * ```
 */
export default function Passage<P extends PassageProfile, Id extends OwnId<"passage"> = "passage">(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "passage"),
    name: "Passage",
    type: "oidc",
    client: { token_endpoint_auth_method: "client_secret_basic" },
    emailVerified: "email_verified",
    style: { brandColor: "#3d53f6" },
    options,
  };
}

/**
 * OneLogin, OpenID Connect: {@link https://developers.onelogin.com/openid-connect}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Claims of OneLogin's ID token that are read here. */
export interface OneLoginProfile {
  /** Stable account id. */
  sub: string;
  /** Full name. */
  name?: string;
  /** E-mail address. */
  email?: string;
  /** URL of a picture. */
  picture?: string;
  /** Members that OneLogin adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with OneLogin. Add an application of the type "OpenId Connect
 * (OIDC)". Callback URL: `{origin}{basePath}/callback/onelogin`. Variables:
 * `AUTH_ONELOGIN_ID`, `AUTH_ONELOGIN_SECRET`, `AUTH_ONELOGIN_ISSUER`.
 *
 * @param options `issuer` is required: the URL of the subdomain with the path
 * of the protocol, for example `https://acme.onelogin.com/oidc/2`
 *
 * No address counts as verified. Pass `emailVerified: "email_verified"` when the
 * server is set up to send that claim.
 *
 * @example
 * ```ts
 * import OneLogin from "@x/auth/providers/onelogin";
 *
 * const provider = OneLogin({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://acme.onelogin.com/oidc/2",
 * });
 * console.log(provider.name);
 * ```
 */
export default function OneLogin<
  P extends OneLoginProfile,
  Id extends OwnId<"onelogin"> = "onelogin",
>(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "onelogin"),
    name: "OneLogin",
    type: "oidc",

    emailVerified: false, // the site does not document verification
    options,
  };
}

/**
 * ZITADEL, OpenID Connect: {@link https://zitadel.com/docs/guides/integrate/login/oidc/login-users}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Claims of ZITADEL's ID token that are read here. */
export interface ZitadelProfile {
  /** Stable account id. */
  sub: string;
  /** Full name. */
  name?: string;
  /** E-mail address. */
  email?: string;
  /** URL of a picture. */
  picture?: string;
  /** `true` when the address is verified. */
  email_verified?: boolean;
  /** Login name. */
  preferred_username?: string;
  /** Members that ZITADEL adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with ZITADEL. Create an application of the type "Web" with the
 * authentication method "Basic" or "Post". Callback URL:
 * `{origin}{basePath}/callback/zitadel`. Variables: `AUTH_ZITADEL_ID`,
 * `AUTH_ZITADEL_SECRET`, `AUTH_ZITADEL_ISSUER`.
 *
 * @param options `issuer` is required: the domain of the instance, for example
 * `https://acme.zitadel.cloud`
 *
 * @example
 * ```ts
 * import ZITADEL from "@x/auth/providers/zitadel";
 *
 * const provider = ZITADEL({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://acme.zitadel.cloud",
 * });
 * console.log(provider.name);
 * ```
 */
export default function ZITADEL<P extends ZitadelProfile, Id extends OwnId<"zitadel"> = "zitadel">(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "zitadel"),
    name: "ZITADEL",
    type: "oidc",

    emailVerified: "email_verified",
    options,
  };
}

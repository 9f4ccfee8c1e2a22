/**
 * Okta, OpenID Connect: {@link https://developer.okta.com/docs/guides/sign-into-web-app-redirect/main/}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/okta.ts";

/** Claims of Okta's ID token that are read here. */
export interface OktaProfile {
  /** Stable account id. */
  sub: string;
  /** Full name. */
  name?: string;
  /** E-mail address. */
  email?: string;
  /** `true` when the address is verified. */
  email_verified?: boolean;
  /** URL of a picture. */
  picture?: string;
  /** Members that Okta adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Okta. Create an app integration of the type "OIDC, Web
 * Application". Callback URL: `{origin}{basePath}/callback/okta`. Variables:
 * `AUTH_OKTA_ID`, `AUTH_OKTA_SECRET`, `AUTH_OKTA_ISSUER`.
 *
 * @param options `issuer` is required: the URL of the organization, or of an
 * authorization server of it, for example
 * `https://acme.okta.com/oauth2/default`
 *
 * @example
 * ```ts
 * import Okta from "@x/auth/providers/okta";
 *
 * const provider = Okta({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://acme.okta.com",
 * });
 * console.log(provider.name);
 * ```
 */
export default function Okta<P extends OktaProfile, Id extends OwnId<"okta"> = "okta">(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "okta"),
    name: "Okta",
    type: "oidc",
    checks: ["pkce", "state"],
    emailVerified: "email_verified",
    style: { brandColor: "#000", mark },
    options,
  };
}

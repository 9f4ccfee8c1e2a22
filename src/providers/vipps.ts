/**
 * Vipps MobilePay, OpenID Connect: {@link https://developer.vippsmobilepay.com/docs/APIs/login-api/}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Members of the userinfo answer that are read here, and a few more that apps often use. */
export interface VippsProfile {
  /** Stable id of the person for this merchant. */
  sub: string;
  /** Full name. */
  name?: string;
  /** Given name. */
  given_name?: string;
  /** Family name. */
  family_name?: string;
  /** E-mail address. */
  email?: string;
  /** `true` when the address is verified. */
  email_verified?: boolean;
  /** Phone number, with country code. */
  phone_number?: string;
  /** Members that Vipps MobilePay adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Vipps MobilePay. Activate Login for the sales unit and add the
 * redirect URI in the portal. Callback URL:
 * `{origin}{basePath}/callback/vipps`. Variables: `AUTH_VIPPS_ID`,
 * `AUTH_VIPPS_SECRET`.
 *
 * @param options `issuer:
 * "https://apitest.vipps.no/access-management-1.0/access/"` for the test
 * environment
 *
 * @example
 * ```ts
 * import Vipps from "@x/auth/providers/vipps";
 *
 * const provider = Vipps({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.issuer);
 * ```
 */
export default function Vipps<P extends VippsProfile, Id extends OwnId<"vipps"> = "vipps">(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "vipps"),
    name: "Vipps",
    type: "oidc",
    issuer: "https://api.vipps.no/access-management-1.0/access/",
    authorization: { params: { scope: "openid name email" } },
    checks: ["pkce", "state", "nonce"],
    idToken: false,
    emailVerified: "email_verified",
    style: { brandColor: "#f05c18" },
    options,
  };
}

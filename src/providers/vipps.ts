/**
 * Vipps MobilePay, OpenID Connect: {@link https://developer.vippsmobilepay.com/docs/APIs/login-api/}.
 *
 * @module
 */

import { oidc, type OIDCProfile, type OIDCProvider } from "./_make.ts";

/** Members of the userinfo answer that are read here, and a few more that apps often use. */
export interface VippsProfile extends OIDCProfile {
  /** Stable id of the person for this merchant. */
  sub: string;
  /** Given name. */
  given_name?: string;
  /** Family name. */
  family_name?: string;
  /** Phone number, with country code. */
  phone_number?: string;
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
 */
const Vipps: OIDCProvider<"vipps", VippsProfile> = oidc("vipps", {
  name: "Vipps",
  issuer: "https://api.vipps.no/access-management-1.0/access/",
  authorization: { params: { scope: "openid name email" } },
  checks: ["pkce", "state", "nonce"],
  idToken: false,
  emailVerified: "email_verified",
  style: { brandColor: "#f05c18" },
});
export default Vipps;

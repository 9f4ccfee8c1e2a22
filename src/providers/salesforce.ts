/**
 * Salesforce, OpenID Connect: {@link https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_using_openid.htm}.
 *
 * @module
 */

import { oidc, type OIDCProfile, type OIDCProvider } from "./_make.ts";

/** Members of Salesforce's userinfo that are read here, and a few more that apps often use. */
export interface SalesforceProfile extends OIDCProfile {
  /** Id of the user within the organization. */
  user_id?: string;
  /** Id of the organization. */
  organization_id?: string;
}

/**
 * Sign in with Salesforce. Create a connected app with the OAuth scope
 * `openid`. Callback URL: `{origin}{basePath}/callback/salesforce`. Variables:
 * `AUTH_SALESFORCE_ID`, `AUTH_SALESFORCE_SECRET`.
 *
 * @param options `issuer` for a domain of your own, for example
 * `https://acme.my.salesforce.com`
 */
const Salesforce: OIDCProvider<"salesforce", SalesforceProfile> = oidc("salesforce", {
  name: "Salesforce",
  issuer: "https://login.salesforce.com",
  checks: ["pkce", "state", "nonce"],
  idToken: false,
  emailVerified: "email_verified",
  style: { brandColor: "#00a1e0" },
});
export default Salesforce;

/**
 * Salesforce, OpenID Connect: {@link https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_using_openid.htm}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Members of Salesforce's userinfo that are read here, and a few more that apps often use. */
export interface SalesforceProfile {
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
  /** Id of the user within the organization. */
  user_id?: string;
  /** Id of the organization. */
  organization_id?: string;
  /** Short name. */
  nickname?: string;
  /** Login name. */
  preferred_username?: string;
  /** Members that Salesforce adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Salesforce. Create a connected app with the OAuth scope
 * `openid`. Callback URL: `{origin}{basePath}/callback/salesforce`. Variables:
 * `AUTH_SALESFORCE_ID`, `AUTH_SALESFORCE_SECRET`.
 *
 * @param options `issuer` for a domain of your own, for example
 * `https://acme.my.salesforce.com`
 *
 * @example
 * ```ts
 * import Salesforce from "@x/auth/providers/salesforce";
 *
 * const provider = Salesforce({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.issuer);
 * ```
 */
export default function Salesforce<
  P extends SalesforceProfile,
  Id extends OwnId<"salesforce"> = "salesforce",
>(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "salesforce"),
    name: "Salesforce",
    type: "oidc",
    issuer: "https://login.salesforce.com",
    checks: ["pkce", "state", "nonce"],
    idToken: false,
    emailVerified: "email_verified",
    style: { brandColor: "#00a1e0" },
    options,
  };
}

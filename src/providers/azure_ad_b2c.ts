/**
 * Azure AD B2C, OpenID Connect: {@link https://learn.microsoft.com/azure/active-directory-b2c/openid-connect}.
 *
 * @module
 */

import { type AnyMembers, oidc, type OIDCProvider } from "./_make.ts";

/** Claims of Azure AD B2C's ID token that are read here. */
export interface AzureADB2CProfile extends AnyMembers {
  /** Stable identifier of the person in the directory. */
  sub: string;
  /** Display name. */
  name?: string;
  /** Given name; used when there is no `name`. */
  preferred_username?: string;
  /** Email addresses; the first is used. */
  emails?: string[];
}

/**
 * Sign in with Azure AD B2C. Callback URL:
 * `{origin}{basePath}/callback/azure-ad-b2c`.
 * Variables: `AUTH_AZURE_AD_B2C_ID`, `AUTH_AZURE_AD_B2C_SECRET`,
 * `AUTH_AZURE_AD_B2C_ISSUER`.
 *
 * Register an application in the B2C tenant with the callback URL as a web
 * redirect URI, and create a sign-up and sign-in user flow that returns the
 * claims Display Name and Email Addresses.
 *
 * The issuer is the `issuer` member of the user flow's OpenID configuration.
 * Discovery starts from it, so set the issuer claim of the flow to the form
 * with `/tfp/`, which includes the policy.
 *
 * No address counts as verified. Pass `emailVerified: true` when the user flow
 * verifies each address, also those of federated accounts.
 */
const AzureADB2C: OIDCProvider<"azure-ad-b2c", AzureADB2CProfile> = oidc("azure-ad-b2c", {
  name: "Azure AD B2C",
  // The user flow decides whether addresses are verified, and no claim contains that fact.
  emailVerified: false,
  profile: (user) => ({
    id: user.sub,
    name: user.name ?? user.preferred_username,
    email: user.emails?.[0],
    image: null,
  }),
  style: { brandColor: "#0072c6" },
});
export default AzureADB2C;

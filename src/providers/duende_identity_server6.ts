/**
 * Duende IdentityServer, OpenID Connect: {@link https://docs.duendesoftware.com/identityserver/}.
 *
 * @module
 */

import { oidc, type OIDCProfile, type OIDCProvider } from "./_make.ts";

/** Claims of Duende IdentityServer's ID token that are read here. */
export interface DuendeISUser extends OIDCProfile {}

/**
 * Sign in with Duende IdentityServer. Callback URL:
 * `{origin}{basePath}/callback/duende-identity-server6`.
 * Variables: `AUTH_DUENDE_IDENTITY_SERVER6_ID`,
 * `AUTH_DUENDE_IDENTITY_SERVER6_SECRET`, `AUTH_DUENDE_IDENTITY_SERVER6_ISSUER`.
 *
 * Add a client of the code flow with PKCE, the callback URL as a redirect URI,
 * and the scopes openid, profile and email. The issuer is the address of the
 * server. Claims of the profile must be in the ID token
 * (`AlwaysIncludeUserClaimsInIdToken`), or pass `idToken: false` to read them
 * from the userinfo endpoint.
 */
const DuendeIdentityServer6: OIDCProvider<"duende-identity-server6", DuendeISUser> = oidc(
  "duende-identity-server6",
  {
    name: "DuendeIdentityServer6",
    emailVerified: "email_verified",
  },
);
export default DuendeIdentityServer6;

/**
 * IdentityServer4, OpenID Connect: {@link https://identityserver4.readthedocs.io/en/latest/}.
 *
 * @module
 */

import { oidc, type OIDCProfile, type OIDCProvider } from "./_make.ts";

/** Claims of IdentityServer4's ID token that are read here. */
export interface IdentityServer4Profile extends OIDCProfile {}

/**
 * Sign in with IdentityServer4. Callback URL:
 * `{origin}{basePath}/callback/identity-server4`.
 * Variables: `AUTH_IDENTITY_SERVER4_ID`, `AUTH_IDENTITY_SERVER4_SECRET`,
 * `AUTH_IDENTITY_SERVER4_ISSUER`.
 *
 * Add a client of the code flow with PKCE, the callback URL as a redirect URI,
 * and the scopes openid, profile and email. The issuer is the address of the
 * server. Claims of the profile must be in the ID token
 * (`AlwaysIncludeUserClaimsInIdToken`), or pass `idToken: false` to read them
 * from the userinfo endpoint.
 */
const IdentityServer4: OIDCProvider<"identity-server4", IdentityServer4Profile> = oidc(
  "identity-server4",
  {
    name: "IdentityServer4",
    emailVerified: "email_verified",
  },
);
export default IdentityServer4;

/**
 * Cognito, OpenID Connect: {@link https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-userpools-server-contract-reference.html}.
 *
 * @module
 */

import { oidc, type OIDCProfile, type OIDCProvider } from "./_make.ts";

/** Claims of Cognito's ID token that are read here. */
export interface CognitoProfile extends OIDCProfile {}

/**
 * Sign in with Cognito. Callback URL: `{origin}{basePath}/callback/cognito`.
 * Variables: `AUTH_COGNITO_ID`, `AUTH_COGNITO_SECRET`, `AUTH_COGNITO_ISSUER`.
 *
 * Create an app client with a secret in the user pool, give the pool a domain,
 * and add the callback URL and the scopes openid, profile and email to its
 * login pages. The issuer is
 * `https://cognito-idp.{region}.amazonaws.com/{poolId}`.
 */
const Cognito: OIDCProvider<"cognito", CognitoProfile> = oidc("cognito", {
  name: "Cognito",
  emailVerified: "email_verified",
  style: { brandColor: "#C17B9E" },
});
export default Cognito;

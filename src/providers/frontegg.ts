/**
 * Frontegg, OpenID Connect: {@link https://developers.frontegg.com/guides/env-settings/hosted-embedded/hosted-login}.
 *
 * @module
 */

import { oidc, type OIDCProfile, type OIDCProvider } from "./_make.ts";

/** Claims of Frontegg's ID token that are read here. */
export interface FronteggProfile extends OIDCProfile {
  /** Members that Frontegg adds. */
  [member: string]: unknown;
}

/**
 * Sign in with Frontegg. Callback URL: `{origin}{basePath}/callback/frontegg`.
 * Variables: `AUTH_FRONTEGG_ID`, `AUTH_FRONTEGG_SECRET`,
 * `AUTH_FRONTEGG_ISSUER`.
 *
 * Add the callback URL to the authorized redirect URLs of the hosted login box.
 * The issuer is the Frontegg domain of the environment. The endpoints are made
 * from it, so pass it as an option, or list the provider uncalled when it comes
 * from the variable.
 */
const Frontegg: OIDCProvider<"frontegg", FronteggProfile> = oidc("frontegg", (options) => {
  const issuer = options.issuer?.replace(/\/$/, "");
  return {
    name: "Frontegg",
    authorization: issuer && `${issuer}/oauth/authorize`,
    token: issuer && `${issuer}/oauth/token`,
    userinfo: issuer && `${issuer}/identity/resources/users/v2/me`,
    jwks_endpoint: issuer && `${issuer}/.well-known/jwks.json`,
    emailVerified: "email_verified",
  };
});
export default Frontegg;

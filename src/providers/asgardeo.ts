/**
 * Asgardeo, OpenID Connect: {@link https://wso2.com/asgardeo/docs/guides/authentication/oidc/}.
 *
 * @module
 */

import { oidc, type OIDCProfile, type OIDCProvider } from "./_make.ts";

/** Claims of Asgardeo's ID token that are read here. */
export interface AsgardeoProfile extends OIDCProfile {}

/**
 * Sign in with Asgardeo. Callback URL: `{origin}{basePath}/callback/asgardeo`.
 * Variables: `AUTH_ASGARDEO_ID`, `AUTH_ASGARDEO_SECRET`,
 * `AUTH_ASGARDEO_ISSUER`.
 *
 * Register a standard-based application in the Asgardeo console with the
 * callback URL among its authorized redirect URLs, and let it release the
 * `email` and `profile` attributes.
 *
 * The issuer is `https://api.asgardeo.io/t/{organization}/oauth2/token`. A
 * shorter form without the last two segments is completed.
 */
const Asgardeo: OIDCProvider<"asgardeo", AsgardeoProfile> = oidc("asgardeo", (options) => {
  // The console shows both forms; the server's own issuer is the longer one.
  const issuer = options.issuer?.replace(/\/?(\/oauth2\/token\/?)?$/, "/oauth2/token");
  return {
    name: "Asgardeo",
    emailVerified: "email_verified",
    style: { brandColor: "#000" },
    options: issuer ? { ...options, issuer } : options,
  };
});
export default Asgardeo;

/**
 * Descope, OpenID Connect: {@link https://docs.descope.com/identity-federation/applications/oidc-apps}.
 *
 * @module
 */

import { oidc, type OIDCProfile, type OIDCProvider } from "./_make.ts";

/** Claims of Descope's ID token that are read here. */
export interface DescopeProfile extends OIDCProfile {
  /** Members that Descope adds. */
  [member: string]: unknown;
}

/**
 * Sign in with Descope. Callback URL: `{origin}{basePath}/callback/descope`.
 * Variables: `AUTH_DESCOPE_ID`, `AUTH_DESCOPE_SECRET`.
 *
 * The client id is the Descope project id, the secret an access key. Set up the
 * callback URL in the federated application of the project. The issuer follows
 * from the client id, `https://api.descope.com/{projectId}`; pass `issuer` when
 * the project lives in another region or has its own domain, or when the client
 * id comes from the variable and the provider is called.
 */
const Descope: OIDCProvider<"descope", DescopeProfile> = oidc("descope", (options) => ({
  name: "Descope",
  issuer: options.clientId && `https://api.descope.com/${options.clientId}`,
  checks: ["pkce", "state"],
  emailVerified: "email_verified",
  style: { brandColor: "#1C1C23" },
}));
export default Descope;

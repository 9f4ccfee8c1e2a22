/**
 * Passage, OpenID Connect: {@link https://docs.passage.id/hosted-login/oidc-client-configuration}.
 *
 * @module
 */

import { oidc, type OIDCProfile, type OIDCProvider } from "./_make.ts";

/** Claims of Passage's ID token that are read here. */
export interface PassageProfile extends OIDCProfile {
  /** Phone number. */
  phone_number?: string;
}

/**
 * Sign in with Passage. Create an app with hosted login. Callback URL:
 * `{origin}{basePath}/callback/passage`. Variables: `AUTH_PASSAGE_ID`,
 * `AUTH_PASSAGE_SECRET`, `AUTH_PASSAGE_ISSUER`.
 *
 * @param options `issuer` is required: the domain of the app, for example
 * `https://acme.withpassage.com`
 */
const Passage: OIDCProvider<"passage", PassageProfile> = oidc("passage", {
  name: "Passage",
  client: { token_endpoint_auth_method: "client_secret_basic" },
  emailVerified: "email_verified",
  style: { brandColor: "#3d53f6" },
});
export default Passage;

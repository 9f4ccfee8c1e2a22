/**
 * Ory Hydra, OpenID Connect: {@link https://www.ory.com/docs/hydra/guides/using-oauth2}.
 *
 * @module
 */

import { oidc, type OIDCProfile, type OIDCProvider } from "./_make.ts";
import { mark } from "./_marks/ory_hydra.ts";

/** Claims of Ory Hydra's ID token that are read here. */
export interface OryHydraProfile extends OIDCProfile {}

/**
 * Sign in with Ory Hydra. Create a client with the grant type
 * `authorization_code`. Callback URL: `{origin}{basePath}/callback/hydra`.
 * Variables: `AUTH_HYDRA_ID`, `AUTH_HYDRA_SECRET`, `AUTH_HYDRA_ISSUER`.
 *
 * @param options `issuer` is required: the public URL of the server, for
 * example `https://hydra.example.com`
 */
const OryHydra: OIDCProvider<"hydra", OryHydraProfile> = oidc("hydra", {
  name: "Hydra",
  emailVerified: "email_verified",
  style: { brandColor: "#fff", mark },
});
export default OryHydra;

/**
 * Logto, OpenID Connect: {@link https://docs.logto.io/quick-starts/authjs}.
 *
 * @module
 */

import { oidc, type OIDCProvider } from "./_make.ts";

/** Claims of Logto's ID token that are read here. */
export interface LogtoProfile {
  /** Stable account id. */
  sub: string;
  /** Full name. */
  name: string | null;
  /** Login name. */
  username: string | null;
  /** Email address. */
  email: string | null;
  /** `true` when the address is verified. */
  email_verified?: boolean;
  /** URL of a picture. */
  picture: string | null;
  /** Members that Logto adds. */
  [member: string]: unknown;
}

/**
 * Sign in with Logto. Create an application of the type "Traditional web".
 * Callback URL: `{origin}{basePath}/callback/logto`. Variables:
 * `AUTH_LOGTO_ID`, `AUTH_LOGTO_SECRET`, `AUTH_LOGTO_ISSUER`.
 *
 * A refresh token is given only with `authorization: { params: { prompt: "consent" } }`.
 *
 * @param options `issuer` is required: the endpoint of the tenant with the path
 * `/oidc`, for example `https://acme.logto.app/oidc`
 */
const Logto: OIDCProvider<"logto", LogtoProfile> = oidc("logto", {
  name: "Logto",
  authorization: { params: { scope: "offline_access openid email profile" } },
  emailVerified: "email_verified",
  profile: (claims) => ({
    id: claims.sub,
    name: claims.name ?? claims.username,
    email: claims.email,
    image: claims.picture,
  }),
});
export default Logto;

/**
 * SimpleLogin, OpenID Connect: {@link https://simplelogin.io/docs/siwsl/intro/}.
 *
 * @module
 */

import { type AnyMembers, oidc, type OIDCProvider } from "./_make.ts";
import { mark } from "./_marks/simplelogin.ts";

/** Claims of SimpleLogin's ID token that are read here. */
export interface SimpleLoginProfile extends AnyMembers {
  /** Account number. */
  id: number;
  /** Stable account id. */
  sub: string;
  /** Full name. */
  name: string;
  /** Email address, an alias if the person chose one. */
  email: string;
  /** `true` when the address is verified. */
  email_verified: boolean;
  /** URL of a picture. */
  avatar_url: string | null;
}

/**
 * Sign in with SimpleLogin. Create a website under "Sign in with SimpleLogin".
 * Callback URL: `{origin}{basePath}/callback/simplelogin`. Variables:
 * `AUTH_SIMPLELOGIN_ID`, `AUTH_SIMPLELOGIN_SECRET`.
 */
const SimpleLogin: OIDCProvider<"simplelogin", SimpleLoginProfile> = oidc("simplelogin", {
  name: "SimpleLogin",
  issuer: "https://app.simplelogin.io",
  emailVerified: "email_verified",
  profile: (claims) => ({
    id: claims.sub,
    name: claims.name,
    email: claims.email,
    image: claims.avatar_url,
  }),
  style: { brandColor: "#e3156a", mark },
});
export default SimpleLogin;

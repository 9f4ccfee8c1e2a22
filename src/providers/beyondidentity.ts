/**
 * Beyond Identity, OpenID Connect: {@link https://developer.beyondidentity.com/}.
 *
 * @module
 */

import { type AnyMembers, oidc, type OIDCProvider } from "./_make.ts";

/** Claims of Beyond Identity's ID token that are read here. */
export interface BeyondIdentityProfile extends AnyMembers {
  /** Stable identifier of the person. */
  sub: string;
  /** Full name. */
  name: string;
  /** Email address. */
  email: string;
  /** Login name. */
  preferred_username: string;
}

/**
 * Sign in with Beyond Identity. Callback URL:
 * `{origin}{basePath}/callback/beyondidentity`.
 * Variables: `AUTH_BEYONDIDENTITY_ID`, `AUTH_BEYONDIDENTITY_SECRET`,
 * `AUTH_BEYONDIDENTITY_ISSUER`.
 *
 * Create an OIDC application in the Beyond Identity console with the callback
 * URL as a redirect URI. The issuer is shown with it.
 *
 * The user has one more member than usual: `preferred_username`.
 *
 * No address counts as verified. Pass `emailVerified: "email_verified"` when the
 * server is set up to send that claim.
 */
const BeyondIdentity: OIDCProvider<"beyondidentity", BeyondIdentityProfile> = oidc(
  "beyondidentity",
  {
    name: "Beyond Identity",
    emailVerified: false, // the site does not document verification
    profile: (user) => {
      const { sub, name, email, preferred_username } = user;
      return { id: sub, name, email, image: null, ...{ preferred_username } };
    },
    style: { brandColor: "#5077c5" },
  },
);
export default BeyondIdentity;

/**
 * United Effects, OpenID Connect: {@link https://docs.unitedeffects.com/}.
 *
 * @module
 */

import { type AnyMembers, oidc, type OIDCProvider } from "./_make.ts";

/** Claims of United Effects's ID token that are read here. */
export interface UnitedEffectsProfile extends AnyMembers {
  /** Stable account id. */
  sub: string;
  /** Email address. */
  email: string;
  /** `true` when the address is verified. */
  verified?: boolean;
}

/**
 * Sign in with United Effects. Create a client of the type "web" in the group.
 * Callback URL: `{origin}{basePath}/callback/united-effects`. Variables:
 * `AUTH_UNITED_EFFECTS_ID`, `AUTH_UNITED_EFFECTS_SECRET`,
 * `AUTH_UNITED_EFFECTS_ISSUER`.
 *
 * @param options `issuer` is required: it ends with the group, for example
 * `https://auth.unitedeffects.com/<group id>`
 */
const UnitedEffects: OIDCProvider<"united-effects", UnitedEffectsProfile> = oidc(
  "united-effects",
  (options) => {
    const issuer = options.issuer;
    return {
      name: "United Effects",
      // The audience of the access token is the group itself.
      authorization: {
        params: { scope: "openid email profile", ...(issuer ? { resource: issuer } : {}) },
      },
      // The claim has this name: https://github.com/UnitedEffects/ueauth
      emailVerified: "verified",
    };
  },
);
export default UnitedEffects;

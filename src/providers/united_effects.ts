/**
 * United Effects, OpenID Connect: {@link https://docs.unitedeffects.com/}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Claims of United Effects's ID token that are read here. */
export interface UnitedEffectsProfile {
  /** Stable account id. */
  sub: string;
  /** E-mail address. */
  email: string;
  /** `true` when the address is verified. */
  verified?: boolean;
  /** Members that United Effects adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with United Effects. Create a client of the type "web" in the group.
 * Callback URL: `{origin}{basePath}/callback/united-effects`. Variables:
 * `AUTH_UNITED_EFFECTS_ID`, `AUTH_UNITED_EFFECTS_SECRET`,
 * `AUTH_UNITED_EFFECTS_ISSUER`.
 *
 * @param options `issuer` is required: it ends with the group, for example
 * `https://auth.unitedeffects.com/<group id>`
 *
 * @example
 * ```ts
 * import UnitedEffects from "@x/auth/providers/united-effects";
 *
 * const provider = UnitedEffects({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://auth.unitedeffects.com/group",
 * });
 * console.log(provider.name);
 * ```
 */
export default function UnitedEffects<
  P extends UnitedEffectsProfile,
  Id extends OwnId<"united-effects"> = "united-effects",
>(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  const issuer = options?.issuer;
  return {
    id: idOf(options, "united-effects"),
    name: "United Effects",
    type: "oidc",
    // The audience of the access token is the group itself.
    authorization: {
      params: { scope: "openid email profile", ...(issuer ? { resource: issuer } : {}) },
    },
    // The claim has this name: https://github.com/UnitedEffects/ueauth
    emailVerified: "verified",
    options,
  };
}

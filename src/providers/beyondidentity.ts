/**
 * Beyond Identity, OpenID Connect: {@link https://developer.beyondidentity.com/}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Claims of Beyond Identity's ID token that are read here. */
export interface BeyondIdentityProfile {
  /** Stable identifier of the person. */
  sub: string;
  /** Full name. */
  name: string;
  /** E-mail address. */
  email: string;
  /** Login name. */
  preferred_username: string;
  /** Members that Beyond Identity adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
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
 *
 * @example
 * ```ts
 * import BeyondIdentity from "@x/auth/providers/beyondidentity";
 *
 * const provider = BeyondIdentity({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://auth-us.beyondidentity.com/v1/tenants/1/realms/2/applications/3",
 * });
 * console.log(provider.id);
 * ```
 */
export default function BeyondIdentity<
  P extends BeyondIdentityProfile,
  Id extends OwnId<"beyondidentity"> = "beyondidentity",
>(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "beyondidentity"),
    name: "Beyond Identity",
    type: "oidc",
    emailVerified: false, // the site does not document verification
    profile: (user) => {
      const { sub, name, email, preferred_username } = user;
      return { id: sub, name, email, image: null, ...{ preferred_username } };
    },
    style: { brandColor: "#5077c5" },
    options,
  };
}

/**
 * Kinde, OpenID Connect: {@link https://docs.kinde.com/developer-tools/about/using-kinde-without-an-sdk/}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Claims of Kinde's ID token that are read here. */
export interface KindeProfile {
  /** Stable identifier of the person at the issuer. */
  sub: string;
  /** Full name. */
  name?: string;
  /** Casual name; used when there is no `name`. */
  nickname?: string;
  /** Short name; used when there is no `name` and no `nickname`. */
  preferred_username?: string;
  /** E-mail address. */
  email?: string;
  /** URL of a picture. */
  picture?: string;
  /** Members that Kinde adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Kinde. Callback URL: `{origin}{basePath}/callback/kinde`.
 * Variables: `AUTH_KINDE_ID`, `AUTH_KINDE_SECRET`, `AUTH_KINDE_ISSUER`.
 *
 * Add a back-end web application in Kinde with the callback URL among its
 * allowed callback URLs. The issuer is the Kinde domain.
 *
 * No address counts as verified. Pass `emailVerified: "email_verified"` when the
 * server is set up to send that claim.
 *
 * @example
 * ```ts
 * import Kinde from "@x/auth/providers/kinde";
 *
 * const provider = Kinde({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://acme.kinde.com",
 * });
 * console.log(provider.id);
 * ```
 */
export default function Kinde<P extends KindeProfile, Id extends OwnId<"kinde"> = "kinde">(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "kinde"),
    name: "Kinde",
    type: "oidc",
    checks: ["state", "pkce"],
    emailVerified: false, // the site does not document verification
    style: { brandColor: "#fff" },
    options,
  };
}

/**
 * Ory Hydra, OpenID Connect: {@link https://www.ory.com/docs/hydra/guides/using-oauth2}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/ory_hydra.ts";

/** Claims of Ory Hydra's ID token that are read here. */
export interface OryHydraProfile {
  /** Stable account id. */
  sub: string;
  /** Full name. */
  name?: string;
  /** E-mail address. */
  email?: string;
  /** `true` when the address is verified. */
  email_verified?: boolean;
  /** URL of a picture. */
  picture?: string;
  /** Members that Ory Hydra adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Ory Hydra. Create a client with the grant type
 * `authorization_code`. Callback URL: `{origin}{basePath}/callback/hydra`.
 * Variables: `AUTH_HYDRA_ID`, `AUTH_HYDRA_SECRET`, `AUTH_HYDRA_ISSUER`.
 *
 * @param options `issuer` is required: the public URL of the server, for
 * example `https://hydra.example.com`
 *
 * @example
 * ```ts
 * import OryHydra from "@x/auth/providers/ory-hydra";
 *
 * const provider = OryHydra({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://hydra.example.com",
 * });
 * console.log(provider.name);
 * ```
 */
export default function OryHydra<P extends OryHydraProfile, Id extends OwnId<"hydra"> = "hydra">(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "hydra"),
    name: "Hydra",
    type: "oidc",
    emailVerified: "email_verified",
    style: { brandColor: "#fff", mark },
    options,
  };
}

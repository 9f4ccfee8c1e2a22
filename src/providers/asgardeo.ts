/**
 * Asgardeo, OpenID Connect: {@link https://wso2.com/asgardeo/docs/guides/authentication/oidc/}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Claims of Asgardeo's ID token that are read here. */
export interface AsgardeoProfile {
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
  /** `true` when the address is verified. */
  email_verified?: boolean;
  /** URL of a picture. */
  picture?: string;
  /** Members that Asgardeo adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Asgardeo. Callback URL: `{origin}{basePath}/callback/asgardeo`.
 * Variables: `AUTH_ASGARDEO_ID`, `AUTH_ASGARDEO_SECRET`,
 * `AUTH_ASGARDEO_ISSUER`.
 *
 * Register a standard-based application in the Asgardeo console with the
 * callback URL among its authorized redirect URLs, and let it release the
 * `email` and `profile` attributes.
 *
 * The issuer is `https://api.asgardeo.io/t/{organization}/oauth2/token`. A
 * shorter form without the last two segments is completed.
 *
 * @example
 * ```ts
 * import Asgardeo from "@x/auth/providers/asgardeo";
 *
 * const provider = Asgardeo({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://api.asgardeo.io/t/acme/oauth2/token",
 * });
 * console.log(provider.id);
 * ```
 */
export default function Asgardeo<
  P extends AsgardeoProfile,
  Id extends OwnId<"asgardeo"> = "asgardeo",
>(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  // The console shows both forms; the server's own issuer is the longer one.
  const issuer = options?.issuer?.replace(/\/?(\/oauth2\/token\/?)?$/, "/oauth2/token");
  return {
    id: idOf(options, "asgardeo"),
    name: "Asgardeo",
    type: "oidc",
    emailVerified: "email_verified",
    style: { brandColor: "#000" },
    options: issuer ? { ...options, issuer } : options,
  };
}

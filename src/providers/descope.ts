/**
 * Descope, OpenID Connect: {@link https://docs.descope.com/identity-federation/applications/oidc-apps}.
 *
 * @module
 */

import type { OIDCConfig, OIDCUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Claims of Descope's ID token that are read here. */
export interface DescopeProfile {
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
  /** Members that Descope adds. */
  [member: string]: unknown;
}

/**
 * Sign in with Descope. Callback URL: `{origin}{basePath}/callback/descope`.
 * Variables: `AUTH_DESCOPE_ID`, `AUTH_DESCOPE_SECRET`.
 *
 * The client id is the Descope project id, the secret an access key. Set up the
 * callback URL in the federated application of the project. The issuer follows
 * from the client id, `https://api.descope.com/{projectId}`; pass `issuer` when
 * the project lives in another region or has its own domain, or when the client
 * id comes from the variable and the provider is called.
 *
 * @example
 * ```ts
 * import Descope from "@x/auth/providers/descope";
 *
 * const provider = Descope({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Descope<P extends DescopeProfile, Id extends OwnId<"descope"> = "descope">(
  options?: OIDCUserConfig<P> & WithId<Id>,
): OIDCConfig<P, NoInfer<Id>> {
  return {
    id: idOf(options, "descope"),
    name: "Descope",
    type: "oidc",
    issuer: options?.clientId && `https://api.descope.com/${options.clientId}`,
    checks: ["pkce", "state"],
    emailVerified: "email_verified",
    style: { brandColor: "#1C1C23" },
    options,
  };
}

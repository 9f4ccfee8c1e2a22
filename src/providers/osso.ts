/**
 * Osso, OAuth 2.0: {@link https://ossoapp.com/docs/configure/authentication/}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

/** Members of Osso's profile that are read here. */
export interface OssoProfile {
  /** Stable account id. */
  id: string;
  /** E-mail address. */
  email: string;
  /** Full name. */
  name?: string;
  /** Members that Osso adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Osso. Create an OAuth client in the admin interface. Callback
 * URL: `{origin}{basePath}/callback/osso`. Variables: `AUTH_OSSO_ID`,
 * `AUTH_OSSO_SECRET`, `AUTH_OSSO_ISSUER`.
 *
 * @param options `issuer` is required: the URL of the instance, for example
 * `https://osso.example.com/`
 *
 * @example
 * ```ts
 * import Osso from "@x/auth/providers/osso";
 *
 * const provider = Osso({
 *   clientId: "id",
 *   clientSecret: "secret",
 *   issuer: "https://osso.example.com/",
 * });
 * console.log(provider.token);
 * ```
 */
export default function Osso<P extends OssoProfile, Id extends OwnId<"osso"> = "osso">(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  const site = options?.issuer?.replace(/\/?$/, "/");
  return {
    id: idOf(options, "osso"),
    name: "Osso",
    type: "oauth",
    authorization: site && `${site}oauth/authorize`,
    token: site && `${site}oauth/token`,
    userinfo: site && `${site}oauth/me`,
    // The identity provider of the connection sends the address, and nothing verifies it.
    emailVerified: false,
    options,
  };
}

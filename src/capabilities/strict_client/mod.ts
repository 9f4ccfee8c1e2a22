/**
 * Strict clients of OAuth 2 and OpenID Connect: pushed and signed requests, tokens that are
 * bound to a key, and the FAPI 2.0 Security Profile.
 *
 * @see {@link https://openid.net/specs/fapi-security-profile-2_0-final.html FAPI 2.0 Security Profile}
 * @module
 */

import { capability } from "../../symbols.ts";
import type { WithCode } from "../../config/capability.ts";
import type { StrictClientCode } from "../../flows/oauth/strict_client.ts";
import type { OAuthConfig } from "../../types/provider.ts";
import { strictClientCode } from "./capability.ts";

/**
 * A provider with the code for `par`, `dpop`, `requestObject` and `securityProfile`. Apps
 * without the function do not bundle that code, and a provider that has one of these options
 * and was not passed through it is refused.
 *
 * @param provider an OAuth 2 or OpenID Connect provider, as an object
 *
 * @example
 * ```ts
 * import Keycloak from "@x/auth/providers/keycloak";
 * import { StrictClient } from "@x/auth/strict-client";
 *
 * const provider = StrictClient(Keycloak({
 *   issuer: "https://sso.example/realms/app",
 *   clientId: "app",
 *   clientSecret: "secret",
 *   par: true,
 * }));
 * console.log(provider.id); // keycloak
 * ```
 */
// deno-lint-ignore no-explicit-any -- a provider of any profile
export function StrictClient<P extends OAuthConfig<any>>(provider: P): P {
  const code: WithCode<StrictClientCode> = { [capability]: strictClientCode };
  return { ...provider, ...code };
}

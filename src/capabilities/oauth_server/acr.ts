/**
 * Authentication context classes: how strong a proof is, for `acr_values`, ID tokens and access tokens.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#IDToken OpenID Connect Core §2}
 * @module
 */

import { isMultiFactor } from "../../session/method_kinds.ts";
import type { AuthenticationMethod } from "../../types/proof.ts";
import { ACR_MFA } from "./settings.ts";

export { ACR_MFA };

/** The class of a proof; `undefined` for one that needs no name. */
export function acrOf(methods: readonly AuthenticationMethod[]): string | undefined {
  return isMultiFactor([...methods]) ? ACR_MFA : undefined;
}

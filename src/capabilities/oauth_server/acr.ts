/**
 * Authentication context classes: a stand-in, to be replaced by the one of the authorization endpoint.
 *
 * @module
 */

import { isMultiFactor } from "../../session/method_kinds.ts";
import type { AuthenticationMethod } from "../../types/proof.ts";

/** A sign-in with two factors. */
export const ACR_MFA = "urn:x-auth:mfa";

/** The class of a proof; `undefined` for one that needs no name. */
export function acrOf(methods: readonly AuthenticationMethod[]): string | undefined {
  return isMultiFactor([...methods]) ? ACR_MFA : undefined;
}

/**
 * Demands on the client and the resource of a token that was not asked for by a code.
 *
 * @module
 */

import { OAuthRefusal, readDPoPKey } from "../../credentials/form.ts";
import type { Client } from "./client.ts";
import type { OAuthCall, Settings } from "./settings.ts";

/**
 * Demands a client that has authenticated: the id of a public one proves nothing.
 *
 * @throws {OAuthRefusal} `unauthorized_client`
 */
export function requireConfidential({ authentication, isUntrusted }: Client): void {
  if (authentication.method !== "none" && !isUntrusted) return;
  throw new OAuthRefusal("unauthorized_client", "The `grant_type` is for clients of the app alone");
}

/**
 * Demands a resource that takes such a token: the issuer is about the identity of users.
 *
 * @param jkt thumbprint of the key of the client
 * @throws {OAuthRefusal} `invalid_target` or `invalid_dpop_proof`
 */
export function requireTarget(
  { issuer, resources }: Pick<Settings, "issuer" | "resources">,
  url: string,
  jkt: string | undefined,
): void {
  const resource = resources.get(url);
  if (!resource || url === issuer) {
    throw new OAuthRefusal("invalid_target", "The resource does not take such a token");
  }
  if (resource.requiresDpop && jkt === undefined) {
    throw new OAuthRefusal("invalid_dpop_proof", "Tokens for the resource need a DPoP proof");
  }
}

/**
 * The thumbprint of the key that tokens are bound to; `undefined` for a client that proves none and need
 * not.
 *
 * @throws {OAuthRefusal} for a proof that is not valid, and where a client of FAPI 2.0 has none (§5.3.2.1)
 */
export async function readTokenKey(
  call: OAuthCall,
  { isFapi2 }: Pick<Client, "isFapi2">,
): Promise<string | undefined> {
  const jkt = await readDPoPKey(call, isFapi2);
  if (jkt !== undefined || !isFapi2) return jkt;
  throw new OAuthRefusal("invalid_request", "The client gets tokens with a DPoP proof alone");
}

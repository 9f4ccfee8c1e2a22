/**
 * Demands on the client and the resource of a token that was not asked for by a code.
 *
 * @module
 */

import { OAuthRefusal } from "../../credentials/form.ts";
import type { Client } from "./client.ts";
import type { Settings } from "./settings.ts";

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

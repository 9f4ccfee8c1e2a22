/**
 * The key of a client that tokens are bound to (RFC 9449 §5).
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { OAuthRefusal } from "./refusal.ts";
import type { OAuthCall } from "./settings.ts";

const proofs = lazy(() => import("../../credentials/dpop.ts"));

/**
 * The thumbprint of the key that a request proves to have; `undefined` when it proves none.
 *
 * @throws {OAuthRefusal} for a proof that is not valid
 */
export async function keyOf(
  { config, request, origin }: Pick<OAuthCall, "config" | "origin" | "request">,
): Promise<string | undefined> {
  if (!request.headers.has("dpop")) return undefined;
  const proof = await (await proofs()).verifyProof(config, request, origin);
  if ("thumbprint" in proof) return proof.thumbprint;
  throw new OAuthRefusal("invalid_dpop_proof", `The DPoP proof is not valid (${proof.fault})`);
}

/**
 * Compares the key of a request with the one that a code or a refresh token is bound to.
 *
 * @throws {OAuthRefusal} when the request does not prove to have that one
 */
export function requireKey(bound: string | null, jkt: string | undefined): void {
  if (bound === null || bound === jkt) return;
  throw new OAuthRefusal(
    jkt === undefined ? "invalid_dpop_proof" : "invalid_grant",
    "It is bound to a key, which the request does not prove to have",
  );
}

/**
 * The key of a client that tokens are bound to (RFC 9449 §5).
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { Refusal } from "./refusal.ts";
import type { NativeRequest } from "./settings.ts";

const proofs = lazy(() => import("../../credentials/dpop.ts"));

/**
 * The thumbprint of the key that a request proves to have; `undefined` when it proves none. The
 * request must have been counted: a proof is verified, and remembered.
 *
 * @throws {Refusal} for a proof that is not valid
 */
export async function keyOf(
  { config, request, origin }: NativeRequest,
): Promise<string | undefined> {
  if (!request.headers.has("dpop")) return undefined;
  const proof = await (await proofs()).verifyProof(config, request, origin);
  if ("thumbprint" in proof) return proof.thumbprint;
  throw new Refusal("invalid_dpop_proof", `The DPoP proof is not valid (${proof.fault})`);
}

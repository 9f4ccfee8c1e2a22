/**
 * Proofs of possession (DPoP, RFC 9449): the client signs method, URL and token of each request with
 * a key that an access token is bound to, so that a token alone opens nothing.
 *
 * @module
 */

import type { CredentialRefusal } from "../types/audit.ts";
import type { ResolvedConfig } from "../types/internal.ts";

/** A proof that is valid for a request, or the reason why it is not. */
export type VerifiedProof =
  | {
    /** SHA-256 thumbprint of the key (RFC 7638), in base64url. */
    readonly thumbprint: string;
  }
  | {
    /** Reason. */
    readonly fault: CredentialRefusal;
  };

/**
 * Verifies the `DPoP` header of a request.
 *
 * @param token access token that it is used with; absent where a token is asked for
 */
export function verifyProof(
  _config: ResolvedConfig,
  _request: Request,
  _origin: string,
  _token?: string,
): Promise<VerifiedProof> {
  return Promise.resolve({ fault: "proof-wrong" });
}

/**
 * Claims of a session token that the library itself sets, after the app's callbacks.
 *
 * @module
 */

import type { JWT } from "../types/entities.ts";
import type { Proof } from "../types/proof.ts";
import { readProof, unknownProof } from "./proof.ts";

/** Claim with the id of the session's record. */
const SESSION_ID = "session_id";

/** The id of the record of a token's session. */
export function sessionIdOf(claims: JWT): string | undefined {
  const id = claims[SESSION_ID];
  return typeof id === "string" ? id : undefined;
}

/** Claim with the proof of the session. */
const PROOF = "session_proof";

/**
 * Tokens of Auth.js and of older versions have no proof. The time they were made is
 * kept at their first renewal, so that no renewal makes the proof look newer.
 */
export function proofOf(claims: JWT): Proof {
  return readProof(claims[PROOF]) ??
    unknownProof(typeof claims.iat === "number" ? claims.iat : 0);
}

/** Claim with the tokens of providers, which is sealed once more. */
const TOKENS = "session_tokens";

/** The sealed tokens of providers in a session token. */
export function tokensOf(claims: JWT): string | undefined {
  const sealed = claims[TOKENS];
  return typeof sealed === "string" ? sealed : undefined;
}

/** Time at which a token was made, in milliseconds since 1970. */
export function issuedAtMs({ iat }: JWT): number {
  return typeof iat === "number" ? iat * 1000 : 0;
}

/** Values of the library's own claims. */
export interface OwnClaims {
  /** Proof of the session. */
  proof: Proof;
  /** Id of the session's record; `undefined` when records are not kept. */
  sessionId: string | undefined;
  /** Sealed tokens of providers. */
  tokens: string | undefined;
}

/** Claims of another library, in which the names of the library's own claims mean something else. */
export function withoutOwnClaims(claims: JWT): JWT {
  const { [SESSION_ID]: _id, [PROOF]: _proof, [TOKENS]: _tokens, ...others } = claims;
  return others;
}

/** The app's claims with the library's own. */
export function withOwnClaims(claims: JWT, { proof, sessionId, tokens }: OwnClaims): JWT {
  const token: JWT = { ...claims, [PROOF]: proof };
  if (sessionId !== undefined) token[SESSION_ID] = sessionId;
  if (tokens !== undefined) token[TOKENS] = tokens;
  return token;
}

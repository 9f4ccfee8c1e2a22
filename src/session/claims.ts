/**
 * Claims of a session token that the library itself sets, after the app's callbacks, and the budget
 * of all claims. Browsers send the token with every request, also for images, and servers answer
 * requests with large headers with 431 or 400: then no page works any more, and not even the
 * sign-out.
 *
 * @module
 */

import type { JWT } from "../types/entities.ts";
import type { Proof } from "../types/proof.ts";
import { readProof, unknownProof } from "./proof.ts";
import { AuthError } from "../errors.ts";

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
  return storedProofOf(claims) ??
    unknownProof(typeof claims.iat === "number" ? claims.iat : 0);
}

/** The proof as a token has it; `undefined` when it has none that can be read. */
export function storedProofOf(claims: JWT): Proof | undefined {
  return readProof(claims[PROOF]);
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

/** Most characters of a sealed token. Node refuses headers of 16 kB in all, and others half of that. */
const MAX_TOKEN = 6000;

/** Claims that the library sets itself. */
const OWN: ReadonlySet<string> = new Set([
  ...["name", "email", "email_verified", "picture", "sub", "iat", "exp", "jti"],
  ...["session_id", "session_proof"],
]);

/** Most claims that a message names. */
const MAX_NAMED = 5;

/** A session whose token is larger than servers take. */
export class TokenTooLarge extends AuthError {}

/** Characters by which another library may have sealed the same claims shorter. */
const TOLERANCE = 500;

/**
 * Refuses a token that is too large.
 *
 * @param known length of the token in its place: browsers and servers took it. Default 0
 * @throws {TokenTooLarge} with the names of the claims that were added, the largest first
 */
export function assertFits(value: string, claims: JWT, known = 0): void {
  if (value.length <= Math.max(MAX_TOKEN, known + TOLERANCE)) return;
  const added = Object.entries(claims).filter(([name]) => !OWN.has(name))
    .map(([name, claim]): [string, number] => [name, JSON.stringify(claim)?.length ?? 0])
    .sort(([, one], [, other]) => other - one).slice(0, MAX_NAMED)
    .map(([name, size]) => `"${name}" (${size} characters)`);
  const cure = added.length === 0
    ? "shorten what `profile` or `authorize` returns"
    : `the claims that were added are ${
      added.join(", ")
    }: keep them in your store, and add them in ` +
      "the `session` callback";
  throw new TokenTooLarge(
    `Cannot keep the session in a token of ${value.length} characters, since servers refuse requests ` +
      `with larger cookies than ${MAX_TOKEN}; ${cure}`,
    { cause: { option: "callbacks.jwt" } },
  );
}

/** Longest URL of a picture, in characters. */
export const MAX_PICTURE = 2048;

/** The URL of a picture; `null` for one that is too long to be kept. */
export function storablePicture<T extends string | null | undefined>(image: T): T | null {
  return typeof image === "string" && image.length > MAX_PICTURE ? null : image;
}

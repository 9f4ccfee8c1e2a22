/**
 * Generations of a refresh token. A token counts once: one that comes back was copied, unless two
 * requests of an honest client came at once.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9700#section-4.14 RFC 9700 §4.14}
 * @module
 */

import { isEqual } from "../base/crypto/hash.ts";
import { hashText } from "../base/hashed.ts";
import { nowMs } from "../base/time.ts";

/** The generations that a record knows. */
export type Generations = {
  /** Hash of the refresh token that counts. */
  readonly current: string;
  /** Hash of the one before; `null` before the first exchange. */
  readonly previous: string | null;
  /** Time of the last exchange, in milliseconds since 1970. */
  readonly replacedAt: number;
};

/** Milliseconds for which the refresh token before is only refused. */
const GRACE_MS = 10_000;

/** Hash of a generation in its record. */
export async function hashOfGeneration(generation: string): Promise<string> {
  return await hashText("refresh token", generation);
}

/**
 * Judges a token.
 *
 * @returns `"current"` for the one that counts, `"replaced"` for the one before within the last
 *   seconds, `"reused"` for one that was copied
 */
export function judgeGeneration(
  { current, previous, replacedAt }: Generations,
  hash: string,
): "current" | "replaced" | "reused" {
  if (isEqual(current, hash)) return "current";
  const isPrevious = previous !== null && isEqual(previous, hash);
  return isPrevious && nowMs() - replacedAt < GRACE_MS ? "replaced" : "reused";
}

/** The generations after an exchange. */
export function nextGenerations({ current }: Generations, next: string): Generations {
  return { current: next, previous: current, replacedAt: nowMs() };
}

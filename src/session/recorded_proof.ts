/**
 * The proof of a database session, in the session's record: that of its sign-in and, in addition,
 * the one that was moved since.
 *
 * All copies of the session's cookie name one row. So a moved proof counts only in the browser
 * that gave it, which has a cookie for it: a copy that was made before stays as old as it was.
 *
 * @module
 */

import { isEqual, sha256Base64url } from "../base/crypto/hash.ts";
import { randomBase64url } from "../base/crypto/bytes.ts";
import { preciseSeconds, secondsFromNow } from "../base/time.ts";
import { requireSessions } from "../config/needs.ts";
import type { Context } from "../types/internal.ts";
import type { Proof } from "../types/proof.ts";
import type { Json } from "../types/records.ts";
import { readProof, unknownProof } from "./proof.ts";
import { type FoundSession, sessions } from "./record.ts";

/** Suffix of the name of the cookie, which is one of those for second factors and step-ups. */
export const SUFFIX = "proof";

/**
 * Seconds within which the marks of earlier moves count too, and how many: of a form that is
 * posted twice, the browser may keep the cookie of either answer.
 */
const REPEATED = { seconds: 60, most: 64 };

/** The proof in a session's record, as it counts in this browser; one of unknown methods without it. */
export async function recordedProof(ctx: Context, id: string): Promise<Proof> {
  const { revocation } = ctx.config;
  return await proofIn(ctx, revocation && await sessions.get(revocation.records, id));
}

/**
 * Replaces the proof in a session's record.
 *
 * @param next makes the proof from the present one
 * @returns the new proof; `null` when the session was ended meanwhile
 */
export async function recordProof(
  ctx: Context,
  id: string,
  next: (known: Proof) => Proof,
): Promise<Proof | null> {
  const { session: { maxAge } } = ctx.config;
  const { records } = requireSessions(ctx.config, "the proof of a database session");
  // A new one each time, since the one before may have been copied with the session.
  const mark = randomBase64url(24);
  const browser = await sha256Base64url(mark);
  let proof: Proof | null = null;
  await sessions.update(records, id, async (known) => {
    proof = known && next(await proofIn(ctx, known));
    if (!known) return undefined;
    const browsers = [browser, ...recentBrowsers(known)].slice(0, REPEATED.most);
    // The members of a proof are JSON, which an interface does not say.
    const moved = { proof: proof as object | null as Json, browsers };
    return { userId: known.owner, expires: known.expires, data: { ...known.data, moved } };
  });
  if (proof) ctx.cookies.set("factorAttempt", mark, { expires: secondsFromNow(maxAge) }, SUFFIX);
  return proof;
}

/** The proof of a record, as it counts in this browser. */
export async function proofIn(
  { cookies }: Context,
  found: FoundSession | null | undefined,
): Promise<Proof> {
  const { proof, moved } = found?.data ?? {};
  const mark = moved && cookies.get("factorAttempt", SUFFIX);
  if (moved && mark !== undefined) {
    const browser = await sha256Base64url(mark);
    const known = moved.browsers.some((one) => isEqual(one, browser)) && readProof(moved.proof);
    if (known) return known;
  }
  return readProof(proof) ?? unknownProof(0);
}

/** Hashes of the marks of moves that were a moment ago. */
function recentBrowsers({ data: { moved } }: FoundSession): readonly string[] {
  const at = moved && readProof(moved.proof)?.at;
  const isRecent = at !== undefined && preciseSeconds() - at <= REPEATED.seconds;
  return isRecent ? moved!.browsers : [];
}

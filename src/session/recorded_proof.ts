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
import { randomBase64url } from "../base/crypto/random.ts";
import { preciseSeconds, secondsFromNow } from "../base/time.ts";
import { requireSessions } from "../config/needs.ts";
import type { Context } from "../types/internal.ts";
import type { Proof } from "../types/proof.ts";
import type { Json, RecordEntry } from "../types/records.ts";
import { readProof, unknownProof } from "./proof.ts";
import { type Data, KIND } from "./record.ts";

/** Tries to change a record that parallel calls change too. */
const TRIES = 100;

/** Suffix of the name of the cookie, which is one of those for second factors and step-ups. */
export const SUFFIX = "proof";

/**
 * Seconds within which the marks of earlier moves count too, and how many: of a form that is
 * posted twice, the browser may keep the cookie of either answer.
 */
const REPEATED = { seconds: 60, most: 64 };

/** The proof in a session's record, as it counts in this browser; one of unknown methods without it. */
export async function recordedProof(ctx: Context, id: string): Promise<Proof> {
  return await proofIn(ctx, await ctx.config.revocation?.records.get(KIND, id));
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
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const entry = await records.get(KIND, id);
    if (!entry) return null;
    const proof = next(await proofIn(ctx, entry));
    // A new one each time, since the one before may have been copied with the session.
    const mark = randomBase64url(24);
    const browsers = [await sha256Base64url(mark), ...recentBrowsers(entry)];
    const data: Data = {
      ...entry.data as Data,
      // Its members are JSON, which an interface does not say.
      moved: { proof: proof as object as Json, browsers: browsers.slice(0, REPEATED.most) },
    };
    if (!await records.put({ ...entry, version: entry.version + 1, data }, entry.version)) continue;
    const expires = secondsFromNow(maxAge);
    ctx.cookies.set("factorAttempt", mark, { expires }, SUFFIX);
    return proof;
  }
  throw new Error("Cannot keep the proof of a session: other calls changed its record each time");
}

/** The proof of an entry, as it counts in this browser. */
export async function proofIn(
  { cookies }: Context,
  entry: RecordEntry | null | undefined,
): Promise<Proof> {
  const { proof, moved } = entry?.data as Data | undefined ?? {};
  const mark = moved && cookies.get("factorAttempt", SUFFIX);
  if (moved && mark !== undefined) {
    const browser = await sha256Base64url(mark);
    const known = moved.browsers.some((one) => isEqual(one, browser)) && readProof(moved.proof);
    if (known) return known;
  }
  return readProof(proof) ?? unknownProof(0);
}

/** Hashes of the marks of moves that were a moment ago. */
function recentBrowsers({ data }: RecordEntry): readonly string[] {
  const { moved } = data as Data;
  const at = moved && readProof(moved.proof)?.at;
  const isRecent = at !== undefined && preciseSeconds() - at <= REPEATED.seconds;
  return isRecent ? moved!.browsers : [];
}

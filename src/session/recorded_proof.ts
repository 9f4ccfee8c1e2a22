/**
 * The proof of a database session, in the session's record.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import type { Context } from "../types/internal.ts";
import type { Proof } from "../types/proof.ts";
import type { Json, RecordEntry } from "../types/records.ts";
import { readProof, unknownProof } from "./proof.ts";
import { type Data, KIND } from "./record.ts";

/** Tries to change a record that parallel calls change too. */
const TRIES = 100;

/** The proof in a session's record; one of unknown methods without it. */
export async function recordedProof({ config }: Context, id: string): Promise<Proof> {
  return proofIn(await config.revocation?.records.get(KIND, id));
}

/**
 * Replaces the proof in a session's record.
 *
 * @param next makes the proof from the present one
 * @returns the new proof; `null` when the session was ended meanwhile
 */
export async function recordProof(
  { config: { revocation } }: Context,
  id: string,
  next: (known: Proof) => Proof,
): Promise<Proof | null> {
  if (!revocation) {
    throw new AuthError(
      "Cannot keep the proof of a database session: it is in the session's record; set " +
        "`session.revocation`",
      { cause: { option: "session.revocation" } },
    );
  }
  const { records } = revocation;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const entry = await records.get(KIND, id);
    if (!entry) return null;
    const proof = next(proofIn(entry));
    // Its members are JSON, which an interface does not say.
    const data: Data = { ...entry.data as Data, proof: proof as object as Json };
    if (await records.put({ ...entry, version: entry.version + 1, data }, entry.version)) {
      return proof;
    }
  }
  throw new Error("Cannot keep the proof of a session: other calls changed its record each time");
}

function proofIn(entry: RecordEntry | null | undefined): Proof {
  return readProof((entry?.data as Data | undefined)?.proof) ?? unknownProof(0);
}

/**
 * Changes of addresses that wait for their code: one record for each session. The code and
 * both addresses are sealed for the session and its user.
 *
 * @module
 */

import { isEqual, sha256Base64url } from "../../base/crypto/hash.ts";
import { randomVersion, tryPut } from "../../records/compare_and_set.ts";
import { ownerOf } from "../../records/owner.ts";
import { decode, encode } from "../../jwt.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { SessionIdentity } from "../../types/identity.ts";
import type { RecordEntry, RecordStore } from "../../types/records.ts";

/** Kind of the records; their owner is the user. */
const KIND = "address.change";

/** Purpose of the seal. */
const SEAL = "authjs.address-change";

/** Seconds for which a code is valid. */
export const CODE_MAX_AGE = 10 * 60;

/** Wrong codes that end a change. */
const MAX_TRIES = 5;

/** Writes of a record that parallel calls change too. */
const WRITES = 100;

/** A change that was asked for. */
export interface Requested {
  /** Digits in the mail. */
  code: string;
  /** Address of the user, at that time; `null` without one. */
  from: string | null;
  /** Address that the mail went to; the same as `from` when it is only to be proven. */
  to: string;
  /** Token of the link that undoes the change. */
  undoToken: string;
  /** Page of that link. */
  undoUrl: string;
  /** `true` when the user has said, with two factors, that `from` is lost: nothing undoes it. */
  isLost?: boolean;
  /** Time of the request, in milliseconds since 1970. */
  requestedAt: number;
}

/** A change that waits. */
export interface Waiting extends Requested {
  /** Wrong codes after which it ends. */
  triesLeft: number;
  /** Time at which it ends. */
  expires: Date;
  /** `true` when the code was right, and the change has failed since. */
  isProven: boolean;
}

/** Data of the record. */
type Data = {
  sealed: string;
  /** Wrong codes so far. */
  tries: number;
  /** `true` once the code was right: the change is made, or is repeated after a failure. */
  isProven: boolean;
};

/** A config that keeps records. */
type WithRecords = ResolvedConfig & { records: RecordStore };

/** Stores a change, in place of another one of the session. */
export async function keepChange(
  config: WithRecords,
  session: SessionIdentity,
  requested: Requested,
): Promise<void> {
  const id = await idOf(session);
  const data: Data = {
    sealed: await sealed(config, session, requested),
    tries: 0,
    isProven: false,
  };
  const expires = new Date(requested.requestedAt + CODE_MAX_AGE * 1000);
  const owner = ownerOf(session.userId);
  for (let write = 0; write < WRITES; write++) {
    const found = await config.records.get(KIND, id);
    const entry = { kind: KIND, id, owner, version: randomVersion(), expires, data };
    if (await tryPut(config.records, entry, found && found.version)) return;
  }
  throw new Error("Cannot keep a change of address: other calls changed its record each time");
}

/** The change of a session that waits for its code. */
export async function waitingChange(
  config: WithRecords,
  session: SessionIdentity,
): Promise<Waiting | undefined> {
  const found = await read(config, session);
  if (!found) return undefined;
  const { entry, data: { tries, isProven }, requested } = found;
  const triesLeft = MAX_TRIES - tries;
  if (triesLeft <= 0) return undefined;
  return { ...requested, triesLeft, expires: entry.expires!, isProven };
}

/** Compares a typed code. A wrong one counts, and the last one ends the change. */
export async function tryCode(
  config: WithRecords,
  session: SessionIdentity,
  typed: string,
): Promise<Requested | "wrong-code" | "expired"> {
  const digits = typed.normalize("NFKC").replaceAll(/[\s-]/g, "");
  for (let write = 0; write < WRITES; write++) {
    const found = await read(config, session);
    if (!found) return "expired";
    const { entry, data, requested } = found;
    const { tries, isProven } = data;
    if (tries >= MAX_TRIES) return "expired";
    const isRight = isEqual(digits, requested.code);
    if (isRight && isProven) return requested;
    const next: Data = isRight ? { ...data, isProven: true } : { ...data, tries: tries + 1 };
    // No answer before it is counted, so that parallel guesses learn nothing.
    const counted = { ...entry, version: randomVersion(), data: next };
    if (!await tryPut(config.records, counted, entry.version)) continue;
    if (isRight) return requested;
    return next.tries < MAX_TRIES ? "wrong-code" : "expired";
  }
  throw new Error("Cannot count a code: other calls changed its record each time");
}

/** Ends the change of a session; `true` when there was one. */
export async function endChange(config: WithRecords, session: SessionIdentity): Promise<boolean> {
  return await config.records.take(KIND, await idOf(session)) !== null;
}

/** Ends the changes of a user in every session. */
export async function endChanges({ records }: WithRecords, userId: string): Promise<void> {
  await records.deleteOwner(ownerOf(userId), KIND);
}

async function idOf({ id }: SessionIdentity): Promise<string> {
  return await sha256Base64url(`address change of session: ${id}`);
}

function saltOf({ id, userId }: SessionIdentity): string {
  return `${SEAL}.${JSON.stringify([ownerOf(userId), id])}`;
}

async function sealed(
  { jwt: { secret } }: ResolvedConfig,
  session: SessionIdentity,
  requested: Requested,
): Promise<string> {
  return await encode<Requested>({
    token: requested,
    secret,
    salt: saltOf(session),
    maxAge: CODE_MAX_AGE,
  });
}

async function read(
  { records, jwt: { secret } }: WithRecords,
  session: SessionIdentity,
): Promise<{ entry: RecordEntry; data: Data; requested: Requested } | undefined> {
  const entry = await records.get(KIND, await idOf(session));
  if (!entry || entry.owner !== ownerOf(session.userId)) return undefined;
  // Only this file writes records of this kind.
  const data = entry.data as Data;
  try {
    const requested = await decode<Requested>({
      token: data.sealed,
      secret,
      salt: saltOf(session),
    });
    return requested ? { entry, data, requested } : undefined;
  } catch {
    return undefined; // sealed with a secret that is no longer configured
  }
}

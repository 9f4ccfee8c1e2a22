/**
 * Enrolments of users in the store of records: one record for each.
 *
 * @module
 */

import { randomBase64url } from "../crypto/random.ts";
import { ownerOf } from "../hooks/owner.ts";
import { decode, encode } from "../jwt.ts";
import type { Enrolment, Factor, FactorContext, FactorUser } from "../types/factor.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import type { Json, RecordEntry, RecordStore } from "../types/records.ts";

/** Kind of the records; their owner is the user. */
const KIND = "factor";

/** Purpose of the seal of secrets. */
const SEAL = "authjs.factor";

/** Secrets stay sealed for as long as a user keeps them: seconds of fifty years. */
const SEAL_MAX_AGE = 50 * 365 * 24 * 60 * 60;

/** Most enrolments of a user. */
export const MAX_ENROLMENTS = 20;

/** Members of an enrolment in the data of its record. */
type Data = {
  factor: string;
  name: string | null;
  createdAt: string;
  usedAt: string | null;
  data: Json;
};

/** An enrolment with the version of its record. */
interface Stored extends Enrolment {
  readonly version: number;
}

/** The enrolments of a user, oldest first. */
export async function enrolmentsOf(records: RecordStore, userId: string): Promise<Enrolment[]> {
  const found = await records.list(ownerOf(userId), KIND, { limit: MAX_ENROLMENTS });
  return found.map(toEnrolment).sort((a, b) => a.createdAt.valueOf() - b.createdAt.valueOf());
}

/** Adds a confirmed enrolment. */
export async function addEnrolment(
  records: RecordStore,
  userId: string,
  factor: Factor,
  data: Json,
  name: string | null,
): Promise<Enrolment> {
  const enrolment: Stored = {
    id: randomBase64url(16),
    factor: factor.id,
    name,
    createdAt: new Date(),
    usedAt: null,
    data,
    version: 1,
  };
  await records.put(toEntry(enrolment, userId), null);
  return enrolment;
}

/** Removes an enrolment of a user; `true` when there was one. */
export async function removeEnrolment(
  records: RecordStore,
  userId: string,
  id: string,
): Promise<boolean> {
  if ((await records.get(KIND, id))?.owner !== ownerOf(userId)) return false;
  return await records.take(KIND, id) !== null;
}

/** Changes the name of an enrolment; `true` when there was one. */
export async function renameEnrolment(
  records: RecordStore,
  userId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const entry = await records.get(KIND, id);
  if (entry?.owner !== ownerOf(userId)) return false;
  const next = { ...toEnrolment(entry), name, version: entry.version + 1 };
  return await records.put(toEntry(next, userId), entry.version);
}

/** What a factor may do for a user. */
export function contextOf(
  config: ResolvedConfig,
  user: FactorUser,
  issuer: string,
  factor: Factor,
  all: readonly Enrolment[],
): FactorContext {
  const { jwt: { secret } } = config;
  // The config check refuses factors without records.
  const records = config.records!;
  // A secret of another user or factor cannot be opened as one of this.
  const salt = `${SEAL}.${factor.id}.${user.id}`;
  return {
    user,
    issuer,
    enrolments: all.filter((one) => one.factor === factor.id),
    seal: (text) => encode({ token: { text }, secret, salt, maxAge: SEAL_MAX_AGE }),
    async open(sealed) {
      try {
        return (await decode<{ text: string }>({ token: sealed, secret, salt }))?.text;
      } catch {
        return undefined;
      }
    },
    async replace(enrolment, data) {
      const { version } = enrolment as Stored;
      const next = { ...enrolment, data, usedAt: new Date(), version: version + 1 };
      return await records.put(toEntry(next, user.id), version);
    },
  };
}

function toEntry(
  { id, factor, name, createdAt, usedAt, data, version }: Stored,
  userId: string,
): RecordEntry {
  const stored: Data = {
    factor,
    name,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt && usedAt.toISOString(),
    data,
  };
  return { kind: KIND, id, owner: ownerOf(userId), version, expires: null, data: stored };
}

function toEnrolment({ id, version, data }: RecordEntry): Stored {
  // Only this file writes records of this kind.
  const { factor, name, createdAt, usedAt, data: own } = data as Data;
  return {
    id,
    factor,
    name,
    createdAt: new Date(createdAt),
    usedAt: usedAt === null ? null : new Date(usedAt),
    data: own,
    version,
  };
}

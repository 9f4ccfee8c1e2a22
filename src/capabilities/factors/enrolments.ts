/**
 * Enrolments of users in the store of records: one record for each.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { nowDate } from "../../base/time.ts";
import { defineKind, type FoundRecord, type RecordValue } from "../../records/kind.ts";
import { ownerOf } from "../../records/owner.ts";
import type { Enrolment, Factor } from "../../types/factor.ts";
import type { Json, RecordStore } from "../../types/records.ts";

/** Most enrolments of a user. */
export const MAX_ENROLMENTS = 20;

/** Members of an enrolment in the data of its record. */
export type FactorData = {
  factor: string;
  name: string | null;
  createdAt: string;
  usedAt: string | null;
  data: Json;
};

/** By the random id of the enrolment; the owner is the user. */
export const enrolments = defineKind<string, FactorData>("factor", (id) => id);

/** An enrolment with the version of its record. */
interface Stored extends Enrolment {
  readonly version: number;
}

/** Name of the lock around changes of a user's enrolments. */
export function lockOf(userId: string): string {
  return `enrolments of ${userId}`;
}

/** The enrolments of a user, oldest first. */
export async function listEnrolments(records: RecordStore, userId: string): Promise<Enrolment[]> {
  const found = await enrolments.list(records, userId, { limit: 2 * MAX_ENROLMENTS });
  return found.map(toEnrolment).sort((a, b) => a.createdAt.valueOf() - b.createdAt.valueOf());
}

/**
 * Adds a confirmed enrolment.
 *
 * @param id random, made when the enrolment began, so that it is confirmed once
 * @returns `false` when it was added before
 */
export async function addEnrolment(
  records: RecordStore,
  userId: string,
  id: string,
  { id: factor }: Factor,
  data: Json,
  name: string | null = null,
): Promise<boolean> {
  const enrolment = { id, factor, name, createdAt: nowDate(), usedAt: null, data };
  return await enrolments.add(records, id, toValue(enrolment, userId));
}

/** Makes the id of an enrolment. */
export function newEnrolmentId(): string {
  return randomBase64url(16);
}

/** Removes an enrolment of a user; `true` when there was one. */
export async function removeEnrolment(
  records: RecordStore,
  userId: string,
  id: string,
): Promise<boolean> {
  if ((await enrolments.get(records, id))?.owner !== ownerOf(userId)) return false;
  return await enrolments.take(records, id) !== null;
}

/** Changes the name of an enrolment; `true` when there was one. */
export async function renameEnrolment(
  records: RecordStore,
  userId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const found = await enrolments.get(records, id);
  if (found?.owner !== ownerOf(userId)) return false;
  return await replace(records, userId, toEnrolment(found), { name });
}

/** Replaces the data of an enrolment, if it was not changed since it was read. */
export async function replaceData(
  records: RecordStore,
  userId: string,
  enrolment: Enrolment,
  data: Json,
): Promise<boolean> {
  return await replace(records, userId, enrolment, { data, usedAt: nowDate() });
}

async function replace(
  records: RecordStore,
  userId: string,
  enrolment: Enrolment,
  members: Partial<Enrolment>,
): Promise<boolean> {
  // Only this file makes enrolments.
  const known = enrolment as Stored;
  const value = toValue({ ...enrolment, ...members }, userId);
  return await enrolments.replace(records, enrolment.id, value, known);
}

function toValue(
  { factor, name, createdAt, usedAt, data }: Enrolment,
  userId: string,
): RecordValue<FactorData> {
  const stored: FactorData = {
    factor,
    name,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt && usedAt.toISOString(),
    data,
  };
  return { userId, expires: null, data: stored };
}

function toEnrolment({ id, version, data }: FoundRecord<FactorData>): Stored {
  const { factor, name, createdAt, usedAt, data: own } = data;
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

/**
 * What stays of each time at which an operator acted for a user: when and why. The user sees when on the
 * account page for 90 days. Of any number of tries to come back, one ends it. Who it was is in the
 * audit log alone, where operators who are deleted have pseudonyms.
 *
 * @module
 */

import { nowSeconds } from "../../base/time.ts";
import { defineKind, type FoundRecord } from "../../records/kind.ts";
import { ownerOfApp } from "../../records/owner.ts";
import type { ActingSession } from "../../types/acting_parts.ts";
import type { RecordStore } from "../../types/records.ts";

/** A time at which an operator acted for a user. */
export type Impersonation = {
  /** Why, in the words of the operator. */
  reason: string;
  /** Begin, in seconds since 1970. */
  since: number;
  /** Latest end, in seconds since 1970. */
  until: number;
  /** Time at which the operator came back or signed out, in seconds since 1970; `null` before. */
  endedAt: number | null;
};

/** By the id of the session; the owner is the user. */
export const impersonations = defineKind<string, Impersonation>(
  "operators.impersonation",
  (id) => id,
);

/** An impersonation of which no email has told the user yet; no user owns the record. */
type Untold = {
  /** Id of the user. */
  userId: string;
  /** Latest end, in seconds since 1970. */
  until: number;
  /** Time until which one caller sends the email, in seconds since 1970. Default: nobody does */
  sendingUntil?: number;
};

/** By the id of the session. */
export const untold = defineKind<string, Untold>("operators.notice", (id) => id);

const WAITING = ownerOfApp("impersonations of operators");

/** Milliseconds for which an impersonation is shown. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** Seconds after the latest end from which on a user sees it, although no email could tell. */
const SHOWN_AFTER = 24 * 60 * 60;

/** Seconds after which another caller may send the email of one that has not come back. */
const SENDING = 300;

/** Notes an impersonation that begins, and that the user is to be told. */
export async function addImpersonation(
  records: RecordStore,
  { id, userId, until, since }: ActingSession & { readonly since: number },
  reason: string,
): Promise<void> {
  const expires = new Date(until * 1000 + KEPT_MS);
  await untold.add(records, id, { userId: WAITING, expires, data: { userId, until } });
  const data = { reason, since, until, endedAt: null };
  await impersonations.add(records, id, { userId, expires, data });
}

/** Removes an impersonation that did not begin. */
export async function dropImpersonation(records: RecordStore, id: string): Promise<void> {
  await impersonations.take(records, id);
  await untold.take(records, id);
}

/** Ends an impersonation; `false` when another call has ended it before, and when there is none. */
export async function endImpersonation(records: RecordStore, id: string): Promise<boolean> {
  let isEnded = false;
  await impersonations.update(records, id, (known) => {
    isEnded = known?.data.endedAt === null;
    if (!known || !isEnded) return undefined;
    const data = { ...known.data, endedAt: nowSeconds() };
    return { userId: known.owner, expires: known.expires, data };
  });
  return isEnded;
}

/**
 * Tells a user of an impersonation: of any number of callers, one sends the email. It waits on unless
 * the email was sent.
 *
 * @param send returns `true` when nobody is to be told any more
 * @returns what `send` returned; `false` where there is nothing to tell, or another caller tells it
 */
export async function tellOnce(
  records: RecordStore,
  id: string,
  send: (userId: string) => Promise<boolean>,
): Promise<boolean> {
  const found = await untold.get(records, id);
  const now = nowSeconds();
  if (!found || (found.data.sendingUntil ?? 0) > now) return false;
  const { userId, until } = found.data;
  const value = (data: Untold) => ({ userId: found.owner, expires: found.expires, data });
  const claim = value({ userId, until, sendingUntil: now + SENDING });
  const claimed = await untold.put(records, id, claim, found);
  if (!claimed) return false;
  let isTold = false;
  try {
    isTold = await send(userId);
  } finally {
    if (isTold) await untold.take(records, id);
    else await untold.replace(records, id, value({ userId, until }), claimed);
  }
  return isTold;
}

/** Returns `true` while an email is to tell a user of an impersonation: a day after its end at most. */
export async function isUntold(records: RecordStore, id: string): Promise<boolean> {
  const found = await untold.get(records, id);
  return found !== null && nowSeconds() < found.data.until + SHOWN_AFTER;
}

/** The user has been told. */
export async function dropWaiting(records: RecordStore, id: string): Promise<void> {
  await untold.take(records, id);
}

/** Ids of impersonations whose time is over, and of which the users were not told. */
export async function* listDue(records: RecordStore): AsyncGenerator<string> {
  const now = nowSeconds();
  for await (const { id, data } of untold.listAll(records, WAITING)) {
    if (data.until <= now) yield id;
  }
}

/** The last impersonations of a user, the newest first. */
export async function listImpersonations(
  records: RecordStore,
  userId: string,
): Promise<FoundRecord<Impersonation>[]> {
  const found = await impersonations.list(records, userId);
  return found.sort((one, other) => other.data.since - one.data.since);
}

/** Gives the impersonations of a user, told or not, to the one into whom this one is merged. */
export async function moveImpersonations(
  records: RecordStore,
  from: string,
  into: string,
): Promise<void> {
  for await (const { id } of impersonations.listAll(records, from)) {
    await untold.update(records, id, (known) => {
      if (!known) return undefined;
      const { owner, expires, data } = known;
      return { userId: owner, expires, data: { ...data, userId: into } };
    });
    // Last: the next call finds what this one has not moved.
    await impersonations.update(
      records,
      id,
      (known) => known ? { userId: into, expires: known.expires, data: known.data } : undefined,
    );
  }
}

/** Removes what waits to be told to a user, who is deleted. */
export async function dropUntold(records: RecordStore, userId: string): Promise<void> {
  for (const { id } of await impersonations.list(records, userId)) await untold.take(records, id);
}

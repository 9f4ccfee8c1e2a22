/**
 * A record of each session, so that a user can end it from another device.
 *
 * A token session is valid as long as its record exists: ending it removes the
 * record, so a store that loses records ends sessions and never restores one. A
 * database session is valid as long as its row exists; its record only shows
 * where it is used.
 *
 * @module
 */

import { sha256Base64url } from "../crypto/hash.ts";
import { randomBase64url } from "../crypto/random.ts";
import type { SessionRecord, SessionRecordStore } from "../types/adapter.ts";
import type { Context, ResolvedRevocation, SessionIdentity } from "../types/internal.ts";

/** Milliseconds between two writes of a session's last use. */
const SEEN_EVERY_MS = 5 * 60 * 1000;

/** Milliseconds that a record outlasts its session, since it is written less often. */
const SLACK_MS = 2 * SEEN_EVERY_MS;

/** Characters kept of a `User-Agent`. */
const MAX_DEVICE_LENGTH = 256;

/** Most records that are cached per store, so that the memory of a process is bounded. */
const MAX_REMEMBERED = 10_000;

interface Remembered {
  readAtMs: number;
  seenAtMs: number;
}

/** Records that this process has read; the oldest is removed first. */
const remembered = new WeakMap<SessionRecordStore, Map<string, Remembered>>();

/** Makes a new id of a record. */
export function newSessionId(): string {
  return randomBase64url(16);
}

/** Creates a record. Does nothing when records are not kept. */
export async function openRecord(ctx: Context, { id, userId }: SessionIdentity): Promise<void> {
  const { revocation } = ctx.config;
  if (!revocation) return;
  const now = new Date();
  const device = ctx.request.request.headers.get("user-agent");
  await revocation.store.createSessionRecord({
    id,
    userId,
    createdAt: now,
    lastSeenAt: now,
    expires: expiry(ctx, now),
    device: device?.slice(0, MAX_DEVICE_LENGTH) ?? null,
    address: revocation.address(ctx.request.request),
  });
  remember(revocation, id, now.valueOf());
}

/**
 * Returns `true` when a session's record still exists, and notes its use.
 *
 * @returns `true` also when records are not kept
 */
export async function hasRecord(ctx: Context, id: string): Promise<boolean> {
  const { revocation } = ctx.config;
  if (!revocation) return true;
  const now = Date.now();
  const known = recall(revocation, id);
  if (known && now - known.readAtMs < revocation.maxLagMs) return true;
  const record = await revocation.store.getSessionRecord(id);
  if (!record || record.expires.valueOf() < now) {
    forget(revocation, id);
    return false;
  }
  const isDue = now - record.lastSeenAt.valueOf() >= SEEN_EVERY_MS;
  // The record was removed between the two calls, so the session was ended.
  if (isDue && !await touch(ctx, revocation, id)) return false;
  remember(revocation, id, isDue ? now : record.lastSeenAt.valueOf());
  return true;
}

/** Notes the use of a session that is valid without its record. */
export async function noteSeen(ctx: Context, identity: SessionIdentity): Promise<void> {
  const { revocation } = ctx.config;
  if (!revocation) return;
  const known = recall(revocation, identity.id);
  if (known && Date.now() - known.seenAtMs < SEEN_EVERY_MS) return;
  const record = await revocation.store.getSessionRecord(identity.id);
  if (!record) return await openRecord(ctx, identity);
  if (Date.now() - record.lastSeenAt.valueOf() >= SEEN_EVERY_MS) {
    await touch(ctx, revocation, identity.id);
    remember(revocation, identity.id, Date.now());
  } else remember(revocation, identity.id, record.lastSeenAt.valueOf());
}

/** Removes a record. Does nothing when records are not kept. */
export async function closeRecord(ctx: Context, id: string): Promise<void> {
  const { revocation } = ctx.config;
  if (revocation) await end(revocation, id);
}

/**
 * Ends records of a user. Does nothing when records are not kept.
 *
 * @param isMeant picks the records by their ids. Default: all
 * @returns ids of the records that this call ended
 */
export async function endRecords(
  revocation: ResolvedRevocation | undefined,
  userId: string,
  isMeant: (id: string) => boolean = () => true,
): Promise<string[]> {
  if (!revocation) return [];
  const { store } = revocation;
  const ids = (await store.listSessionRecords(userId)).map(({ id }) => id).filter(isMeant);
  if (store.deleteSessionRecords) {
    try {
      return await store.deleteSessionRecords(userId, ids);
    } finally {
      // After a failure some may have ended.
      for (const id of ids) forget(revocation, id);
    }
  }
  const ended: string[] = [];
  for (const id of ids) if (await end(revocation, id)) ended.push(id);
  return ended;
}

async function end(revocation: ResolvedRevocation, id: string): Promise<boolean> {
  forget(revocation, id);
  return await revocation.store.deleteSessionRecord(id);
}

/** `userId` of marks: no user has this id, so no list of sessions contains them. */
const MARKS = "(adopted)";

const markOf = (id: string): string => `${id}.mark`;

/**
 * Id of the record of a session that began before records were kept. It is
 * derived from the token's claims, so that every copy of the token has the same
 * record, whatever its cookie looks like: base64url can write the same bytes in
 * several ways.
 */
export async function adoptedId(claims: string): Promise<string> {
  return (await sha256Base64url(`adopted session: ${claims}`)).slice(0, 22);
}

/**
 * Returns `true` when a session from before records were kept is valid: it has its
 * record, or never had one. A mark shows that it had one, which was removed.
 */
export async function mayGoOn(ctx: Context, id: string): Promise<boolean> {
  const { revocation } = ctx.config;
  if (!revocation || await hasRecord(ctx, id)) return true;
  if (!await revocation.store.getSessionRecord(markOf(id))) return true;
  // A parallel read writes the record before the mark.
  return await hasRecord(ctx, id);
}

/** Gives a session from before records were kept the record that all copies of its token share. */
export async function adopt(ctx: Context, identity: SessionIdentity, until: Date): Promise<void> {
  if (await hasRecord(ctx, identity.id)) return;
  await openRecord(ctx, identity);
  await mark(ctx, identity.id, until);
}

/** Ends a session from before records were kept, with or without a record. */
export async function retire(ctx: Context, id: string, until: Date): Promise<void> {
  await mark(ctx, id, until);
  await closeRecord(ctx, id);
}

/** @param until expiry of the token itself, and of all its copies */
async function mark(ctx: Context, id: string, until: Date): Promise<void> {
  const now = new Date();
  await ctx.config.revocation?.store.createSessionRecord({
    id: markOf(id),
    userId: MARKS,
    createdAt: now,
    lastSeenAt: now,
    expires: new Date(until.valueOf() + SLACK_MS),
    device: null,
    address: null,
  });
}

/** Removes a record from this process's cache, so that an ended session ends here at once. */
function forget({ store }: ResolvedRevocation, id: string): void {
  remembered.get(store)?.delete(id);
}

async function touch(ctx: Context, revocation: ResolvedRevocation, id: string): Promise<boolean> {
  const now = new Date();
  const changes: Partial<SessionRecord> = { lastSeenAt: now, expires: expiry(ctx, now) };
  const address = revocation.address(ctx.request.request);
  return await revocation.store.updateSessionRecord(id, {
    ...changes,
    ...(address === null ? {} : { address }),
  });
}

function expiry(ctx: Context, now: Date): Date {
  return new Date(now.valueOf() + ctx.config.session.maxAge * 1000 + SLACK_MS);
}

function recall({ store }: ResolvedRevocation, id: string): Remembered | undefined {
  return remembered.get(store)?.get(id);
}

function remember({ store }: ResolvedRevocation, id: string, seenAtMs: number): void {
  let records = remembered.get(store);
  if (!records) remembered.set(store, records = new Map());
  records.delete(id);
  records.set(id, { readAtMs: Date.now(), seenAtMs });
  if (records.size > MAX_REMEMBERED) records.delete(records.keys().next().value!);
}

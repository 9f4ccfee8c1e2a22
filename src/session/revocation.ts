/**
 * A record of each session, for sessions that a person can end from elsewhere.
 *
 * A token session lives as long as its record does: ending it removes the
 * record, so a store that loses records ends sessions and never revives one. A
 * database session lives as long as its row; its record only says where it is
 * used.
 *
 * @module
 */

import { sha256Base64url } from "../crypto/hash.ts";
import { randomBase64url } from "../crypto/random.ts";
import type { SessionRecord, SessionRecordStore } from "../types/adapter.ts";
import type { Context, ResolvedRevocation, SessionIdentity } from "../types/internal.ts";

/** Milliseconds between two writes of when a session was seen. */
const SEEN_EVERY_MS = 5 * 60 * 1000;

/** Milliseconds a record outlives its session: it is written less often than the session. */
const SLACK_MS = 2 * SEEN_EVERY_MS;

/** Characters kept of a `User-Agent`. */
const MAX_DEVICE_LENGTH = 256;

/** Records remembered per store, so that one process cannot grow without end. */
const MAX_REMEMBERED = 10_000;

interface Remembered {
  readAtMs: number;
  seenAtMs: number;
}

/** What this process read lately; the oldest goes first. */
const remembered = new WeakMap<SessionRecordStore, Map<string, Remembered>>();

/** A new id of a record. */
export function newSessionId(): string {
  return randomBase64url(16);
}

/** Begins a record. Does nothing when records are not kept. */
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
 * Whether a session's record is still there, and notes that it was seen.
 *
 * @returns `true` when records are not kept
 */
export async function hasRecord(ctx: Context, id: string): Promise<boolean> {
  const { revocation } = ctx.config;
  if (!revocation) return true;
  const now = Date.now();
  const known = recall(revocation, id);
  if (known && now - known.readAtMs < revocation.maxLagMs) return true;
  const record = await revocation.store.getSessionRecord(id);
  if (!record || record.expires.valueOf() < now) {
    forgetRecord(revocation, id);
    return false;
  }
  const isDue = now - record.lastSeenAt.valueOf() >= SEEN_EVERY_MS;
  // Gone between the two calls: ended.
  if (isDue && !await touch(ctx, revocation, id)) return false;
  remember(revocation, id, isDue ? now : record.lastSeenAt.valueOf());
  return true;
}

/** Notes that a session was seen whose life does not hang on its record. */
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

/** Ends a record. Does nothing when records are not kept. */
export async function closeRecord(ctx: Context, id: string): Promise<void> {
  const { revocation } = ctx.config;
  if (!revocation) return;
  forgetRecord(revocation, id);
  await revocation.store.deleteSessionRecord(id);
}

/** `userId` of marks: no user has this id, so no user's list of sessions contains a mark. */
const MARKS = "(adopted)";

const markOf = (id: string): string => `${id}.mark`;

/**
 * Id of the record of a session that began before records were kept. It is
 * made of the token's claims, so that every copy of the token has the same
 * record, however its bytes are written in the cookie.
 */
export async function adoptedId(claims: string): Promise<string> {
  return (await sha256Base64url(`adopted session: ${claims}`)).slice(0, 22);
}

/**
 * Whether a session from before records were kept may go on: it has its record,
 * or never had one. A mark beside the record tells the second from an ended one.
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

/** Ends a session from before records were kept, whether it has its record by now or not. */
export async function retire(ctx: Context, id: string, until: Date): Promise<void> {
  await mark(ctx, id, until);
  await closeRecord(ctx, id);
}

/** @param until when the token itself expires, and with it all copies */
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

/** Drops what this process remembers of a record, so that an end holds here at once. */
export function forgetRecord({ store }: ResolvedRevocation, id: string): void {
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

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

import { noteChange } from "../hooks/adapter.ts";
import { publish } from "../hooks/topics.ts";
import { randomBase64url } from "../base/crypto/bytes.ts";
import { AccessDenied, UserSuspended } from "../errors.ts";
import { defineKind, type FoundRecord } from "../records/kind.ts";
import { ownerOf } from "../records/owner.ts";
import { retryOnce } from "../records/retry_once.ts";
import { deviceOf } from "../base/device.ts";
import { shortHashParts, shortHashText } from "../base/hashed.ts";
import { nowDate, nowMs } from "../base/time.ts";
import type { Account, Awaitable } from "../types/entities.ts";
import type { Context, ResolvedConfig, ResolvedRevocation } from "../types/internal.ts";
import type { SessionIdentity } from "../types/identity.ts";
import type { Json, RecordStore } from "../types/records.ts";
import type { NewRecord, SessionRecord } from "../types/session.ts";
import type { LeavingSession, ProviderSession } from "../types/provider_session.ts";
import type { ProviderSessions } from "../types/provider_session_parts.ts";
import { canStartSession } from "./user_status.ts";
import { readProof } from "./proof.ts";
export { canStartSession, findEndReason } from "./user_status.ts";

/** Ids of sessions. An app may pass on any text as one, and a store refuses some. */
const ID = /^[\w-]{1,64}$/;

/** Milliseconds between two writes of a session's last use. */
const SEEN_EVERY_MS = 5 * 60 * 1000;

/** Milliseconds that a record outlasts its session, since it is written less often. */
const SLACK_MS = 2 * SEEN_EVERY_MS;

/** Most records that are cached per store, so that the memory of a process is bounded. */
const MAX_REMEMBERED = 10_000;

interface Remembered {
  userId: string | undefined;
  readAtMs: number;
  seenAtMs: number;
}

/** Records that this process has read; the oldest is removed first. */
const remembered = new WeakMap<RecordStore, Map<string, Remembered>>();

/** Data of a record. */
export type SessionData = {
  createdAt: string;
  lastSeenAt: string;
  device: string | null;
  address: string | null;
  /** Sealed token of a database session whose store lists no sessions. */
  token?: string;
  /** Hash of the account or passkey with which the session began. */
  wayIn?: string;
  /** Proof of the sign-in of a database session. */
  proof?: Json;
  /** What a sign-out tells the provider. */
  leaving?: LeavingSession;
  /** Proof that was moved since, and hashes of the marks in the cookies of the browser that did. */
  moved?: { proof: Json; browsers: string[] };
};

/** By the id of the session; the owner is the user. */
export const sessions = defineKind<string, SessionData>("session", (id) => id);

/**
 * Marks of sessions that began before records were kept, by the id of the record. A mark has no
 * owner, so no list of sessions contains it.
 */
const migrated = defineKind<string, null>("session.adopted", (id) => id);

/** A record that was read. */
export type FoundSession = FoundRecord<SessionData>;

/** Makes a new id of a record. */
export function newSessionId(): string {
  return randomBase64url(16);
}

/**
 * Creates a record. Does nothing when records are not kept.
 *
 * @throws {UserSuspended} when the user may have no sessions
 * @throws {AccessDenied} when the account or passkey of the sign-in was removed meanwhile
 * @throws {SignedOutUpstream} when the session at the provider has ended
 */
export async function openRecord(
  ctx: Context,
  { id, userId }: SessionIdentity,
  { beganAt, seal, proof, upstreamSession, account, recheck, ...details }: NewRecord = {},
): Promise<void> {
  const { revocation } = ctx.config;
  if (!revocation) return;
  const now = nowDate();
  const wayIn = details.wayIn ?? (account && {
    hash: await wayInOf(account),
    recheck: () => requireLinked(ctx, account, userId),
  });
  const data: SessionData = {
    createdAt: now.toISOString(),
    lastSeenAt: now.toISOString(),
    device: deviceOf(ctx.request.request),
    address: ctx.config.addressOf(ctx.request.request),
    ...(seal ? { token: await seal() } : {}),
    ...(wayIn ? { wayIn: wayIn.hash } : {}),
    // Its members are JSON, which an interface does not say.
    ...(proof ? { proof: proof as object as Json } : {}),
    ...(upstreamSession?.leaving ? { leaving: upstreamSession.leaving } : {}),
  };
  const { records } = revocation;
  try {
    const index = await indexOf(revocation);
    await index?.add(ctx, { id, userId }, upstreamSession);
    // When there is one, a parallel read of the same session has created it.
    await sessions.add(records, id, { userId, expires: expiry(ctx, now), data });
    // After the write, so that an ending at the same time refuses the session or finds it.
    await index?.requireLive(revocation, upstreamSession);
    const [canStart] = await Promise.all([
      canStartSession(records, userId, beganAt, wayIn),
      // For the same reason: a change of the password ends the sessions that it finds.
      recheck?.(),
    ]);
    if (!canStart) {
      throw new UserSuspended("The user is suspended, or was deleted");
    }
  } catch (error) {
    await discard(ctx, id);
    throw error;
  }
  remember(revocation, { id, owner: ownerOf(userId) }, now.valueOf());
}

/** The index by which providers find sessions; `undefined` where they end none. */
export function indexOf({ index }: ResolvedRevocation): Awaitable<ProviderSessions> | undefined {
  return index?.() as Awaitable<ProviderSessions> | undefined;
}

/**
 * Lets the provider of a further sign-in end a session that continues. Does nothing when
 * records are not kept.
 *
 * @throws {SignedOutUpstream} when the session at the provider has ended
 */
export async function addProviderSession(
  ctx: Context,
  identity: SessionIdentity,
  upstreamSession: ProviderSession | undefined,
): Promise<void> {
  const { revocation } = ctx.config;
  if (!revocation) return;
  const index = await indexOf(revocation);
  await index?.add(ctx, identity, upstreamSession);
  await index?.requireLive(revocation, upstreamSession);
  const leaving = upstreamSession?.leaving;
  if (!leaving) return;
  await sessions.update(revocation.records, identity.id, (known) => {
    if (!known) return undefined;
    return { userId: known.owner, expires: known.expires, data: { ...known.data, leaving } };
  });
}

/** Hash of an account or a passkey, which names it in the records of its sessions. */
export async function wayInOf(
  { provider, providerAccountId }: Pick<Account, "provider" | "providerAccountId">,
): Promise<string> {
  return await shortHashParts("way in", [provider, providerAccountId]);
}

/**
 * Refuses a session whose account or passkey was removed during the sign-in.
 *
 * @throws {AccessDenied}
 */
async function requireLinked(
  { config }: Context,
  { type, provider, providerAccountId }: Account,
  userId: string,
): Promise<void> {
  // Accounts of other types are in no store; a sign-in with a password is checked again by itself.
  if (type === "credentials" || type === "email") return;
  const owner = await config.store?.getUserByAccount({ provider, providerAccountId });
  if (owner && ownerOf(owner.id) === ownerOf(userId)) return;
  throw new AccessDenied("Cannot begin the session: its account or passkey was removed meanwhile");
}

/** Removes the record of a session that no browser gets; after a failure it expires. */
async function discard(ctx: Context, id: string): Promise<void> {
  try {
    await dropRecord(ctx, id);
  } catch (error) {
    ctx.config.logger.error(error as Error);
  }
}

/**
 * Returns `true` when a session's record still exists, and notes its use.
 *
 * @returns `true` also when records are not kept
 */
export async function hasRecord(ctx: Context, id: string): Promise<boolean> {
  const { revocation } = ctx.config;
  if (!revocation) return true;
  const known = recall(revocation, id);
  if (known && nowMs() - known.readAtMs < revocation.maxLagMs) return true;
  const found = ID.test(id) ? await sessions.get(revocation.records, id) : null;
  if (!found || !await note(ctx, revocation, found)) {
    forget(revocation, id);
    return false;
  }
  return true;
}

/** State of a session's record, of whose use nothing is noted. */
export async function peekRecord(
  { records }: ResolvedRevocation,
  id: string,
): Promise<"live" | "ended" | "none"> {
  if (await sessions.get(records, id)) return "live";
  return await migrated.get(records, id) ? "ended" : "none";
}

/**
 * Notes the use of a session that is valid without its record.
 *
 * @returns the record, where this has read it
 * @throws {UserSuspended} when it has no record, and must not get one
 */
export async function touchLastSeen(
  ctx: Context,
  identity: SessionIdentity,
  details: NewRecord,
): Promise<FoundSession | undefined> {
  const { revocation } = ctx.config;
  if (!revocation) return undefined;
  const known = recall(revocation, identity.id);
  if (known && nowMs() - known.seenAtMs < SEEN_EVERY_MS) return undefined;
  const found = await sessions.get(revocation.records, identity.id);
  if (!found) await openRecord(ctx, identity, details);
  else if (await note(ctx, revocation, found, details.seal)) return found;
  return undefined;
}

/**
 * Writes the time of the last use when that is due.
 *
 * @returns `false` when the record was removed meanwhile
 */
async function note(
  ctx: Context,
  revocation: ResolvedRevocation,
  found: FoundSession,
  seal?: NewRecord["seal"],
): Promise<boolean> {
  const { id, owner, data } = found;
  const now = nowDate();
  const seenAtMs = Date.parse(data.lastSeenAt);
  if (now.valueOf() - seenAtMs < SEEN_EVERY_MS) {
    remember(revocation, found, seenAtMs);
    return true;
  }
  const address = ctx.config.addressOf(ctx.request.request) ?? data.address;
  const expires = expiry(ctx, now);
  const next: SessionData = {
    ...data,
    lastSeenAt: now.toISOString(),
    address,
    // Sealed anew, since the secret may have changed.
    ...(seal ? { token: await seal() } : {}),
  };
  const { records } = revocation;
  const isWritten = await sessions.replace(
    records,
    id,
    { userId: owner, expires, data: next },
    found,
  );
  // When another read has written it since, that one has noted the use.
  if (!isWritten && !await sessions.get(records, id)) return false;
  remember(revocation, found, now.valueOf());
  await (await indexOf(revocation))?.extend(ctx, found, expires);
  return true;
}

/** Time at which a session began; `null` when it has no record. */
export async function sessionStart(
  { records }: ResolvedRevocation,
  id: string,
): Promise<Date | null> {
  const found = ID.test(id) ? await sessions.get(records, id) : null;
  return found && new Date(found.data.createdAt);
}

/** Removes the record of a session that ends. Does nothing when records are not kept. */
export async function closeRecord(ctx: Context, id: string): Promise<void> {
  await whileEnding(ctx.config, { id }, () => dropRecord(ctx, id));
}

/** Removes a record, and tells nobody. Does nothing when records are not kept. */
export async function dropRecord({ config: { revocation } }: Context, id: string): Promise<void> {
  if (revocation) await retryOnce(() => endRecord(revocation, id));
}

/**
 * Ends a session between two calls of those who listen: what the first one writes outlives a process
 * that is killed, and the second one finds what has begun meanwhile. Without a listener, it only ends.
 *
 * @param session with a user, a session of another one is not notified of
 */
export async function whileEnding<T>(
  config: ResolvedConfig,
  { id, userId }: Pick<SessionIdentity, "id"> & Partial<SessionIdentity>,
  end: () => Promise<T>,
): Promise<T> {
  const { revocation, topics } = config;
  const isHeard = revocation && topics.has("session.ending") && ID.test(id);
  const owner = isHeard ? (await sessions.get(revocation.records, id))?.owner : undefined;
  if (owner === undefined || userId !== undefined && owner !== ownerOf(userId)) return await end();
  const moment = { config, userId: owner, sessionId: id };
  await publish(config, "session.ending", moment);
  const ended = await end();
  await retryOnce(() => publish(config, "session.ending", moment));
  return ended;
}

/** Lists the records of a user, by their ids; without those in which an operator acts for the user. */
export async function listRecords(
  { records }: ResolvedRevocation,
  userId: string,
): Promise<SessionRecord[]> {
  const found: SessionRecord[] = [];
  for await (const session of sessions.listAll(records, userId)) {
    // It is no device of the user.
    if (readProof(session.data.proof)?.acting === undefined) found.push(toRecord(session));
  }
  return found;
}

/**
 * Ends one record.
 *
 * @param userId its owner, to end it only if it is this one. Default: any
 * @returns `true` when there was one
 */
export async function endRecord(
  revocation: ResolvedRevocation,
  id: string,
  userId?: string,
): Promise<boolean> {
  const { records } = revocation;
  if (!ID.test(id)) return false;
  // The owner of a record never changes.
  if (userId !== undefined && (await sessions.get(records, id))?.owner !== ownerOf(userId)) {
    return false;
  }
  forget(revocation, id);
  try {
    const hasEnded = await sessions.take(records, id) !== null;
    await (await indexOf(revocation))?.remove(records, id);
    return hasEnded;
  } finally {
    noteChange();
  }
}

/**
 * Ends the records of a user.
 *
 * @param exceptId id of one that stays
 * @returns number of records that this call ended
 */
export async function endRecords(
  revocation: ResolvedRevocation,
  userId: string,
  exceptId?: string,
): Promise<number> {
  const owner = ownerOf(userId);
  const spared = exceptId !== undefined && ID.test(exceptId) ? exceptId : undefined;
  try {
    const ended = await sessions.removeAll(revocation.records, owner, spared);
    await (await indexOf(revocation))?.removeAll(revocation.records, owner, spared);
    return ended;
  } finally {
    noteChange();
    // After a failure some may have ended.
    for (const [id, { userId }] of remembered.get(revocation.records) ?? []) {
      if (userId === owner && id !== spared) forget(revocation, id);
    }
  }
}

function toRecord({ id, expires, data }: FoundSession): SessionRecord {
  const { createdAt, lastSeenAt, proof: _proof, moved: _moved, leaving: _leaving, ...rest } = data;
  return {
    ...rest,
    id,
    // All are written with one.
    expires: expires!,
    createdAt: new Date(createdAt),
    lastSeenAt: new Date(lastSeenAt),
  };
}

/**
 * Id of the record of a session that began before records were kept. It is
 * derived from the token's claims, so that every copy of the token has the same
 * record, whatever its cookie looks like: base64url can write the same bytes in
 * several ways.
 */
export async function migratedId(claims: string): Promise<string> {
  return await shortHashText("adopted session", claims);
}

/**
 * Returns `true` when a session from before records were kept is valid: it has its
 * record, or never had one and may get one. A mark shows that it had one, which was removed.
 *
 * @param beganAt start of the session, in milliseconds since 1970
 */
export async function isLegacySessionValid(
  ctx: Context,
  { id, userId }: SessionIdentity,
  beganAt: number,
): Promise<boolean> {
  const { revocation } = ctx.config;
  if (!revocation || await hasRecord(ctx, id)) return true;
  if (!await migrated.get(revocation.records, id)) {
    return await canStartSession(revocation.records, userId, beganAt);
  }
  // A parallel read writes the record before the mark.
  return await hasRecord(ctx, id);
}

/** Gives a session from before records were kept the record that all copies of its token share. */
export async function migrateLegacySession(
  ctx: Context,
  identity: SessionIdentity,
  beganAt: number,
  until: Date,
): Promise<void> {
  if (await hasRecord(ctx, identity.id)) return;
  await openRecord(ctx, identity, { beganAt });
  try {
    await mark(ctx, identity.id, until);
  } catch (error) {
    // A record without its mark could be removed, and then be created again.
    await discard(ctx, identity.id);
    throw error;
  }
}

/** Ends a session from before records were kept, with or without a record. */
export async function writeTombstone(ctx: Context, id: string, until: Date): Promise<void> {
  await retryOnce(() => mark(ctx, id, until));
  await closeRecord(ctx, id);
}

/** @param until expiry of the token itself, and of all its copies */
async function mark({ config }: Context, id: string, until: Date): Promise<void> {
  const expires = new Date(until.valueOf() + SLACK_MS);
  // When there is one, it is the same.
  if (config.revocation) await migrated.add(config.revocation.records, id, { expires, data: null });
  noteChange();
}

/** Removes a record from this process's cache, so that an ended session ends here at once. */
function forget({ records }: ResolvedRevocation, id: string): void {
  remembered.get(records)?.delete(id);
}

function expiry(ctx: Context, now: Date): Date {
  return new Date(now.valueOf() + ctx.config.session.maxAge * 1000 + SLACK_MS);
}

function recall({ records }: ResolvedRevocation, id: string): Remembered | undefined {
  return remembered.get(records)?.get(id);
}

function remember(
  { records }: ResolvedRevocation,
  { id, owner }: Pick<FoundSession, "id" | "owner">,
  seenAtMs: number,
): void {
  let cache = remembered.get(records);
  if (!cache) remembered.set(records, cache = new Map());
  cache.delete(id);
  cache.set(id, { userId: owner, readAtMs: nowMs(), seenAtMs });
  if (cache.size > MAX_REMEMBERED) cache.delete(cache.keys().next().value!);
}

/**
 * A user's sessions: listed, and ended together, with both strategies.
 *
 * @module
 */

import { nowMs } from "../base/time.ts";
import { requireSessions } from "../config/needs.ts";
import { audit, isAudited } from "../hooks/audit.ts";
import { loadPart, publish } from "../hooks/topics.ts";
import type { Caller } from "../mail/send_notice.ts";
import type { SessionReason } from "../types/audit.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import type { SessionRecord } from "../types/session.ts";
import type { Account } from "../types/entities.ts";
import { endBefore, refuseWayIn } from "../session/user_status.ts";
import { sessionIdOf } from "../session/database.ts";
import { endGivenSessions, endRows, endSession, listSessionRows } from "../session/end.ts";
import { endRecords, listRecords, wayInOf } from "../session/record.ts";
import { notifyUser, tellsOfChanges } from "../mail/notify_user.ts";

/** A session, to show to its owner. */
export interface SessionInfo {
  /** Id for `sessions.revoke`; it cannot be used as a session token. */
  id: string;
  /** Time at which it ends if it is not used. */
  expires: Date;
  /** Time of the sign-in; `null` when the session has no record. */
  createdAt: Date | null;
  /** Time of its last use, with a precision of about five minutes; `null` without a record. */
  lastSeenAt: Date | null;
  /** `User-Agent` of the browser that signed in; `null` when unknown. */
  device: string | null;
  /** IP address of its last use; `null` when unknown. */
  address: string | null;
}

/** Lists a user's live sessions, the most recently used first. */
export async function liveSessions(
  resolved: ResolvedConfig,
  userId: string,
): Promise<SessionInfo[]> {
  const sessions = resolved.session.strategy === "database"
    ? await listRows(resolved, userId)
    : (await listRecords(requireSessions(resolved, "`sessions`"), userId)).map(toInfo);
  const seenAt = ({ lastSeenAt }: SessionInfo) => lastSeenAt?.valueOf() ?? 0;
  return sessions
    .filter(({ expires }) => expires.valueOf() >= nowMs())
    .sort((a, b) => seenAt(b) - seenAt(a));
}

/**
 * Ends a user's sessions except one, those that have no record yet, sign-ins that wait for a
 * second factor, and what other apps may do for the user. Browsers that the user trusts are asked for one again.
 *
 * @returns number of ended sessions
 */
export async function endSessions(
  caller: Caller,
  userId: string,
  reason: SessionReason,
  exceptId?: string,
): Promise<number> {
  const resolved = caller.config;
  await endWaiting(resolved, userId);
  const ids = isAudited(resolved) ? await idsToReport(resolved, userId) : [];
  const ended = await endAll(resolved, userId, exceptId);
  await publish(resolved, "sessions.ended", { config: resolved, userId });
  await (await loadPart(resolved, "factors"))?.forgetDevices(resolved, userId);
  await reportRevoked(caller, userId, ids.filter((id) => id !== exceptId), reason);
  return ended;
}

/**
 * Ends one of a user's sessions, and tells the user.
 *
 * @returns `false` when the user has no such session
 */
export async function revokeOne(caller: Caller, userId: string, id: string): Promise<boolean> {
  const devices = await devicesToName(caller, userId, (one) => one === id);
  if (!await endSession(caller.config, userId, id)) return false;
  await reportRevoked(caller, userId, [id], "revoked");
  await notifyUser(caller, userId, "sessions-ended", { devices });
  return true;
}

/**
 * Ends a user's sessions except one, and tells the user.
 *
 * @returns number of ended sessions
 */
export async function revokeAll(
  caller: Caller,
  userId: string,
  exceptId?: string,
): Promise<number> {
  const devices = await devicesToName(caller, userId, (one) => one !== exceptId);
  const ended = await endSessions(caller, userId, "revoked", exceptId);
  if (ended > 0) await notifyUser(caller, userId, "sessions-ended", { devices });
  return ended;
}

/**
 * Ends the sessions that began with an account, a passkey or a password that was removed, and
 * sign-ins that wait for a second factor. Without session records none is known.
 *
 * @param keepSession id of the session that does not end: usually that of the change
 */
export async function endBegunWith(
  caller: Caller,
  userId: string,
  account: Pick<Account, "provider" | "providerAccountId">,
  keepSession: string | undefined,
): Promise<void> {
  const { config } = caller;
  const { revocation } = config;
  await endWaiting(config, userId);
  if (!revocation) return;
  const hash = await wayInOf(account);
  // Before the list is read: a sign-in at the same time is refused, or its record is found.
  await refuseWayIn(revocation.records, userId, hash);
  const begun = (await listRecords(revocation, userId))
    .filter(({ id, wayIn }) => wayIn === hash && id !== keepSession);
  const ended = await endGivenSessions(config, begun.map(({ id }) => ({ id, userId })));
  await reportRevoked(caller, userId, ended.map(({ id }) => id), "revoked");
}

/**
 * Ends the sign-ins of a user that wait for a second factor, or for a decision of the user: else
 * one that began with a stolen password could end in a session.
 */
export async function endWaiting(config: ResolvedConfig, userId: string): Promise<void> {
  // Either ends those of both.
  const parts = await (loadPart(config, "factors") ?? loadPart(config, "deletions"));
  await parts?.endAttempts(config, userId);
}

/** The devices of sessions that are about to end, for the email about it. */
async function devicesToName(
  { config }: Caller,
  userId: string,
  ends: (id: string) => boolean,
): Promise<(string | null)[]> {
  if (!tellsOfChanges(config)) return [];
  try {
    const sessions = (await liveSessions(config, userId)).filter(({ id }) => ends(id));
    return sessions.map(({ device }) => device);
  } catch (error) {
    // The sessions must end all the same.
    config.logger.error(error as Error);
    return [null];
  }
}

/** Ids of live sessions: stores count what they end, and the audit log names each session. */
async function idsToReport(resolved: ResolvedConfig, userId: string): Promise<string[]> {
  try {
    return (await liveSessions(resolved, userId)).map(({ id }) => id);
  } catch (error) {
    // The sessions must end all the same.
    resolved.logger.error(error as Error);
    return [];
  }
}

async function endAll(
  resolved: ResolvedConfig,
  userId: string,
  exceptId: string | undefined,
): Promise<number> {
  const { session, revocation, store } = resolved;
  const isListed = session.strategy === "database" && store!.has("listSessions");
  if (revocation && !isListed) await endBefore(revocation.records, userId, session.maxAge);
  if (session.strategy === "jwt") {
    return await endRecords(requireSessions(resolved, "`sessions`"), userId, exceptId);
  }
  const ended = await endRows(resolved, userId, (id) => id !== exceptId);
  // Records without a row, of sessions that ended before, do not count.
  if (revocation) await endRecords(revocation, userId, exceptId);
  return ended;
}

async function listRows(resolved: ResolvedConfig, userId: string): Promise<SessionInfo[]> {
  const { revocation, store } = resolved;
  const records = revocation ? await listRecords(revocation, userId) : [];
  if (revocation && !store!.has("listSessions")) return records.map(toInfo);
  const recordOf = new Map(records.map((record) => [record.id, record]));
  const rows = await listSessionRows(resolved, userId);
  return await Promise.all(rows.map(async ({ sessionToken, expires }): Promise<SessionInfo> => {
    const id = await sessionIdOf(sessionToken);
    const record = recordOf.get(id);
    return record
      ? { ...toInfo(record), expires }
      : { id, expires, createdAt: null, lastSeenAt: null, device: null, address: null };
  }));
}

/** Makes an audit entry about each session. */
async function reportRevoked(
  caller: Caller,
  userId: string,
  ids: readonly string[],
  reason: SessionReason,
): Promise<void> {
  for (const sessionId of ids) {
    await audit(caller, { name: "session.revoked", reason, userId, sessionId });
  }
}

function toInfo({ token: _, wayIn: _wayIn, ...info }: SessionRecord): SessionInfo {
  return info;
}

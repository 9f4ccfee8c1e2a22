/**
 * A user's sessions, for a settings page: list them and end them.
 *
 * Every function takes the id of the user who is signed in. Take it from
 * {@linkcode identifySession} or the session, never from the request: these
 * functions do not check permissions.
 *
 * @module
 */

import { audit } from "../hooks/audit.ts";
import { lazy } from "../lazy.ts";
import { endBefore } from "../session/access.ts";
import { sessionIdOf } from "../session/database.ts";
import { endRows, endSession, requireRevocation, rowsOf } from "../session/end.ts";
import { endRecords, listRecords } from "../session/record.ts";
import type { SessionReason } from "../types/audit.ts";
import type { AuthConfig } from "../types/config.ts";
import type { ResolvedConfig, SessionIdentity } from "../types/internal.ts";
import type { SessionRecord } from "../types/session.ts";
import { requireConfig } from "./environment.ts";
import { boundTo } from "./sign_in.ts";

export type { SessionIdentity } from "../types/internal.ts";

const attempts = lazy(() => import("../factors/attempt.ts"));

/** A session, to show to its owner. */
export interface SessionInfo {
  /** Id for {@linkcode revokeSession}; it cannot be used as a session token. */
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

/**
 * The id of a request's session, and of its user.
 *
 * @returns `null` without a session, and when token sessions have no records
 * (`session.revocation` is off). A failure is logged and returns `null` too, as
 * in {@linkcode getSession}
 */
export async function identifySession(
  request: Request,
  config: AuthConfig,
): Promise<SessionIdentity | null> {
  return await (await boundTo(config).of(request)).identify();
}

/**
 * Lists a user's live sessions, the most recently used first.
 *
 * @throws {MissingAdapterMethods} when database sessions cannot be listed
 * @throws {AuthError} when token sessions have no records
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { identifySession, listSessions } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const config = {
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * const request = new Request("https://app.example/settings");
 * const current = await identifySession(request, config);
 * assertEquals(current, null); // no user is signed in
 * assertEquals(await listSessions(config, "user-1"), []);
 * ```
 */
export async function listSessions(config: AuthConfig, userId: string): Promise<SessionInfo[]> {
  return await liveSessions(requireConfig(config), userId);
}

async function liveSessions(resolved: ResolvedConfig, userId: string): Promise<SessionInfo[]> {
  const sessions = resolved.session.strategy === "database"
    ? await listRows(resolved, userId)
    : (await listRecords(requireRevocation(resolved), userId)).map(toInfo);
  const seenAt = ({ lastSeenAt }: SessionInfo) => lastSeenAt?.valueOf() ?? 0;
  return sessions
    .filter(({ expires }) => expires.valueOf() >= Date.now())
    .sort((a, b) => seenAt(b) - seenAt(a));
}

/**
 * Ends one of a user's sessions.
 *
 * A database session ends at once. A token session ends at the next read, and in
 * other processes at most `session.revocation.maxLag` seconds later.
 *
 * @param id from {@linkcode listSessions}
 * @returns `false` when the user has no such session
 */
export async function revokeSession(
  config: AuthConfig,
  userId: string,
  id: string,
): Promise<boolean> {
  const resolved = requireConfig(config);
  const hasEnded = await endSession(resolved, userId, id);
  if (hasEnded) await reportRevoked(resolved, userId, [id], "revoked");
  return hasEnded;
}

async function reportRevoked(
  config: ResolvedConfig,
  userId: string,
  ids: readonly string[],
  reason: SessionReason,
): Promise<void> {
  for (const sessionId of ids) {
    await audit({ config }, { name: "session.revoked", reason, userId, sessionId });
  }
}

/**
 * Ends a user's sessions except one.
 *
 * @param exceptId id of the session to keep, usually the `id` of {@linkcode identifySession}
 * @returns number of ended sessions
 */
export async function revokeOtherSessions(
  config: AuthConfig,
  userId: string,
  exceptId: string,
): Promise<number> {
  return await endSessions(requireConfig(config), userId, "revoked", exceptId);
}

/**
 * Ends all of a user's sessions, for example after a change of password.
 *
 * @returns number of ended sessions
 */
export async function revokeAllSessions(config: AuthConfig, userId: string): Promise<number> {
  return await endSessions(requireConfig(config), userId, "revoked");
}

/**
 * Ends a user's sessions except one, those that have no record yet, and sign-ins that wait
 * for a second factor.
 *
 * @returns number of ended sessions
 */
export async function endSessions(
  resolved: ResolvedConfig,
  userId: string,
  reason: SessionReason,
  exceptId?: string,
): Promise<number> {
  // Else a sign-in that began with a password that was stolen could end in a session.
  if (resolved.factors) await (await attempts()).endAttempts(resolved, userId);
  const ids = resolved.events.audit ? await idsToReport(resolved, userId) : [];
  const ended = await endAll(resolved, userId, exceptId);
  await reportRevoked(resolved, userId, ids.filter((id) => id !== exceptId), reason);
  return ended;
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
    return await endRecords(requireRevocation(resolved), userId, exceptId);
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
  const rows = await rowsOf(resolved, userId);
  return await Promise.all(rows.map(async ({ sessionToken, expires }): Promise<SessionInfo> => {
    const id = await sessionIdOf(sessionToken);
    const record = recordOf.get(id);
    return record
      ? { ...toInfo(record), expires }
      : { id, expires, createdAt: null, lastSeenAt: null, device: null, address: null };
  }));
}

function toInfo({ token: _, ...info }: SessionRecord): SessionInfo {
  return info;
}

/**
 * The end of sessions from elsewhere: by their ids, with both strategies.
 *
 * @module
 */

import { requireSessions } from "../config/needs.ts";
import { requireMethods } from "../hooks/adapter.ts";
import type { ResolvedConfig, Store } from "../types/internal.ts";
import type { SessionIdentity } from "../types/identity.ts";
import { deleteRow, openSealedToken, sessionIdOf } from "./database.ts";
import { endRecord, listRecords, whileEnding } from "./record.ts";

/** Most sessions that are ended at once, so that a store with few connections is not flooded. */
const AT_ONCE = 50;

/** Ends one session of a user; `false` when the user has no such session. */
export async function endSession(
  resolved: ResolvedConfig,
  userId: string,
  id: string,
): Promise<boolean> {
  const revocation = resolved.session.strategy === "jwt"
    ? requireSessions(resolved, "`sessions`")
    : resolved.revocation;
  return await whileEnding(resolved, { id, userId }, async () => {
    if (resolved.session.strategy === "jwt") return await endRecord(revocation!, id, userId);
    const ended = await endRows(resolved, userId, (session) => session === id);
    if (revocation) await endRecord(revocation, id, userId);
    return ended > 0;
  });
}

/** Ends sessions of any users, and returns those that this call ended. */
export async function endGivenSessions(
  resolved: ResolvedConfig,
  sessions: readonly SessionIdentity[],
): Promise<SessionIdentity[]> {
  const revocation = requireSessions(resolved, "`sessions`");
  if (resolved.session.strategy === "database") {
    for (const userId of new Set(sessions.map((session) => session.userId))) {
      const ids = new Set(sessions.filter((one) => one.userId === userId).map(({ id }) => id));
      await endRows(resolved, userId, (id) => ids.has(id));
    }
  }
  // After the rows: a record leads to the row that a failure has left.
  const ended: SessionIdentity[] = [];
  for (let from = 0; from < sessions.length; from += AT_ONCE) {
    await Promise.all(
      sessions.slice(from, from + AT_ONCE).map(async (session) => {
        const end = () => endRecord(revocation, session.id);
        const hasEnded = await whileEnding(
          resolved,
          session,
          // The first try may have ended it, although its answer was lost.
          () => end().catch(async () => await end() || true),
        );
        if (hasEnded) ended.push(session);
      }),
    );
  }
  return ended;
}

/** Ends database sessions, and returns their number. */
export async function endRows(
  resolved: ResolvedConfig,
  userId: string,
  isMeant: (id: string) => boolean,
): Promise<number> {
  const store = resolved.store!;
  const tokens = await listTokens(resolved, userId, isMeant);
  if (store.deleteSessions) return (await store.deleteSessions(userId, tokens)).length;
  for (let from = 0; from < tokens.length; from += AT_ONCE) {
    await Promise.all(
      tokens.slice(from, from + AT_ONCE).map((token) => deleteRow(store, token)),
    );
  }
  return tokens.length;
}

/** Tokens of a user's sessions, from the store or, when it lists none, from their records. */
async function listTokens(
  resolved: ResolvedConfig,
  userId: string,
  isMeant: (id: string) => boolean,
): Promise<string[]> {
  const { store, revocation } = resolved;
  const tokens: string[] = [];
  if (revocation && !store!.has("listSessions")) {
    for (const { id, token } of await listRecords(revocation, userId)) {
      if (token !== undefined && isMeant(id)) tokens.push(await openSealedToken(resolved, token));
    }
    return tokens;
  }
  for (const { sessionToken } of await listSessionRows(resolved, userId)) {
    if (isMeant(await sessionIdOf(sessionToken))) tokens.push(sessionToken);
  }
  return tokens;
}

/** The database sessions of a user. */
export async function listSessionRows({ store }: ResolvedConfig, userId: string) {
  // The config check demands an adapter for database sessions.
  const adapter: Store = store!;
  requireMethods(adapter, ["listSessions"]);
  return await adapter.listSessions(userId);
}

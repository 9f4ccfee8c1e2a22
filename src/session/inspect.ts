/**
 * The state of the session that a cookie stands for, for `explain`. Unlike a read of
 * the session, it changes nothing: no cookie, no row, no record.
 *
 * @module
 */

import { readHeader, TokenError } from "../base/crypto/jwe.ts";
import { deriveKey } from "../base/crypto/keys.ts";
import { nowMs } from "../base/time.ts";
import { toSecrets } from "../jwt.ts";
import type { Context } from "../types/internal.ts";
import type { RecordStore } from "../types/records.ts";
import { canStartSession, findEndReason } from "./user_status.ts";
import { MAX_TOKEN_LENGTH, sessionIdOf as idOfRow } from "./database.ts";
import { issuedAtMs, sessionIdOf } from "./claims.ts";
import { isActing, open, type OpenedToken } from "./opened_session.ts";
import { migratedId, peekRecord } from "./record.ts";
import { sessionOf } from "./strategies.ts";

/** State of a session. */
export type SessionState =
  /** It is valid. */
  | "live"
  /** Its token or its row has expired. */
  | "expired"
  /** The store has no row of it. */
  | "no-row"
  /** None of the secrets made its token. */
  | "other-secret"
  /** It was ended. */
  | "revoked"
  /** Its user is suspended, or was deleted. */
  | "suspended"
  /** Its token was changed, or is none. */
  | "tampered";

/** Inspects the session of a cookie's value. */
export async function inspect(ctx: Context, cookie: string): Promise<SessionState> {
  if (isActing(ctx)) return await sessionOf(ctx).open(ctx) ? "live" : "revoked";
  return ctx.config.session.strategy === "database"
    ? await inspectRow(ctx, cookie)
    : await inspectToken(ctx, cookie);
}

async function inspectRow(
  { config: { store, revocation, session } }: Context,
  sessionToken: string,
): Promise<SessionState> {
  if (sessionToken.length > MAX_TOKEN_LENGTH) return "no-row";
  // The config check refuses this strategy without an adapter.
  const found = await store!.getSessionAndUser(sessionToken);
  if (!found) return "no-row";
  const { expires, userId } = found.session;
  if (expires.valueOf() < nowMs()) return "expired";
  if (!revocation || await peekRecord(revocation, await idOfRow(sessionToken)) === "live") {
    return "live";
  }
  const beganAt = expires.valueOf() - session.maxAge * 1000;
  return await inspectUnrecorded(revocation.records, userId, beganAt);
}

async function inspectToken(ctx: Context, cookie: string): Promise<SessionState> {
  let opened: OpenedToken | null;
  try {
    opened = await open(ctx, cookie);
  } catch (error) {
    return await inspectUnreadable(ctx, cookie, error);
  }
  if (!opened) return "tampered";
  const { revocation } = ctx.config;
  if (!revocation) return "live";
  const { claims, text } = opened;
  const id = sessionIdOf(claims);
  const record = await peekRecord(revocation, id ?? await migratedId(text));
  if (record === "live") return "live";
  const { records } = revocation;
  const userId = claims.sub ?? "";
  if (id === undefined && record === "none") {
    return await inspectUnrecorded(records, userId, issuedAtMs(claims));
  }
  return await findEndReason(records, userId);
}

/** A session without a record continues, unless its user may have none. */
async function inspectUnrecorded(
  records: RecordStore,
  userId: string,
  beganAt: number,
): Promise<SessionState> {
  if (await canStartSession(records, userId, beganAt)) return "live";
  return await findEndReason(records, userId);
}

async function inspectUnreadable(
  ctx: Context,
  cookie: string,
  error: unknown,
): Promise<SessionState> {
  const { name } = error as Error;
  if (name === "JWTExpired" || name === "JWTClaimValidationFailed") return "expired";
  if (!ctx.config.builtInTokens) return "tampered";
  // The runtime's crypto failed, not the token.
  if (!(error instanceof TokenError)) throw error;
  if (name !== "JWEDecryptionFailed") return "tampered";
  return await isOfOurKeys(ctx, cookie) ? "tampered" : "other-secret";
}

/** Returns `true` when the key id in a token's header is that of one of the secrets. */
async function isOfOurKeys({ config, cookies }: Context, cookie: string): Promise<boolean> {
  const { enc, kid } = readHeader(cookie);
  const salt = cookies.name("sessionToken");
  for (const secret of toSecrets(config.jwt.secret)) {
    if ((await deriveKey(secret, salt, enc)).kid === kid) return true;
  }
  return false;
}

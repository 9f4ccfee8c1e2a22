/**
 * A valid access token for the app: refreshed when it is about to expire, once for all
 * callers of all processes that share a store of records.
 *
 * @module
 */

import { hashParts } from "../../base/hashed.ts";
import { nowMs } from "../../base/time.ts";
import { isOAuth } from "../../config/providers.ts";
import { AccessDenied, TokenRefreshError } from "../../errors.ts";
import { getServer } from "../../flows/oauth/metadata.ts";
import { refresh, type RefreshFailure } from "../../flows/oauth/refresh.ts";
import { audit } from "../../hooks/audit.ts";
import { withLocks } from "../../records/lock.ts";
import { reseal } from "../../session/jwt.ts";
import { assertOwnSession } from "../../session/visitor.ts";
import type { Context } from "../../types/internal.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import type { RecordStore } from "../../types/records.ts";
import type { AccessToken, AccessTokenOptions } from "../../types/tokens.ts";
import { withProvider } from "./claim.ts";
import { find, type Found, type TokenOwner, tokenOwner } from "./owner.ts";
import { isValidFor, refreshed, type StoredTokens, subjectOf } from "./stored_tokens.ts";
import { read, type Stored, touch, write } from "./record.ts";

/** Tries to write refreshed tokens, which exist nowhere else. */
const WRITE_TRIES = 3;

/** Milliseconds for which refreshed tokens are returned to requests with the cookie before. */
const RECENT_MS = 60_000;

/** Most refreshes that are remembered per store, and without one. */
const MAX_REMEMBERED = 1000;

/** Refreshes of records that run in this process, by the id of the record. */
const flights = new WeakMap<RecordStore, Map<string, Promise<StoredTokens>>>();

/** Refreshed tokens that could not be written, by the id of the record; the oldest is removed first. */
const unsaved = new WeakMap<RecordStore, Map<string, { tokens: StoredTokens; replaces: number }>>();

/** Refreshes of tokens in cookies, by the hash of the claim; the oldest is removed first. */
const recent = new Map<string, { result: Promise<StoredTokens>; beganAtMs: number }>();

/** One refresh: the session that needs it, and its provider. */
interface Job {
  ctx: Context;
  holder: TokenOwner;
  provider: ResolvedOAuthProvider;
  /** Seconds for which the token must be valid. */
  seconds: number;
}

/**
 * Returns an access token; `null` without a session, and when its user has no account at the
 * provider.
 *
 * @param defaultSeconds used where the options say nothing
 * @throws {TokenRefreshError} when the token has expired, and there is no new one
 */
export async function getAccessToken(
  ctx: Context,
  { provider: id, minimumSeconds }: AccessTokenOptions,
  defaultSeconds: number,
): Promise<AccessToken | null> {
  const session = await findTokens(ctx, id);
  if (!session) return null;
  const { holder, found } = session;
  const current = "stored" in found ? found.stored.tokens : found.tokens;
  const provider = ctx.config.providers.get(current.provider);
  if (!isOAuth(provider)) return null;
  const seconds = minimumSeconds ?? defaultSeconds;
  const job: Job = { ctx, holder, provider, seconds };
  return toAccessToken(
    "stored" in found ? await fromRecord(job, found) : await fromCookie(job, found),
  );
}

/** The session and its tokens; `null` when there is none of the two. */
async function findTokens(
  ctx: Context,
  provider: string | undefined,
): Promise<{ holder: TokenOwner; found: Found } | null> {
  try {
    // It opens the account at the provider, in which nobody may act for the user.
    await assertOwnSession(ctx, "get an access token");
    const holder = await tokenOwner(ctx);
    const found = holder && await find(ctx, holder, provider);
    return holder && found && { holder, found };
  } catch (error) {
    if (error instanceof TokenRefreshError || error instanceof AccessDenied) throw error;
    const cause = { err: error as Error };
    throw new TokenRefreshError(`Cannot read the tokens: ${messageOf(error)}`, { cause });
  }
}

function toAccessToken(
  { provider, accessToken, tokenType, expiresAt, scope, idTokens }: StoredTokens,
) {
  const token: AccessToken = {
    accessToken,
    tokenType,
    expiresAt: expiresAt === null ? null : new Date(expiresAt * 1000),
    provider,
  };
  if (scope !== undefined) token.scope = scope;
  if (idTokens.length > 0) token.idToken = idTokens[0]!;
  return token;
}

async function fromRecord(
  job: Job,
  { stored, records }: Extract<Found, { stored: Stored }>,
): Promise<StoredTokens> {
  const { ctx: { config }, seconds } = job;
  if (isValidFor(stored.tokens, seconds)) {
    await touch(config, records, stored).catch((error) => config.logger.error(error));
    return stored.tokens;
  }
  let running = flights.get(records);
  if (!running) flights.set(records, running = new Map());
  const { id } = stored;
  let flight = running.get(id);
  if (!flight) {
    flight = refreshAlone(job, records, stored).finally(() => running.delete(id));
    running.set(id, flight);
  }
  return await flight;
}

/** Refreshes a record while no other process does. */
async function refreshAlone(job: Job, records: RecordStore, seen: Stored): Promise<StoredTokens> {
  const { provider } = job;
  // Before the lock, whose lifetime is short. A failure is that of the refresh itself.
  await getServer(provider, "token").catch(() => {});
  try {
    return await withLocks(records, [JSON.stringify(["tokens", seen.id])], async () => {
      const now = await readNewest(job, records, seen.id);
      const isNew = now.version !== seen.version;
      if (isValidFor(now.tokens, job.seconds) || isNew && isValidFor(now.tokens, 0)) {
        return now.tokens;
      }
      return await exchange(job, records, now);
    });
  } catch (error) {
    if (error instanceof TokenRefreshError) throw error;
    // The store failed.
    return await giveUp(job, seen.tokens, "unreachable", messageOf(error), error as Error);
  }
}

/** The tokens of a record, or those of an earlier refresh that could not be written. */
async function readNewest(
  { ctx: { config }, provider }: Job,
  records: RecordStore,
  id: string,
): Promise<Stored> {
  const now = await read(config, records, id);
  if (!now) throw makeFailure(provider, "sign-in", "the account was unlinked meanwhile");
  const lost = unsaved.get(records)?.get(id);
  if (!lost) return now;
  unsaved.get(records)!.delete(id);
  if (lost.replaces !== now.version) return now;
  const { tokens: current } = lost;
  const newer = { ...now, tokens: current };
  return await saveRefreshed(config, records, newer) ?? newer;
}

async function exchange(job: Job, records: RecordStore, now: Stored): Promise<StoredTokens> {
  const { ctx: { config } } = job;
  const { refreshToken } = now.tokens;
  if (refreshToken === undefined) return await giveUp(job, now.tokens, "no-refresh-token");
  const result = await refresh(job.provider, refreshToken, subjectOf(now.tokens));
  if ("failure" in result) {
    if (result.failure === "grant-ended") {
      // Another process, whose lock had expired, may have used the refresh token.
      const newest = await read(config, records, now.id);
      if (newest && newest.version !== now.version && isValidFor(newest.tokens, 0)) {
        return newest.tokens;
      }
    }
    return await giveUp(job, now.tokens, result.failure, result.message);
  }
  const current = refreshed(now.tokens, result.tokens);
  const saved = await saveRefreshed(config, records, { ...now, tokens: current });
  await report(job);
  return saved?.tokens ?? current;
}

/**
 * Writes refreshed tokens. When the store fails, this process keeps them until it can be
 * reached again.
 *
 * @returns the tokens of the record; `null` when they could not be written
 */
async function saveRefreshed(
  config: Context["config"],
  records: RecordStore,
  stored: Stored,
): Promise<Stored | null> {
  const { id, version, tokens: current } = stored;
  for (let attempt = 1;; attempt++) {
    try {
      if (await write(config, records, stored, version)) return stored;
      // A sign-in at the same time has written newer ones, or the account was unlinked.
      return await read(config, records, id) ?? stored;
    } catch (error) {
      if (attempt < WRITE_TRIES) continue;
      config.logger.error(error as Error);
      let lost = unsaved.get(records);
      if (!lost) unsaved.set(records, lost = new Map());
      if (lost.size >= MAX_REMEMBERED) lost.delete(lost.keys().next().value!);
      lost.set(id, { tokens: current, replaces: version });
      return null;
    }
  }
}

async function fromCookie(
  job: Job,
  { tokens: current, claim, sealed }: Extract<Found, { tokens: StoredTokens }>,
): Promise<StoredTokens> {
  if (isValidFor(current, job.seconds)) return current;
  const newer = await refreshOnce(job, current, sealed);
  if (newer === current) return current;
  const { ctx } = job;
  await reseal(ctx, {}, await withProvider(ctx.config, claim, current.provider, { kept: newer }));
  return newer;
}

/**
 * Refreshes the tokens of a cookie once in this process. Requests that the browser sends
 * before it receives the new cookie get the same result, since a refresh token that is used
 * again can end the grant.
 */
async function refreshOnce(job: Job, current: StoredTokens, sealed: string): Promise<StoredTokens> {
  const key = await hashParts("refresh of tokens", [current.provider, sealed]);
  const known = recent.get(key);
  if (known && nowMs() - known.beganAtMs < RECENT_MS) {
    const result = await known.result;
    if (isValidFor(result, 0)) return result;
  }
  recent.delete(key);
  // Tokens stay in memory no longer than they are needed; the oldest are the first.
  for (const [old, { beganAtMs }] of recent) {
    if (recent.size < MAX_REMEMBERED && nowMs() - beganAtMs < RECENT_MS) break;
    recent.delete(old);
  }
  const result = refreshInCookie(job, current);
  recent.set(key, { result, beganAtMs: nowMs() });
  // Only tokens that were refreshed are remembered.
  const forget = () => recent.delete(key);
  result.then((newer) => newer === current && forget(), forget);
  return await result;
}

async function refreshInCookie(job: Job, current: StoredTokens): Promise<StoredTokens> {
  const { refreshToken } = current;
  if (refreshToken === undefined) return await giveUp(job, current, "no-refresh-token");
  const result = await refresh(job.provider, refreshToken, subjectOf(current));
  if ("failure" in result) return await giveUp(job, current, result.failure, result.message);
  await report(job);
  return refreshed(current, result.tokens);
}

async function report({ ctx, holder: { userId }, provider: { id } }: Job): Promise<void> {
  await audit(ctx, { name: "tokens.refreshed", userId, provider: id });
}

/** Advice, and what is said when the failure has no message of its own. */
const REMEDIES = {
  "client-refused": "configure",
  "grant-ended": "sign-in",
  "invalid-answer": "configure",
  "no-refresh-token": "sign-in",
  "unreachable": "retry",
} as const satisfies Record<RefreshFailure | "no-refresh-token", TokenRefreshError["remedy"]>;

/**
 * Ends a refresh without new tokens: an access token that has not expired is returned, unless
 * the provider has ended its grant.
 *
 * @throws {TokenRefreshError} in the other cases
 */
async function giveUp(
  { ctx, holder: { userId }, provider }: Job,
  current: StoredTokens,
  failure: RefreshFailure | "no-refresh-token",
  message = "there is no refresh token: it was revoked, or the provider sent none; many need the " +
    "scope `offline_access`, or a parameter of their own",
  err?: Error,
): Promise<StoredTokens> {
  const error = makeFailure(provider, REMEDIES[failure], message, err);
  const isUsable = failure !== "grant-ended" && isValidFor(current, 0);
  if (isUsable && failure === "no-refresh-token") return current;
  const reason = failure === "unreachable"
    ? "failed"
    : failure === "invalid-answer"
    ? "invalid-answer"
    : "provider-error";
  await audit(ctx, { name: "refresh.refused", reason, userId, provider: provider.id });
  if (!isUsable) throw error;
  ctx.config.logger.error(error);
  return current;
}

function makeFailure(
  { id }: ResolvedOAuthProvider,
  remedy: TokenRefreshError["remedy"],
  message: string,
  err?: Error,
): TokenRefreshError {
  const cause = { provider: id, ...(err ? { err } : {}) };
  const error = new TokenRefreshError(`Cannot refresh the access token of "${id}": ${message}`, {
    cause,
  });
  return Object.assign(error, { remedy, provider: id });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

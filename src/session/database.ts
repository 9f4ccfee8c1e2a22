/**
 * Sessions that live in the store: the cookie holds a random token, the row
 * holds its user and its expiry.
 *
 * @module
 */

import { sha256Base64url } from "../base/crypto/hash.ts";
import { AccessDenied, AuthError, SessionTokenError, SignOutError } from "../errors.ts";
import { audit, emit, isAudited } from "../hooks/audit.ts";
import { callShaping, returnedNothing } from "../hooks/callbacks.ts";
import { lazy } from "../base/lazy.ts";
import type { Seal } from "../base/seals.ts";
import { nowMs, secondsFromNow } from "../base/time.ts";
import { openText, sealText } from "./sealed_text.ts";
import { ownerOf } from "../records/owner.ts";
import { isStoreFailure } from "../hooks/adapter.ts";
import type { AdapterSession, AdapterUser } from "../types/adapter.ts";
import type { SessionReason } from "../types/audit.ts";
import type { Session } from "../types/entities.ts";
import type { Context, ResolvedConfig, Store } from "../types/internal.ts";
import type { SessionIdentity } from "../types/identity.ts";
import type { Proof } from "../types/proof.ts";
import type { ProvenMember } from "../types/identity.ts";
import type { OpenedSession, SessionStrategy } from "../types/session.ts";
import {
  forgetSession,
  isOfAnotherApp,
  noteOver,
  noteSession,
  openOnce,
  readOnce,
  takeOpened,
} from "./opened_session.ts";
import {
  addProviderSession,
  closeRecord,
  dropRecord,
  type FoundSession,
  openRecord,
  touchLastSeen,
  whileEnding,
} from "./record.ts";
import { proofIn, recordedProof, recordProof } from "./recorded_proof.ts";

const forks = lazy(() => import("./fork.ts"));

/** Longer values are tokens of the other strategy, or no session tokens at all. */
export const MAX_TOKEN_LENGTH = 512;

/** No sealed token is shorter: its header alone is longer. */
const MIN_SEALED = 100;

/** Longest time by which a replica lags behind that is reckoned with, in milliseconds. */
const LAG_MS = 60_000;

/** Random token in the cookie, row in the store. */
export const databaseStrategy: SessionStrategy = {
  issue,
  read,
  end,
  open,
  recheck,
  prove,
  fork,
};

/** A live session, and its row. */
interface RowSession extends OpenedSession {
  readonly identity: SessionIdentity;
  readonly found: Found;
}

async function issue(ctx: Context, member: ProvenMember): Promise<boolean> {
  if (member.keepsSession) {
    await keep(ctx, member);
    return true;
  }
  const replaced = await findToken(ctx);
  const { proof, upstreamSession, account, recheck } = member;
  // Users of a store have ids.
  await create(ctx, member.user.id!, proof, async (identity, seal) => {
    await openRecord(ctx, identity, { seal, proof, upstreamSession, account, recheck });
  });
  if (replaced && replaced.length <= MAX_TOKEN_LENGTH) {
    const ended = await forget(ctx, replaced);
    // Some stores return nothing, whether there was one or not.
    if (ended !== null) {
      await report(ctx, { name: "session.ended", reason: "replaced" }, replaced, ended?.userId);
    }
  }
  forgetSession(ctx);
  return true;
}

/**
 * Creates a row, its record and its cookie.
 *
 * @param open writes the record. It may be left out where sessions have none
 */
async function create(
  ctx: Context,
  userId: string,
  proof: Proof,
  open: (identity: SessionIdentity, seal: ReturnType<typeof makeSealer>) => Promise<void>,
): Promise<void> {
  const { revocation, session: { maxAge, generateSessionToken } } = ctx.config;
  const row: AdapterSession = {
    sessionToken: generateSessionToken(),
    userId,
    expires: secondsFromNow(maxAge),
  };
  try {
    const { sessionToken, expires } = await storeOf(ctx).createSession(row);
    // The store can return another token than it was given.
    const identity = revocation || isAudited(ctx.config)
      ? await identityOf({ ...row, sessionToken })
      : undefined;
    if (identity) await open(identity, makeSealer(ctx, sessionToken));
    // The session before ends, in whichever cookie it is.
    ctx.cookies.delete("sessionToken");
    ctx.cookies.set("sessionToken", sessionToken, { expires });
    if (identity) {
      await audit(ctx, { name: "session.started", userId, sessionId: identity.id, proof });
    }
  } catch (error) {
    // The store may have written the row before it failed, and no browser has its token.
    await forget(ctx, row.sessionToken);
    throw error;
  }
}

/** The session stays, and the provider of this sign-in may end it too. */
async function keep(ctx: Context, { user, upstreamSession }: ProvenMember): Promise<void> {
  const sessionToken = await findToken(ctx);
  if (!ctx.config.revocation || !sessionToken) return;
  // Users of a store have ids.
  const identity = { id: await sessionIdOf(sessionToken), userId: user.id! };
  await addProviderSession(ctx, identity, upstreamSession);
}

/** Removes a session that no browser holds; after a failure it ends at its expiry. */
async function forget(ctx: Context, sessionToken: string): Promise<AdapterSession | null | void> {
  try {
    const id = await sessionIdOf(sessionToken);
    const [ended] = await Promise.all([
      deleteRow(storeOf(ctx), sessionToken),
      closeRecord(ctx, id),
    ]);
    return ended;
  } catch (error) {
    ctx.config.logger.error(error as Error);
    return null;
  }
}

/** Makes an audit entry about a session, given its token. */
async function report(
  ctx: Context,
  event: { name: "session.updated" } | { name: "session.ended"; reason: SessionReason },
  sessionToken: string,
  userId: string | undefined,
): Promise<void> {
  if (!isAudited(ctx.config)) return;
  await audit(ctx, { ...event, userId, sessionId: await sessionIdOf(sessionToken) });
}

async function read(ctx: Context, update?: { data: unknown }): Promise<Session | null> {
  const sessionToken = await findToken(ctx);
  if (!sessionToken) return null;
  const known = takeOpened<RowSession>(ctx);
  try {
    const found = (await known.session)?.found ?? await lookUp(ctx, sessionToken);
    if (typeof found === "object") return await present(ctx, found, update);
    noteOver(ctx);
    if (await isLeftAlone(ctx, sessionToken)) {
      ctx.config.logger.debug("The session token is that of another app on this host");
      return null;
    }
    // One read of a replica that lags behind must not sign the browser out for good.
    if (found === "over") ctx.cookies.delete("sessionToken");
    await audit(ctx, { name: "session.refused", reason: "unknown" });
    return null;
  } catch (error) {
    if (isStoreFailure(error)) throw error;
    // A callback failed: the row may be fine, so the cookie stays.
    ctx.config.logger.error(new SessionTokenError(error as Error));
    return null;
  }
}

/** Returns `true` for a token that another app on this host has sealed. */
async function isLeftAlone(ctx: Context, sessionToken: string): Promise<boolean> {
  return sessionToken.length > MIN_SEALED && await isOfAnotherApp(ctx, sessionToken);
}

/** Returns the id of a session's record: a hash, from which the token cannot be derived. */
export async function sessionIdOf(sessionToken: string): Promise<string> {
  return (await sha256Base64url(sessionToken)).slice(0, 22);
}

async function identityOf({ sessionToken, userId }: AdapterSession): Promise<SessionIdentity> {
  return { id: await sessionIdOf(sessionToken), userId };
}

/** Of session tokens in records. A record outlives that of a session that is used again and again. */
const TOKEN_SEAL = { salt: "authjs.session-record", maxAge: 315_360_000 } as const satisfies Seal;

/**
 * Seals a session token for the session's record, so that the session can be ended from
 * elsewhere. `undefined` when the store itself lists sessions with their tokens.
 */
function makeSealer(
  { config }: Context,
  sessionToken: string,
): (() => Promise<string>) | undefined {
  if (config.store!.has("listSessions")) return undefined;
  return () => sealText(config.jwt.secret, TOKEN_SEAL, { sessionToken });
}

/**
 * Opens the session token of a record.
 *
 * @throws {AuthError} when no configured secret has sealed it
 */
export async function openSealedToken({ jwt }: ResolvedConfig, sealed: string): Promise<string> {
  try {
    const claims = await openText<{ sessionToken: string }>(jwt.secret, TOKEN_SEAL, sealed);
    return claims!.sessionToken;
  } catch (error) {
    throw new AuthError(
      "Cannot end a session: none of the secrets sealed its token; keep the old secret in the " +
        "list until its sessions have expired",
      { cause: { err: error as Error } },
    );
  }
}

/**
 * Notes the use of a session. The row decides about it, so a failure to write the record
 * does not end it.
 *
 * @returns its record, where it was read; `false` when the session must end, since its user may
 * have none
 */
async function seen(
  ctx: Context,
  session: AdapterSession,
): Promise<FoundSession | undefined | false> {
  const { revocation, session: { maxAge }, logger } = ctx.config;
  if (!revocation) return undefined;
  try {
    // At the latest: the expiry moves with the use of the session.
    const beganAt = session.expires.valueOf() - maxAge * 1000;
    const seal = makeSealer(ctx, session.sessionToken);
    return await touchLastSeen(ctx, await identityOf(session), { beganAt, seal });
  } catch (error) {
    if (error instanceof AccessDenied) return false;
    logger.error(error as Error);
    return undefined;
  }
}

/**
 * The session token of a request. Of several, which a browser has after the app has changed the
 * `domain` of its cookies, it is that of the session which ends last.
 */
async function findToken(ctx: Context): Promise<string | undefined> {
  const { cookies } = ctx;
  const first = cookies.get("sessionToken");
  if (first === undefined || !cookies.hasManySessions) return first;
  let chosen = first;
  let latest = nowMs();
  for (const token of cookies.all("sessionToken")) {
    if (token.length > MAX_TOKEN_LENGTH) continue;
    const ends = (await storeOf(ctx).getSessionAndUser(token))?.session.expires.valueOf() ?? 0;
    if (ends > latest) [chosen, latest] = [token, ends];
  }
  cookies.choose(chosen);
  return chosen;
}

/** A session and its user, as the store returns them. */
interface Found {
  session: AdapterSession;
  user: AdapterUser;
  /** Its record, where it was read. */
  record?: FoundSession | undefined;
}

/**
 * Looks up the session of a token; an expired row, and one whose user is suspended, is removed.
 *
 * @returns `"over"` for a session that the store says has ended, and for what is no token of a row;
 * `"unknown"` where a replica that lags behind would answer the same for a live session
 */
async function lookUp(ctx: Context, sessionToken: string): Promise<Found | "over" | "unknown"> {
  if (sessionToken.length > MAX_TOKEN_LENGTH) return "over";
  const found = await storeOf(ctx).getSessionAndUser(sessionToken);
  if (!found) return "unknown";
  const expiredMs = nowMs() - found.session.expires.valueOf();
  if (expiredMs <= 0) {
    const record = await seen(ctx, found.session);
    if (record !== false) return { ...found, record };
  }
  // It may have been extended a moment before it expired.
  if (expiredMs > 0 && expiredMs <= LAG_MS) return "unknown";
  // What the store said is known, even if the row cannot be removed now.
  await forget(ctx, sessionToken);
  return "over";
}

async function present(
  ctx: Context,
  { session: row, user }: { session: AdapterSession; user: AdapterUser },
  update: { data: unknown } | undefined,
): Promise<Session> {
  const { callbacks, session: { maxAge, updateAge }, userConfig: { legacy } } = ctx.config;
  const mayMove = row.expires.valueOf() - maxAge * 1000 + updateAge * 1000 <= nowMs();
  const expires = mayMove ? await extend(ctx, row) : row.expires;
  const isDue = expires !== row.expires;
  const { sessionToken, ...rest } = row;
  // Callbacks usually return the session that they received, and a token in the
  // answer would undo `HttpOnly`: readable by name, but absent from copies and JSON.
  const seen = legacy?.shownUser?.(user) ?? user;
  const shown = Object.defineProperty({ ...rest, expires, user: seen }, "sessionToken", {
    value: sessionToken,
  });
  const session = await callShaping(
    "session",
    callbacks.session,
    {
      session: shown,
      user,
      newSession: update?.data,
      ...(update ? { trigger: "update" as const } : {}),
      // The parameter type combines the parameters of both strategies.
    } as unknown as Parameters<typeof callbacks.session>[0],
  );
  if (session === undefined) ctx.config.logOnce(returnedNothing("session"));
  const { isEarlier, staysEarlier } = ctx.cookies;
  if ((isDue || isEarlier) && !staysEarlier) {
    ctx.cookies.set("sessionToken", sessionToken, { expires });
  }
  if (update) await report(ctx, { name: "session.updated" }, sessionToken, row.userId);
  let known: Promise<string> | undefined;
  const id = () => known ??= sessionIdOf(sessionToken);
  const proof = async () => await recordedProof(ctx, await id());
  noteSession(ctx, { userId: ownerOf(row.userId), id, proof });
  // The app's callback adds the members that the app added to the type.
  await emit(ctx.config, "session", { session: session as Session });
  return session as Session;
}

/**
 * Moves the expiry; when the store can compare and set, parallel reads move it once. After a failure
 * the session is the one that was read, and the next read moves it.
 */
async function extend(ctx: Context, { sessionToken, expires: seen }: AdapterSession) {
  const store = storeOf(ctx);
  const expires = secondsFromNow(ctx.config.session.maxAge);
  try {
    if (store.extendSession) await store.extendSession(sessionToken, seen, expires);
    else await store.updateSession({ sessionToken, expires });
    return expires;
  } catch (error) {
    ctx.config.logger.error(error as Error);
    return seen;
  }
}

async function end(ctx: Context): Promise<void> {
  const sessionToken = await findToken(ctx);
  if (!sessionToken || await isLeftAlone(ctx, sessionToken)) return;
  takeOpened(ctx);
  try {
    const id = await sessionIdOf(sessionToken);
    const session = await whileEnding(ctx.config, { id }, async () => {
      const ended = sessionToken.length > MAX_TOKEN_LENGTH
        ? null
        : await deleteRow(storeOf(ctx), sessionToken);
      await dropRecord(ctx, id);
      return ended;
    });
    if (session !== null) {
      const event = { name: "session.ended", reason: "signed-out" } as const;
      await report(ctx, event, sessionToken, session?.userId);
    }
    await emit(ctx.config, "signOut", { session });
  } catch (error) {
    ctx.config.logger.error(new SignOutError(error as Error));
  }
  ctx.cookies.delete("sessionToken");
}

/**
 * Ends a session of the store. Some stores reject when it has ended already, which is no
 * failure. After any other one it tries again, since a row that stays keeps the session valid.
 */
export async function deleteRow(
  store: Store,
  sessionToken: string,
): Promise<void | AdapterSession | null | undefined> {
  try {
    return await store.deleteSession(sessionToken);
  } catch {
    return await store.getSessionAndUser(sessionToken)
      ? await store.deleteSession(sessionToken)
      : null;
  }
}

function open(ctx: Context): Promise<RowSession | null> {
  return openOnce(ctx, () => openRow(ctx));
}

function recheck(ctx: Context): Promise<RowSession | null> {
  forgetSession(ctx);
  return open(ctx);
}

async function openRow(ctx: Context): Promise<RowSession | null> {
  const sessionToken = await findToken(ctx);
  const found = sessionToken ? await lookUp(ctx, sessionToken) : null;
  if (typeof found === "string" || !found) return null;
  const { session, user, record } = found;
  const identity = await identityOf(session);
  const { id } = identity;
  return {
    found,
    identity,
    user: () => Promise.resolve(user),
    proof: readOnce(() => record ? proofIn(ctx, record) : recordedProof(ctx, id)),
  };
}

async function prove(ctx: Context, next: (known: Proof) => Proof): Promise<boolean> {
  // A session that was ended while its user gave the proof gets none.
  const { identity } = await recheck(ctx) ?? {};
  const proof = identity && await recordProof(ctx, identity.id, next);
  forgetSession(ctx);
  if (!proof) return false;
  await audit(ctx, {
    name: "session.proven",
    userId: identity.userId,
    sessionId: identity.id,
    proof,
  });
  return true;
}

async function fork(ctx: Context): Promise<boolean> {
  const first = await findToken(ctx);
  const known = ctx.config.revocation && await open(ctx);
  if (first === undefined || !known) return false;
  const { id, userId } = known.identity;
  const proof = await known.proof();
  const { openFork } = await forks();
  await create(ctx, userId, proof, async (identity, seal) => {
    await openFork(ctx, id, identity, {
      seal,
      proof,
      recheck: async () => {
        if (await storeOf(ctx).getSessionAndUser(first)) return;
        throw new AccessDenied("Cannot copy the session: it was ended meanwhile");
      },
    });
  });
  forgetSession(ctx);
  return true;
}

/** The config check refuses this strategy without an adapter. */
function storeOf(ctx: Context): Store {
  return ctx.config.store!;
}

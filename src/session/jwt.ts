/**
 * Sessions that live in the cookie: an encrypted token, in chunks when long.
 *
 * A token is sealed anew only when the app changed it, when it is older than
 * `updateAge`, or when an old secret made it. Reads that change nothing set no
 * cookie, so parallel reads cannot restore a session that just ended.
 *
 * @module
 */

import { TokenError } from "../base/crypto/jwe.ts";
import { lazy } from "../base/lazy.ts";
import { audit, emit, isAudited } from "../hooks/audit.ts";
import { callShaping, defaultCallbacks, returnedNothing } from "../hooks/callbacks.ts";
import { AccessDenied, JWTSessionError, SignOutError } from "../errors.ts";
import type { SessionReason } from "../types/audit.ts";
import type { JWT, Profile, Session } from "../types/entities.ts";
import type { Context } from "../types/internal.ts";
import type { Proof } from "../types/proof.ts";
import type { ProvenMember } from "../types/identity.ts";
import type { NewRecord, OpenedSession, SessionStrategy } from "../types/session.ts";
import {
  assertFits,
  issuedAtMs,
  proofOf,
  sessionIdOf,
  storablePicture,
  tokensOf,
  TokenTooLarge,
  withOwnClaims,
} from "./claims.ts";
import { preciseSeconds, secondsFromNow } from "../base/time.ts";
import { isStoreFailure } from "../hooks/adapter.ts";
import {
  findToken,
  forgetSession,
  isOfAnotherApp,
  noteOver,
  noteSession,
  open as openToken,
  type OpenedToken,
  openOnce,
  openQuietly,
  readOnce,
  takeOpened,
} from "./opened_session.ts";

/** Loaded only where records are kept. */
const records = lazy(() => import("./record.ts"));
const forks = lazy(() => import("./fork.ts"));

/** Encrypted token in the cookie. */
export const jwtStrategy: SessionStrategy = {
  issue,
  read,
  end,
  open,
  recheck,
  prove,
  fork,
};

/** A live session, and its token. */
interface TokenSession extends OpenedSession {
  readonly claims: JWT;
  readonly token: OpenedToken;
}

async function issue(ctx: Context, member: ProvenMember, profile?: Profile): Promise<boolean> {
  const { user, account, isNewUser, hasUnprovenAddress } = member;
  const params = {
    token: {
      name: user.name,
      email: user.email,
      ...(hasUnprovenAddress ? { email_verified: false } : {}),
      picture: storablePicture(user.image),
      sub: String(user.id),
      // The app's callback adds the members that the app added to the type.
    } as JWT,
    user,
    account,
    profile,
    isNewUser,
    trigger: isNewUser ? "signUp" as const : "signIn" as const,
  };
  const { provider } = account;
  const token = await callShaping("jwt", ctx.config.callbacks.jwt, params, { provider });
  // Apps without type checks may return nothing.
  if (token === undefined) throw returnedNothing("jwt");
  if (token === null) {
    ctx.cookies.delete("sessionToken");
    await audit(ctx, {
      name: "signin.refused",
      reason: "access-denied",
      userId: String(user.id),
    });
    return false;
  }
  const replaced = ctx.config.revocation || member.keepsSession ? await openQuietly(ctx) : null;
  if (member.keepsSession) {
    await keep(ctx, token, member, replaced);
    return true;
  }
  const { proof, upstreamSession, tokens, recheck } = member;
  const id = await begin(ctx, token, String(user.id), { upstreamSession, account, recheck });
  // The session before ends, in whichever cookie it is.
  ctx.cookies.delete("sessionToken");
  try {
    await seal(ctx, token, id, proof, tokens, true);
  } catch (error) {
    // No browser has the token.
    if (id !== undefined) await (await records()).closeRecord(ctx, id);
    throw error;
  }
  await audit(ctx, {
    name: "session.started",
    userId: token.sub ?? String(user.id),
    sessionId: id,
    proof,
  });
  if (replaced) await closeReplaced(ctx, replaced);
  forgetSession(ctx);
  return true;
}

/**
 * Seals new claims into the session that continues. It keeps its record, so that a session
 * that is ended at the same time stays ended.
 */
async function keep(
  ctx: Context,
  token: JWT,
  { user, upstreamSession, tokens }: ProvenMember,
  opened: OpenedToken | null,
): Promise<void> {
  if (!opened) throw new AccessDenied("Cannot keep the session: its token has expired meanwhile");
  const { claims } = opened;
  const userId = token.sub ?? String(user.id);
  const id = sessionIdOf(claims) ?? await migrateUnknownSession(ctx, opened, userId);
  if (id !== undefined && ctx.config.revocation) {
    await (await records()).addProviderSession(ctx, { id, userId }, upstreamSession);
  }
  await seal(ctx, token, id, proofOf(claims), tokens ?? tokensOf(claims));
  forgetSession(ctx);
  await audit(ctx, { name: "session.updated", userId, sessionId: id });
}

/** Ends the session before; after a failure it ends at its expiry. */
async function closeReplaced(ctx: Context, replaced: OpenedToken): Promise<void> {
  try {
    await close(ctx, replaced);
    await audit(ctx, { name: "session.ended", reason: "replaced", ...idsOf(replaced.claims) });
  } catch (error) {
    ctx.config.logger.error(error as Error);
  }
}

/** The record of a new session; none when records are not kept. */
async function begin(
  ctx: Context,
  token: JWT,
  owner: string,
  details: NewRecord,
): Promise<string | undefined> {
  if (!ctx.config.revocation) return undefined;
  const { newSessionId, openRecord } = await records();
  const id = newSessionId();
  await openRecord(ctx, { id, userId: token.sub ?? owner }, details);
  return id;
}

async function read(ctx: Context, update?: { data: unknown }): Promise<Session | null> {
  const cookie = await findToken(ctx);
  if (!cookie) return null;
  // The form of an update was for its visitor, who was read a moment ago.
  const known = takeOpened(ctx);
  let opened: OpenedToken | null;
  let expired = false;
  try {
    opened = await (known.token ?? openToken(ctx, cookie));
  } catch (error) {
    // A token of an earlier library can be one whose session is in the store.
    if (isStoreFailure(error)) throw error;
    if (error instanceof Error && error.name === "SessionUnknown") {
      noteOver(ctx);
      ctx.config.logger.debug(error.message);
      return null;
    }
    if (await isOfAnotherApp(ctx, cookie)) {
      noteOver(ctx);
      ctx.config.logger.debug("The session token is that of another app on this host");
      return null;
    }
    expired = error instanceof Error && error.name === "JWTExpired";
    if (expired) ctx.config.logger.debug("Session token has expired");
    else ctx.config.logger.error(new JWTSessionError(error as Error));
    // The runtime's crypto failed, not the token: keep it for the next try.
    if (ctx.config.builtInTokens && !(error instanceof TokenError)) return null;
    opened = null;
  }
  if (!opened) return await refuse(ctx, expired ? "expired" : "unreadable");
  try {
    // A session without a record gets one, so that one which was ended must not be taken for live.
    const isKnown = known.session && sessionIdOf(opened.claims) !== undefined &&
      await known.session;
    if (!isKnown && !await isLive(ctx, opened)) return await refuseEnded(ctx, opened.claims);
    return await present(ctx, opened, update);
  } catch (error) {
    if (isStoreFailure(error)) throw error;
    // The app's callback failed, not the token: keep it for the next try.
    ctx.config.logger.error(new JWTSessionError(error as Error));
    return null;
  }
}

/** Deletes the cookie of a session that is over. */
async function refuse(ctx: Context, reason: SessionReason, claims?: JWT): Promise<null> {
  noteOver(ctx);
  ctx.cookies.delete("sessionToken");
  await audit(ctx, { name: "session.refused", reason, ...(claims ? idsOf(claims) : {}) });
  return null;
}

/**
 * Refuses a session without a record. Its cookie is deleted when the store says that it has ended; a
 * replica that lags behind may only lack the record of a live session.
 */
async function refuseEnded(ctx: Context, claims: JWT): Promise<null> {
  const { revocation } = ctx.config;
  const { canStartSession, findEndReason } = await records();
  const { sub } = claims;
  if (!revocation || !sub) return await refuse(ctx, "revoked", claims);
  const reason = isAudited(ctx.config) ? await findEndReason(revocation.records, sub) : "revoked";
  // A session from before records were kept is refused only by what the store has.
  const isStated = sessionIdOf(claims) === undefined ||
    !await canStartSession(revocation.records, sub, issuedAtMs(claims));
  if (isStated) return await refuse(ctx, reason, claims);
  noteOver(ctx);
  await audit(ctx, { name: "session.refused", reason, ...idsOf(claims) });
  return null;
}

/** The ids of a session and its user, as far as its token has them. */
function idsOf(claims: JWT): { userId?: string; sessionId?: string } {
  return { userId: claims.sub, sessionId: sessionIdOf(claims) };
}

/** Runs the callbacks in their order: jwt, session, then the event. */
async function present(
  ctx: Context,
  opened: OpenedToken,
  update: { data: unknown } | undefined,
): Promise<Session | null> {
  const { claims, text, stale } = opened;
  const { callbacks, session: { maxAge, updateAge } } = ctx.config;
  const issuedAt = typeof claims.iat === "number" ? claims.iat : -Infinity;
  const trigger = update ? { trigger: "update" as const } : {};
  // Before the callback, which can change the claims in place.
  let sessionId = sessionIdOf(claims);
  const before = { ...opened, claims: { ...claims } };
  const token = await callShaping(
    "jwt",
    callbacks.jwt,
    {
      token: ctx.config.canProve && isUnproven(claims) ? withoutAddress(claims) : claims,
      session: update?.data,
      ...trigger,
      // Typed as always present for apps that read it at sign-in.
    } as Parameters<typeof callbacks.jwt>[0],
  );
  if (token === undefined) {
    // The callback failed, not the token: keep it for the next try.
    ctx.config.logOnce(returnedNothing("jwt"));
    return null;
  }
  if (token === null) {
    ctx.cookies.delete("sessionToken");
    // A failure leaves the record until it expires; the callback is asked again for a copy.
    await close(ctx, before).catch((error) => ctx.config.logger.error(error as Error));
    await audit(ctx, { name: "session.ended", reason: "access-denied", ...idsOf(before.claims) });
    return null;
  }
  const isUnknown = ctx.config.revocation !== undefined && sessionId === undefined;
  if (isUnknown) sessionId = await migrateUnknownSession(ctx, opened, token.sub);
  const isDue = stale || isUnknown || preciseSeconds() - issuedAt >= updateAge;
  const renew = update !== undefined || hasChanged(ctx, token, opened) ||
    (isDue && !ctx.cookies.staysEarlier);
  const expires = renew ? expiry(maxAge) : new Date((issuedAt + maxAge) * 1000);
  const session = await callShaping(
    "session",
    callbacks.session,
    {
      session: {
        user: toUser(token),
        expires: expires.toISOString(),
      },
      token,
      ...(update ? { newSession: update.data, ...trigger } : {}),
      // The parameter type combines the parameters of both strategies.
    } as unknown as Parameters<typeof callbacks.session>[0],
  );
  if (session === undefined) ctx.config.logOnce(returnedNothing("session"));
  // From the text, since the callback can change members of a claim, too.
  if (renew) {
    const sealed: JWT = JSON.parse(text);
    try {
      await seal(ctx, token, sessionId, proofOf(sealed), tokensOf(sealed));
    } catch (error) {
      if (update || !(error instanceof TokenTooLarge)) throw error;
      // The session goes on with the token that it has.
      ctx.config.logOnce(error);
    }
  }
  if (update) await audit(ctx, { name: "session.updated", userId: token.sub, sessionId });
  const { sub } = before.claims;
  if (sub) {
    noteSession(ctx, { userId: sub, id: () => sessionId, proof: () => proofOf(before.claims) });
  }
  // The app's callback adds the members that the app added to the type.
  await emit(ctx.config, "session", { session: session as Session, token });
  return session as Session;
}

/**
 * Gives a session that began before records were kept a record, so that it can be ended.
 *
 * @returns the id of the record; none when records are not kept, or without a user
 */
async function migrateUnknownSession(
  ctx: Context,
  { claims, text }: OpenedToken,
  userId: string | undefined,
): Promise<string | undefined> {
  if (!ctx.config.revocation || !userId) return undefined;
  const { migrateLegacySession, migratedId } = await records();
  const id = await migratedId(text);
  await migrateLegacySession(ctx, { id, userId }, issuedAtMs(claims), lastUse(ctx, claims));
  return id;
}

/** Returns `true` when the `jwt` callback returned other claims, or changed them in place. */
function hasChanged(ctx: Context, token: JWT, { claims, text }: OpenedToken): boolean {
  if (token === claims && ctx.config.callbacks.jwt === defaultCallbacks.jwt) return false;
  return JSON.stringify(token) !== text;
}

/** The user of a session, from its claims. */
export function toUser(token: JWT): Session["user"] {
  const { name, email, picture: image } = token;
  const user = { name, email, image };
  return isUnproven(token) ? { ...user, emailVerified: false } : user;
}

function isUnproven({ email, email_verified }: JWT): boolean {
  return email_verified === false && Boolean(email);
}

/** The claims of a session that began before the app could prove addresses. */
function withoutAddress({ email: _email, email_verified: _verified, ...claims }: JWT): JWT {
  return claims;
}

/** Seals the request's session token with changed claims, or other tokens of providers. */
export async function reseal(ctx: Context, changed: Partial<JWT>, tokens?: string): Promise<void> {
  // The provider may have taken long to give its tokens.
  const { claims } = await recheck(ctx) ?? {};
  if (!claims) return;
  const own = [sessionIdOf(claims), proofOf(claims), tokens ?? tokensOf(claims)] as const;
  await seal(ctx, { ...claims, ...changed }, ...own);
  forgetSession(ctx);
}

/** Returns `false` when the session of a token was ended. */
async function isLive(ctx: Context, { claims, text }: OpenedToken): Promise<boolean> {
  if (!ctx.config.revocation) return true;
  const { migratedId, hasRecord, isLegacySessionValid } = await records();
  const id = sessionIdOf(claims);
  if (id !== undefined) return await hasRecord(ctx, id);
  // Without a user it gets no record, and no user can be suspended.
  const identity = { id: await migratedId(text), userId: claims.sub ?? "" };
  return await isLegacySessionValid(ctx, identity, issuedAtMs(claims));
}

/** Ends the session of a token, and of every copy of it. */
async function close(ctx: Context, { claims, text }: OpenedToken): Promise<void> {
  if (!ctx.config.revocation) return;
  const { migratedId, closeRecord, writeTombstone } = await records();
  const id = sessionIdOf(claims);
  if (id !== undefined) await closeRecord(ctx, id);
  else await writeTombstone(ctx, await migratedId(text), lastUse(ctx, claims));
}

/** Returns the time at which a token expires by itself. */
function lastUse({ config }: Context, { exp }: JWT): Date {
  return typeof exp === "number" ? new Date(exp * 1000) : expiry(config.session.maxAge);
}

async function seal(
  ctx: Context,
  claims: JWT,
  sessionId: string | undefined,
  proof: Proof,
  tokens: string | undefined,
  isNew = false,
): Promise<void> {
  const { jwt, session } = ctx.config;
  const salt = ctx.cookies.name("sessionToken");
  const token = withOwnClaims(claims, { proof, sessionId, tokens });
  const value = await jwt.encode({ token, secret: jwt.secret, salt, maxAge: jwt.maxAge });
  // A session that was larger before the app came here, or before this limit, goes on.
  assertFits(value, token, isNew ? 0 : ctx.cookies.get("sessionToken")?.length);
  ctx.cookies.set("sessionToken", value, { expires: expiry(session.maxAge) });
}

function expiry(maxAge: number): Date {
  return secondsFromNow(maxAge);
}

async function end(ctx: Context): Promise<void> {
  const cookie = await findToken(ctx);
  if (!cookie) return;
  try {
    const opened = await (takeOpened(ctx).token ?? openToken(ctx, cookie));
    if (opened) {
      await close(ctx, opened);
      await audit(ctx, { name: "session.ended", reason: "signed-out", ...idsOf(opened.claims) });
    }
    await emit(ctx.config, "signOut", { token: opened?.claims ?? null });
  } catch (error) {
    // The one who signs out has no session here: that of the other app stays.
    if (await isOfAnotherApp(ctx, cookie)) return;
    ctx.config.logger.error(new SignOutError(error as Error));
  }
  ctx.cookies.delete("sessionToken");
}

function open(ctx: Context): Promise<TokenSession | null> {
  return openOnce(ctx, () => openLive(ctx));
}

function recheck(ctx: Context): Promise<TokenSession | null> {
  forgetSession(ctx);
  return open(ctx);
}

async function openLive(ctx: Context): Promise<TokenSession | null> {
  const token = await openQuietly(ctx);
  // A session that was ended permits nothing.
  if (!token || !await isLive(ctx, token)) return null;
  const { claims } = token;
  const { sub: userId } = claims;
  const { store, revocation } = ctx.config;
  const id = revocation && sessionIdOf(claims);
  return {
    token,
    claims,
    identity: id && userId ? { id, userId } : null,
    user: readOnce(async () => store && userId ? await store.getUser(userId) : null),
    proof: () => proofOf(claims),
  };
}

/** The claims of the request's token as they were sealed, or `null` without a live session. */
export async function readClaims(ctx: Context): Promise<JWT | null> {
  return (await open(ctx))?.claims ?? null;
}

/** Seals the claims as they are: a proof is no sign-in and no update, so no callback runs. */
async function prove(ctx: Context, next: (known: Proof) => Proof): Promise<boolean> {
  // A session that was ended while its user gave the proof gets none; one without a record, which
  // gets it here, would even live again.
  const known = await recheck(ctx);
  if (!known) return false;
  const { token, claims } = known;
  const proof = next(proofOf(claims));
  const sessionId = sessionIdOf(claims) ?? await migrateUnknownSession(ctx, token, claims.sub);
  await seal(ctx, claims, sessionId, proof, tokensOf(claims));
  forgetSession(ctx);
  await audit(ctx, { name: "session.proven", userId: claims.sub, sessionId, proof });
  return true;
}

async function fork(ctx: Context): Promise<boolean> {
  const { identity: first, claims } = await open(ctx) ?? {};
  if (!first || !claims) return false;
  const { newSessionId } = await records();
  const { userId } = first;
  const identity = { id: newSessionId(), userId };
  await (await forks()).openFork(ctx, first.id, identity);
  const proof = proofOf(claims);
  await seal(ctx, claims, identity.id, proof, tokensOf(claims));
  forgetSession(ctx);
  await audit(ctx, { name: "session.started", userId, sessionId: identity.id, proof });
  return true;
}

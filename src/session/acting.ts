/**
 * Sessions in which an operator acts for a user. They are sealed into a cookie of their own form with
 * each strategy, so no other reader takes one for a session of the user: `getToken` of Auth.js, an
 * earlier version, or the table of database sessions.
 *
 * Such a session is sealed once. No use extends it, no callback changes it, and no sign-in, copy or
 * proof follows from it. It lives as long as all of these: the time in it, its record, the user, and
 * what the part of operators says about the one who acts. What is missing or cannot be read there
 * is no session, and never one of the user.
 *
 * @module
 */

import { nowDate, nowSeconds, secondsFromNow } from "../base/time.ts";
import type { Seal } from "../base/seals.ts";
import { AccessDenied, SignOutError } from "../errors.ts";
import { noteChange } from "../hooks/adapter.ts";
import { audit, noteActing } from "../hooks/audit.ts";
import { callShaping, returnedNothing } from "../hooks/callbacks.ts";
import { loadPart } from "../hooks/topics.ts";
import { ownerOf } from "../records/owner.ts";
import { retryOnce } from "../records/retry_once.ts";
import type { ActingSession } from "../types/acting_parts.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { JWT, Session } from "../types/entities.ts";
import type { Context } from "../types/internal.ts";
import type { Proof } from "../types/proof.ts";
import type { Json } from "../types/records.ts";
import type { OpenedSession, SessionStrategy } from "../types/session.ts";
import { canStartSession } from "./access.ts";
import {
  assertFits,
  sessionIdOf,
  storablePicture,
  storedProofOf,
  withOwnClaims,
} from "./claims.ts";
import { toUser } from "./jwt.ts";
import {
  ACTING,
  forgetSession,
  isActing,
  noteOver,
  noteSession,
  openOnce,
  takeOpened,
} from "./opened_session.ts";
import { MAX_ACTING, readProof } from "./proof.ts";
import { sessions, whileEnding } from "./record.ts";
import { openText, sealText } from "./sealed_text.ts";

/** The seal outlives the session, so that the operator can still come back afterwards. */
const SEAL = { salt: "authjs.acting", maxAge: 7200 } as const satisfies Seal;

/** The operator in records. */
const OPERATOR = "operator";

/** What the cookie says, which is no live session yet. */
export interface SealedActing extends ActingSession {
  /** Proof. */
  readonly proof: Proof;
  /** Begin, in seconds since 1970. */
  readonly since: number;
  /** The claims, of which callbacks of the app get a copy. */
  readonly claims: JWT;
}

/** A live session. */
interface Acting extends OpenedSession {
  readonly sealed: SealedActing;
  readonly stored: AdapterUser;
}

/** The strategy; `usual` is that of the app. */
export function makeActingStrategy(usual: (ctx: Context) => SessionStrategy): SessionStrategy {
  return {
    async issue(ctx, member, profile) {
      assertIsOver(member.keepsSession === true, "keep the session");
      const sealed = await openSealed(ctx);
      const isIssued = await usual(ctx).issue(ctx, member, profile);
      if (isIssued) await leave(ctx, sealed);
      return isIssued;
    },
    async read(ctx, update) {
      assertIsOver(update !== undefined, "update the session");
      return await read(ctx);
    },
    end,
    open,
    async recheck(ctx) {
      forgetSession(ctx);
      return await open(ctx);
    },
    prove: () => Promise.resolve(false),
    fork: () => Promise.resolve(false),
  };
}

function assertIsOver(isRefused: boolean, what: string): void {
  if (isRefused) throw new AccessDenied(`Cannot ${what}: another person acts for the user`);
}

/**
 * Begins a session of a user for an operator. The caller has decided that it may.
 *
 * @param details the id of its record, and what is done before the session is live
 * @throws {AccessDenied} when the `jwt` callback of the app refuses
 */
export async function beginActing(
  ctx: Context,
  user: AdapterUser,
  actor: string,
  { id, prepare }: {
    readonly id: string;
    prepare(session: SealedActing): Promise<void>;
  },
): Promise<SealedActing> {
  const { jwt, session: { strategy }, revocation } = ctx.config;
  const since = nowSeconds();
  const until = since + MAX_ACTING;
  const proof: Proof = { at: since, methods: [], provider: null, actor, acting: { since, until } };
  const userId = ownerOf(user.id);
  const claims = withOwnClaims(
    strategy === "jwt" ? await makeClaims(ctx, user) : { sub: userId },
    { proof, sessionId: id, tokens: undefined },
  );
  const token = { ...claims, sub: userId };
  const value = ACTING + await sealText(jwt.secret, SEAL, token);
  assertFits(value, token);
  const now = nowDate().toISOString();
  const data = {
    ...{ createdAt: now, lastSeenAt: now, device: null, address: null },
    // No record of the user names the operator, who can be deleted. Its members are JSON, which an
    // interface does not say.
    proof: { ...proof, actor: OPERATOR } as object as Json,
  };
  const session = { id, userId, actor, proof, since, until, claims: token };
  await prepare(session);
  // The capability demands records.
  await sessions.add(revocation!.records, id, { userId, expires: new Date(until * 1000), data });
  ctx.cookies.delete("sessionToken");
  ctx.cookies.set("sessionToken", value, { expires: secondsFromNow(SEAL.maxAge) });
  forgetSession(ctx);
  return session;
}

/** The claims, as a sign-in of the user would begin; there is no account and no event. */
async function makeClaims(ctx: Context, user: AdapterUser): Promise<JWT> {
  const { name, email, image } = user;
  const made = await callShaping("jwt", ctx.config.callbacks.jwt, {
    token: { name, email, picture: storablePicture(image), sub: ownerOf(user.id) } as JWT,
    user,
    account: null,
    trigger: "signIn" as const,
  });
  if (made === undefined) throw returnedNothing("jwt");
  assertIsOver(made === null, "act for the user: `callbacks.jwt` refuses");
  return made!;
}

/**
 * Opens the cookie of such a session, without asking whether it is live.
 *
 * @returns `null` for one that cannot be read, or does not say who acts until when
 */
export async function openSealed(ctx: Context): Promise<SealedActing | null> {
  if (!isActing(ctx)) return null;
  const sealed = ctx.cookies.get("sessionToken")!.slice(ACTING.length);
  const claims = await openText<JWT>(ctx.config.jwt.secret, SEAL, sealed).catch(() => null);
  if (!claims) return null;
  const [id, proof] = [sessionIdOf(claims), storedProofOf(claims)];
  const { sub: userId } = claims;
  if (!proof?.actor || !proof.acting || !userId || id === undefined) return null;
  return { id, userId, actor: proof.actor, proof, ...proof.acting, claims };
}

function open(ctx: Context): Promise<Acting | null> {
  return openOnce(ctx, () => openLive(ctx));
}

async function openLive(ctx: Context): Promise<Acting | null> {
  const { revocation, store, session: { strategy } } = ctx.config;
  const part = loadPart(ctx.config, "acting");
  const sealed = part && await openSealed(ctx);
  if (!sealed || !revocation || !store || nowSeconds() >= sealed.until) return null;
  const { id, userId, actor, since, until, proof, claims } = sealed;
  const record = await sessions.get(revocation.records, id);
  const recorded = readProof(record?.data.proof);
  if (record?.owner !== userId || recorded?.actor === undefined) return null;
  if (recorded.acting?.since !== since || recorded.acting.until !== until) return null;
  if (!await canStartSession(revocation.records, userId, since * 1000)) return null;
  const stored = await store.getUser(userId);
  if (!stored || !await (await part).mayAct(ctx, sealed)) return null;
  noteActing(ctx.request, { actor, sessionId: id });
  return {
    sealed,
    stored,
    identity: { id, userId },
    ...strategy === "jwt" ? { claims } : {},
    user: () => Promise.resolve(stored),
    proof: () => proof,
  };
}

/** Runs the callbacks of the app. No event says that the user was here. */
async function read(ctx: Context): Promise<Session | null> {
  const opened = await open(ctx);
  if (!opened) {
    noteOver(ctx);
    await audit(ctx, { name: "session.refused", reason: "unknown" });
    return null;
  }
  const { sealed: { id, userId, actor, until, proof, claims }, stored } = opened;
  const expires = new Date(until * 1000);
  const shown = ctx.config.session.strategy === "jwt"
    ? await shapeToken(ctx, structuredClone(claims), expires)
    : await shapeUser(ctx, stored, expires);
  if (!shown) return null;
  noteSession(ctx, { userId, id: () => id, proof: () => proof, isActed: true });
  const facts = { actor: { id: actor, until: expires.toISOString() } };
  // A callback can return a frozen object, and one of another prototype.
  return Object.isExtensible(shown) ? Object.assign(shown, facts) : { ...shown, ...facts };
}

async function shapeToken(ctx: Context, claims: JWT, expires: Date): Promise<Session | null> {
  const { callbacks, logOnce } = ctx.config;
  const token = await callShaping(
    "jwt",
    callbacks.jwt,
    { token: claims, session: undefined } as Parameters<typeof callbacks.jwt>[0],
  );
  if (token === undefined) logOnce(returnedNothing("jwt"));
  if (!token) return null;
  return await shape(ctx, {
    session: { user: toUser(token), expires: expires.toISOString() },
    token,
  });
}

async function shapeUser(
  ctx: Context,
  user: AdapterUser,
  expires: Date,
): Promise<Session | null> {
  const seen = ctx.config.userConfig.legacy?.shownUser?.(user) ?? user;
  return await shape(ctx, { session: { userId: user.id, expires, user: seen }, user });
}

async function shape({ config }: Context, params: object): Promise<Session | null> {
  const { callbacks: { session }, logOnce } = config;
  // The parameter type combines the parameters of both strategies.
  const shown = await callShaping("session", session, params as Parameters<typeof session>[0]);
  if (shown === undefined) logOnce(returnedNothing("session"));
  return (shown ?? null) as Session | null;
}

/** Signs the browser out: neither the session of the user is left in it, nor that of the operator. */
async function end(ctx: Context): Promise<void> {
  const sealed = await openSealed(ctx);
  takeOpened(ctx);
  try {
    await leave(ctx, sealed);
  } catch (error) {
    ctx.config.logger.error(new SignOutError(error as Error));
  }
  ctx.cookies.delete("sessionToken");
}

async function leave(ctx: Context, sealed: SealedActing | null): Promise<void> {
  await (await loadPart(ctx.config, "acting"))?.leave(ctx, sealed);
  if (sealed) await endActing(ctx, sealed);
}

/** Ends the session, wherever its cookie is. */
export async function endActing(ctx: Context, { id, userId, actor }: ActingSession): Promise<void> {
  const { revocation } = ctx.config;
  if (!revocation) return;
  noteActing(ctx.request, { actor, sessionId: id });
  const ended = await whileEnding(ctx.config, { id, userId }, async () => {
    try {
      return await retryOnce(() => sessions.take(revocation.records, id));
    } finally {
      noteChange();
    }
  });
  forgetSession(ctx);
  if (!ended) return;
  await audit(ctx, {
    name: "session.ended",
    reason: "signed-out",
    ...{ userId, sessionId: id, actor },
  });
}

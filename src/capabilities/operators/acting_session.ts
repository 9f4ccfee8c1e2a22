/**
 * Sessions in which an operator acts for a user: begun, opened and shown.
 *
 * Such a session is sealed once, and no callback changes it. It lives as long as all of these: the
 * time in it, its record, the user, and what `mayAct` says about the one who acts. What is missing or
 * cannot be read there is no session, and never one of the user.
 *
 * @module
 */

import { nowDate, nowSeconds, secondsFromNow } from "../../base/time.ts";
import { noteActing } from "../../hooks/audit.ts";
import { callShaping, returnedNothing } from "../../hooks/callbacks.ts";
import { ownerOf } from "../../records/owner.ts";
import { canStartSession } from "../../session/user_status.ts";
import { assertIsOver, openSealed, SEAL } from "../../session/acting.ts";
import { assertFits, storablePicture, withOwnClaims } from "../../session/claims.ts";
import { toUser } from "../../session/jwt.ts";
import { ACTING, forgetSession, noteSession, openOnce } from "../../session/opened_session.ts";
import { MAX_ACTING, readProof } from "../../session/proof.ts";
import { sessions } from "../../session/record.ts";
import { sealText } from "../../session/sealed_text.ts";
import type { ActingParts, LiveActing, SealedActing } from "../../types/acting_parts.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { JWT, Session } from "../../types/entities.ts";
import type { Context } from "../../types/internal.ts";
import type { Proof } from "../../types/proof.ts";
import type { Json } from "../../types/records.ts";

/** The operator in records. */
const OPERATOR = "operator";

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

/** See {@linkcode ActingParts}; `mayAct` decides about the one who acts. */
export function openActing(
  ctx: Context,
  mayAct: (ctx: Context, session: SealedActing) => Promise<boolean>,
): ReturnType<ActingParts["open"]> {
  return openOnce(ctx, () => openLive(ctx, mayAct));
}

async function openLive(
  ctx: Context,
  mayAct: Parameters<typeof openActing>[1],
): Promise<LiveActing | null> {
  const { revocation, store, session: { strategy } } = ctx.config;
  const sealed = await openSealed(ctx);
  if (!sealed || !revocation || !store || nowSeconds() >= sealed.until) return null;
  const { id, userId, actor, since, until, proof, claims } = sealed;
  const record = await sessions.get(revocation.records, id);
  const recorded = readProof(record?.data.proof);
  if (record?.owner !== userId || recorded?.actor === undefined) return null;
  if (recorded.acting?.since !== since || recorded.acting.until !== until) return null;
  if (!await canStartSession(revocation.records, userId, since * 1000)) return null;
  const stored = await store.getUser(userId);
  if (!stored || !await mayAct(ctx, sealed)) return null;
  noteActing(ctx.request, { actor, sessionId: id });
  return {
    show: (ctx) => show(ctx, sealed, stored),
    identity: { id, userId },
    ...strategy === "jwt" ? { claims } : {},
    user: () => Promise.resolve(stored),
    proof: () => proof,
  };
}

/** Runs the callbacks of the app. */
async function show(
  ctx: Context,
  { id, userId, actor, until, proof, claims }: SealedActing,
  stored: AdapterUser,
): Promise<Session | null> {
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

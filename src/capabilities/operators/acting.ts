/**
 * Operators who act for users: begin, end, and what must hold in between.
 *
 * The operator's own session rests in a cookie of its own, sealed for one session of the user. Neither
 * cookie is a way to the other session: that of the user opens nothing without the resting one, and
 * the resting one is given back once, to a browser that has both.
 *
 * @module
 */

import { secondsFromNow } from "../../base/time.ts";
import { AccessDenied, AuthError } from "../../errors.ts";
import { audit, noteActing } from "../../hooks/audit.ts";
import { ownerOf } from "../../records/owner.ts";
import { requireSite } from "../../mail/send_notice.ts";
import { createContext } from "../../request/context.ts";
import { findSuspension } from "../../session/user_status.ts";
import { endActing, openSealed } from "../../session/acting.ts";
import { newSessionId } from "../../session/record.ts";
import { open, seal, type SealedCookie } from "../../session/sealed_cookie.ts";
import { sessionOf } from "../../session/strategies.ts";
import type { ActingParts, ActingSession } from "../../types/acting_parts.ts";
import type { Context } from "../../types/internal.ts";
import { readBanner } from "./acting_banner.ts";
import {
  AT_BEGIN,
  isPutOff,
  operatorName,
  putsOff,
  tellBegin,
  tellDue,
  tellEnd,
} from "./acting_notice.ts";
import { beginActing, openActing } from "./acting_session.ts";
import { isOperator, mayContinue, type Operator } from "./require_operator.ts";
import { addImpersonation, dropImpersonation, endImpersonation } from "./impersonations.ts";

const COOKIE = {
  key: "operator",
  salt: "authjs.operator",
  maxAge: 7200,
} as const satisfies SealedCookie;

/** Longest session token that fits into the cookie once it is sealed. */
const MAX_TOKEN = 2600;

/** The session of an operator, as it rests. */
interface Resting {
  /** The cookie. */
  token: string;
  /** Id of the session of the user. */
  acting: string;
}

/**
 * Begins to act for a user. The operator is the one of `requireOperator`, in this request.
 *
 * @throws {AccessDenied} for an operator, and for a user who is suspended or has no address
 * @throws {AuthError} when the app has no way to tell the user, or the cookies get too large
 */
export async function begin(
  ctx: Context,
  { visitor, users: [user] }: Operator,
  reason: string,
): Promise<void> {
  const { config } = ctx;
  const { records } = config.revocation!;
  const what = "act for a user";
  if (!user || await isOperator(ctx, user)) {
    throw new AccessDenied("Cannot act for a user who is an operator");
  }
  if (await findSuspension(records, user.id)) {
    throw new AccessDenied("Cannot act for a user who is suspended");
  }
  if (!config.sendMail) {
    throw new AuthError(`Cannot ${what}: the user must be notified by email; set \`sendMail\``, {
      cause: { option: "sendMail" },
    });
  }
  if (!user.email) {
    throw new AccessDenied("Cannot act for a user without an email address, who could not be told");
  }
  requireSite(ctx, what);
  const token = ctx.cookies.get("sessionToken")!;
  if (token.length > MAX_TOKEN) {
    throw new AuthError(
      `Cannot ${what}: the session token of the operator has ${token.length} characters, and ` +
        `${MAX_TOKEN} fit into a second cookie; return less from \`callbacks.jwt\``,
      { cause: { option: "callbacks.jwt" } },
    );
  }
  await tellDue(ctx, AT_BEGIN);
  const id = newSessionId();
  const operator = ownerOf(visitor.userId);
  const session = await beginActing(ctx, user, operator, {
    id,
    // Before the record that makes the session live: what nobody sees must not have happened.
    prepare: async (session) => await addImpersonation(records, session, reason),
  }).catch(async (error) => {
    await dropImpersonation(records, id).catch((error) => config.logger.error(error));
    throw error;
  });
  await seal<Resting>(ctx, COOKIE, undefined, { token, acting: id });
  noteActing(ctx.request, { actor: operator, sessionId: id });
  await audit(ctx, {
    name: "acting.started",
    ...{ userId: session.userId, sessionId: id, actor: operator, note: reason },
  });
  if (!putsOff(config)) await tellBegin(ctx, user, session);
}

/**
 * Ends it, and gives the operator's own session back, if it is live.
 *
 * @returns `false` when another request has ended it, or nobody acts for a user in this browser
 * @throws {AccessDenied} without the cookie in which the operator's own session rests
 */
export async function end(ctx: Context): Promise<ActingSession | null> {
  const session = await openSealed(ctx);
  if (!session) return null;
  const own = await openResting(ctx, session);
  if (!own) {
    throw new AccessDenied(
      "Cannot come back to the session of the operator: this browser has none for this session",
    );
  }
  const isLive = await sessionOf(own.ctx).open(own.ctx) !== null;
  await endActing(ctx, session);
  // Of the two cookies, a copy opens nothing any more.
  if (!await endImpersonation(ctx.config.revocation!.records, session.id)) return null;
  ctx.cookies.delete("operator");
  ctx.cookies.delete("sessionToken");
  if (isLive) {
    const expires = secondsFromNow(ctx.config.session.maxAge);
    ctx.cookies.set("sessionToken", own.token, { expires });
  }
  await noteEnd(ctx, session);
  return session;
}

async function noteEnd(ctx: Context, { id: sessionId, userId, actor }: ActingSession) {
  noteActing(ctx.request, { actor, sessionId });
  await audit(ctx, { name: "acting.ended", userId, sessionId, actor });
  await tellEnd(ctx, sessionId);
}

/** See {@linkcode ActingParts}. */
export const parts: ActingParts = {
  open: (ctx) => openActing(ctx, mayAct),

  async leave(ctx, session) {
    const own = session && await openResting(ctx, session);
    if (own) await sessionOf(own.ctx).end(own.ctx);
    ctx.cookies.delete("operator");
    if (!session || !await endImpersonation(ctx.config.revocation!.records, session.id)) return;
    await noteEnd(ctx, session);
  },

  readBanner,
  nameFor: operatorName,
  isPutOff,
};

async function mayAct(ctx: Context, session: ActingSession): Promise<boolean> {
  const own = await openResting(ctx, session);
  const task = { userIds: [session.userId] };
  const operator = own && await mayContinue(own.ctx, "act-for", task);
  if (!operator || ownerOf(operator.visitor.userId) !== session.actor) return false;
  return !await isOperator(ctx, operator.users[0]!);
}

/** The session of the operator in this browser, if it rests for this session of the user. */
async function openResting(
  ctx: Context,
  { id }: ActingSession,
): Promise<{ ctx: Context; token: string } | undefined> {
  const resting = await open<Resting>(ctx, COOKIE, undefined);
  if (resting?.acting !== id) return undefined;
  const { token } = resting;
  // Nothing of the request but who sent it: what it asks for is for the session of the user.
  const { providerId: _provider, body: _body, ...request } = ctx.request;
  const cookieHeader = `${ctx.cookies.name("sessionToken")}=${encodeURIComponent(token)}`;
  const own = await createContext({ ...request, query: {}, cookieHeader }, ctx.config);
  return { ctx: own, token };
}

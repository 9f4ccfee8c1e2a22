/**
 * Sessions in which an operator acts for a user. They are sealed into a cookie of their own form with
 * each strategy, so no other reader takes one for a session of the user: `getToken` of Auth.js, an
 * earlier version, or the table of database sessions.
 *
 * The part of operators opens and shows them: in an app without it, such as one that no longer has
 * operators, each of them is over. No use extends one, and no sign-in, copy or proof follows from it.
 *
 * @module
 */

import type { Seal } from "../base/seals.ts";
import { AccessDenied, SignOutError } from "../errors.ts";
import { noteChange } from "../hooks/adapter.ts";
import { audit, noteActing } from "../hooks/audit.ts";
import { loadPart } from "../hooks/topics.ts";
import { retryOnce } from "../records/retry_once.ts";
import type { ActingSession, LiveActing, SealedActing } from "../types/acting_parts.ts";
import type { JWT } from "../types/entities.ts";
import type { Context } from "../types/internal.ts";
import type { SessionStrategy } from "../types/session.ts";
import { sessionIdOf, storedProofOf } from "./claims.ts";
import { ACTING, forgetSession, isActing, noteOver, takeOpened } from "./opened_session.ts";
import { sessions, whileEnding } from "./record.ts";
import { openText } from "./sealed_text.ts";

/** The seal outlives the session, so that the operator can still come back afterwards. */
export const SEAL = { salt: "authjs.acting", maxAge: 7200 } as const satisfies Seal;

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
      const live = await open(ctx);
      if (live) return await live.show(ctx);
      // No event says that the user was here.
      noteOver(ctx);
      await audit(ctx, { name: "session.refused", reason: "unknown" });
      return null;
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

async function open(ctx: Context): Promise<LiveActing | null> {
  return await (await loadPart(ctx.config, "acting"))?.open(ctx) ?? null;
}

/** @throws {AccessDenied} for what such a session does not do */
export function assertIsOver(isRefused: boolean, what: string): void {
  if (isRefused) throw new AccessDenied(`Cannot ${what}: another person acts for the user`);
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

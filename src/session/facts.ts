/**
 * Facts about the session that was read for a request: whose it is, and its proof. They are noted by
 * the one read of the session, so that code which needs them reads nothing again.
 *
 * @module
 */

import { createFieldStore } from "../base/field_store.ts";
import type { Awaitable } from "../types/entities.ts";
import type { Context } from "../types/internal.ts";
import type { Proof } from "../types/proof.ts";

/** Facts about a live session. */
export interface SessionFacts {
  /** Id of its user. */
  readonly userId: string;
  /** Id of its record; `undefined` when there is none. */
  id(): Awaitable<string | undefined>;
  /** Its proof; database sessions have it in their record. */
  proof(): Awaitable<Proof>;
}

const noted = createFieldStore<SessionFacts>();
const over = createFieldStore<true>();

/** Notes the facts about the session that was read. */
export function noteSession(ctx: Context, facts: SessionFacts): void {
  noted.set(ctx, facts);
}

/** The facts about the session that was read; `undefined` without a live one. */
export function notedSession(ctx: Context): SessionFacts | undefined {
  return noted.get(ctx);
}

/** Notes that the request has no session any more: it is over, or the store does not know it. */
export function noteOver(ctx: Context): void {
  over.set(ctx, true);
}

/** Returns `true` when the read has found that the session is over, and not failed. */
export function isOver(ctx: Context): boolean {
  return over.get(ctx) === true;
}

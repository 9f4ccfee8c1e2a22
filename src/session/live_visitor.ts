/**
 * The visitor for changes that outlive the session, such as a membership or a key.
 *
 * @module
 */

import { createFieldStore } from "../base/objects.ts";
import type { Context } from "../types/internal.ts";
import type { OpenedSession } from "../types/session.ts";
import { findSuspension } from "./user_status.ts";
import { readOnce } from "./opened_session.ts";
import { peekRecord } from "./record.ts";
import { sessionOf } from "./strategies.ts";
import { findVisitor, type Visitor } from "./visitor.ts";

/** Visitors, by the sessions that were opened: a session that is opened again asks again. */
const finders = createFieldStore<() => Promise<Visitor | undefined>>();

/**
 * The visitor, with a session that the store has now, whatever the process has cached, and who
 * is not suspended. A request finds the visitor once, unless its session was changed since.
 */
export async function liveVisitor(ctx: Context): Promise<Visitor | undefined> {
  const session = await sessionOf(ctx).open(ctx);
  if (!session) return undefined;
  let finder = finders.get(session);
  if (!finder) finders.set(session, finder = readOnce(() => find(ctx, session)));
  return await finder();
}

async function find(ctx: Context, opened: OpenedSession): Promise<Visitor | undefined> {
  const { session, revocation } = ctx.config;
  const visitor = await findVisitor(ctx);
  // A user of `authorize` who is in no store has no memberships there.
  if (!visitor?.stored || !revocation) return undefined;
  if (await findSuspension(revocation.records, visitor.userId)) return undefined;
  if (session.strategy !== "jwt" || revocation.maxLagMs === 0) return visitor;
  const { identity } = opened;
  if (!identity) return undefined;
  return await peekRecord(revocation, identity.id) === "live" ? visitor : undefined;
}

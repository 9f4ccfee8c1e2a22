/**
 * The visitor for changes that outlive the session, such as a membership or a key.
 *
 * @module
 */

import type { Context } from "../types/internal.ts";
import { suspensionOf } from "./access.ts";
import { peekRecord } from "./record.ts";
import { sessionOf } from "./strategies.ts";
import { type Visitor, visitorOf } from "./visitor.ts";

/**
 * The visitor, with a session that the store has now, whatever the process has read lately, and who
 * is not suspended.
 */
export async function liveVisitor(ctx: Context): Promise<Visitor | undefined> {
  const { session, revocation } = ctx.config;
  const visitor = await visitorOf(ctx);
  // A user of `authorize` who is in no store has no memberships there.
  if (!visitor?.stored || !revocation) return undefined;
  if (await suspensionOf(revocation.records, visitor.userId)) return undefined;
  if (session.strategy !== "jwt" || revocation.maxLagMs === 0) return visitor;
  const identity = await sessionOf(ctx).identify(ctx);
  if (!identity) return undefined;
  return await peekRecord(revocation, identity.id) === "kept" ? visitor : undefined;
}

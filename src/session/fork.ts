/**
 * The record of a session that is the copy of another one.
 *
 * The copy ends with the sign-in method of the first session, and with its session at the provider,
 * as the first one does. One that is ended while the copy begins leaves no copy: the first session
 * is read again when all of the copy is written by which an ending finds it.
 *
 * @module
 */

import { AccessDenied } from "../errors.ts";
import { nowMs } from "../base/time.ts";
import { ownerOf } from "../records/owner.ts";
import type { SessionIdentity } from "../types/identity.ts";
import type { Context } from "../types/internal.ts";
import type { NewRecord } from "../types/session.ts";
import { indexOf, openRecord, sessions } from "./record.ts";

/**
 * Creates the record.
 *
 * @param first id of the session that is copied
 * @throws {AccessDenied} when that session has no record, or the user may have no sessions
 */
export async function openFork(
  ctx: Context,
  first: string,
  identity: SessionIdentity,
  { recheck, ...details }: NewRecord = {},
): Promise<void> {
  // The callers demand records.
  const revocation = ctx.config.revocation!;
  const { records } = revocation;
  const found = await sessions.get(records, first);
  if (found?.owner !== ownerOf(identity.userId)) throw ended();
  const { wayIn, createdAt } = found.data;
  await openRecord(ctx, identity, {
    ...details,
    beganAt: nowMs(),
    ...wayIn === undefined
      ? {}
      : { wayIn: { hash: wayIn, recheck: () => Promise.reject(ended()) } },
    recheck: async () => {
      await (await indexOf(revocation))?.copy(ctx, first, identity, Date.parse(createdAt));
      if (!await sessions.get(records, first)) throw ended();
      await recheck?.();
    },
  });
}

function ended(): AccessDenied {
  return new AccessDenied("Cannot copy the session: it was ended meanwhile");
}

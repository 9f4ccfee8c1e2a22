/**
 * Resets of all second factors of a user, asked for by an administrator. A reset waits, so
 * that the user can cancel it, and is carried out at the first sign-in or list after that.
 *
 * @module
 */

import { sha256Base64url } from "../../base/crypto/hash.ts";
import { audit } from "../../hooks/audit.ts";
import { withLocks } from "../../records/lock.ts";
import { ownerOf } from "../../records/owner.ts";
import type { FactorUser } from "../../types/factor.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import { recordsOf } from "./attempt.ts";
import { enrolmentsOf, lockOf, removeEnrolment } from "./enrolments.ts";
import type { Caller } from "../../mail/notice.ts";
import { notify } from "./notices.ts";
import { forgetDevices } from "./trusted_device.ts";

/** Kind of the records; their owner is the user. */
const KIND = "factor.reset";

/** Milliseconds for which a reset waits. */
const WAIT_MS = 24 * 60 * 60 * 1000;

/** Members of a reset in the data of its record, as ISO 8601. */
type Data = {
  /** Enrolments from after this time stay. */
  requestedAt: string;
  dueAt: string;
};

/**
 * Asks for a reset. One that waits already keeps its time, unless `isNow`.
 *
 * @returns time from which it takes effect
 */
export async function requestReset(
  caller: Caller,
  user: FactorUser,
  isNow: boolean,
): Promise<Date> {
  const { config } = caller;
  const userId = user.id;
  const known = isNow ? null : await pendingReset(config, userId);
  if (known) return known;
  const now = Date.now();
  const due = new Date(isNow ? now : now + WAIT_MS);
  const data: Data = { requestedAt: new Date(now).toISOString(), dueAt: due.toISOString() };
  const records = recordsOf(config);
  const id = await idOf(userId);
  await withLocks(records, [lockOf(userId)], async () => {
    await records.take(KIND, id);
    const owner = ownerOf(userId);
    await records.put({ kind: KIND, id, owner, version: 1, expires: null, data }, null);
  });
  await audit(caller, { name: "factors.reset-requested", userId });
  if (isNow) await carryOut(caller, user);
  else await notify(caller, user, "reset-requested", { due });
  return due;
}

/** Time from which the reset of a user takes effect; `null` when none waits. */
export async function pendingReset(config: ResolvedConfig, userId: string): Promise<Date | null> {
  const found = await recordsOf(config).get(KIND, await idOf(userId));
  return found && new Date((found.data as Data).dueAt);
}

/** Cancels a reset; `false` when none waits, or its time has come. */
export async function cancelReset(caller: Caller, userId: string): Promise<boolean> {
  const records = recordsOf(caller.config);
  const isCancelled = await withLocks(records, [lockOf(userId)], async () => {
    const due = await pendingReset(caller.config, userId);
    if (!due || due.valueOf() <= Date.now()) return false;
    return await records.take(KIND, await idOf(userId)) !== null;
  });
  if (isCancelled) await audit(caller, { name: "factors.reset-cancelled", userId });
  return isCancelled;
}

/** Carries out a reset whose time has come; `true` when this call did. */
export async function carryOutDue(caller: Caller, user: FactorUser): Promise<boolean> {
  const due = await pendingReset(caller.config, user.id);
  return due !== null && due.valueOf() <= Date.now() && await carryOut(caller, user);
}

async function carryOut(caller: Caller, user: FactorUser): Promise<boolean> {
  const { config } = caller;
  const userId = user.id;
  const records = recordsOf(config);
  const id = await idOf(userId);
  const isDone = await withLocks(records, [lockOf(userId)], async () => {
    const found = await records.get(KIND, id);
    if (!found) return false;
    const { requestedAt } = found.data as Data;
    for (const enrolment of await enrolmentsOf(records, userId)) {
      if (enrolment.createdAt > new Date(requestedAt)) continue;
      await removeEnrolment(records, userId, enrolment.id);
    }
    await forgetDevices(config, userId);
    // Last, so that a failure before it leaves the reset to the next call.
    return await records.take(KIND, id) !== null;
  });
  if (!isDone) return false;
  await audit(caller, { name: "factors.reset", userId });
  await notify(caller, user, "reset");
  return true;
}

async function idOf(userId: string): Promise<string> {
  return await sha256Base64url(`reset of second factors: ${userId}`);
}

/**
 * Resets of all second factors of a user, asked for by an administrator. A reset waits, so
 * that the user can cancel it, and is carried out at the first sign-in or list after that.
 *
 * @module
 */

import { nowMs } from "../../base/time.ts";
import { defineKind, hashedId } from "../../records/kind.ts";
import { audit } from "../../hooks/audit.ts";
import { withLocks } from "../../records/lock.ts";
import type { FactorUser } from "../../types/factor.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import { recordsOf } from "./attempt.ts";
import { listEnrolments, lockOf, removeEnrolment } from "./enrolments.ts";
import type { Caller } from "../../mail/send_notice.ts";
import { notify } from "./notices.ts";
import { forgetDevices } from "./trusted_device.ts";

/** Milliseconds for which a reset waits. */
const WAIT_MS = 24 * 60 * 60 * 1000;

/** Members of a reset in the data of its record, as ISO 8601. */
type Data = {
  /** Enrolments from after this time stay. */
  requestedAt: string;
  dueAt: string;
};

/** By user, who owns it. */
const resets = defineKind<string, Data>("factor.reset", hashedId("reset of second factors"));

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
  const now = nowMs();
  const due = new Date(isNow ? now : now + WAIT_MS);
  const data: Data = { requestedAt: new Date(now).toISOString(), dueAt: due.toISOString() };
  const records = recordsOf(config);
  await withLocks(records, [lockOf(userId)], async () => {
    await resets.take(records, userId);
    await resets.add(records, userId, { userId, expires: null, data });
  });
  await audit(caller, { name: "factors.reset-requested", userId });
  if (isNow) await carryOut(caller, user);
  else await notify(caller, user, "reset-requested", { due });
  return due;
}

/** Time from which the reset of a user takes effect; `null` when none waits. */
export async function pendingReset(config: ResolvedConfig, userId: string): Promise<Date | null> {
  const found = await resets.get(recordsOf(config), userId);
  return found && new Date(found.data.dueAt);
}

/** Cancels a reset; `false` when none waits, or its time has come. */
export async function cancelReset(caller: Caller, userId: string): Promise<boolean> {
  const records = recordsOf(caller.config);
  const isCancelled = await withLocks(records, [lockOf(userId)], async () => {
    const due = await pendingReset(caller.config, userId);
    if (!due || due.valueOf() <= nowMs()) return false;
    return await resets.take(records, userId) !== null;
  });
  if (isCancelled) await audit(caller, { name: "factors.reset-cancelled", userId });
  return isCancelled;
}

/** Carries out a reset whose time has come; `true` when this call did. */
export async function applyDueReset(caller: Caller, user: FactorUser): Promise<boolean> {
  const due = await pendingReset(caller.config, user.id);
  return due !== null && due.valueOf() <= nowMs() && await carryOut(caller, user);
}

async function carryOut(caller: Caller, user: FactorUser): Promise<boolean> {
  const { config } = caller;
  const userId = user.id;
  const records = recordsOf(config);
  const isDone = await withLocks(records, [lockOf(userId)], async () => {
    const found = await resets.get(records, userId);
    if (!found) return false;
    const { requestedAt } = found.data;
    for (const enrolment of await listEnrolments(records, userId)) {
      if (enrolment.createdAt > new Date(requestedAt)) continue;
      await removeEnrolment(records, userId, enrolment.id);
    }
    await forgetDevices(config, userId);
    // Last, so that a failure before it leaves the reset to the next call.
    return await resets.take(records, userId) !== null;
  });
  if (!isDone) return false;
  await audit(caller, { name: "factors.reset", userId });
  await notify(caller, user, "reset");
  return true;
}

/**
 * Deletions of accounts that wait, so that their users can come back: one record for each. All of
 * them have one owner, which is no user, so that those that are due are found.
 *
 * A deletion is carried out by the first that meets it after its time: a sign-in, an export of the
 * account, or the app's schedule. It begins by a change of its record, as a cancellation does, so
 * that one of the two takes place.
 *
 * @module
 */

import { removeUser } from "../../accounts/remove_user.ts";
import { prepareDeletion, type StoreCaller } from "../../accounts/manage.ts";
import { endSessions } from "../../accounts/sessions.ts";
import { msFromNow, nowMs } from "../../base/time.ts";
import { audit } from "../../hooks/audit.ts";
import { publish } from "../../hooks/topics.ts";
import { notify, notifyUser } from "../../mail/notify_user.ts";
import { defineKind, type FoundRecord, hashedId } from "../../records/kind.ts";
import { withLocks } from "../../records/lock.ts";
import { ownerOf, WAITING_DELETIONS } from "../../records/owner.ts";
import { retryOnce } from "../../records/retry_once.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { Moments } from "../../types/topics.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Milliseconds for which a cancelled deletion is remembered, so that it is cancelled once. */
const CANCELLED_MS = 60 * 60 * 1000;

/** Records that are listed at once. */
const PAGE = 100;

/** Members of a record; times are ISO 8601. */
type Data = {
  userId: string;
  dueAt: string;
  /** `true` once the sessions have ended, and the user was told. */
  isTold: boolean;
  state: "waiting" | "cancelled" | "begun";
};

const deletions = defineKind<string, Data>("user.deletion", hashedId("deletion of user"));

/** The config check demands records. */
function recordsOf(config: ResolvedConfig): NonNullable<ResolvedConfig["records"]> {
  return config.records!;
}

function isPending(found: FoundRecord<Data> | null): found is FoundRecord<Data> {
  return found !== null && found.data.state !== "cancelled";
}

function isDue({ data: { state, dueAt } }: FoundRecord<Data>): boolean {
  return state === "begun" || state === "waiting" && new Date(dueAt).valueOf() <= nowMs();
}

/** What is written in place of a record. */
function changed(data: Data, expires: Date | null = null) {
  return { userId: WAITING_DELETIONS, expires, data };
}

/**
 * Asks for the deletion of an account, and ends its sessions and keys. One that waits already keeps
 * its time; a request that failed midway is completed by the next.
 *
 * @returns time from which it is due
 */
export async function requestDeletion(caller: StoreCaller, user: AdapterUser): Promise<Date> {
  const { config } = caller;
  const records = recordsOf(config);
  const userId = ownerOf(user.id);
  await prepareDeletion(caller, userId, { isRequest: true });
  // Asked for only where the config has days of grace.
  const due = msFromNow(config.account!.deletion!.graceDays * DAY_MS);
  let data: Data = { userId, dueAt: due.toISOString(), isTold: false, state: "waiting" };
  await deletions.update(records, userId, (known) => {
    if (!isPending(known)) return changed(data);
    data = known.data;
  });
  // After the write: a sign-in at the same time sees it, or its session ends here.
  await retryOnce(() => endSessions(caller, userId, "revoked"));
  await publish(config, "access.ended", { config, userId });
  const told = await deletions.update(
    records,
    userId,
    (known) =>
      isPending(known) && !known.data.isTold ? changed({ ...known.data, isTold: true }) : undefined,
  );
  const dueAt = new Date(data.dueAt);
  if (told) {
    await audit(caller, { name: "user.deletion-requested", userId });
    await notify(caller, user.email, "deletion-requested", { due: dueAt });
  }
  return dueAt;
}

/** Time from which the deletion of an account is due; `null` when none waits. */
export async function pendingDeletion(
  config: ResolvedConfig,
  userId: string,
): Promise<Date | null> {
  const found = await deletions.get(recordsOf(config), ownerOf(userId));
  return isPending(found) ? new Date(found.data.dueAt) : null;
}

/** Cancels a deletion; `false` when none waits, or its time has come. */
export async function cancelDeletion(caller: StoreCaller, userId: string): Promise<boolean> {
  const until = msFromNow(CANCELLED_MS);
  const cancelled = await deletions.update(
    recordsOf(caller.config),
    ownerOf(userId),
    (known) =>
      isPending(known) && !isDue(known)
        ? changed({ ...known.data, state: "cancelled" }, until)
        : undefined,
  );
  if (!cancelled) return false;
  await audit(caller, { name: "user.deletion-cancelled", userId });
  await notifyUser(caller, userId, "deletion-cancelled");
  return true;
}

/** Deletes an account whose time has come; `true` when this call did. */
export async function applyDueDeletion(caller: StoreCaller, userId: string): Promise<boolean> {
  const found = await deletions.get(recordsOf(caller.config), ownerOf(userId));
  return found !== null && isDue(found) && await carryOut(caller, ownerOf(userId));
}

/**
 * Deletes all accounts whose time has come. One that fails does not keep the others.
 *
 * @returns number of accounts that this call deleted
 * @throws the first failure, after the others were deleted
 */
export async function deleteDue(caller: StoreCaller): Promise<number> {
  let count = 0;
  const failures: unknown[] = [];
  let after: string | undefined;
  do {
    const page = await deletions.list(recordsOf(caller.config), WAITING_DELETIONS, {
      after,
      limit: PAGE,
    });
    for (const { data: { userId } } of page.filter(isDue)) {
      try {
        if (await carryOut(caller, userId)) count++;
      } catch (error) {
        failures.push(error);
      }
    }
    after = page.length < PAGE ? undefined : page.at(-1)!.id;
  } while (after !== undefined);
  if (failures.length > 0) throw failures[0];
  return count;
}

/** One call at a time; a call after one that failed goes on with its work. */
async function carryOut(caller: StoreCaller, userId: string): Promise<boolean> {
  const records = recordsOf(caller.config);
  return await withLocks(records, [`deletion of ${userId}`], async () => {
    const found = await deletions.get(records, userId);
    if (!found || !isDue(found)) return false;
    const { data } = found;
    const hasBegun = data.state === "begun" ||
      await deletions.replace(records, userId, changed({ ...data, state: "begun" }), found);
    // It was cancelled by a process whose clock is behind.
    if (!hasBegun) return false;
    await removeUser(caller, userId);
    return true;
  });
}

/** Forgets the deletion of a user who was deleted. */
export async function forgetDeletion(
  { config, userId }: Moments["user.deleted"],
): Promise<void> {
  await deletions.take(recordsOf(config), ownerOf(userId));
}

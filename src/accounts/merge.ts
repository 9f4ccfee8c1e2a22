/**
 * The merge of two accounts of one person: `from` is shut, what stays with the person moves to `into`,
 * and `from` ends as every user who is deleted.
 *
 * A merge that was killed is finished by the next call with the same pair. Every step can be repeated.
 *
 * @module
 */

import { checkDemand, checkDemands } from "../base/demands.ts";
import { requireSessions } from "../config/needs.ts";
import { AccessDenied } from "../errors.ts";
import { requireMethods } from "../hooks/adapter.ts";
import { audit } from "../hooks/audit.ts";
import { loadPart, publish } from "../hooks/topics.ts";
import { notify, tellsOfChanges } from "../mail/notify_user.ts";
import { requireSite } from "../mail/send_notice.ts";
import type { NotedAccount } from "../records/account_index.ts";
import { withLocks } from "../records/lock.ts";
import { isUserId, ownerOf } from "../records/owner.ts";
import {
  canStartSession,
  endMerge,
  findSuspension,
  isShutForMerge,
  refuseDeleted,
  shutForMerge,
} from "../session/user_status.ts";
import type { AdapterAccount, AdapterUser } from "../types/adapter.ts";
import type { UserMergeOptions } from "../types/user_merge.ts";
import { listAccounts, prepareDeletion, remove, type StoreCaller } from "./manage.ts";
import { place, placeAll, settle } from "./merge_accounts.ts";
import { cancelOpen, giveUp } from "./merge_cancel.ts";
import { assertMayMerge, isMoved, makePlan, noUser, type UserMerge } from "./merge_plan.ts";
import {
  change,
  findOpen,
  findOpenWith,
  forgetStop,
  idsOf,
  isDecided,
  isMoving,
  note,
  noteStop,
  open,
  type OpenMerge,
  type OpenRun,
  refused,
  type Run,
} from "./open_merges.ts";
import { endSessions } from "./sessions.ts";

/** Methods of the adapter that a merge needs. */
export const MERGE_METHODS = ["deleteUser", "linkAccount", "unlinkAccount"] as const;

/** Longest id of a user that is read. */
const MAX_ID = 255;

/** Merges two users; see `users.merge`. */
export async function mergeUsers(
  caller: StoreCaller,
  from: string,
  into: string,
  options: UserMergeOptions = {},
): Promise<UserMerge> {
  const { config } = caller;
  const { dryRun = false, cancel = false } = checkDemands("merge users", options, {
    dryRun: "flag",
    cancel: "flag",
  });
  const pair = { from: readId("from", from), into: readId("into", into) };
  const { records } = requireSessions(config, "`users.merge`");
  requireMethods(config.store, MERGE_METHODS);
  if (pair.from === pair.into) throw refused("same-account", "both are the same");
  if (tellsOfChanges(config)) requireSite(caller, "merge users");
  const run: Run = { caller, records, pair, notMoved: [] };
  const locked = (work: () => Promise<void>) => withLocks(records, [`merge of ${pair.from}`], work);
  if (cancel) {
    const left = await makePlan(run, true);
    if (!dryRun) await locked(() => cancelOpen(run));
    return withNotMoved(left, run);
  }
  const plan = await findOpen(run) ? await makePlan(run, true) : await planNew(run);
  if (dryRun) return plan;
  if (!plan.hasBegun) await open(run);
  await locked(() => finishOrNote(run));
  return withNotMoved(plan, run);
}

function withNotMoved(plan: UserMerge, { notMoved }: Run): UserMerge {
  return notMoved.length > 0 ? { ...plan, notMoved } : plan;
}

/**
 * Ends the open merge of a user who is to be deleted, since its record names both: one that can be given
 * up is, and another one is finished. Where something refuses to finish it, `from` is deleted as without
 * a merge, so that the deletion of neither waits for it: what has moved stays with `into`, and what has
 * not, such as a membership, ends with `from`.
 *
 * @returns `true` when that has deleted the user
 * @throws what refuses the deletion of `from`, where that is the user
 */
export async function endMergeWith(caller: StoreCaller, userId: string): Promise<boolean> {
  const { config } = caller;
  const { records } = requireSessions(config, "`users.delete`");
  const found = await findOpenWith(records, userId);
  if (!found) return false;
  const run: Run = { caller, records, pair: { from: found.from, into: found.into }, notMoved: [] };
  await withLocks(records, [`merge of ${found.from}`], async () => {
    const merge = await findOpen(run);
    if (!merge) return;
    if (!isDecided(merge)) return await cancelOpen(run);
    const open = { ...run, id: merge.id, isDecided: true };
    try {
      await finish(open, merge);
    } catch (error) {
      if (!(error instanceof AccessDenied)) throw error;
      try {
        await end(open);
      } catch (refusal) {
        // The refusal to delete `from` does not stop the deletion of `into`. `from` stays suspended,
        // and the next call of the merge deletes it.
        if (userId === found.from || !(refusal instanceof AccessDenied)) throw refusal;
      }
    }
  });
  return userId === found.from && !await config.store.getUser(userId);
}

/** The plan of a merge that was not open a moment ago. */
async function planNew(run: Run): Promise<UserMerge> {
  try {
    return await makePlan(run, false);
  } catch (error) {
    if (!(error instanceof AccessDenied)) throw error;
    // Another call may have begun the same merge meanwhile, which shuts `from`, or have finished it.
    if (await findOpen(run)) return await makePlan(run, true);
    if (!await run.caller.config.store.getUser(run.pair.from)) throw noUser(run.pair, null);
    throw error;
  }
}

function readId(name: string, id: unknown): string {
  // Some adapters of Auth.js have numbers.
  if (typeof id !== "number") checkDemand("merge users", name, id, "text");
  const text = ownerOf(id as string);
  if (text.length <= MAX_ID && isUserId(text)) return text;
  throw refused("no-user", `\`${name}\` is not the id of a user`);
}

/** Finishes an open merge; notes what has stopped it, for the people who look at it. */
async function finishOrNote(run: Run): Promise<void> {
  const merge = await findOpen(run);
  // Another call has finished it.
  if (!merge) return;
  const open = { ...run, id: merge.id, isDecided: isDecided(merge) };
  try {
    await forgetStop(open);
    await finish(open, merge);
  } catch (error) {
    await noteStop(open, error);
    throw error;
  }
}

/** Carries out what is left of an open merge. */
async function finish(run: OpenRun, merge: OpenMerge): Promise<void> {
  const { caller, pair } = run;
  const { store } = caller.config;
  const [from, into] = await Promise.all([store.getUser(pair.from), store.getUser(pair.into)]);
  if (merge.state === "undoing") {
    await giveUp(run);
    throw refused("other-merge", "it was given up before; call it again");
  }
  // One who could sign in meanwhile may have got something since all has moved.
  const isEnding = run.isDecided &&
    (!from || !into || await isShut(run, merge.state === "ending"));
  if (isEnding) {
    if (from && into) await placeAll(run, into);
  } else {
    const present = await begin(run, from, into);
    await placeAll(run, present.into);
    await moveAll(run, present.from, present.into);
  }
  // It cannot be given up any more. One who was removed from the store itself gets nothing.
  if (into) {
    await publish(caller.config, "user.merge-decided", {
      ...{ caller, userId: pair.from, into: pair.into },
    });
  }
  await tell(run, from, into);
  await end(run, into ? pair.into : undefined);
}

/**
 * Returns `true` when nobody can sign in as `from`, and nothing has to move to `into` any more. A `from`
 * that an operator or the app has suspended meanwhile counts too: a decided merge goes on.
 */
async function isShut({ records, pair, id }: OpenRun, hasMoved: boolean): Promise<boolean> {
  if (await isShutForMerge(records, pair.from, id)) return hasMoved;
  return await findSuspension(records, pair.from) !== null;
}

/** Deletes `from`, and ends the merge. */
async function end(run: OpenRun, into?: string): Promise<void> {
  const { caller, records, pair } = run;
  await remove(caller, pair.from, into);
  await refuseDeleted(records, pair.from, true);
  await change(run, () => null);
}

/**
 * Shuts `from`, and asks again everything that can refuse the merge.
 *
 * @throws {AccessDenied} when it is refused, which gives it up
 */
async function begin(
  run: OpenRun,
  from: AdapterUser | null,
  into: AdapterUser | null,
): Promise<{ from: AdapterUser; into: AdapterUser }> {
  const { caller, records, pair, id } = run;
  try {
    await change(
      run,
      (one) => one.state === "ending" ? { ...one, state: "moving", isDecided: true } : undefined,
    );
    if (!from || !into) throw noUser(pair, from);
    if (!await shutForMerge(records, pair.from, id)) {
      throw refused("suspended", `${pair.from} is suspended, or was deleted`);
    }
    if (!await isMoving(run)) {
      // Another call has given it up, or finished it, before `from` was shut again.
      await endMerge(records, pair.from, id, caller.config.session.maxAge);
      throw givenUp();
    }
    // Nothing can be given to `from` any more.
    if (!run.isDecided) await assertMayMerge(caller, from, into);
    return { from, into };
  } catch (error) {
    if (error instanceof AccessDenied) await giveUp(run);
    throw error;
  }
}

const givenUp = () => refused("other-merge", "another call has given it up, or finished it");

async function moveAll(run: OpenRun, from: AdapterUser, into: AdapterUser): Promise<void> {
  const { caller, pair } = run;
  const { config } = caller;
  await endSessions(caller, pair.from, "revoked");
  await publish(config, "access.ended", { config, userId: pair.from });
  await change(run, (merge) => merge.hasMoved ? undefined : { ...merge, hasMoved: true });
  const moment = { caller, userId: pair.from, into: pair.into };
  await publish(config, "user.merging", moment);
  if (!await isMoving(run)) {
    // Another call has given it up, and its subscribers may have run before those of this one.
    await publish(config, "user.merge-cancelled", moment);
    throw givenUp();
  }
  for (const account of await listAccounts(config, pair.from)) {
    if (isMoved(account)) await moveAccount(run, account, from, into);
  }
  if (!run.isDecided) {
    // It may refuse, which must be before anybody is told, and while the merge can be given up.
    await prepareDeletion(caller, pair.from, { into: pair.into, isOpen: true });
    await assertStands(run);
    // An organization may have removed one of them meanwhile.
    await refuseByParts(run, from, into);
  }
  await audit(caller, { name: "user.merged", userId: pair.into, merged: pair.from });
  const isFirst = await change(
    run,
    (merge) => merge.state === "moving" ? { ...merge, state: "ending" } : undefined,
  );
  if (isFirst) return;
  const now = await findOpen(run);
  if (now?.id !== run.id || now.state !== "ending") throw givenUp();
}

/** Asks capabilities again what can refuse the merge; one that is refused is given up. */
async function refuseByParts(run: OpenRun, from: AdapterUser, into: AdapterUser): Promise<void> {
  for (const { refusal } of await assertMayMerge(run.caller, from, into, true)) {
    if (!refusal) continue;
    await giveUp(run);
    throw refused(refusal.reason, refusal.message);
  }
}

/** Tells both, whom no call before has told. */
async function tell(
  run: OpenRun,
  from: AdapterUser | null,
  into: AdapterUser | null,
): Promise<void> {
  const { caller } = run;
  const { told = [] } = await findOpen(run) ?? {};
  const noteTold = (who: "from" | "into") =>
    change(run, (merge) => ({ ...merge, told: [...merge.told ?? [], who] }));
  if (!from || !into) return;
  if (!told.includes("from")) {
    await notify(caller, from.email, "merged-away", nameFor(from, into));
    await noteTold("from");
  }
  if (!told.includes("into")) {
    await notify(caller, into.email, "merged-into", nameFor(into, from));
    await noteTold("into");
  }
}

/**
 * What an email names: nothing for an address that its user has not proven, which may be a stranger's.
 * Accounts at providers are no evidence here, since those of the other one have moved.
 */
function nameFor(reader: AdapterUser, { email, name, id }: AdapterUser): { account?: string } {
  return reader.emailVerified ? { account: email || name || ownerOf(id) } : {};
}

/**
 * Refuses to go on when another one has suspended or deleted one of them meanwhile, or has given up the
 * merge. Then what has moved goes back. A merge that was decided goes on.
 */
async function assertStands(run: OpenRun): Promise<void> {
  const { records, pair, id } = run;
  if (!await isMoving(run)) throw givenUp();
  if (run.isDecided) return;
  const isShut = await isShutForMerge(records, pair.from, id);
  if (isShut && await canStartSession(records, pair.into)) return;
  await giveUp(run);
  throw refused(
    "suspended",
    `${isShut ? pair.into : pair.from} was suspended, or deleted, meanwhile`,
  );
}

/** Moves an account. While it is nobody's, it is noted, so that a call after a crash finds it. */
async function moveAccount(
  run: OpenRun,
  account: AdapterAccount | NotedAccount,
  from: AdapterUser,
  into: AdapterUser,
): Promise<void> {
  const { config } = run.caller;
  await assertStands(run);
  if (!await note(run, account, "moving", "moving")) throw givenUp();
  await config.store.unlinkAccount(idsOf(account));
  await (await loadPart(config, "tokens"))?.forget(config, account);
  await settle(run, account, into);
  if (await isMoving(run)) {
    // After the write: a deletion or a suspension at the same time finds the account, or is found.
    await assertStands(run);
    return;
  }
  // Another call has given up the merge, and may not have seen this account.
  const owner = await config.store.getUserByAccount(idsOf(account));
  if (owner && ownerOf(owner.id) === run.pair.into) {
    await config.store.unlinkAccount(idsOf(account));
    await place(run, account, from);
  }
  throw givenUp();
}

/**
 * The merge of two accounts of one person: `from` is shut, what stays with the person moves to `into`,
 * and `from` ends as every user who is deleted.
 *
 * A merge that was killed is finished by the next call with the same pair. Every step can be repeated.
 *
 * @module
 */

import { checkDemand, checkDemands } from "../base/demands.ts";
import { withoutUndefined } from "../base/objects.ts";
import { nowMs } from "../base/time.ts";
import { requireSessions } from "../config/needs.ts";
import { AccessDenied } from "../errors.ts";
import { requireMethods } from "../hooks/adapter.ts";
import { audit } from "../hooks/audit.ts";
import { loadPart, publish } from "../hooks/topics.ts";
import { notify, tellsOfChanges } from "../mail/notify_user.ts";
import { requireSite } from "../mail/send_notice.ts";
import {
  addToAccountIndex,
  type NotedAccount,
  removeFromAccountIndex,
} from "../records/account_index.ts";
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
import { assertMayMerge, isMoved, makePlan, noUser, type UserMerge } from "./merge_plan.ts";
import { listAccounts, prepareDeletion, remove, type StoreCaller } from "./manage.ts";
import { wayInOf } from "../session/record.ts";
import {
  change,
  findOpen,
  idsOf,
  isMoving,
  isSameAccount,
  type MovedAccount,
  note,
  type Noted,
  open,
  type OpenMerge,
  type OpenRun,
  refused,
  type Run,
} from "./open_merges.ts";
import { endBegunWith, endSessions } from "./sessions.ts";

/** Methods of the adapter that a merge needs. */
export const MERGE_METHODS = ["deleteUser", "linkAccount", "unlinkAccount"] as const;

/** Longest id of a user that is read. */
const MAX_ID = 255;

/** Milliseconds for which the removal of an account is remembered; see `session/user_status.ts`. */
const REMEMBERED_MS = 60 * 60 * 1000;

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
    return left;
  }
  const plan = await findOpen(run) ? await makePlan(run, true) : await planNew(run);
  if (dryRun) return plan;
  if (!plan.hasBegun) await open(run);
  await locked(() => finish(run));
  const { notMoved } = run;
  return notMoved.length > 0 ? { ...plan, notMoved } : plan;
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

/** Carries out what is left of an open merge. */
async function finish(start: Run): Promise<void> {
  const { caller, records, pair } = start;
  const { store } = caller.config;
  const merge = await findOpen(start);
  // Another call has finished it.
  if (!merge) return;
  const run: OpenRun = { ...start, id: merge.id };
  const [from, into] = await Promise.all([store.getUser(pair.from), store.getUser(pair.into)]);
  if (merge.state === "undoing") {
    await giveUp(run);
    throw refused("other-merge", "it was given up before; call it again");
  }
  // One who could sign in meanwhile may have got something since all has moved.
  const isEnding = merge.state === "ending" &&
    (!from || await isShutForMerge(records, pair.from, run.id));
  if (!isEnding) {
    const present = await begin(run, from, into);
    await placeAll(run, present.into);
    await moveAll(run, present.from, present.into);
  }
  await tell(run, from, into);
  await remove(caller, pair.from, pair.into);
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
    await change(run, (one) => one.state === "ending" ? { ...one, state: "moving" } : undefined);
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
    await assertMayMerge(caller, from, into);
    return { from, into };
  } catch (error) {
    if (error instanceof AccessDenied) await giveUp(run);
    throw error;
  }
}

const givenUp = () => refused("other-merge", "another call has given it up, or finished it");

/** Gives up a merge because the app says so. */
async function cancelOpen(run: Run): Promise<void> {
  const merge = await findOpen(run);
  if (!merge) return;
  if (merge.state === "ending") {
    throw refused("being-deleted", `${merge.from} is being deleted; repeat the merge`);
  }
  await giveUp({ ...run, id: merge.id }, true);
}

/**
 * Ends a merge that is refused: accounts go back, so that nobody signs in by them as the other one, and
 * nobody stays shut out. One of whom something else has moved, and who was suspended meanwhile, keeps
 * the merge open: it continues once the suspension has ended.
 */
async function giveUp(run: OpenRun, isCancelled = false): Promise<void> {
  const { caller: { config }, records, pair, id } = run;
  await change(
    run,
    (merge) => merge.state === "moving" ? { ...merge, state: "undoing" } : undefined,
  );
  const merge = await findOpen(run);
  if (merge?.id !== id || merge.state !== "undoing") return;
  const from = await config.store!.getUser(pair.from);
  if (from) await moveBack(run, merge, from);
  const mustStay = !isCancelled && from && merge.hasMoved &&
    !await isShutForMerge(records, pair.from, id) &&
    await findSuspension(records, pair.from) !== null;
  if (mustStay) {
    await change(run, (one) => ({ ...one, state: "moving" }));
    return;
  }
  if (from) await endMerge(records, pair.from, id, config.session.maxAge);
  else await refuseDeleted(records, pair.from, true);
  await change(run, () => null);
}

/** Gives accounts that `into` got, or that are nobody's, back to `from`. */
async function moveBack(
  run: OpenRun,
  { moved = [], moving }: OpenMerge,
  from: AdapterUser,
): Promise<void> {
  const { caller, pair: { into } } = run;
  const { store } = caller.config;
  for (const account of [...moved, ...moving]) {
    const owner = await store.getUserByAccount(idsOf(account));
    const ownerId = owner && ownerOf(owner.id);
    const isNoted = moving.some((one) => isSameAccount(one, account));
    // It never left, or `into` has removed it, or somebody else has it.
    if (ownerId === null ? !isNoted : ownerId !== into) {
      await note(run, account, "none");
      continue;
    }
    if (ownerId !== null) {
      await note(run, account, "moving");
      await store.unlinkAccount(idsOf(account));
      await (await loadPart(caller.config, "tokens"))?.forget(caller.config, account);
      await endBegunWith(caller, into, account, undefined);
      await audit(caller, { name: "account.unlinked", userId: into, provider: account.provider });
    }
    await settle(run, account, from);
  }
}

async function moveAll(run: OpenRun, from: AdapterUser, into: AdapterUser): Promise<void> {
  const { caller, pair } = run;
  const { config } = caller;
  await endSessions(caller, pair.from, "revoked");
  await publish(config, "access.ended", { config, userId: pair.from });
  await change(run, (merge) => merge.hasMoved ? undefined : { ...merge, hasMoved: true });
  await publish(config, "user.merging", { caller, userId: pair.from, into: pair.into });
  for (const account of await listAccounts(config, pair.from)) {
    if (isMoved(account)) await moveAccount(run, account, from, into);
  }
  // It may refuse, which must be before anybody is told, and while the merge can be given up.
  await prepareDeletion(caller, pair.from, false, pair.into);
  await assertStands(run);
  await audit(caller, { name: "user.merged", userId: pair.into, merged: pair.from });
  const isFirst = await change(
    run,
    (merge) => merge.state === "moving" ? { ...merge, state: "ending" } : undefined,
  );
  if (isFirst) return;
  const now = await findOpen(run);
  if (now?.id !== run.id || now.state !== "ending") throw givenUp();
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
 * merge. Then what has moved goes back.
 */
async function assertStands(run: OpenRun): Promise<void> {
  const { records, pair, id } = run;
  if (!await isMoving(run)) throw givenUp();
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

/** Gives an account that was noted as nobody's to a user, and ends the note. */
async function settle(
  run: OpenRun,
  account: MovedAccount | Noted,
  user: AdapterUser,
): Promise<void> {
  const { caller, pair, notMoved } = run;
  const { provider, scope } = account;
  const userId = ownerOf(user.id);
  const whole = withoutUndefined({ ...account, scope: scope ?? undefined }) as MovedAccount;
  const isTheirs = await place(run, whole, user);
  if (isTheirs) await audit(caller, { name: "account.linked", userId, provider });
  else notMoved.push(idsOf(account));
  await note(run, account, isTheirs && userId === pair.into ? "moved" : "none");
}

/** Gives a user an account that is nobody's; `true` when the user has it afterwards. */
async function place(
  { caller: { config } }: Run,
  account: MovedAccount,
  user: AdapterUser,
): Promise<boolean> {
  const { store } = config;
  const { provider, providerAccountId } = account;
  const isTheirs = async () => {
    const owner = await store.getUserByAccount({ provider, providerAccountId });
    return owner && ownerOf(owner.id) === ownerOf(user.id);
  };
  const found = await isTheirs();
  if (found === false) return false;
  if (!found) {
    try {
      await store.linkAccount({ ...account, userId: user.id } as AdapterAccount);
    } catch (error) {
      // A sign-in at the same time may have got it, or the answer was lost.
      const owned = await isTheirs();
      if (owned === null) throw error;
      if (!owned) return false;
    }
  }
  await addToAccountIndex(
    config,
    { ...account, userId: user.id } as AdapterAccount,
    ownerOf(user.id),
  );
  return true;
}

/**
 * Gives accounts that a call before has left as nobody's to `into`, unless that one may have got and
 * removed them meanwhile: a removal is remembered for an hour.
 */
async function placeAll(run: OpenRun, into: AdapterUser): Promise<void> {
  const { caller, records, pair } = run;
  for (const { at = 0, ...account } of (await findOpen(run))?.moving ?? []) {
    const owner = await caller.config.store.getUserByAccount(idsOf(account));
    // A call before was killed right before it took the account from `from`.
    if (owner && ownerOf(owner.id) === pair.from) continue;
    let isRemoved = !owner && at + REMEMBERED_MS < nowMs();
    await canStartSession(records, pair.into, Infinity, {
      hash: await wayInOf(account),
      recheck: () => Promise.resolve(void (isRemoved = !owner)),
    });
    if (!isRemoved) {
      await settle(run, account, into);
      continue;
    }
    run.notMoved.push(idsOf(account));
    await removeFromAccountIndex(caller.config, account);
    await note(run, account, "none");
  }
}

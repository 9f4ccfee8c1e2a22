/**
 * The merge of two accounts of one person: `from` is shut, what stays with the person moves to `into`,
 * and `from` ends as every user who is deleted.
 *
 * A record lists the merges that are open. It is changed by compare-and-set, so that a user is in one
 * merge at a time, and a merge that was killed is finished by the next call with the same pair. Every
 * step can be repeated.
 *
 * @module
 */

import { checkDemand, checkDemands } from "../base/demands.ts";
import { withoutUndefined } from "../base/objects.ts";
import { nowDate, nowMs } from "../base/time.ts";
import { requireSessions } from "../config/needs.ts";
import { AccessDenied } from "../errors.ts";
import { requireMethods } from "../hooks/adapter.ts";
import { audit } from "../hooks/audit.ts";
import { askAll, loadPart, publish } from "../hooks/topics.ts";
import { notify, tellsOfChanges } from "../mail/account_changes.ts";
import { requireSite } from "../mail/notice.ts";
import { addToAccountIndex, type NotedAccount } from "../records/account_index.ts";
import { defineKind } from "../records/kind.ts";
import { withLocks } from "../records/lock.ts";
import { isUserId, ownerOf } from "../records/owner.ts";
import { canStartSession, endMerge, findSuspension, shutForMerge } from "../session/access.ts";
import type { AdapterAccount, AdapterUser } from "../types/adapter.ts";
import type { RecordStore } from "../types/records.ts";
import type { MergePart, UserMergeOptions, UserMergeRefusal } from "../types/user_merge.ts";
import type { UserOrganization } from "../types/user_facts.ts";
import { listAccounts, prepareDeletion, remove, type StoreCaller } from "./manage.ts";
import { endSessions } from "./sessions.ts";
import { type AccountInfo, readUserFacts } from "./user_facts.ts";

/** Methods of the adapter that a merge needs. */
export const MERGE_METHODS = ["deleteUser", "linkAccount", "unlinkAccount"] as const;

/** Most merges that are open at a time, since all of them are in one record. */
const MAX_OPEN = 20;

/** Longest id of a user that is read. */
const MAX_ID = 255;

/** An account without its tokens. */
type MovedAccount = Omit<NotedAccount, "userId">;

/** A merge that has begun. */
type OpenMerge = {
  from: string;
  into: string;
  /** Milliseconds since 1970 of the beginning. */
  at: number;
  /** `"ending"` once all has moved: then both are told, and `from` is deleted. */
  state: "moving" | "ending";
  /** Accounts that may be nobody's at this moment. */
  moving: { provider: string; providerAccountId: string; type: string; scope: string | null }[];
};

/** The one record. */
export const merges = defineKind<"open", { open: OpenMerge[] }>("user.merge", (id) => id);

/** Ids of two users. */
type Pair = Pick<OpenMerge, "from" | "into">;

/** What a merge moves, and what it ends. */
export interface UserMerge {
  /** Id of the account that ends. */
  readonly from: string;
  /** Id of the account that stays. */
  readonly into: string;
  /** `true` for a merge that an earlier call has begun: then the rest is what that one has left. */
  readonly hasBegun: boolean;
  /** What the account that stays gets. */
  readonly moves: {
    /** Accounts at providers. */
    readonly accounts: readonly AccountInfo[];
    /** Memberships, with their roles; absent where the app has no organizations of its own. */
    readonly organizations?: readonly UserOrganization[] | undefined;
  };
  /** What ends with the other account. */
  readonly ends: {
    /** Memberships where the account that stays is a member too, and keeps its own role. */
    readonly organizations?: readonly UserOrganization[] | undefined;
    /** Sessions. */
    readonly sessions: number;
    /** Passkeys. */
    readonly passkeys: number;
    /** Second factors. */
    readonly factors: number;
    /** API keys. */
    readonly keys: number;
    /** Access of other apps. */
    readonly grants: number;
    /** `true` for a password. */
    readonly password: boolean;
  };
}

/** A merge that was begun, and is not finished. */
export interface UnfinishedMerge {
  /** Id of the account that ends. */
  readonly from: string;
  /** Id of the account that stays. */
  readonly into: string;
  /** Time at which it began. */
  readonly since: Date;
}

/** A merge while it runs. */
interface Run {
  readonly caller: StoreCaller;
  readonly records: RecordStore;
  readonly pair: Pair;
}

const isSame = (a: Pair, b: Pair) => a.from === b.from && a.into === b.into;

function refused(reason: UserMergeRefusal, message: string): AccessDenied {
  return new AccessDenied(`Cannot merge the users: ${message}`, { cause: { refusal: reason } });
}

/** Merges two users; see `users.merge`. */
export async function mergeUsers(
  caller: StoreCaller,
  from: string,
  into: string,
  options: UserMergeOptions = {},
): Promise<UserMerge> {
  const { config } = caller;
  const { dryRun = false } = checkDemands("merge users", options, { dryRun: "flag" });
  const pair = { from: readId("from", from), into: readId("into", into) };
  const { records } = requireSessions(config, "`users.merge`");
  requireMethods(config.store, MERGE_METHODS);
  if (pair.from === pair.into) throw refused("same-account", "both are the same");
  if (tellsOfChanges(config)) requireSite(caller, "merge users");
  const run: Run = { caller, records, pair };
  const plan = await findOpen(run) ? await makePlan(run, true) : await planNew(run);
  if (dryRun) return plan;
  if (!plan.hasBegun) await open(run);
  await withLocks(records, [`merge of ${pair.from}`], () => finish(run));
  return plan;
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

/** Lists the merges that were begun, and are not finished. */
export async function listUnfinished(
  config: StoreCaller["config"],
): Promise<UnfinishedMerge[]> {
  const { records } = requireSessions(config, "`users.unfinishedMerges`");
  const found = await merges.get(records, "open");
  return (found?.data.open ?? []).map(({ from, into, at }) => ({
    from,
    into,
    since: new Date(at),
  }));
}

function readId(name: string, id: unknown): string {
  // Some adapters of Auth.js have numbers.
  if (typeof id !== "number") checkDemand("merge users", name, id, "text");
  const text = ownerOf(id as string);
  if (text.length <= MAX_ID && isUserId(text)) return text;
  throw refused("no-user", `\`${name}\` is not the id of a user`);
}

async function findOpen({ records, pair }: Run): Promise<OpenMerge | undefined> {
  return (await merges.get(records, "open"))?.data.open.find((one) => isSame(one, pair));
}

/** Lists the merge as open, unless it is. */
async function open({ records, pair }: Run): Promise<void> {
  await merges.update(records, "open", (known) => {
    const all = known?.data.open ?? [];
    if (all.some((one) => isSame(one, pair))) return undefined;
    const other = all.find((one) =>
      [pair.from, pair.into].some((id) => id === one.from || id === one.into)
    );
    if (other) {
      throw refused(
        "other-merge",
        `the merge of ${other.from} into ${other.into} is not finished; repeat that one first`,
      );
    }
    if (all.length >= MAX_OPEN) {
      throw refused("other-merge", `${MAX_OPEN} others are not finished; repeat them first`);
    }
    const merge: OpenMerge = { ...pair, at: nowMs(), state: "moving", moving: [] };
    return { expires: null, data: { open: [...all, merge] } };
  });
}

/**
 * Changes what is noted about the merge.
 *
 * @param next what to write in its place; `null` removes it, and `undefined` leaves it
 * @returns `true` when this call changed it
 */
async function change(
  { records, pair }: Run,
  next: (merge: OpenMerge) => OpenMerge | null | undefined,
): Promise<boolean> {
  const written = await merges.update(records, "open", (known) => {
    const merge = known?.data.open.find((one) => isSame(one, pair));
    const value = merge && next(merge);
    if (value === undefined) return undefined;
    const open = known!.data.open.flatMap((one) => one !== merge ? [one] : value ? [value] : []);
    return { expires: open.length > 0 ? null : nowDate(), data: { open } };
  });
  return written !== undefined;
}

/** Accounts at providers move. An address, and a passkey, end with their account. */
function isMoved({ type }: Pick<AdapterAccount, "type">): boolean {
  return type === "oauth" || type === "oidc";
}

/**
 * What moves, and what ends.
 *
 * @throws {AccessDenied} for a merge that is refused, unless it has begun
 */
async function makePlan({ caller, pair }: Run, hasBegun: boolean): Promise<UserMerge> {
  const { config } = caller;
  const { store } = config;
  const [from, into] = await Promise.all([store.getUser(pair.from), store.getUser(pair.into)]);
  if (!hasBegun) {
    if (!from || !into) throw noUser(pair, from);
    await assertActive(caller, from);
  }
  const parts = from && into ? await assertMayMerge(caller, from, into, hasBegun) : [];
  const facts = from && await readUserFacts(caller, pair.from);
  const moved = parts.flatMap(({ organizations }) => organizations ?? []);
  const hasOrganizations = parts.some(({ organizations }) => organizations !== undefined);
  const pick = (wanted: boolean) =>
    facts?.organizations?.filter(({ id }) => moved.includes(id) === wanted) ?? [];
  return {
    ...pair,
    hasBegun,
    moves: {
      accounts: facts?.accounts.filter(isMoved) ?? [],
      ...hasOrganizations ? { organizations: pick(true) } : {},
    },
    ends: {
      ...hasOrganizations ? { organizations: pick(false) } : {},
      sessions: facts?.sessions.length ?? 0,
      passkeys: facts?.passkeys.length ?? 0,
      factors: facts?.factors.length ?? 0,
      keys: facts?.keys?.length ?? 0,
      grants: facts?.grants?.length ?? 0,
      password: (facts?.passwordSetAt ?? null) !== null,
    },
  };
}

function noUser({ from, into }: Pair, found: AdapterUser | null): AccessDenied {
  return refused("no-user", `there is no user ${found ? into : from}`);
}

/** Refuses a user who is suspended: a merge must not end a suspension. */
async function assertActive(
  { config }: StoreCaller,
  { id }: AdapterUser,
): Promise<void> {
  if (await findSuspension(config.revocation!.records, id) === null) return;
  throw refused("suspended", `${id} is suspended, or was deleted`);
}

/**
 * Asks everything that can refuse a merge, but whether `from` is suspended: it is while it is merged.
 *
 * @returns what capabilities say about it
 * @throws {AccessDenied} when it is refused
 */
async function assertMayMerge(
  caller: StoreCaller,
  from: AdapterUser,
  into: AdapterUser,
  isAnswered = false,
): Promise<readonly MergePart[]> {
  const { config } = caller;
  const parts = await askAll(config, "user.merge", { config, from, into });
  // A merge that has begun is refused where it is carried out, which then gives up.
  if (isAnswered) return parts;
  await assertActive(caller, into);
  const deletions = await loadPart(config, "deletions");
  for (const { id } of [from, into]) {
    if (await deletions?.pendingDeletion(config, ownerOf(id))) {
      throw refused("being-deleted", `${id} will be deleted; cancel the deletion first`);
    }
  }
  const factors = await loadPart(config, "factors");
  const counts = await Promise.all(
    [from, into].map(async (user) => (await factors?.describe(caller, user))?.list.length ?? 0),
  );
  if (counts[0]! > 0 && counts[1] === 0) {
    throw refused(
      "second-factor",
      `${from.id} has a second factor, and ${into.id} has none; set one up there first`,
    );
  }
  for (const { refusal } of parts) if (refusal) throw refused(refusal.reason, refusal.message);
  return parts;
}

/** Carries out what is left of an open merge. */
async function finish(run: Run): Promise<void> {
  const { caller, pair } = run;
  const { store } = caller.config;
  const merge = await findOpen(run);
  // Another call has finished it.
  if (!merge) return;
  if (merge.state === "moving") {
    const [from, into] = await Promise.all([store.getUser(pair.from), store.getUser(pair.into)]);
    try {
      await placeAll(run, merge, from, into);
      if (!from || !into) throw noUser(pair, from);
      if (!await shutForMerge(run.records, pair.from, pair.into)) {
        throw refused("suspended", `${pair.from} is suspended, or was deleted`);
      }
      // Nothing can be given to `from` any more.
      await assertMayMerge(caller, from, into);
    } catch (error) {
      if (error instanceof AccessDenied) await giveUp(run);
      throw error;
    }
    await moveAll(run, from, into);
  }
  await remove(caller, pair.from, pair.into);
  await change(run, () => null);
}

/** Ends a merge that is refused: nobody stays shut out by it. */
async function giveUp(run: Run): Promise<void> {
  const { caller: { config }, records, pair } = run;
  await endMerge(records, pair.from, config.session.maxAge);
  await change(run, () => null);
}

async function moveAll(run: Run, from: AdapterUser, into: AdapterUser): Promise<void> {
  const { caller, pair } = run;
  const { config } = caller;
  await endSessions(caller, pair.from, "revoked");
  await publish(config, "access.ended", { config, userId: pair.from });
  await publish(config, "user.merging", { caller, userId: pair.from, into: pair.into });
  for (const account of await listAccounts(config, pair.from)) {
    if (isMoved(account)) await moveAccount(run, account, from, into);
  }
  // It may refuse, which must be before anybody is told.
  await prepareDeletion(caller, pair.from, true, pair.into);
  await assertShut(run);
  await assertActive(caller, into);
  await audit(caller, { name: "user.merged", userId: pair.into, merged: pair.from });
  const isFirst = await change(
    run,
    (merge) => merge.state === "moving" ? { ...merge, state: "ending" } : undefined,
  );
  if (!isFirst) return;
  await notify(caller, from.email, "merged-away", nameFor(from, into));
  await notify(caller, into.email, "merged-into", nameFor(into, from));
}

/**
 * What an email names: nothing for an address that its user has not proven, which may be a stranger's.
 * Accounts at providers are no evidence here, since those of the other one have moved.
 */
function nameFor(reader: AdapterUser, { email, name, id }: AdapterUser): { account?: string } {
  return reader.emailVerified ? { account: email || name || ownerOf(id) } : {};
}

/** Refuses to go on when another one has suspended `from` meanwhile, or deleted it. */
async function assertShut({ records, pair }: Run): Promise<void> {
  if (await shutForMerge(records, pair.from, pair.into)) return;
  throw refused("suspended", `${pair.from} was suspended, or deleted, meanwhile`);
}

/** Moves an account. While it is nobody's, it is noted, so that a call after a crash finds it. */
async function moveAccount(
  run: Run,
  account: AdapterAccount | NotedAccount,
  from: AdapterUser,
  into: AdapterUser,
): Promise<void> {
  const { caller, pair: { into: userId } } = run;
  const { config } = caller;
  const { provider, providerAccountId, type, scope } = account;
  const noted = { provider, providerAccountId, type, scope: scope ?? null };
  const isNoted = (one: { provider: string; providerAccountId: string }) =>
    one.provider === provider && one.providerAccountId === providerAccountId;
  await assertShut(run);
  await change(
    run,
    (merge) => ({
      ...merge,
      moving: [...merge.moving.filter((one) => !isNoted(one)), noted],
    }),
  );
  await config.store.unlinkAccount({ provider, providerAccountId });
  await (await loadPart(config, "tokens"))?.forget(config, account);
  const isOurs = await place(run, account, into);
  // After the write: a deletion or a suspension at the same time finds the account, or is found.
  if (isOurs && !await canStartSession(run.records, userId)) {
    await config.store.unlinkAccount({ provider, providerAccountId });
    await place(run, account, from);
    throw refused("suspended", `${userId} was suspended, or deleted, meanwhile`);
  }
  await change(
    run,
    (merge) => ({ ...merge, moving: merge.moving.filter((one) => !isNoted(one)) }),
  );
  if (isOurs) await audit(caller, { name: "account.linked", userId, provider });
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

/** Gives accounts that a call before has left as nobody's to `into`, else back to `from`. */
async function placeAll(
  run: Run,
  { moving }: OpenMerge,
  from: AdapterUser | null,
  into: AdapterUser | null,
): Promise<void> {
  if (moving.length === 0) return;
  const isLive = into !== null && await canStartSession(run.records, run.pair.into);
  const user = isLive ? into : from;
  for (const { scope, ...account } of user ? moving : []) {
    await place(
      run,
      withoutUndefined({ ...account, scope: scope ?? undefined }) as MovedAccount,
      user!,
    );
  }
  await change(run, (merge) => ({ ...merge, moving: [] }));
}

/**
 * The import of one row: its mark, which names the id of the user; a suspension; the user; the accounts;
 * the password. The mark notes what was done, so that a later run goes on behind it, and repeats nothing
 * that was undone since.
 *
 * @module
 */

import { withoutUndefined } from "../base/objects.ts";
import { nowSeconds } from "../base/time.ts";
import { audit } from "../hooks/audit.ts";
import { loadPart } from "../hooks/topics.ts";
import { addToAccountIndex } from "../records/account_index.ts";
import { suspend } from "../session/user_status.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { RecordStore } from "../types/records.ts";
import type { UserImportOutcome } from "../types/user_import.ts";
import { addUser, hasOwner } from "./create_user.ts";
import {
  accountStep,
  addressKey,
  findMark,
  type ImportMark,
  noteStep,
  putMark,
} from "./import_mark.ts";
import type { RowPlan, RowProblem, RowReading } from "./import_row.ts";
import type { StoreCaller } from "./manage.ts";

/** Step of a mark. */
const SUSPENSION = "suspension";

type WithRecords = StoreCaller["config"] & { records: RecordStore };

/** An import while it runs. */
export interface Run extends RowReading {
  readonly config: WithRecords;
  readonly isDry: boolean;
  /** `true` when new users have the ids that they are given. */
  readonly keepsIds: boolean;
}

/** What becomes of a row. */
export interface Result {
  readonly outcome: UserImportOutcome;
  readonly userId?: string | undefined;
  readonly problems: readonly RowProblem[];
}

/** Imports a row, if nobody has its address or an account of it. */
export async function carryOut(
  run: Run,
  plan: RowPlan,
  found: readonly RowProblem[],
): Promise<Result> {
  const result = await tryRow(run, plan, found);
  if (result.outcome !== "exists") return result;
  // The user may be that of the row, whom another process has made since the mark was read.
  const mark = await findMark(run.config.records, plan.key);
  return mark && (mark.data.isDone || mark.data.done || await findBegun(run, plan, mark))
    ? await tryRow(run, plan, found)
    : result;
}

async function tryRow(
  run: Run,
  plan: RowPlan,
  found: readonly RowProblem[],
): Promise<Result> {
  const { config, config: { records, store }, isDry, keepsIds } = run;
  let mark = await findMark(records, plan.key);
  let user = mark && !mark.data.isDone ? await findBegun(run, plan, mark) : null;
  // Who removed a stored user has meant it.
  if (mark && (mark.data.isDone || (mark.data.done && !user))) {
    return { outcome: "known", userId: mark.data.userId, problems: [] };
  }
  if (!user && plan.address !== undefined && await hasOwner(config, plan.address)) {
    return exists("email");
  }
  const accounts = await accountsToLink(plan, mark);
  for (const { account } of accounts) {
    const owner = await store.getUserByAccount(account);
    if (owner && owner.id !== user?.id) return exists("accounts");
  }
  if (isDry) return { outcome: "created", problems: found };

  if (!mark) {
    const verifiedAt = plan.verifiedAt === "now" ? nowSeconds() : plan.verifiedAt;
    const data = { userId: crypto.randomUUID(), verifiedAt, isDone: false };
    mark = await putMark(records, plan.key, data, null);
    // Another process runs the same import: it has this row.
    if (!mark) return { outcome: "known", problems: [] };
  }
  const done: string[] = [];
  if (!user) {
    const { userId, verifiedAt } = mark.data;
    const { address: email, name, image } = plan;
    if (!keepsIds && email !== undefined && !await takeAddress(run, email, userId)) {
      return exists("email");
    }
    // Before there is a sign-in method.
    if (plan.isSuspended && keepsIds) {
      await suspend(config.revocation!.records, userId);
      done.push(SUSPENSION);
    }
    const emailVerified = verifiedAt === null ? null : new Date(verifiedAt * 1000);
    // Adapters take a user without an address, although the type has one.
    const row = withoutUndefined({ id: userId, email, emailVerified, name, image }) as AdapterUser;
    try {
      user = await addUser(config, row);
    } catch (error) {
      // Another process runs the same import, or the answer of the store was lost.
      user = await store.getUser(userId);
      if (!user) throw error;
    }
    if (!user) return exists("email");
    await audit({ config }, { name: "user.created", userId: user.id });
  }
  const { id: userId } = user;
  const note = async (data: Partial<ImportMark["data"]>) => {
    mark = await noteStep(records, plan.key, mark!, data);
  };
  if (!mark.data.done) {
    const begun = mark.data.userId;
    await note({ userId, done });
    if (!keepsIds && plan.address !== undefined) {
      await endTaking(run, plan.address, begun, userId);
    }
  }
  const isNoted = mark.data.done!.includes(SUSPENSION);
  if (plan.isSuspended && (!isNoted || done.includes(SUSPENSION))) {
    if (!isNoted) await suspend(config.revocation!.records, userId);
    await audit({ config }, { name: "user.suspended", userId });
    if (!isNoted) await note({ done: [SUSPENSION] });
  }
  const problems = [...found];
  for (const { account, step } of accounts) {
    problems.push(...await linkAccount(run, account, userId));
    await note({ done: [step] });
  }
  // The user may have another address by now.
  if (plan.hash !== undefined && user.emailVerified && user.email === plan.address) {
    const part = await loadPart(config, "passwordImports");
    await part?.importHash(config, userId, plan.hash);
  }
  await note({ isDone: true });
  return { outcome: "created", userId, problems };
}

/** The accounts of a row that no earlier run has linked. */
async function accountsToLink({ accounts }: RowPlan, mark: ImportMark | null) {
  const steps = await Promise.all(accounts.map(async (account) => ({
    account,
    step: await accountStep(account.provider, account.providerAccountId),
  })));
  return steps.filter(({ step }) => !mark?.data.done?.includes(step));
}

/**
 * Binds an address to the row of a mark, before a store that makes ids itself gets the user: of two
 * rows with one address, a user can then be that of one alone.
 *
 * @returns `false` when it is bound to another row
 */
async function takeAddress(
  { config: { records, store } }: Run,
  address: string,
  userId: string,
): Promise<boolean> {
  const key = addressKey(address);
  const taken = await findMark(records, key);
  if (taken?.data.userId === userId) return true;
  if (taken && (!taken.data.isDone || await store.getUser(taken.data.userId))) return false;
  if (await putMark(records, key, { userId, verifiedAt: null, isDone: false }, taken)) return true;
  return (await findMark(records, key))?.data.userId === userId;
}

/** Names the user who has the address of a row: once that one is gone, another row may have it. */
async function endTaking(
  { config: { records } }: Run,
  address: string,
  begun: string,
  userId: string,
): Promise<void> {
  const taken = await findMark(records, addressKey(address));
  if (taken?.data.userId !== begun) return;
  await putMark(records, addressKey(address), { ...taken.data, userId, isDone: true }, taken);
}

function exists(field: "email" | "accounts"): Result {
  const message = field === "email"
    ? "A user has the address, or had it until recently"
    : "A user has the account";
  return {
    outcome: "exists",
    problems: [{ field, reason: "exists", message, without: "user" }],
  };
}

/**
 * The user whom a run that was killed has made for a row. Where the store makes ids of its own, it is
 * the one who has the address that is bound to the row, with the very time of its proof.
 */
async function findBegun(
  { config: { records, store }, keepsIds }: Run,
  { address, name }: RowPlan,
  { data: { userId, verifiedAt, done } }: ImportMark,
): Promise<AdapterUser | null> {
  const user = await store.getUser(userId);
  if (user || keepsIds || done || address === undefined || verifiedAt === null) return user;
  if ((await findMark(records, addressKey(address)))?.data.userId !== userId) return null;
  const owner = await store.getUserByEmail(address);
  const isSame = owner?.emailVerified?.getTime() === verifiedAt * 1000 &&
    (owner.name ?? null) === name;
  return isSame ? owner : null;
}

/** Links an account unless it is linked; returns the problem when another user has it meanwhile. */
async function linkAccount(
  { config, config: { store } }: Run,
  account: RowPlan["accounts"][number],
  userId: string,
): Promise<RowProblem[]> {
  const problemOf = (owner: AdapterUser): RowProblem[] => {
    if (owner.id === userId) return [];
    const message = "Another user has the account";
    return [{ field: "accounts", reason: "account-taken", message, without: "member" }];
  };
  const owner = await store.getUserByAccount(account);
  if (owner) return problemOf(owner);
  // Before the link: a linked account that is not noted would look like none.
  await addToAccountIndex(config, { ...account, userId }, userId);
  try {
    await store.linkAccount({ ...account, userId });
  } catch (error) {
    const winner = await store.getUserByAccount(account);
    if (!winner) throw error;
    await addToAccountIndex(config, { ...account, userId: winner.id }, winner.id);
    return problemOf(winner);
  }
  await audit({ config }, { name: "account.linked", userId, provider: account.provider });
  return [];
}

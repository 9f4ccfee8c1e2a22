/**
 * The import of users from another system. Each row becomes one user, however often an import is
 * killed and run again, and no user who is there is changed.
 *
 * A row is done in this order: its mark, which names the id of the user; a suspension; the user; the
 * accounts; the password; the mark again. A later run goes on behind the last of them.
 *
 * @module
 */

import { checkDemands } from "../base/demands.ts";
import { isRecord, withoutUndefined } from "../base/objects.ts";
import { nowSeconds } from "../base/time.ts";
import { AuthError } from "../errors.ts";
import { audit } from "../hooks/audit.ts";
import { loadPart } from "../hooks/topics.ts";
import { addToAccountIndex } from "../records/account_index.ts";
import { suspend } from "../session/access.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { RecordStore } from "../types/records.ts";
import type {
  ImportedUserRow,
  UserImportCounts,
  UserImportOptions,
  UserImportOutcome,
  UserImportProblem,
  UserImportReport,
  UserRows,
} from "../types/user_import.ts";
import { addUser, hasOwner } from "./create_user.ts";
import { findMark, type ImportMark, putMark } from "./import_mark.ts";
import { planRow, type RowPlan, type RowProblem, type RowReading } from "./import_row.ts";
import type { StoreCaller } from "./manage.ts";

/** Problems that a report has. */
const MAX_PROBLEMS = 100;

const CONCURRENCY = { usual: 8, most: 64 };

type WithRecords = StoreCaller["config"] & { records: RecordStore };

/** An import while it runs. */
interface Run extends RowReading {
  readonly config: WithRecords;
  readonly isDry: boolean;
  /** `true` when new users have the ids that they are given. */
  readonly keepsIds: boolean;
}

/** What becomes of a row. */
interface Result {
  readonly outcome: UserImportOutcome;
  readonly userId?: string | undefined;
  readonly problems: readonly RowProblem[];
}

/** Imports users; see `users.import`. */
export async function importUsers(
  config: StoreCaller["config"],
  rows: UserRows,
  options: UserImportOptions,
): Promise<UserImportReport> {
  const { concurrency, stopOnProblem, onProgress, onRow, ...rest } = checkOptions(options);
  const { store, records } = config;
  if (!records) {
    throw new AuthError("Cannot import users: it needs a store of records; set `records`", {
      cause: { option: "records" },
    });
  }
  const keepsIds = store.has("createUserWithAccount") && !await store.generatesUserIds?.();
  const run: Run = { config: { ...config, records }, keepsIds, ...rest };
  const counts = { rows: 0, created: 0, known: 0, exists: 0, refused: 0 };
  const problems: UserImportProblem[] = [];
  let problemCount = 0;
  let isComplete = true;
  const finish = async (row: ImportedUserRow) => {
    counts.rows++;
    counts[row.outcome]++;
    // Other rows end while this one waits: each number is told once.
    const progress: UserImportCounts = { ...counts };
    problemCount += row.problems.length;
    problems.push(...row.problems.slice(0, MAX_PROBLEMS - problems.length));
    if (stopOnProblem && row.outcome === "refused") isComplete = false;
    await onRow?.(row);
    onProgress?.(progress);
  };

  const running = new Set<Promise<void>>();
  /** The last row of each key that runs: rows of one person follow each other. */
  const lasts = new Map<string, Promise<void>>();
  let failure: { error: unknown } | undefined;
  let number = 0;
  try {
    for await (const row of rows) {
      if (failure || !isComplete) break;
      const facts = { ...factsOf(row), row: ++number };
      const { plan, problems } = await planRow(run, row);
      const key = JSON.stringify(plan?.key ?? ["row", number]);
      const before = lasts.get(key);
      const task = (async () => {
        await before;
        const result = plan
          ? await carryOut(run, plan, problems)
          : { outcome: "refused" as const, problems };
        await finish({
          ...facts,
          ...result,
          problems: result.problems.map((problem) => ({ ...facts, ...problem })),
        });
      })().catch((error) => void (failure ??= { error })).finally(() => {
        running.delete(task);
        if (lasts.get(key) === task) lasts.delete(key);
      });
      running.add(task);
      lasts.set(key, task);
      if (running.size >= concurrency) await Promise.race(running);
    }
  } finally {
    await Promise.all(running);
  }
  if (failure) throw failure.error;
  return { ...counts, problems, problemCount, isComplete };
}

function checkOptions(options: UserImportOptions) {
  const {
    dryRun = false,
    source = "import",
    providers = {},
    passwords = true,
    stopOnProblem = false,
    concurrency = CONCURRENCY.usual,
    onProgress,
    onRow,
  } = checkDemands("import users", options, {
    ...{ dryRun: "flag", source: "text", providers: "value", passwords: "flag" },
    ...{ stopOnProblem: "flag", concurrency: "value", onProgress: "free", onRow: "free" },
  });
  const fail = (option: string, what: string): never => {
    throw new TypeError(`Cannot import users: \`${option}\` must be ${what}`);
  };
  if (source.length > 64) fail("source", "at most 64 characters");
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > CONCURRENCY.most) {
    fail("concurrency", `a whole number from 1 to ${CONCURRENCY.most}`);
  }
  const isMap = isRecord(providers) &&
    Object.values(providers).every((id) => id === null || (typeof id === "string" && id !== ""));
  if (!isMap) fail("providers", "an object whose values are ids of providers, or null");
  return {
    isDry: dryRun,
    source,
    providers,
    passwords,
    stopOnProblem,
    concurrency,
    onProgress,
    onRow,
  };
}

/** What names a row in a report. */
function factsOf(row: unknown): Pick<ImportedUserRow, "line" | "id"> {
  const { line, id } = isRecord(row) ? row : {};
  return {
    ...typeof line === "number" ? { line } : {},
    ...typeof id === "string" ? { id: id.slice(0, 512) } : {},
  };
}

async function carryOut(
  run: Run,
  plan: RowPlan,
  found: readonly RowProblem[],
): Promise<Result> {
  const result = await tryRow(run, plan, found);
  if (result.outcome !== "exists") return result;
  // The user may be that of the row, whom another process has made since the mark was read.
  const mark = await findMark(run.config.records, plan.key);
  return mark && (mark.data.isDone || await findBegun(run, plan, mark))
    ? await tryRow(run, plan, found)
    : result;
}

async function tryRow(
  run: Run,
  plan: RowPlan,
  found: readonly RowProblem[],
): Promise<Result> {
  const { config, config: { records, store }, isDry } = run;
  let mark = await findMark(records, plan.key);
  if (mark?.data.isDone) return { outcome: "known", userId: mark.data.userId, problems: [] };
  let user = mark && await findBegun(run, plan, mark);
  if (!user && plan.address !== undefined && await hasOwner(config, plan.address)) {
    return exists("email");
  }
  for (const account of plan.accounts) {
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
  if (!user) {
    const { userId, verifiedAt } = mark.data;
    // Before there is a sign-in method.
    if (plan.isSuspended && run.keepsIds) await suspend(config.revocation!.records, userId);
    const { address: email, name, image } = plan;
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
  if (mark.data.userId !== user.id) {
    mark = await putMark(records, plan.key, { ...mark.data, userId: user.id }, mark) ?? mark;
  }
  if (plan.isSuspended) {
    await suspend(config.revocation!.records, user.id);
    await audit({ config }, { name: "user.suspended", userId: user.id });
  }
  const problems = [...found, ...await linkAccounts(run, plan, user.id)];
  // The user may have another address by now.
  if (plan.hash !== undefined && user.emailVerified && user.email === plan.address) {
    const part = await loadPart(config, "passwordImports");
    await part?.importHash(config, user.id, plan.hash);
  }
  await putMark(records, plan.key, { ...mark.data, userId: user.id, isDone: true }, mark);
  return { outcome: "created", userId: user.id, problems };
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
 * The user whom a run that was killed has made for a row. Where the store makes ids of its own, the
 * address and the very time of its proof tell that it is this one.
 */
async function findBegun(
  { config: { store }, keepsIds }: Run,
  { address, name }: RowPlan,
  { data: { userId, verifiedAt } }: ImportMark,
): Promise<AdapterUser | null> {
  const user = await store.getUser(userId);
  if (user || keepsIds || address === undefined || verifiedAt === null) return user;
  const owner = await store.getUserByEmail(address);
  const isSame = owner?.emailVerified?.getTime() === verifiedAt * 1000 &&
    (owner.name ?? null) === name;
  return isSame ? owner : null;
}

/** Links the accounts that are not linked yet; returns those that another user has meanwhile. */
async function linkAccounts(
  { config, config: { store } }: Run,
  { accounts }: RowPlan,
  userId: string,
): Promise<RowProblem[]> {
  const problems: RowProblem[] = [];
  const isTaken = (owner: AdapterUser) => {
    if (owner.id === userId) return;
    const message = "Another user has the account";
    problems.push({ field: "accounts", reason: "account-taken", message, without: "member" });
  };
  for (const account of accounts) {
    const owner = await store.getUserByAccount(account);
    if (owner) {
      isTaken(owner);
      continue;
    }
    // Before the link: a linked account that is not noted would look like none.
    await addToAccountIndex(config, { ...account, userId }, userId);
    try {
      await store.linkAccount({ ...account, userId });
    } catch (error) {
      const winner = await store.getUserByAccount(account);
      if (!winner) throw error;
      await addToAccountIndex(config, { ...account, userId: winner.id }, winner.id);
      isTaken(winner);
      continue;
    }
    await audit({ config }, { name: "account.linked", userId, provider: account.provider });
  }
  return problems;
}

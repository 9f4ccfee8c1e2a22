/**
 * The import of users from another system. Each row becomes one user, however often an import is
 * killed and run again, and no user who is there is changed.
 *
 * @module
 */

import { checkDemands } from "../base/demands.ts";
import { isRecord } from "../base/objects.ts";
import { AuthError } from "../errors.ts";
import type {
  ImportedUserRow,
  UserImportCounts,
  UserImportOptions,
  UserImportProblem,
  UserImportReport,
  UserRows,
} from "../types/user_import.ts";
import { carryOut, type Run } from "./import_one.ts";
import { planRow } from "./import_row.ts";
import type { StoreCaller } from "./manage.ts";

/** Problems that a report has. */
const MAX_PROBLEMS = 100;

const CONCURRENCY = { usual: 8, most: 64 };

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

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
import { fitsMany, importMany, takesMany } from "./import_batch.ts";
import { carryOut, type Result, type Run } from "./import_one.ts";
import { planRow, type RowPlan, type RowProblem } from "./import_row.ts";
import type { StoreCaller } from "./manage.ts";

/** Problems that a report has. */
const MAX_PROBLEMS = 100;

/** Rows at a time: unless the caller says otherwise, where they are written together, and at most. */
const CONCURRENCY = { usual: 8, together: 500, alone: 64, most: 1000 };

/** Milliseconds for which a row waits for others to be written with. */
const WAIT_MS = 10;

/** Imports users; see `users.import`. */
export async function importUsers(
  config: StoreCaller["config"],
  rows: UserRows,
  options: UserImportOptions,
): Promise<UserImportReport> {
  const checked = checkOptions(options);
  const { concurrency: _, stopOnProblem, onProgress, onRow, ...rest } = checked;
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

  const isTogether = !run.isDry && keepsIds && takesMany(run.config);
  const { concurrency = isTogether ? CONCURRENCY.together : CONCURRENCY.usual } = checked;
  const most = isTogether ? concurrency : Math.min(concurrency, CONCURRENCY.alone);
  // Half of the rows are made ready while the store writes the other half.
  const size = isTogether ? Math.ceil(most / 2) : 1;
  const running = new Set<Promise<void>>();
  /** The last row of each key that runs: rows of one person follow each other. */
  const lasts = new Map<string, Promise<void>>();
  let failure: { error: unknown } | undefined;
  let batch: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [number, unfinished] = [0, 0];
  const end = async (item: Item, result: Result) => {
    const problems = result.problems.map((problem) => ({ ...item.facts, ...problem }));
    await finish({ ...item.facts, ...result, problems });
  };
  const begin = () => {
    clearTimeout(timer);
    timer = undefined;
    const items = batch;
    batch = [];
    if (items.length === 0 || failure) return;
    const task = importItems(run, items, isTogether, end)
      .catch((error) => void (failure ??= { error }))
      .finally(() => {
        running.delete(task);
        unfinished -= items.length;
        for (const { key, done, settle } of items) {
          settle();
          if (lasts.get(key) === done) lasts.delete(key);
        }
      });
    running.add(task);
  };
  try {
    for await (const row of rows) {
      if (failure || !isComplete) break;
      const facts = { ...factsOf(row), row: ++number };
      const { plan, problems } = await planRow(run, row);
      const key = JSON.stringify(plan?.key ?? ["row", number]);
      const item = makeItem({ facts, plan, problems, key, before: lasts.get(key) });
      lasts.set(key, item.done);
      batch.push(item);
      unfinished++;
      if (batch.length >= size) begin();
      else timer ??= setTimeout(begin, WAIT_MS);
      if (!plan && stopOnProblem) break;
      while (unfinished >= most && running.size > 0) await Promise.race(running);
    }
  } finally {
    begin();
    await Promise.all(running);
  }
  if (failure) throw failure.error;
  return { ...counts, problems, problemCount, isComplete };
}

/** A row on its way. */
interface Item {
  readonly facts: Pick<ImportedUserRow, "row" | "line" | "id">;
  /** Absent for a row that is refused. */
  readonly plan?: RowPlan | undefined;
  readonly problems: readonly RowProblem[];
  readonly key: string;
  /** The end of the row of the same key before this one. */
  readonly before: Promise<void> | undefined;
  /** The end of this row. */
  readonly done: Promise<void>;
  settle(this: void): void;
}

function makeItem(item: Omit<Item, "done" | "settle">): Item {
  let settle!: () => void;
  const done = new Promise<void>((resolve) => settle = resolve);
  return { ...item, done, settle };
}

/** Imports rows: many at a time where the store can, and the others alone. */
async function importItems(
  run: Run,
  items: readonly Item[],
  isTogether: boolean,
  end: (item: Item, result: Result) => Promise<void>,
): Promise<void> {
  const many = items.filter(({ plan, before }) => isTogether && plan && !before && fitsMany(plan));
  const found = await importMany(run.config, many.map(({ plan }) => plan!));
  const results = new Map(many.map((item, index) => [item, found[index]]));
  const alone: [item: Item, plan: RowPlan][] = [];
  for (const item of items) {
    const { plan, problems, settle } = item;
    const result = results.get(item);
    if (plan && !result) {
      alone.push([item, plan]);
      continue;
    }
    await end(item, {
      ...result ?? { outcome: "refused" },
      problems: result?.outcome === "known" ? [] : problems,
    });
    settle();
  }
  const left = alone.values();
  const work = async () => {
    for (const [item, plan] of left) {
      await item.before;
      await end(item, await carryOut(run, plan, item.problems));
      item.settle();
    }
  };
  const workers = Array.from({ length: Math.min(alone.length, CONCURRENCY.usual) }, work);
  // What others have begun ends, also after a failure.
  await Promise.allSettled(workers);
  await Promise.all(workers);
}

function checkOptions(options: UserImportOptions) {
  const {
    dryRun = false,
    source = "import",
    providers = {},
    passwords = true,
    stopOnProblem = false,
    concurrency,
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
  const isCount = concurrency === undefined ||
    Number.isInteger(concurrency) && concurrency >= 1 && concurrency <= CONCURRENCY.most;
  if (!isCount) {
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

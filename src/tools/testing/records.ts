/**
 * A test suite for stores of records: absent, present and expired records, limits, unusual
 * text, fifty concurrent calls, pages, lost answers, and a failure at every call of the
 * database.
 *
 * {@linkcode testRecords} registers it with `Deno.test`, for a file that `deno test` runs;
 * {@linkcode checkRecords} returns the results, for any other runtime or runner.
 *
 * @module
 */

import type { Awaitable } from "../../types/entities.ts";
import type { RecordFixture } from "./records/check.ts";
import { CHECKS, registerCheck, runCheck } from "./records/run.ts";

export type { RecordFixture } from "./records/check.ts";

/** Result of one check. */
export interface RecordCheckResult {
  /** Name of the check: the rule it tests. */
  name: string;
  /** `skipped` when the fixture lacks a member that the check needs. */
  outcome: "passed" | "failed" | "skipped";
  /** The failure, the reason for skipping, or a count. */
  detail?: string;
}

/**
 * Runs every check, each on a fresh store, and returns the results.
 *
 * @example
 * ```ts
 * import { MemoryRecords } from "@x/auth/records/memory";
 * import { checkRecords } from "@x/auth/testing/records";
 * import { assertEquals } from "@std/assert";
 *
 * const results = await checkRecords(() => ({ store: MemoryRecords() }));
 * assertEquals(results.filter(({ outcome }) => outcome === "failed"), []);
 * ```
 */
export async function checkRecords(
  open: () => Awaitable<RecordFixture>,
): Promise<RecordCheckResult[]> {
  const results: RecordCheckResult[] = [];
  for (const check of CHECKS) {
    const { name } = check;
    try {
      results.push({ name, ...await runCheck(check, open) });
    } catch (error) {
      results.push({ name, outcome: "failed", detail: (error as Error).message });
    }
  }
  return results;
}

/**
 * Registers one test for each check with `Deno.test`.
 *
 * @param name name of the store; the prefix of each test name
 * @param open opens a fresh, empty store
 *
 * @example
 * ```ts ignore
 * import { testRecords } from "@x/auth/testing/records";
 *
 * testRecords("MyRecords", async () => {
 *   const database = await openEmptyDatabase();
 *   return { store: MyRecords(database), close: () => database.close() };
 * });
 * ```
 */
export function testRecords(name: string, open: () => Awaitable<RecordFixture>): void {
  for (const check of CHECKS) registerCheck(check, name, open);
}

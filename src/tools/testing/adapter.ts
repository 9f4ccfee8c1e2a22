/**
 * A test suite for adapters: behavior, fifty concurrent calls, a failure at every
 * call of a sign-in, dates, nulls, unusual strings, ten thousand rows.
 *
 * {@linkcode testAdapter} registers it with `Deno.test`, for a file that
 * `deno test` runs; {@linkcode checkAdapter} returns the results, for any other
 * runtime or runner.
 *
 * @module
 */

import type { Awaitable } from "../../types/entities.ts";
import {
  type AdapterCheckResult,
  type AdapterFixture,
  type AdapterTestOptions,
  CHECKS,
  registerCheck,
  runCheck,
} from "./adapter/run.ts";

export type { AdapterCheckResult, AdapterFixture, AdapterTestOptions } from "./adapter/run.ts";

/**
 * Runs every check, each on a fresh store, and returns the results.
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { checkAdapter } from "@x/auth/testing/adapter";
 * import { assertEquals } from "@std/assert";
 *
 * const results = await checkAdapter(() => ({ adapter: MemoryAdapter() }));
 * assertEquals(results.filter(({ outcome }) => outcome !== "passed"), []);
 * ```
 */
export async function checkAdapter(
  createFixture: () => Awaitable<AdapterFixture>,
  options: AdapterTestOptions = {},
): Promise<AdapterCheckResult[]> {
  const results: AdapterCheckResult[] = [];
  for (const check of CHECKS) {
    const { name } = check;
    try {
      results.push({ name, ...await runCheck(check, createFixture, options) });
    } catch (error) {
      results.push({ name, outcome: "failed", detail: (error as Error).message });
    }
  }
  return results;
}

/**
 * Registers one test for each check with `Deno.test`. Checks of members that the
 * adapter does not have are skipped, and the reason is printed.
 *
 * @param name name of the adapter; the prefix of each test name
 *
 * @example
 * ```ts ignore
 * import { testAdapter } from "@x/auth/testing/adapter";
 *
 * testAdapter("MyAdapter", async () => {
 *   const database = await openEmptyDatabase();
 *   return { adapter: MyAdapter(database), close: () => database.close() };
 * });
 * ```
 */
export function testAdapter(
  name: string,
  createFixture: () => Awaitable<AdapterFixture>,
  options: AdapterTestOptions = {},
): void {
  for (const check of CHECKS) registerCheck(check, name, createFixture, options);
}

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

import type { AnyAdapter } from "../../types/adapter.ts";
import type { Awaitable } from "../../types/entities.ts";
import type { AdapterCheck, FullAdapter } from "./adapter/check.ts";
import { raceChecks } from "./adapter/races.ts";
import { sessionChecks } from "./adapter/sessions.ts";
import { signInChecks } from "./adapter/sign_ins.ts";
import { userChecks } from "./adapter/users.ts";

/** A fresh store for one check. */
export interface AdapterFixture {
  /** The adapter on this store. */
  adapter: AnyAdapter;
  /** Examines the store after a check; throws when it holds rows without an owner. */
  inspect?(): Awaitable<void>;
  /** Closes the store. */
  close?(): Awaitable<void>;
}

/** Options of {@linkcode testAdapter} and {@linkcode checkAdapter}. */
export interface AdapterTestOptions {
  /**
   * Checks to skip: name of the check → reason, which is printed. For adapters of
   * other projects whose store cannot pass the check.
   */
  skip?: Readonly<Record<string, string>> | undefined;
}

/** Result of one check. */
export interface AdapterCheckResult {
  /** Name of the check: the rule it tests. */
  name: string;
  /** `skipped` when the adapter lacks a member of the check, or `skip` names it. */
  outcome: "passed" | "failed" | "skipped";
  /** The failure, the reason for skipping, or a count. */
  detail?: string;
}

const CHECKS: readonly AdapterCheck[] = [
  ...userChecks,
  ...sessionChecks,
  ...raceChecks,
  ...signInChecks,
];

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
  for (const check of CHECKS) {
    Deno.test(`${name}: ${check.name}`, async () => {
      const { outcome, detail } = await runCheck(check, createFixture, options);
      if (detail) console.log(`${name}: ${outcome === "skipped" ? "skipped, " : ""}${detail}`);
    });
  }
}

async function runCheck(
  check: AdapterCheck,
  createFixture: () => Awaitable<AdapterFixture>,
  { skip = {} }: AdapterTestOptions,
): Promise<Omit<AdapterCheckResult, "name">> {
  const reason = skip[check.name];
  if (reason) return { outcome: "skipped", detail: reason };
  const { adapter, inspect, close } = await createFixture();
  try {
    const lacking = check.needs.filter((member) => !adapter[member]);
    if (lacking.length > 0) {
      return { outcome: "skipped", detail: `the adapter has no ${lacking.join(", ")}` };
    }
    // The cast holds: every member that the check uses exists.
    const detail = await check.run(adapter as FullAdapter);
    await inspect?.();
    return { outcome: "passed", ...(detail ? { detail } : {}) };
  } finally {
    await close?.();
  }
}

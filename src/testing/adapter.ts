/**
 * A suite for adapters: behaviour, fifty calls at once, a failure at every call
 * of a sign-in, dates, nulls, odd texts, ten thousand rows.
 *
 * {@linkcode testAdapter} registers it with `Deno.test`, for a file that
 * `deno test` runs; {@linkcode checkAdapter} returns the results, for any other
 * runtime or runner.
 *
 * @module
 */

import type { AnyAdapter } from "../types/adapter.ts";
import type { Awaitable } from "../types/entities.ts";
import type { AdapterCheck, FullAdapter } from "./adapter/check.ts";
import { raceChecks } from "./adapter/races.ts";
import { sessionChecks } from "./adapter/sessions.ts";
import { signInChecks } from "./adapter/sign_ins.ts";
import { userChecks } from "./adapter/users.ts";

/** A fresh store for one check. */
export interface AdapterFixture {
  /** The adapter over it. */
  adapter: AnyAdapter;
  /** Looks at the store itself when a check is over, and throws when something dangles. */
  inspect?(): Awaitable<void>;
  /** Lets go of the store. */
  close?(): Awaitable<void>;
}

/** Options of {@linkcode testAdapter} and {@linkcode checkAdapter}. */
export interface AdapterTestOptions {
  /**
   * Checks that are left out, by name, each with the reason, which is printed.
   * For adapters of other people, whose store cannot keep the rule.
   */
  skip?: Readonly<Record<string, string>> | undefined;
}

/** How one check ended. */
export interface AdapterCheckResult {
  /** The rule. */
  name: string;
  /** Whether the adapter keeps it, breaks it, or was not asked. */
  outcome: "passed" | "failed" | "skipped";
  /** What is broken, why it was left out, or what was counted. */
  detail?: string;
}

const CHECKS: readonly AdapterCheck[] = [
  ...userChecks,
  ...sessionChecks,
  ...raceChecks,
  ...signInChecks,
];

/**
 * Runs every check, each on a fresh store, and tells how it ended.
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
 * Registers one test for each check with `Deno.test`. Checks of methods the
 * adapter does not have are skipped, which is printed.
 *
 * @param name name of the adapter, which the tests' names begin with
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
    const lacking = check.needs.filter((method) => typeof adapter[method] !== "function");
    if (lacking.length > 0) {
      return { outcome: "skipped", detail: `it has no ${lacking.join(", ")}` };
    }
    // Every method the check calls is there.
    const detail = await check.run(adapter as FullAdapter);
    await inspect?.();
    return { outcome: "passed", ...(detail ? { detail } : {}) };
  } finally {
    await close?.();
  }
}

/**
 * The checks of the adapter suite, and the run of one of them on a fresh store.
 *
 * @module
 */

import type { AnyAdapter } from "../../../types/adapter.ts";
import type { Awaitable } from "../../../types/entities.ts";
import type { AdapterCheck, FullAdapter } from "./check.ts";
import { raceChecks } from "./races.ts";
import { sessionChecks } from "./sessions.ts";
import { signInChecks } from "./sign_ins.ts";
import { userPageChecks } from "./user_pages.ts";
import { userChecks } from "./users.ts";

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

/** Every check of the suite. */
export const CHECKS: readonly AdapterCheck[] = [
  ...userChecks,
  ...userPageChecks,
  ...sessionChecks,
  ...raceChecks,
  ...signInChecks,
];

/** Registers a check of an adapter with `Deno.test`. */
export function registerCheck(
  check: AdapterCheck,
  name: string,
  createFixture: () => Awaitable<AdapterFixture>,
  options: AdapterTestOptions = {},
): void {
  Deno.test(`${name}: ${check.name}`, async () => {
    const { outcome, detail } = await runCheck(check, createFixture, options);
    if (detail) console.log(`${name}: ${outcome === "skipped" ? "skipped, " : ""}${detail}`);
  });
}

/** Runs a check on a fresh store; throws when the adapter breaks its rule. */
export async function runCheck(
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

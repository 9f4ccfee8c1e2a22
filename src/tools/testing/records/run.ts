/**
 * The checks of `testRecords()` and `checkRecords()`, and how one of them runs.
 *
 * @module
 */

import type { Awaitable } from "../../../types/entities.ts";
import type { RecordCheck, RecordFixture } from "./check.ts";
import { faultChecks } from "./faults.ts";
import { ownerChecks } from "./owners.ts";
import { raceChecks } from "./races.ts";
import { valueChecks } from "./values.ts";

/** Every check. */
export const CHECKS: readonly RecordCheck[] = [
  ...valueChecks,
  ...ownerChecks,
  ...raceChecks,
  ...faultChecks,
];

/** Registers a test for one check. */
export function registerCheck(
  check: RecordCheck,
  name: string,
  open: () => Awaitable<RecordFixture>,
): void {
  Deno.test(`${name}: ${check.name}`, async () => {
    const { outcome, detail } = await runCheck(check, open);
    if (detail) console.log(`${name}: ${outcome === "skipped" ? "skipped, " : ""}${detail}`);
  });
}

/** Runs one check on a fresh store. */
export async function runCheck(
  check: RecordCheck,
  open: () => Awaitable<RecordFixture>,
): Promise<{ outcome: "passed" | "skipped"; detail?: string }> {
  const fixture = await open();
  try {
    if (check.needsFaults && !fixture.failAt) {
      return { outcome: "skipped", detail: "the fixture has no failAt" };
    }
    const detail = await check.run(fixture.store, fixture);
    await fixture.inspect?.();
    return { outcome: "passed", ...(detail ? { detail } : {}) };
  } finally {
    await fixture.close?.();
  }
}

/**
 * One adapter with several clients, settings or tables, and adapters that are much alike.
 *
 * @module
 */

import type { AdapterFixture, AdapterTestOptions } from "@x/auth/testing/adapter";
import { CHECKS, registerCheck } from "../../src/tools/testing/adapter/run.ts";
import type { RecordFixture } from "@x/auth/testing/records";
import * as records from "../../src/tools/testing/records/run.ts";
import { isChosen } from "../_stride.ts";

/**
 * Registers the adapter suite for the variants of an adapter: whole for the first one, and for the
 * others in strides that begin elsewhere on each, so that every second check runs on one of them too.
 *
 * @param variants what makes a fresh store, by the name of the variant
 */
export function testVariants(variants: Readonly<Record<string, () => Promise<AdapterFixture>>>) {
  registerVariants(CHECKS, variants, registerCheck);
}

/** The same for the suite of records. */
export function testRecordVariants(
  variants: Readonly<Record<string, () => Promise<RecordFixture>>>,
) {
  registerVariants(records.CHECKS, variants, records.registerCheck);
}

function registerVariants<Check, Open>(
  checks: readonly Check[],
  variants: Readonly<Record<string, Open>>,
  register: (check: Check, name: string, open: Open) => void,
) {
  const [first, ...others] = Object.entries(variants);
  for (const [number, check] of checks.entries()) {
    if (isChosen(0, 1)) register(check, ...first!);
    for (const [place, other] of others.entries()) {
      if (isChosen(number + 1 + 2 * place, 2 * others.length)) register(check, ...other);
    }
  }
}

/**
 * Registers the adapter suite in a stride, for adapters that take the checks in turn.
 *
 * @param stride `of`: so many adapters; `from`: number of this one
 */
export function testInTurn(
  name: string,
  open: () => Promise<AdapterFixture>,
  options: AdapterTestOptions,
  { of, from }: { of: number; from: number },
): void {
  for (const [number, check] of CHECKS.entries()) {
    if (isChosen(number + from, of)) registerCheck(check, name, open, options);
  }
}

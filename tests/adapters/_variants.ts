/**
 * One adapter with several clients, settings or tables.
 *
 * @module
 */

import type { AdapterFixture } from "@x/auth/testing/adapter";
import { CHECKS, registerCheck } from "../../src/tools/testing/adapter/run.ts";
import { isChosen } from "../_stride.ts";

/**
 * Registers the adapter suite for the variants of an adapter: whole for the first one, and for the
 * others in strides that begin elsewhere on each, so that every check runs on one of them too.
 *
 * @param variants what makes a fresh store, by the name of the variant
 */
export function testVariants(variants: Readonly<Record<string, () => Promise<AdapterFixture>>>) {
  const [first, ...others] = Object.entries(variants);
  for (const [number, check] of CHECKS.entries()) {
    if (isChosen(0, 1)) registerCheck(check, ...first!);
    for (const [place, other] of others.entries()) {
      if (isChosen(number + place, others.length)) registerCheck(check, ...other);
    }
  }
}

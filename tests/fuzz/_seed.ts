/**
 * Seed of the generators: the same inputs on every run, unless FUZZ_SEED is set. `deno task test`
 * tries the first of them, `deno task test:all` all.
 *
 * @module
 */

import { isChosen } from "../_stride.ts";

/** Seed of the generators; the tests' names show it. */
export const SEED = Number(Deno.env.get("FUZZ_SEED") ?? 20_251_121);

/**
 * Number of inputs that a test tries.
 *
 * @param all the number where every case runs
 */
export function runs(all: number): number {
  return isChosen(1, 2) ? all : Math.ceil(all / 4);
}

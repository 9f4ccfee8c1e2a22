/**
 * Seed of the generators: the same inputs on every run, unless FUZZ_SEED is set.
 *
 * @module
 */

/** Seed of the generators; the tests' names show it. */
export const SEED = Number(Deno.env.get("FUZZ_SEED") ?? 20_251_121);

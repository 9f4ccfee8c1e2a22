/**
 * Expectations that the compiler checks: a test of types fails when it does
 * not compile.
 *
 * @module
 */

/** Whether two types are the same, `any` and optional members included. */
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2)
  ? true
  : false;

/** Compiles only for `expectType<Same<A, B>>()` with equal types. */
export function expectType<_Verdict extends true>(): void {}

/** Keeps code from running that only has to compile. */
export function compiles(_code: () => unknown): void {}

/**
 * Expectations for the compiler: a test of types fails when it does not compile.
 *
 * @module
 */

/** `true` when two types are the same, `any` and optional members included. */
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2)
  ? true
  : false;

/** Compiles only for `expectType<Same<A, B>>()` with equal types. */
export function expectType<_Verdict extends true>(): void {}

/** Takes code that must compile and does not run it. */
export function compiles(_code: () => unknown): void {}

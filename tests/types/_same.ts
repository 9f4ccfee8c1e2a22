/**
 * Assertions about types. The compiler runs them; at run time they do nothing.
 *
 * @module
 */

/** Whether two types are the same, `any` and optional members included. */
export type Same<A, B> = (<X>() => X extends A ? 1 : 2) extends (<X>() => X extends B ? 1 : 2)
  ? true
  : false;

/** Compiles only for `true`: `holds<Same<A, B>>()`. */
export function holds<_Fact extends true>(): void {}

/** Keeps code from running that only has to compile. */
export function compiles(_code: () => unknown): void {}

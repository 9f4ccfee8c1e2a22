/**
 * The part of `@builder.io/qwik` that is used here. The npm package refers to
 * the app's own copy instead.
 *
 * @module
 */

/** A function that can be loaded when it is called. */
export interface QRL<Type> {
  (
    ...args: Type extends (...args: infer Args) => unknown ? Args : never
  ): Promise<Type extends (...args: never[]) => infer Result ? Awaited<Result> : never>;
}

/** Makes a `QRL` of a function that is already loaded. */
export function inlinedQrl<Type>(symbol: Type, name: string): QRL<Type>;

/** Makes `name$` of a function `nameQrl`; the optimizer replaces calls of `name$`. */
export function implicit$FirstArg<First, Result>(
  fn: (qrl: QRL<First>) => Result,
): (first: First) => Result;

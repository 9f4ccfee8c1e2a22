/**
 * The part of `@builder.io/qwik` that is used here. The npm package refers to
 * the app's own copy instead.
 *
 * @module
 */

/** A function that may be loaded when it is called. */
export interface QRL<Type> {
  (
    ...args: Type extends (...args: infer Args) => unknown ? Args : never
  ): Promise<Type extends (...args: never[]) => infer Result ? Awaited<Result> : never>;
}

/** A function that is there already. */
export function inlinedQrl<Type>(symbol: Type, name: string): QRL<Type>;

/** What `name$` is for a function `nameQrl`; the optimizer replaces its calls. */
export function implicit$FirstArg<First, Result>(
  fn: (qrl: QRL<First>) => Result,
): (first: First) => Result;

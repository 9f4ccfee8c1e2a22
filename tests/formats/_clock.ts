/**
 * A clock that is set and goes on, for what was kept from another time.
 *
 * @module
 */

/** Sets the clock; timers stay as they are. */
export function startClock(at: string | number): Disposable {
  const Real = globalThis.Date;
  const offset = new Real(at).valueOf() - Real.now();
  class Shifted extends Real {
    constructor(...args: []) {
      super(...(args.length === 0 ? [Real.now() + offset] as unknown as [] : args));
    }
    static override now(): number {
      return Real.now() + offset;
    }
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof Real;
    }
  }
  globalThis.Date = Shifted as DateConstructor;
  return { [Symbol.dispose]: () => void (globalThis.Date = Real) };
}

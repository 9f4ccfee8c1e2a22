/**
 * The clock that the library reads, where a test counts what a limit lets through: a busy machine
 * would give it time for one more. Timers run on.
 *
 * @module
 */

/** Stops `Date.now` until it is disposed of. */
export function stopClock(): Disposable {
  const { now } = Date;
  const stopped = now();
  Date.now = () => stopped;
  return {
    [Symbol.dispose]() {
      Date.now = now;
    },
  };
}

/**
 * A later time, for apps whose store is another program: only the clock is replaced, since drivers
 * have timers that began before.
 *
 * @module
 */

// @ts-types="../std/testing/fake_timers.d.ts"
import { install } from "@sinonjs/fake-timers";

/** Moves the clock by milliseconds, until the scope ends. It stands still there. */
export function later(ms: number): Disposable {
  const clock = install({ now: Date.now() + ms, toFake: ["Date"] });
  return { [Symbol.dispose]: () => clock.uninstall() };
}

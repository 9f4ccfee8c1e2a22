/**
 * Turns of hashes: a few at once, since each takes tens of MiB and a core of the processor.
 *
 * @module
 */

import { tooMany } from "../limits/refusal.ts";

/** Most hashes that wait; a further one would wait for longer than a browser does. */
export const MAX_WAITING = 500;

/** Where there are more, one core stays free; Node has four threads, of which files take some. */
const AT_ONCE = Math.min(3, Math.max(2, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1));

let running = 0;

const waiting: (() => void)[] = [];

/**
 * Runs a function as soon as few others run, in the order of the calls.
 *
 * @throws {TooManyRequests} when too many wait
 */
export async function inTurn<T>(run: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) {
      throw tooMany("Too many passwords are being hashed at once", Date.now() + 10_000);
    }
    // Whoever ends hands over its place, so that no later call takes it.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await run();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/**
 * Two clicks on one button send one email. The browser gets the second answer, which therefore
 * carries what the first one would have: the promise of it is kept for a moment, in this process.
 *
 * @module
 */

import { nowMs } from "../../base/time.ts";

/** Milliseconds in which a second request is taken for a second click. */
const MOMENT = 3000;

/** Most requests that are kept. */
const MAX = 1000;

/** Work that began a moment ago. */
interface Begun {
  readonly since: number;
  readonly result: Promise<unknown>;
  /** The result, once it is there. */
  value?: unknown;
}

const running = new Map<string, Begun>();

/** Forgets finished work with a result that can no longer be used. */
export function forget(isOver: (result: unknown) => boolean): void {
  for (const [key, { result, value }] of running) {
    // Each click looks at all of them, so those with a result take no promise.
    if (value === undefined) {
      result.then((value) => isOver(value) && running.delete(key), () => {});
    } else if (isOver(value)) running.delete(key);
  }
}

/** Runs the work, unless the same work of the same browser began a moment ago. */
export async function once<T>(key: string, work: () => Promise<T>): Promise<T> {
  const now = nowMs();
  for (const [old, { since }] of running) {
    if (now - since < MOMENT && running.size < MAX) break; // the oldest are first
    running.delete(old);
  }
  const known = running.get(key);
  if (known) return await known.result as T;
  const begun: Begun = { since: now, result: work() };
  running.set(key, begun);
  try {
    const value = await begun.result;
    begun.value = value;
    return value as T;
  } catch (error) {
    // A request that failed can be repeated at once.
    running.delete(key);
    throw error;
  }
}

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

const running = new Map<string, { since: number; result: Promise<unknown> }>();

/** Forgets finished work with a result that can no longer be used. */
export function forget(isOver: (result: unknown) => boolean): void {
  for (const [key, { result }] of running) {
    result.then((value) => isOver(value) && running.delete(key), () => {});
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
  const result = work();
  running.set(key, { since: now, result });
  // A request that failed can be repeated at once.
  result.catch(() => running.delete(key));
  return await result;
}

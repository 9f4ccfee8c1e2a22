/**
 * Spreads requests that arrive together over several turns of the event loop. A
 * server may hand over the bodies of hundreds of posts in one turn; if all of them
 * were answered in it, every other request would wait for the sum.
 *
 * @module
 */

/** Requests that begin in one turn: a turn costs as much as half of a sign-in. */
export const PER_TURN = 32;

type Schedule = (callback: () => void) => unknown;

const scope = globalThis as {
  setImmediate?: Schedule;
  navigator?: { userAgent?: string };
};

/** Read before tests of an app can replace it. Deno loads modules for it, so there at first use. */
let afterThisTurn = "Deno" in globalThis ? undefined : scope.setImmediate;

/** Cloudflare drops what a request scheduled when the request ends, even if others wait for it. */
const canWait = scope.navigator?.userAgent !== "Cloudflare-Workers";

let begun = 0;
const waiting: (() => void)[] = [];

/**
 * Returns at once for the first {@linkcode PER_TURN} requests of a turn. The promise
 * of the others resolves in a later turn, in the order of the calls.
 */
export function limitConcurrency(): Promise<void> | undefined {
  if (begun >= PER_TURN) return new Promise((resolve) => waiting.push(resolve));
  begin();
}

function begin(): void {
  begun++;
  if (begun < PER_TURN) return;
  afterThisTurn ??= scope.setImmediate;
  if (canWait && afterThisTurn) afterThisTurn(startTurn);
  else begun = 0;
}

function startTurn(): void {
  begun = 0;
  for (const resolve of waiting.splice(0, PER_TURN)) {
    begin();
    resolve();
  }
}

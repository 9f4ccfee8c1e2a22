/**
 * Turns of hashes: a few at once, since each takes tens of MiB and a core of the processor.
 *
 * Browsers that the account knows have places of their own, to run and to wait, so that no
 * number of strangers makes them wait. Within either group, turns go around the lanes, which
 * are the networks of strangers, so that one that sends many waits for itself.
 *
 * @module
 */

import { nowMs } from "../../base/time.ts";
import { tooMany } from "../../limits/refusal.ts";

/** Who asks for a turn. */
export interface Client {
  /** Clients with the same name wait behind one another. */
  readonly lane: string;
  /** `true` for a browser that the account knows, for a user's session, and for the app itself. */
  readonly isKnown: boolean;
}

/** Hashes at once. One core stays free in most servers; Node has four threads, files take some. */
const PLACES = 3;

/** Most of them for one group, so that each always has one. */
const PLACES_OF_GROUP = 2;

/** Most clients that wait; a further one would wait for longer than a browser does. */
const MAX_WAITING = { known: 100, unknown: 500 };

/** Milliseconds after which a refused client may try again. */
const RETRY_MS = 10_000;

/** A client that waits. */
interface Waiting {
  start(): void;
  refuse(): void;
}

/** Clients of one kind. */
class Group {
  /** Hashes that run. */
  running = 0;
  /** Clients that wait. */
  size = 0;
  /** In the order of their next turns; none is empty. */
  readonly #lanes = new Map<string, Waiting[]>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** @throws {TooManyRequests} when too many wait */
  wait(lane: string): Promise<void> {
    if (this.size >= this.#most && !this.#makeRoom(lane)) return Promise.reject(refusal());
    this.size++;
    return new Promise((resolve, reject) => {
      const waiting = { start: resolve, refuse: () => reject(refusal()) };
      const queue = this.#lanes.get(lane);
      if (queue) queue.push(waiting);
      else this.#lanes.set(lane, [waiting]);
    });
  }

  /** Starts the first client of the lane whose turn it is. */
  startNext(): void {
    const [lane, queue] = this.#lanes.entries().next().value!;
    this.#lanes.delete(lane);
    const next = queue.shift()!;
    if (queue.length > 0) this.#lanes.set(lane, queue);
    this.size--;
    this.running++;
    next.start();
  }

  /** Refuses the newest client of the longest lane, if that is longer than the given one gets. */
  #makeRoom(lane: string): boolean {
    const [longest, queue] = [...this.#lanes].reduce((a, b) => b[1].length > a[1].length ? b : a);
    if (queue.length <= (this.#lanes.get(lane)?.length ?? 0) + 1) return false;
    queue.pop()!.refuse();
    if (queue.length === 0) this.#lanes.delete(longest);
    this.size--;
    return true;
  }
}

/** Shares the places among clients. */
export class Semaphore {
  readonly #known = new Group(MAX_WAITING.known);
  readonly #strangers = new Group(MAX_WAITING.unknown);

  /** Clients that wait. */
  get waiting(): number {
    return this.#known.size + this.#strangers.size;
  }

  /**
   * Runs a function when it is the client's turn.
   *
   * @throws {TooManyRequests} when too many wait; then nothing was tried
   */
  async run<T>({ lane, isKnown }: Client, work: () => Promise<T>): Promise<T> {
    const group = isKnown ? this.#known : this.#strangers;
    // Where others of the group wait, there is no place for it.
    if (this.#hasPlaceFor(group)) group.running++;
    else await group.wait(lane);
    try {
      return await work();
    } finally {
      group.running--;
      for (const next of [this.#known, this.#strangers]) {
        while (next.size > 0 && this.#hasPlaceFor(next)) next.startNext();
      }
    }
  }

  #hasPlaceFor(group: Group): boolean {
    const [known, unknown] = [this.#known.running, this.#strangers.running];
    // A hash beside those of strangers takes longer where there are few cores.
    const most = group === this.#strangers && known > 0 ? 1 : PLACES_OF_GROUP;
    return group.running < most && known + unknown < PLACES;
  }
}

/** The places of this process. */
export const turns: Semaphore = new Semaphore();

function refusal() {
  return tooMany("Too many passwords wait to be hashed", nowMs() + RETRY_MS);
}

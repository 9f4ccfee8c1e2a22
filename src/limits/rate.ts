/**
 * Rates of requests, in this process and in constant memory.
 *
 * A bucket is one number: the time at which it is empty again. A request moves that time by
 * its share of a minute, and is refused where the time would be more than a minute ahead.
 * So a limit of 100 accepts 100 requests at once, and then one every 600 ms.
 *
 * @module
 */

import { sha256Hex } from "../base/crypto/hash.ts";
import { randomHex } from "../base/crypto/bytes.ts";
import { nowMs } from "../base/time.ts";

/** Length of a full bucket, in milliseconds. */
const MINUTE_MS = 60_000;

/** Rounding errors of added shares, in milliseconds. */
const ROUNDING_MS = 1;

/** Tables in which each name has one cell, at a position of its own. */
const TABLES = 4;

/** Cells of a table: 4 tables with 2^15 numbers take 1 MiB. */
const CELLS = 2 ** 15;

/** A bucket after a request, which is to be stored; times are milliseconds since 1970. */
export interface Level {
  /** Time at which the bucket is empty. */
  emptyAtMs: number;
  /** Time at which another request would be accepted; absent when this one was. */
  freeAtMs?: number;
}

/** @param emptyAtMs time at which the bucket is empty, as of the request before */
export function count(emptyAtMs: number, perMinute: number, nowMs: number): Level {
  // A clock that was set back must not lock a bucket for longer than a minute: so a refused
  // request stores the level too.
  const level = Math.min(Math.max(emptyAtMs, nowMs), nowMs + MINUTE_MS);
  const next = level + MINUTE_MS / perMinute;
  return next > nowMs + MINUTE_MS + ROUNDING_MS
    ? { emptyAtMs: level, freeAtMs: next - MINUTE_MS }
    : { emptyAtMs: next };
}

/**
 * Buckets for any number of names. Names share cells, so a bucket can be fuller than its
 * own requests made it, and never less full: each name has a cell in each table, the
 * emptiest one is its bucket, and a request fills the others only up to its level. The
 * cells depend on a random seed, so that no client can choose names that share them.
 */
export class Buckets {
  readonly #seed = randomHex(16);
  readonly #cells = new Float64Array(TABLES * CELLS);
  readonly #held = new Map<string, Held>();

  /**
   * Counts a request, unless the bucket is full.
   *
   * @returns time at which another request would be accepted, in milliseconds since 1970,
   * when this one is refused
   */
  async take(name: string, perMinute: number): Promise<number | undefined> {
    return this.#fill(await this.#placesOf(name), perMinute);
  }

  /**
   * Holds room for a request of which only its work shows whether it counts. Where nothing but the
   * requests under way fill the bucket, it waits for one of them: so of any number at once, no more
   * than the bucket has room for can turn out to count.
   *
   * @returns what ends the holding, and counts the request or does not; or the time at which another
   * request would be accepted, in milliseconds since 1970
   */
  async hold(
    name: string,
    perMinute: number,
  ): Promise<((isCounted: boolean) => void) | number> {
    const places = await this.#placesOf(name);
    for (;;) {
      const { freeAtMs } = count(this.#levelAt(places), perMinute, nowMs());
      if (freeAtMs !== undefined) return freeAtMs;
      const held = this.#held.get(name) ?? { requests: 0, waiting: [] };
      const taken = this.#levelAt(places) + held.requests * MINUTE_MS / perMinute;
      if (count(taken, perMinute, nowMs()).freeAtMs === undefined) {
        held.requests++;
        this.#held.set(name, held);
        return (isCounted) => {
          if (isCounted) this.#fill(places, perMinute);
          held.requests--;
          if (held.requests === 0) this.#held.delete(name);
          for (const wake of held.waiting.splice(0)) wake();
        };
      }
      await new Promise<void>((resolve) => held.waiting.push(resolve));
    }
  }

  async #placesOf(name: string): Promise<readonly number[]> {
    const digest = await sha256Hex(`${this.#seed} ${name}`);
    return Array.from({ length: TABLES }, (_, table) => {
      return table * CELLS + parseInt(digest.slice(table * 8, table * 8 + 8), 16) % CELLS;
    });
  }

  /** The level of a name; cells that are ahead of a clock that was set back are lowered. */
  #levelAt(places: readonly number[]): number {
    const most = nowMs() + MINUTE_MS + ROUNDING_MS;
    for (const place of places) this.#cells[place] = Math.min(this.#cells[place]!, most);
    return Math.max(Math.min(...places.map((place) => this.#cells[place]!)), nowMs());
  }

  #fill(places: readonly number[], perMinute: number): number | undefined {
    const { emptyAtMs, freeAtMs } = count(this.#levelAt(places), perMinute, nowMs());
    for (const place of places) this.#cells[place] = Math.max(this.#cells[place]!, emptyAtMs);
    return freeAtMs;
  }
}

/** Requests of a name that are under way. */
interface Held {
  requests: number;
  readonly waiting: (() => void)[];
}

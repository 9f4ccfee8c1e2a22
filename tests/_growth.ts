/**
 * How CPU time grows with the length of an input. One request must not keep a process from
 * answering others, so twice the length may not take much more than twice as long.
 *
 * @module
 */

import { AssertionError } from "@std/assert";
import process from "node:process";

/** CPU time, in ms, that any input may take, however it grows. */
const FLOOR = 5;

/** How much longer twice the length may take: 2 is linear, 4 is quadratic. */
const MOST = 3;

/** How often a suspicious length is measured again: other work of the process can add to one. */
const TIMES = 5;

/** Lengths of an input. */
export interface Lengths {
  /** Shortest. Default: 16 */
  readonly from?: number;
  /** Longest. Default: 65,536 */
  readonly to?: number;
}

/** Makes the input of a length, which is not measured, and returns what is. */
export type Prepare = (length: number) => () => unknown;

/** CPU time of a piece of work, in ms. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Takes longer and longer inputs, from short ones on: what grows exponentially is found before it
 * takes long. A length that takes longer than any may is compared with its half.
 *
 * @returns CPU time of the longest input, in ms
 * @throws {AssertionError} for a length that takes more than three times as long as its half
 */
export async function assertLinear(
  what: string,
  prepare: Prepare,
  { from = 16, to = 65_536 }: Lengths = {},
): Promise<number> {
  let time = 0;
  for (const length of lengthsTo(from, to)) {
    time = await cpuTime(prepare(length));
    if (time <= FLOOR) continue;
    let half = await cpuTime(prepare(length / 2));
    for (let again = 0; time > FLOOR && time > MOST * half; again++) {
      if (again === TIMES) {
        throw new AssertionError(
          `${what}: ${length / 2} characters take ${half.toFixed(1)} ms of CPU time, ` +
            `and ${length} take ${time.toFixed(1)} ms`,
        );
      }
      // The shortest is the time of the work itself, the longest of a half its most generous one.
      time = Math.min(time, await cpuTime(prepare(length)));
      half = Math.max(half, await cpuTime(prepare(length / 2)));
    }
  }
  return time;
}

/** Doubles short lengths, in which an exponential growth shows, and longer ones twice at a time. */
function* lengthsTo(from: number, to: number): Generator<number> {
  for (let length = 2 * from; length < to; length *= length < 128 ? 2 : 4) yield length;
  yield to;
}

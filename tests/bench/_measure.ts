/**
 * Interleaved timing: each contender has a process of its own, and they take
 * turns in short batches, so that other load on the machine affects all of them.
 *
 * Times are the CPU time of the whole process, with its garbage collector and
 * every other thread, and the wall time.
 *
 * @module
 */

import { type LineProcess, startLineProcess } from "./_line_process.ts";
import { summarize, type Summary } from "./_statistics.ts";
import type { Workload } from "./_workload.ts";

/** Times of a batch in microseconds. */
export interface Batch {
  readonly cpu: number;
  readonly wall: number;
}

/** First line of a worker. */
export interface Ready {
  readonly facts: Readonly<Record<string, number>>;
}

/** Times of one operation in microseconds. */
export interface Times {
  readonly cpu: Summary;
  readonly wall: Summary;
}

/** A contender whose process runs. */
interface Running<Name extends string> {
  readonly name: Name;
  readonly worker: LineProcess;
  readonly ready: Ready;
  /** Operations of a batch. */
  size: number;
  readonly cpu: number[];
  readonly wall: number[];
}

/** Result of a workload. */
export interface Measured<Name extends string> {
  readonly times: Readonly<Record<Name, Times>>;
  readonly facts: Readonly<Record<Name, Ready["facts"]>>;
}

/** How long a workload is measured. */
export interface Effort {
  /** `true` when results are checked and times do not matter. */
  readonly quick: boolean;
  readonly rounds: number;
  readonly warmUpRounds: number;
  /** CPU time of a batch in milliseconds; 0: one operation. */
  readonly batchMs: number;
}

export const FULL: Effort = { quick: false, rounds: 25, warmUpRounds: 15, batchMs: 30 };

/** Each operation twice, to check its results. */
export const QUICK: Effort = { quick: true, rounds: 1, warmUpRounds: 1, batchMs: 0 };

/** One operation, for what is no time. */
export const ONCE: Effort = { quick: false, rounds: 1, warmUpRounds: 0, batchMs: 0 };

const WORKER = new URL("worker.ts", import.meta.url).pathname;

/**
 * Times the contenders of a workload in turns.
 *
 * @param whose workload and contender that a name stands for. Default: those of the workload
 */
export async function measure<Name extends string>(
  workload: Workload<Name>,
  effort: Effort,
  core: number | undefined,
  whose: (name: Name) => readonly [id: string, name: string] = (name) => [workload.id, name],
): Promise<Measured<Name>> {
  const contenders: Running<Name>[] = [];
  try {
    for (const name of Object.keys(workload.contenders) as Name[]) {
      const args = [...whose(name), ...effort.quick ? ["--quick"] : []];
      const worker = startLineProcess([Deno.execPath(), "run", "-A", WORKER, ...args], { core });
      const ready: Ready = JSON.parse(await worker.next());
      contenders.push({ name, worker, ready, size: 1, cpu: [], wall: [] });
    }
    for (const contender of contenders) {
      contender.size = await batchSize(contender.worker, effort.batchMs);
    }
    for (let round = 0; round < effort.warmUpRounds; round++) {
      for (const { worker, size } of contenders) await run(worker, size);
    }
    for (const contender of contenders) {
      // Compiled code is faster than what the first size was made with.
      contender.size = await batchSize(contender.worker, effort.batchMs);
    }
    for (let round = 0; round < effort.rounds; round++) {
      for (const { worker, size, cpu, wall } of contenders) {
        const batch = await run(worker, size);
        cpu.push(batch.cpu / size);
        wall.push(batch.wall / size);
      }
    }
  } finally {
    await Promise.all(contenders.map(({ worker }) => worker.close()));
  }
  const byName = <T>(value: (contender: Running<Name>) => T) =>
    Object.fromEntries(contenders.map((contender) => [contender.name, value(contender)])) as Record<
      Name,
      T
    >;
  return {
    times: byName(({ cpu, wall }) => ({ cpu: summarize(cpu), wall: summarize(wall) })),
    facts: byName(({ ready }) => ready.facts),
  };
}

async function run(worker: LineProcess, count: number): Promise<Batch> {
  return JSON.parse(await worker.ask(`run ${count}`));
}

/** Number of operations that take about the given CPU time, whatever else the machine does. */
async function batchSize(worker: LineProcess, batchMs: number): Promise<number> {
  if (batchMs === 0) return 1;
  for (let size = 1;; size *= 2) {
    const { cpu } = await run(worker, size);
    if (cpu >= batchMs * 1000) return Math.max(1, Math.round(size * batchMs * 1000 / cpu));
  }
}

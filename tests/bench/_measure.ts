/**
 * Interleaved timing: the contenders take turns in short batches, so that other
 * load on the machine affects all of them.
 *
 * @module
 */

/** A timed function. */
export type Work = () => unknown | Promise<unknown>;

/** Medians in microseconds, by contender. */
export type Medians<Name extends string> = Record<Name, number>;

/** Rounds of the whole run, fewer with `--quick`. */
const ROUNDS = Deno.args.includes("--quick") ? 3 : 25;

/** Warm-up rounds that are not counted. */
const WARM_UP = Deno.args.includes("--quick") ? 1 : 8;

/** Times contenders in turns. */
export async function measure<Name extends string>(
  contenders: Record<Name, Work>,
  batch = 100,
): Promise<Medians<Name>> {
  const names = Object.keys(contenders) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    number[]
  >;
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const name of names) {
      const work = contenders[name];
      const start = performance.now();
      for (let i = 0; i < batch; i++) await work();
      if (round >= 0) samples[name].push((performance.now() - start) * 1000 / batch);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(samples[name])])) as Medians<Name>;
}

/** Median of the values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

/** One line of the table. */
export interface Row {
  workload: string;
  ours: number;
  peer: number;
  /** Lower bound on this machine: the work without either library. */
  floor?: number;
  /** Promised ratio. */
  target: number;
}

/** The table as Markdown. */
export function table(rows: readonly Row[]): string {
  const time = (value: number | undefined) =>
    value === undefined
      ? ""
      : value >= 1000
      ? `${(value / 1000).toFixed(1)} ms`
      : `${value.toFixed(1)} µs`;
  const lines = rows.map(({ workload, ours, peer, floor, target }) => {
    const ratio = peer / ours;
    const verdict = ratio >= target ? "met" : "**missed**";
    return `| ${workload} | ${time(ours)} | ${time(peer)} | ${time(floor)} | **${
      ratio.toFixed(1)
    }×** | ${target}× ${verdict} |`;
  });
  return [
    "| Workload | @x/auth | @auth/core | floor | ratio | promised |",
    "|---|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}

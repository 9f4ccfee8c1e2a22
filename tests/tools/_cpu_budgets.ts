/**
 * CPU time of one operation, as a multiple of a fixed piece of work that is measured in the same
 * run: the floor of `GET session`, which opens the same cipher and answers, without a library. Both
 * take turns, so that the machine's speed and other load cancel out.
 *
 * @module
 */

import { canPin } from "../bench/_line_process.ts";
import { type Effort, measure } from "../bench/_measure.ts";
import type { Workload } from "../bench/_workload.ts";
import { align } from "./_budgets.ts";

/** Workload → CPU time over that of the floor. */
export type Ratios = Readonly<Record<string, number>>;

/** Workload → its contender that has a budget: what apps do most, of each kind of work. */
export const WATCHED: Readonly<Record<string, string>> = {
  "session-token": "ours",
  "database-memory": "ours",
  "signin-page": "ours",
  "password": "ours",
  "mail": "ours",
  "oidc-later": "ours",
  "keys-memory": "few",
  "oauth-authenticate": "reads",
};

/**
 * Growth that is accepted, as a share of the accepted ratio. Processors differ in the speed of a
 * cipher and of compiled code, and neighbors on a machine slow down code that uses much memory: the
 * same sources measured up to two thirds more there.
 */
export const CPU_MARGIN = 1;

/** Short: a ratio above the margin is measured again, for longer. */
const EFFORT: Effort = { quick: false, rounds: 7, warmUpRounds: 8, batchMs: 15 };

/** How often a ratio above the margin is measured again. Only one that stays there is a breach. */
const REPEATS = 3;

/** The contender that every ratio is over. */
const FLOOR = ["session-token", "floor"] as const;

/** Measures one workload over the floor. */
export type MeasureRatio = (id: string, times: number) => Promise<number>;

/** Measures a workload and the floor in turns, in processes of their own; `times` as long as usual. */
export const measureRatio: MeasureRatio = async (id, times) => {
  const core = await canPin(0) ? 0 : undefined;
  const contenders = { ours: unused, floor: unused };
  const workload: Workload<"ours" | "floor"> = { id, label: id, targets: {}, contenders };
  const effort = { ...EFFORT, rounds: EFFORT.rounds * times };
  const whose = (name: "ours" | "floor") => name === "floor" ? FLOOR : [id, WATCHED[id]!] as const;
  const { times: { ours, floor } } = await measure(workload, effort, core, whose);
  return ours.cpu.median / floor.cpu.median;
};

/** The worker finds by its name what it runs. */
const unused = () => Promise.reject(new Error("Cannot run: the worker has its own contenders"));

/** Measures each ratio; one above its margin again, of which the smallest counts. */
export async function measureRatios(
  accepted: Ratios,
  measureOne: MeasureRatio = measureRatio,
  ids: readonly string[] = Object.keys(WATCHED),
): Promise<Ratios> {
  const ratios: Record<string, number> = {};
  for (const id of ids) {
    let ratio = await measureOne(id, 1);
    for (let repeat = 0; repeat < REPEATS && isAbove(accepted[id], ratio); repeat++) {
      ratio = Math.min(ratio, await measureOne(id, 2));
    }
    ratios[id] = Math.round(ratio * 100) / 100;
  }
  return ratios;
}

/** Ratios to accept: the largest of three, since a lucky one would be a narrow budget. */
export async function ratiosToAccept(): Promise<Ratios> {
  const ratios: Record<string, number> = {};
  for (let round = 0; round < 3; round++) {
    for (const [id, ratio] of Object.entries(await measureRatios({}))) {
      ratios[id] = Math.max(ratio, ratios[id] ?? 0);
    }
  }
  return ratios;
}

function isAbove(accepted: number | undefined, ratio: number): boolean {
  return accepted !== undefined && ratio > accepted * (1 + CPU_MARGIN);
}

/** One message for each ratio above its margin, and for each without an accepted one. */
export function findCpuBreaches(accepted: Ratios, measured: Ratios): string[] {
  return Object.entries(measured).flatMap(([id, ratio]) => {
    const before = accepted[id];
    if (before === undefined) return [`cpu of ${id}: no accepted ratio`];
    if (!isAbove(before, ratio)) return [];
    return [
      `cpu of ${id}: ${ratio} times the floor, ${before} accepted: run \`deno task bench ` +
      `--only ${id}\` here and in the commit before`,
    ];
  });
}

/** A table of accepted and measured ratios. */
export function toCpuTable(accepted: Ratios, measured: Ratios): string {
  const rows = Object.entries(measured).map(([id, ratio]) => {
    const before = accepted[id];
    const change = before === undefined ? "new" : `${(ratio / before).toFixed(2)}×`;
    return [id, before === undefined ? "-" : String(before), String(ratio), change];
  });
  return align([["CPU over the floor", "accepted", "now", "change"], ...rows]);
}

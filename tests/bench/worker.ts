/**
 * A process with one contender of one workload. It answers `run <count>` with
 * the CPU time of the whole process and the wall time, in microseconds:
 *
 *     deno run -A tests/bench/worker.ts <workload> <contender> [--quick]
 *
 * @module
 */

import { cpuUsage } from "node:process";
import { setImmediate } from "node:timers";
import { linesOf } from "./_line_process.ts";
import type { Batch, Ready } from "./_measure.ts";
import { NO_REQUEST, type Prepare, type Prepared } from "./_workload.ts";
import { findWorkload } from "./workloads/mod.ts";

/** Times since the start of the process in microseconds. */
function now(): Batch {
  const { user, system } = cpuUsage();
  return { cpu: user + system, wall: performance.now() * 1000 };
}

function print(value: Batch | Ready): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(value)}\n`));
}

// The output has protocol lines only.
console.log = console.error;

const [id = "", name = ""] = Deno.args;
const contenders: Partial<Record<string, Prepare>> = findWorkload(id).contenders;
const prepare = contenders[name];
if (!prepare) throw new Error(`Cannot run: "${id}" has no contender "${name}"`);

/** What it costs to look at the clocks: each exclusion looks twice, and one look is counted. */
function costOfLooking(looks = 1_000): Batch {
  const start = now();
  for (let count = 0; count < looks; count++) now();
  const end = now();
  return { cpu: (end.cpu - start.cpu) / looks, wall: (end.wall - start.wall) / looks };
}

const excluded = { cpu: 0, wall: 0 };
const look = costOfLooking();

async function exclude<T>(work: () => T | Promise<T>): Promise<T> {
  const start = now();
  try {
    return await work();
  } finally {
    const end = now();
    excluded.cpu += end.cpu - start.cpu + look.cpu;
    excluded.wall += end.wall - start.wall + look.wall;
  }
}

/** Requests that are made at once, so that the clocks are read seldom. */
const REQUESTS = 64;

/** Runs operations; the requests of the next ones are made in between. */
async function runAll({ request, run }: Prepared, count: number): Promise<void> {
  if (!request) {
    for (let done = 0; done < count; done++) await run(NO_REQUEST);
    return;
  }
  for (let done = 0; done < count; done += REQUESTS) {
    const size = Math.min(REQUESTS, count - done);
    for (const next of await exclude(() => Array.from({ length: size }, request))) await run(next);
  }
}

const quick = Deno.args.includes("--quick");
const prepared = await prepare({ quick, exclude });
const { facts = {}, close } = prepared;
print({ facts });

for await (const line of linesOf(Deno.stdin.readable)) {
  const count = Number(/^run (\d+)$/.exec(line)?.[1]);
  if (!count) throw new Error(`Cannot understand "${line}": expected "run <count>"`);
  excluded.cpu = excluded.wall = 0;
  const start = now();
  await runAll(prepared, count);
  // The runtime finalizes what was collected when the event loop turns, as in a server.
  await new Promise((resolve) => setImmediate(resolve));
  const end = now();
  print({
    cpu: end.cpu - start.cpu - excluded.cpu,
    wall: end.wall - start.wall - excluded.wall,
  });
}
await close?.();

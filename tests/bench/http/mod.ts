/**
 * Requests per second over HTTP. Each contender has a server process of its own;
 * all are pinned to one core, take turns, and get their load from a process on
 * another core. Wall time, so other load on the machine changes these figures.
 *
 * @module
 */

import { type LineProcess, startLineProcess } from "../_line_process.ts";
import { summarize } from "../_statistics.ts";
import type { Contender, Rate, RateRow } from "../_table.ts";
import type { Loaded, Order } from "./load.ts";
import type { Listening, ServerKind } from "./server.ts";

/** A kind of server, with its promises. */
export interface HttpWorkload {
  readonly id: string;
  readonly kind: ServerKind;
  readonly server: string;
  readonly overPeer: number;
  readonly ofFloor: number;
}

export const httpWorkloads: readonly HttpWorkload[] = [
  { id: "http-deno", kind: "deno", server: "`Deno.serve`", overPeer: 7.5, ofFloor: 0.95 },
  { id: "http-node", kind: "node", server: "`node:http`", overPeer: 4, ofFloor: 0.95 },
  { id: "http-express", kind: "express", server: "Express", overPeer: 3, ofFloor: 0.95 },
];

/** How long each server is loaded. */
export interface HttpEffort {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

/** Cores of the servers and of the load generator. */
export interface Cores {
  readonly server: number | undefined;
  readonly load: number | undefined;
}

/** Share of a core from which on the load generator may be what limits a rate. */
const SATURATED = 0.95;

/** A run of the load generator, with the server's CPU time for a request. */
interface Sample extends Loaded {
  readonly cpu: number;
}

const CONTENDERS: readonly Contender[] = ["ours", "peer", "floor", "better"];
const pathOf = (file: string) => new URL(file, import.meta.url).pathname;

/** Loads the servers of a kind in turns. `note` is called with what a reader must know. */
export async function measureHttp(
  { kind, server, overPeer, ofFloor }: HttpWorkload,
  { rounds, seconds, warmUpSeconds }: HttpEffort,
  cores: Cores,
  project: string,
  note: (text: string) => void,
): Promise<RateRow> {
  const running: LineProcess[] = [];
  try {
    const load = startLineProcess(
      [Deno.execPath(), "run", "-A", pathOf("load.ts")],
      { core: cores.load },
    );
    running.push(load);
    const order = async (value: Order): Promise<Loaded> =>
      JSON.parse(await load.ask(JSON.stringify(value)));
    const servers: { name: Contender; child: LineProcess; samples: Sample[] }[] = [];
    for (const name of CONTENDERS) {
      const child = startServer(kind, name, cores.server, project);
      running.push(child);
      const listening: Listening = JSON.parse(await child.next());
      await order({ name, server: listening });
      await order({ name, seconds: warmUpSeconds });
      servers.push({ name, child, samples: [] });
    }
    for (let round = 0; round < rounds; round++) {
      for (const { name, child, samples } of servers) {
        const before = Number(await child.ask("cpu"));
        const loaded = await order({ name, seconds });
        const cpu = (Number(await child.ask("cpu")) - before) / loaded.requests;
        samples.push({ ...loaded, cpu });
      }
    }
    const rates = {} as Record<Contender, Rate>;
    for (const { name, samples } of servers) {
      const median = (member: keyof Sample) =>
        summarize(samples.map((sample) => sample[member])).median;
      const [perSecond, cpu] = [median("perSecond"), median("cpu")];
      rates[name] = { perSecond, cpu, p50: median("p50"), p99: median("p99") };
      if (median("busy") > SATURATED) {
        note(`${server}, ${name}: the load generator was busy all the time and may be the limit`);
      }
    }
    return { server, rates, overPeer, ofFloor };
  } finally {
    await Promise.all(running.map((child) => child.close()));
  }
}

function startServer(
  kind: ServerKind,
  name: Contender,
  core: number | undefined,
  project: string,
): LineProcess {
  const command = kind === "deno"
    ? [Deno.execPath(), "run", "-A", pathOf("server.ts"), kind, name]
    : ["node", "server.js", kind, name];
  return startLineProcess(command, { core, ...kind === "deno" ? {} : { cwd: project } });
}

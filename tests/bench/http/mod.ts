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
    for (const name of CONTENDERS) {
      const child = startServer(kind, name, cores.server, project);
      running.push(child);
      const listening: Listening = JSON.parse(await child.next());
      await order({ name, server: listening });
      await order({ name, seconds: warmUpSeconds });
    }
    const samples = new Map<Contender, Loaded[]>(CONTENDERS.map((name) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const [name, loads] of samples) loads.push(await order({ name, seconds }));
    }
    const rates = {} as Record<Contender, Rate>;
    for (const [name, loads] of samples) {
      const median = (member: keyof Loaded) => summarize(loads.map((each) => each[member])).median;
      rates[name] = { perSecond: median("perSecond"), p50: median("p50"), p99: median("p99") };
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

/**
 * D1 for tests, see `_d1_server.ts`, and a binding that reaches it.
 *
 * @module
 */

import type { D1Answer, D1Binding, D1Executor, D1Statement } from "../adapters/d1.ts";
import { removeFolder, waitForText, watchChild, type WatchedChild } from "./_wait.ts";
import { freePort } from "./browser/_demo.ts";

/** A running D1 with one database. */
export interface D1Server extends AsyncDisposable {
  readonly url: string;
  /** Stops it at once, as a crash does, and starts it again on the same data. */
  restart(): Promise<void>;
  /** Stops it at once. */
  kill(): Promise<void>;
  /** Starts it again on the same data. */
  start(): Promise<void>;
}

/** What was asked of a binding: its statements, and what the session began with. */
export interface Asked {
  texts: string[];
  constraint: string | undefined;
}

/** Processes that another one has started. */
async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await new Deno.Command("ps", { args: ["-A", "-o", "pid=,ppid="] }).output();
  const rows = new TextDecoder().decode(stdout).trim().split("\n")
    .map((line) => line.trim().split(/ +/).map(Number));
  return rows.filter(([, parent]) => parent === pid).map(([child]) => child!);
}

/** Starts it; waits until it answers. */
export async function startD1(): Promise<D1Server> {
  const folder = await Deno.makeTempDir();
  const port = freePort();
  let child: WatchedChild;
  let pid: number;
  const start = async () => {
    const server = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "tests/_d1_server.ts", `${port}`, folder],
      stdout: "piped",
      stderr: "null",
    }).spawn();
    pid = server.pid;
    child = watchChild(server, server.stdout);
    await waitForText(/ready/, child);
  };
  const kill = async () => {
    // The database is in a process of its own, `workerd`.
    for (const one of await childrenOf(pid)) Deno.kill(one, "SIGKILL");
    await child.stop("SIGKILL");
  };
  await start();
  return {
    url: `http://127.0.0.1:${port}/`,
    async restart() {
      await kill();
      await start();
    },
    kill,
    start,
    async [Symbol.asyncDispose]() {
      await kill();
      await removeFolder(folder);
    },
  };
}

/** Registers tests that share a D1. */
export function withD1(register: (server: () => D1Server) => void): void {
  let server: D1Server;
  Deno.test.beforeAll(async () => void (server = await startD1()));
  Deno.test.afterAll(async () => await server[Symbol.asyncDispose]());
  register(() => server);
}

interface Bound extends D1Statement {
  sql: string;
  params: (string | number | null)[];
}

/**
 * A binding that passes its statements on to the binding of the Worker.
 *
 * @param around is called in place of each call, and may make it
 */
export function bindingOf(
  url: string,
  around: <T>(call: () => Promise<T>, asked: Asked) => Promise<T> = (call) => call(),
): D1Binding {
  const executor = (constraint?: string): D1Executor => {
    const send = (statements: Bound[], isBatch: boolean): Promise<D1Answer[]> =>
      around(
        () => post(url, { constraint, isBatch, statements }),
        { texts: statements.map(({ sql }) => sql), constraint },
      );
    const prepare = (sql: string, ...params: Bound["params"]): Bound => ({
      sql,
      params,
      bind: (...values) => prepare(sql, ...values),
      all: async () => (await send([prepare(sql, ...params)], false))[0]!,
    });
    return { prepare: (sql) => prepare(sql), batch: (bound) => send(bound as Bound[], true) };
  };
  return { ...executor(), withSession: executor };
}

async function post(url: string, body: object): Promise<D1Answer[]> {
  const answer = await fetch(url, { method: "POST", body: JSON.stringify(body) })
    .then((response) => response.json())
    // What a Worker is told when its database cannot be reached.
    .catch(() => ({ error: "D1_ERROR: Network connection lost." }));
  if (answer.error) throw new Error(answer.error);
  return answer;
}

/** Removes all tables. */
export async function empty(url: string): Promise<void> {
  const binding = bindingOf(url);
  const { results } = await binding.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND " +
      "name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name LIKE '%users'",
  ).all();
  const names = (results as { name: string }[]).map(({ name }) => name);
  if (names.length === 0) return;
  await binding.batch(names.map((name) => binding.prepare(`DROP TABLE "${name}"`)));
}

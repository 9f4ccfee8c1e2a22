/**
 * A server of libSQL for tests, see `_hrana_server.ts`.
 *
 * @module
 */

import { waitForText, watchChild, type WatchedChild } from "./_wait.ts";
import { freePort } from "./browser/_demo.ts";

/** A running server. */
export interface HranaServer extends AsyncDisposable {
  /** URL of a database, which is made at its first use. */
  urlOf(name: string): string;
  /** File of a database. */
  fileOf(name: string): string;
  /** Makes the answers of the next calls be lost, after what they answer has taken effect. */
  lose(answers: number): Promise<void>;
  /** Makes all answers have a status; 0: none. */
  refuse(status: number): Promise<void>;
  /** Stops it at once, as a crash does, and starts it again on the same data. */
  restart(): Promise<void>;
  /** Stops it at once. */
  kill(): Promise<void>;
  /** Starts it again on the same data. */
  start(): Promise<void>;
}

/** Starts a server; waits until it answers. */
export async function startHrana(): Promise<HranaServer> {
  const folder = await Deno.makeTempDir();
  const port = freePort();
  const origin = `http://127.0.0.1:${port}`;
  let child: WatchedChild;
  const start = async () => {
    const server = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "tests/_hrana_server.ts", `${port}`, folder],
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    child = watchChild(server, server.stdout);
    await waitForText(/ready/, child);
  };
  const kill = () => child.stop("SIGKILL");
  const tell = async (path: string) =>
    await (await fetch(`${origin}${path}`, { method: "POST" })).body?.cancel();
  await start();
  return {
    urlOf: (name) => `${origin}/${name}/`,
    fileOf: (name) => `${folder}/${name}.db`,
    lose: (answers) => tell(`/lose?answers=${answers}`),
    refuse: (status) => tell(`/refuse?status=${status}`),
    async restart() {
      await kill();
      await start();
    },
    kill,
    start,
    async [Symbol.asyncDispose]() {
      await kill();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Registers tests that share a server. */
export function withHrana(register: (server: () => HranaServer) => void): void {
  let server: HranaServer;
  Deno.test.beforeAll(async () => void (server = await startHrana()));
  Deno.test.afterAll(async () => await server[Symbol.asyncDispose]());
  register(() => server);
}

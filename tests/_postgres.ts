/**
 * A PostgreSQL server for tests: found once, started in a temporary folder, on
 * a loopback port. Files that share a process share the server, each with a database of its own.
 *
 * @module
 */

import { removeFolder, waitUntil, watchChild } from "./_wait.ts";
import { freePort } from "./browser/_demo.ts";

/** An empty database of a running server. */
export interface PostgresServer extends AsyncDisposable {
  /** Connection URL for clients. */
  connectionString: string;
  /** Stops the server at once, as a crash does, and starts it again on the same data. */
  restart(): Promise<void>;
}

/** Instruction that is printed when there is no server. */
export const HOW_TO_ENABLE_POSTGRES =
  "PostgreSQL tests need a server's programs: install them (apt-get install postgresql) or set PG_BIN";

/** Folder with `initdb` and `postgres`: `PG_BIN`, or the newest of the usual places. */
export function findPostgres(): string | undefined {
  const own = Deno.env.get("PG_BIN");
  if (own) return own;
  try {
    const versions = [...Deno.readDirSync("/usr/lib/postgresql")].map(({ name }) => name);
    const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
    return newest && `/usr/lib/postgresql/${newest}/bin`;
  } catch {
    return undefined;
  }
}

/** The server of this process, and how often it has been asked for. */
let shared: { server: Promise<Server>; users: number; databases: number } | undefined;

/**
 * Makes an empty database, on the server of this process: the first call starts it, and it stops
 * when what all calls returned is disposed of.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const own = shared ??= { server: startServer(), users: 0, databases: 0 };
  own.users++;
  const number = ++own.databases;
  const { urlOf, create, restart, stop } = await own.server;
  // A new server has one.
  const name = number === 1 ? "postgres" : `tests_${number}`;
  if (number > 1) await create(name);
  return {
    connectionString: urlOf(name),
    restart,
    async [Symbol.asyncDispose]() {
      if (--own.users > 0) return;
      shared = undefined;
      await stop();
    },
  };
}

interface Server {
  urlOf(database: string): string;
  /** Creates a database. */
  create(database: string): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server; waits until it accepts connections. */
async function startServer(): Promise<Server> {
  const bin = findPostgres();
  if (!bin) throw new Error(HOW_TO_ENABLE_POSTGRES);
  const folder = await Deno.makeTempDir();
  const port = freePort();
  // The server refuses to run as root.
  const owner = Deno.uid() === 0 ? await idsOf("postgres") : {};
  if (owner.uid) await Deno.chown(folder, owner.uid, owner.gid ?? null);
  const data = `${folder}/data`;
  const run = async (program: string, args: string[]) => {
    const command = new Deno.Command(`${bin}/${program}`, { args, ...owner, cwd: folder });
    const { success, stderr } = await command.output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
  };
  await run(
    "initdb",
    ["-D", data, "-U", "postgres", "--auth=trust", "--no-sync", "--encoding=UTF8"],
  );
  const start = () =>
    new Deno.Command(`${bin}/postgres`, {
      args: [
        ...["-D", data, "-p", String(port), "-k", folder],
        ...["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "max_connections=400"],
      ],
      ...owner,
      cwd: folder,
      stdout: "null",
      stderr: "null",
    }).spawn();
  let server = start();
  await waitUntilReady(server, bin, port);
  return {
    urlOf: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    create: (database) =>
      run("createdb", ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres", database]),
    async restart() {
      server.kill("SIGQUIT");
      await server.status;
      server = start();
      await waitUntilReady(server, bin, port);
    },
    async stop() {
      server.kill("SIGQUIT");
      await server.status;
      await removeFolder(folder);
    },
  };
}

async function idsOf(user: string): Promise<{ uid?: number; gid?: number }> {
  const id = async (flag: string) => {
    const { stdout } = await new Deno.Command("id", { args: [flag, user] }).output();
    return Number(new TextDecoder().decode(stdout));
  };
  return { uid: await id("-u"), gid: await id("-g") };
}

/** Waits for `pg_isready`: a server that listens may refuse clients while it starts. */
async function waitUntilReady(
  server: Deno.ChildProcess,
  bin: string,
  port: number,
): Promise<void> {
  const args = ["--host=127.0.0.1", `--port=${port}`, "--quiet"];
  await waitUntil(
    `PostgreSQL is ready on port ${port}`,
    async () => (await new Deno.Command(`${bin}/pg_isready`, { args }).output()).success,
    { child: watchChild(server) },
  );
}

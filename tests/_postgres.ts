/**
 * A PostgreSQL server for tests: found once, started in a temporary folder, on
 * a loopback port.
 *
 * @module
 */

import { waitUntil, watchChild } from "./_wait.ts";
import { freePort } from "./browser/_demo.ts";

/** A running server. */
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

/** Starts a server; waits until it accepts connections. */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = findPostgres();
  if (!bin) throw new Error(HOW_TO_ENABLE_POSTGRES);
  const folder = await Deno.makeTempDir();
  const port = freePort();
  // The server refuses to run as root.
  const owner = Deno.uid() === 0 ? await idsOf("postgres") : {};
  if (owner.uid) await Deno.chown(folder, owner.uid, owner.gid ?? null);
  const data = `${folder}/data`;
  const created = await new Deno.Command(`${bin}/initdb`, {
    args: ["-D", data, "-U", "postgres", "--auth=trust", "--no-sync", "--encoding=UTF8"],
    ...owner,
    cwd: folder,
  }).output();
  if (!created.success) throw new Error(new TextDecoder().decode(created.stderr));
  const start = () =>
    new Deno.Command(`${bin}/postgres`, {
      args: [
        ...["-D", data, "-p", String(port), "-k", folder],
        ...["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "max_connections=120"],
      ],
      ...owner,
      cwd: folder,
      stdout: "null",
      stderr: "null",
    }).spawn();
  let server = start();
  await waitUntilReady(server, bin, port);
  return {
    connectionString: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async restart() {
      server.kill("SIGQUIT");
      await server.status;
      server = start();
      await waitUntilReady(server, bin, port);
    },
    async [Symbol.asyncDispose]() {
      server.kill("SIGINT");
      await server.status;
      await Deno.remove(folder, { recursive: true });
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

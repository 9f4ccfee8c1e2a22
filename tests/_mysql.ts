/**
 * A MariaDB server for tests: found once, started in a temporary folder, on a loopback port. Files
 * that share a process share the server, each with a database of its own.
 *
 * @module
 */

// @ts-types="./_mysql2.d.ts"
import { createPool, type Pool, type PoolOptions, type Rows } from "mysql2/promise";
import { removeFolder, waitUntil, watchChild } from "./_wait.ts";
import { freePort } from "./browser/_demo.ts";

export type { Pool, PoolOptions, Rows };

/** An empty database of a running server. */
export interface MysqlServer extends AsyncDisposable {
  /** Connection URL for clients. */
  uri: string;
  /** Stops the server at once, as a crash does, and starts it again on the same data. */
  restart(): Promise<void>;
}

/** Instruction that is printed when there is no server. */
export const HOW_TO_ENABLE_MYSQL =
  "MySQL tests need a server's programs: install them (apt-get install mariadb-server-core mariadb-client-core) or set " +
  "MYSQL_BIN to a folder with mariadbd and mariadb-install-db";

/** The programs: in `MYSQL_BIN`, or where Debian puts them. */
export function findMysql(): { server: string; install: string } | undefined {
  const own = Deno.env.get("MYSQL_BIN");
  const programs = own
    ? { server: `${own}/mariadbd`, install: `${own}/mariadb-install-db` }
    : { server: "/usr/sbin/mariadbd", install: "/usr/bin/mariadb-install-db" };
  try {
    for (const path of Object.values(programs)) Deno.statSync(path);
    return programs;
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
export async function startMysql(): Promise<MysqlServer> {
  const own = shared ??= { server: startServer(), users: 0, databases: 0 };
  own.users++;
  const name = `tests_${++own.databases}`;
  const { uriOf, restart, stop } = await own.server;
  const pool = openPool(uriOf(""));
  await pool.query(`CREATE DATABASE ${name}`);
  await pool.end();
  return {
    uri: uriOf(name),
    restart,
    async [Symbol.asyncDispose]() {
      if (--own.users > 0) return;
      shared = undefined;
      await stop();
    },
  };
}

/**
 * A pool of connections.
 *
 * @param statement what each connection begins with
 */
export function openPool(uri: string, options: PoolOptions = {}, statement = "DO 0"): Pool {
  const pool = createPool({ uri, connectionLimit: 20, ...options });
  // The pool of callbacks is within; the statement runs before those that wait for the connection.
  pool.pool.on("connection", (connection) => void connection.query(statement));
  return pool;
}

/** Rows that a statement without parameters returns. */
export async function rowsOf(pool: Pool, sql: string): Promise<Rows> {
  return (await pool.query(sql))[0];
}

interface Server {
  uriOf(database: string): string;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server; waits until it accepts connections. */
async function startServer(): Promise<Server> {
  const programs = findMysql();
  if (!programs) throw new Error(HOW_TO_ENABLE_MYSQL);
  const folder = await Deno.makeTempDir();
  const port = freePort();
  // A server that starts removes temporary tables of all others from their folder.
  await Deno.mkdir(`${folder}/tmp`);
  const data = [
    ...[`--datadir=${folder}/data`, `--tmpdir=${folder}/tmp`],
    "--innodb-log-file-size=16M",
  ];
  // Without it, the server refuses to run as root.
  const owner = Deno.uid() === 0 ? ["--user=root"] : [];
  const installed = await new Deno.Command(programs.install, {
    args: [
      ...["--no-defaults", ...data, ...owner, "--skip-test-db"],
      "--auth-root-authentication-method=normal",
    ],
  }).output();
  if (!installed.success) throw new Error(new TextDecoder().decode(installed.stderr));
  const start = () =>
    new Deno.Command(programs.server, {
      args: [
        ...["--no-defaults", ...data, ...owner, `--port=${port}`, "--bind-address=127.0.0.1"],
        ...[`--socket=${folder}/socket`, `--pid-file=${folder}/pid`, "--max-connections=400"],
        ...["--innodb-flush-log-at-trx-commit=2", "--innodb-buffer-pool-size=64M"],
        ...["--skip-name-resolve", "--performance-schema=OFF"],
      ],
      stdout: "null",
      stderr: "null",
    }).spawn();
  const ready = async (child: Deno.ChildProcess) =>
    await waitUntil(`MariaDB is ready on port ${port}`, () => answers(port), {
      child: watchChild(child),
    });
  let server = start();
  await ready(server);
  return {
    uriOf: (database) => `mysql://root@127.0.0.1:${port}/${database}`,
    async restart() {
      server.kill("SIGKILL");
      await server.status;
      server = start();
      await ready(server);
    },
    async stop() {
      server.kill("SIGKILL");
      await server.status;
      await removeFolder(folder);
    },
  };
}

/** `true` when a server greets, which it does when it takes clients. */
async function answers(port: number): Promise<boolean> {
  try {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    const greeting = new Uint8Array(64);
    const length = await connection.read(greeting);
    return new TextDecoder().decode(greeting.subarray(0, length ?? 0)).includes("MariaDB");
  } catch {
    return false;
  }
}

/**
 * Clients of libSQL for tests: in memory, on a file, and of a server.
 *
 * @module
 */

import { type Client, type Config, createClient } from "../_libsql_client.ts";
import type { LibsqlClient } from "../../adapters/libsql.ts";
import type { HranaServer } from "../_hrana.ts";
import type { Faults } from "./records/_faults.ts";

export type { Client };

/** A client that is closed, with what is its own, when its scope ends. */
export interface OpenClient extends AsyncDisposable {
  client: Client;
  /** What other clients of the same database are made with. */
  config: Config;
}

/** Opens an empty database in memory. */
export function openMemory(options: Partial<Config> = {}): OpenClient {
  const config = { url: ":memory:", ...options };
  const client = createClient(config);
  return { client, config, [Symbol.asyncDispose]: () => Promise.resolve(client.close()) };
}

/** Opens an empty database in a file. */
export async function openFile(options: Partial<Config> = {}): Promise<OpenClient> {
  const folder = await Deno.makeTempDir();
  const config = { url: `file:${folder}/auth.db`, ...options };
  const client = createClient(config);
  return {
    client,
    config,
    async [Symbol.asyncDispose]() {
      client.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

let databases = 0;

/** Opens an empty database of a server. */
export function openRemote(server: HranaServer, options: Partial<Config> = {}): OpenClient {
  const config = { url: server.urlOf(`database${++databases}`), ...options };
  const client = createClient(config);
  return { client, config, [Symbol.asyncDispose]: () => Promise.resolve(client.close()) };
}

/** What is called in place of a call of a client, and may make it. */
export type Around = <T>(call: () => PromiseLike<T>, texts: string[]) => Promise<T>;

/** A client whose calls go through a function. */
export function seen(client: LibsqlClient, around: Around): LibsqlClient {
  return {
    execute: (statement) => around(() => client.execute(statement), [statement.sql]) as never,
    batch: (statements, mode) =>
      around(() => client.batch(statements, mode), statements.map(({ sql }) => sql)) as never,
    executeMultiple: (sql) => around(() => client.executeMultiple(sql), [sql]),
    sync: () => client.sync(),
    reconnect: () => client.reconnect(),
    closed: client.closed,
    protocol: client.protocol,
  };
}

/** The client, with faults at every call. */
export function faulty(client: LibsqlClient, faults: Faults): LibsqlClient {
  return seen(client, async (call) => await faults.run(async () => await call()));
}

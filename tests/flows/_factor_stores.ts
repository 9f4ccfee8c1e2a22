/**
 * Stores whose whole content can be read as text.
 *
 * @module
 */

import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { PostgresAdapter } from "../../adapters/postgres.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import type { FullAdapter } from "../../src/tools/testing/adapter/check.ts";
import type { PostgresServer } from "../_postgres.ts";
import { createPool } from "../_pool.ts";

/** An open store. */
export interface DumpStore {
  adapter: FullAdapter;
  /** Everything in the store. */
  dump(): Promise<string>;
  /** The bytes of its files, which can hold what was removed. */
  files?(): Promise<string>;
  close(): Promise<void>;
}

/** Opens an empty store. */
export type OpenDumpStore = () => Promise<DumpStore>;

/** The stores that need no server. */
export const LOCAL_STORES: Record<string, OpenDumpStore> = {
  memory() {
    const adapter = MemoryAdapter();
    const written = new Map<string, [kind: string, id: string]>();
    const { records } = adapter;
    const watched: FullAdapter = {
      ...adapter,
      records: {
        ...records,
        put(entry, expected) {
          written.set(`${entry.kind} ${entry.id}`, [entry.kind, entry.id]);
          return records.put(entry, expected);
        },
      },
    };
    return Promise.resolve({
      adapter: watched,
      async dump() {
        const all = await Promise.all([...written.values()].map((key) => records.get(...key)));
        return JSON.stringify(all.filter((entry) => entry !== null));
      },
      close: () => Promise.resolve(),
    });
  },
  "SQLite file": async () => {
    const folder = await Deno.makeTempDir();
    const adapter = SqliteAdapter(`${folder}/auth.db`);
    return {
      adapter,
      dump() {
        const { database } = adapter;
        const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
          .all();
        const rows = tables.map(({ name }) => database.prepare(`SELECT * FROM ${name}`).all());
        return Promise.resolve(toText(rows));
      },
      files: () => textOf(folder),
      async close() {
        adapter.close();
        await Deno.remove(folder, { recursive: true });
      },
    };
  },
  "Deno KV file": async () => {
    const folder = await Deno.makeTempDir();
    const kv = await Deno.openKv(`${folder}/auth.kv`);
    return {
      adapter: DenoKvAdapter(kv),
      dump: async () => toText(await Array.fromAsync(kv.list({ prefix: [] }))),
      files: () => textOf(folder),
      async close() {
        kv.close();
        await Deno.remove(folder, { recursive: true });
      },
    };
  },
};

/** The store on a PostgreSQL server. */
export function postgresStore(server: () => PostgresServer): OpenDumpStore {
  return async () => {
    const { connectionString } = server();
    const pool = createPool(connectionString, { max: 10 });
    await pool.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public;");
    const adapter = PostgresAdapter(pool, { createTables: true });
    return {
      adapter,
      async dump() {
        const tables: { rows: { name: string }[] } = await pool.query(
          "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
        );
        let text = "";
        for (const { name } of tables.rows) {
          text += JSON.stringify((await pool.query(`SELECT t::text AS row FROM "${name}" t`)).rows);
        }
        return text;
      },
      close: () => pool.end(),
    };
  };
}

/** JSON in which bytes are text. */
function toText(value: unknown): string {
  return JSON.stringify(
    value,
    (_, member) => member instanceof Uint8Array ? new TextDecoder("latin1").decode(member) : member,
  );
}

/** The bytes of all files of a folder, one character for each. */
async function textOf(folder: string): Promise<string> {
  let text = "";
  for await (const { name } of Deno.readDir(folder)) {
    text += new TextDecoder("latin1").decode(await Deno.readFile(`${folder}/${name}`));
  }
  return text;
}

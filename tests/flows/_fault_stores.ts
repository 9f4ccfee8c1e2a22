/**
 * Stores whose calls can fail: before their effect, or after it, when only the answer is
 * lost.
 *
 * @module
 */

import AuthJsPostgresAdapter from "@auth/pg-adapter";
import pg from "pg";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { PostgresAdapter } from "../../adapters/postgres.ts";
import { PostgresRecords } from "../../adapters/records/postgres.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import type { AuthConfig } from "../../mod.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { PUBLISHED_SCHEMA } from "../adapters/foreign/_pg_schema.ts";
import type { PostgresServer } from "../_postgres.ts";

type Adapter = NonNullable<AuthConfig["adapter"]>;

/** Where a call fails. */
export type When = "before" | "after";

/** An empty store. */
export interface FaultStore {
  config: Pick<AuthConfig, "adapter" | "records">;
  /** Calls since {@linkcode FaultStore.arm}, by name. */
  calls: string[];
  /** Lets the call with this number fail, counted from 1; 0: none. */
  arm(number: number, when: When): void;
  /** Id of the user with an address, without a failure; `undefined` without one. */
  userId(email: string): Promise<string | undefined>;
  /** Number of users with an address. */
  countUsers(email: string): Promise<number>;
  close(): Promise<void>;
}

/** Makes an empty store. */
export type OpenStore = () => Promise<FaultStore>;

type Methods = Record<string, (...args: unknown[]) => unknown>;

/** Wraps the adapter and the records of a config, so that one of their calls can fail. */
function failing(
  { adapter, records }: { adapter: Adapter; records?: RecordStore },
  rest: Pick<FaultStore, "countUsers" | "close">,
): FaultStore {
  const calls: string[] = [];
  let failsAt = 0;
  let failsWhen: When = "before";
  const wrap = (target: object, prefix: string): Methods => {
    const methods: Methods = {};
    for (const [name, method] of Object.entries(target)) {
      if (typeof method !== "function" || name === "close") continue;
      methods[name] = async (...args) => {
        const fails = calls.push(`${prefix}${name}`) === failsAt;
        if (fails && failsWhen === "before") throw new Error("The store is down");
        const answer = await method.apply(target, args);
        if (fails) throw new Error("The answer was lost");
        return answer;
      };
    }
    return methods;
  };
  const own = records ?? adapter.records!;
  const wrapped = { ...wrap(adapter, ""), records: undefined } as Adapter;
  return {
    config: { adapter: wrapped, records: wrap(own, "records.") as unknown as RecordStore },
    calls,
    arm(number, when) {
      calls.length = 0;
      failsAt = number;
      failsWhen = when;
    },
    async userId(email) {
      const user = await adapter.getUserByEmail!(email);
      return user ? String(user.id) : undefined;
    },
    ...rest,
  };
}

/** Number of users that the adapter itself finds: an address is unique there. */
const found = (adapter: Adapter) => async (email: string) =>
  await adapter.getUserByEmail!(email) ? 1 : 0;

/** The stores that need no server. */
export const localStores: Record<string, OpenStore> = {
  "memory": () => {
    const adapter = MemoryAdapter();
    const close = () => Promise.resolve();
    return Promise.resolve(failing({ adapter }, { countUsers: found(adapter), close }));
  },
  "SQLite": () => {
    const adapter = SqliteAdapter(":memory:");
    const close = () => Promise.resolve(adapter.close());
    return Promise.resolve(failing({ adapter }, { countUsers: found(adapter), close }));
  },
  "Deno KV": async () => {
    const kv = await Deno.openKv(":memory:");
    const adapter = DenoKvAdapter(kv);
    const close = () => Promise.resolve(kv.close());
    return failing({ adapter }, { countUsers: found(adapter), close });
  },
};

/** Stores on one PostgreSQL server, whose tables are emptied for each. */
export function serverStores(server: () => PostgresServer): Record<string, OpenStore> {
  /** Connects to a schema of its own, with its tables. */
  const connect = async (name: string, tables: string): Promise<pg.Pool> => {
    const pool = new pg.Pool({
      connectionString: server().connectionString,
      max: 5,
      options: `-c search_path=${name}`,
    });
    // Connections that are closing when the server stops emit an error.
    pool.on("error", () => {});
    await pool.query(`CREATE SCHEMA IF NOT EXISTS ${name}`);
    const { rows } = await pool.query(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = $1",
      [name],
    );
    if (rows.length === 0) await pool.query(tables);
    else for (const { name: table } of rows) await pool.query(`DELETE FROM "${table}"`);
    return pool;
  };
  return {
    "PostgresAdapter": async () => {
      const pool = await connect("own", "SELECT 1");
      const adapter = PostgresAdapter(pool);
      return failing({ adapter }, { countUsers: found(adapter), close: () => pool.end() });
    },
    "@auth/pg-adapter with records": async () => {
      const pool = await connect("authjs", PUBLISHED_SCHEMA);
      return failing({ adapter: AuthJsPostgresAdapter(pool), records: PostgresRecords(pool) }, {
        async countUsers(email) {
          const { rows } = await pool.query("SELECT 1 FROM users WHERE email = $1", [email]);
          return rows.length;
        },
        close: () => pool.end(),
      });
    },
  };
}

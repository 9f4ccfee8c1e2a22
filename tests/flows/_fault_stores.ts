/**
 * Stores for failures at every call: those of this library, and adapters of Auth.js with
 * records beside them.
 *
 * @module
 */

import { assert } from "@std/assert";
import { DrizzleAdapter } from "@auth/drizzle-adapter";
import AuthJsPostgresAdapter from "@auth/pg-adapter";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { PostgresAdapter, postgresSchema } from "../../adapters/postgres.ts";
import { PostgresRecords } from "../../adapters/records/postgres.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { DRIZZLE_SCHEMA, PUBLISHED_SCHEMA } from "../adapters/foreign/_pg_schema.ts";
import {
  type Adapter,
  type Fail,
  failEachCallOf,
  failing,
  type FaultStore,
  type OpenStore,
} from "./_fault_store.ts";
import type { PostgresServer } from "../_postgres.ts";
import { createPool } from "../_pool.ts";
import { STRATEGIES, type Strategy } from "./_strategies.ts";

/** Number of users that the adapter itself finds: an address is unique there. */
const found = (adapter: Adapter) => async (email: string) =>
  await adapter.getUserByEmail!(email) ? 1 : 0;

/** The stores that need no server. */
export const localStores: Record<string, OpenStore> = inStrides({
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
});

/**
 * Stores that are called alike: one call of so many fails on each, beginning with another one. Even
 * steps, so that each call fails on some store, in turn before its effect or after it.
 */
function inStrides(stores: Record<string, OpenStore>): Record<string, OpenStore> {
  const of = 2 * Object.keys(stores).length;
  return Object.fromEntries(
    Object.entries(stores).map(([name, open], index) => [
      name,
      Object.assign(() => open(), { stride: { of, from: 2 * index }, end: open.end }),
    ]),
  );
}

/** The same stores, each with one of so many of its cases, for flows that take long. */
export function thinned(
  stores: Readonly<Record<string, OpenStore>>,
  times: number,
  from: number,
): Record<string, OpenStore> {
  return Object.fromEntries(
    Object.entries(stores).map(([name, open]) => {
      const known = open.stride ?? { of: 1, from: 0 };
      const stride = { of: known.of * times, from: known.from + known.of * from };
      return [name, Object.assign(() => open(), { stride, end: open.end })];
    }),
  );
}

/** Stores on one PostgreSQL server, whose tables are emptied for each. */
export function serverStores(server: () => PostgresServer): Record<string, OpenStore> {
  /** Empties the tables of a schema of its own, over the same connections. */
  const open = (name: string, tables: string, make: (pool: pg.Pool) => FaultStore): OpenStore => {
    let pool: pg.Pool | undefined;
    const connect = async () => {
      pool = createPool(server().connectionString, { max: 5, options: `-c search_path=${name}` });
      await pool.query(`CREATE SCHEMA IF NOT EXISTS ${name}`);
      return pool;
    };
    return Object.assign(
      async () => {
        pool ??= await connect();
        const { rows } = await pool.query<{ name: string }>(
          "SELECT tablename AS name FROM pg_tables WHERE schemaname = $1",
          [name],
        );
        if (rows.length === 0) await pool.query(tables);
        const names: string[] = rows.map(({ name }: { name: string }) => name);
        await pool.query(names.map((table) => `DELETE FROM "${table}"`).join(";"));
        return make(pool);
      },
      { end: async () => (pool = void await pool?.end()) },
    );
  };
  const stays = () => Promise.resolve();
  return {
    ...inStrides({
      "@auth/pg-adapter with records": open(
        "authjs",
        PUBLISHED_SCHEMA,
        (pool) => beside(AuthJsPostgresAdapter(pool), pool, "users"),
      ),
      "@auth/drizzle-adapter with records": open(
        "drizzle",
        DRIZZLE_SCHEMA,
        (pool) => beside(DrizzleAdapter(drizzle(pool)), pool, '"user"'),
      ),
    }),
    // Called like the stores that need no server.
    "PostgresAdapter": Object.assign(
      open("own", postgresSchema(), (pool) => {
        const adapter = PostgresAdapter(pool);
        return failing({ adapter }, { countUsers: found(adapter), close: stays });
      }),
      { stride: { of: 6, from: 0 } },
    ),
  };
}

/** An adapter of Auth.js with records beside it. */
function beside(adapter: Adapter, pool: pg.Pool, users: string): FaultStore {
  return failing({ adapter, records: PostgresRecords(pool) }, {
    async countUsers(email) {
      const { rows } = await pool.query(`SELECT 1 FROM ${users} WHERE email = $1`, [email]);
      return rows.length;
    },
    close: () => Promise.resolve(),
  });
}

/**
 * Registers a test for each store and strategy, in which every call of the store fails,
 * before and after its effect, in every flow. By default a call that fails with one strategy does
 * not with the others.
 *
 * @param run prepares a flow, passes the part that fails to `fail`, and checks what followed
 * @param stores Default: the local ones.
 * @param strategies Default: both.
 */
export function testEveryFault<Flow>(
  title: string,
  flows: Readonly<Record<string, Flow>>,
  run: (flow: Flow, store: FaultStore, fail: Fail, strategy: Strategy) => Promise<void>,
  stores: Readonly<Record<string, OpenStore>> = localStores,
  strategies: readonly Strategy[] = STRATEGIES,
): void {
  for (const [strategy, name, openStore] of withStrategies(stores, strategies)) {
    Deno.test(`${title}: each call of the store can fail (${name}, ${strategy})`, async () => {
      const points = await failEachCallOf(
        flows,
        openStore,
        (flow, store, fail) => run(flow, store, fail, strategy),
      );
      assert(points > 100, `${points} failures`);
    });
  }
}

/** Each store with each strategy: by default the strategies share its cases. */
export function* withStrategies(
  stores: Readonly<Record<string, OpenStore>>,
  strategies: readonly Strategy[] = STRATEGIES,
): Generator<[strategy: Strategy, name: string, openStore: OpenStore]> {
  for (const [index, strategy] of strategies.entries()) {
    const own = thinned(stores, strategies.length, index);
    for (const [name, openStore] of Object.entries(own)) yield [strategy, name, openStore];
  }
}

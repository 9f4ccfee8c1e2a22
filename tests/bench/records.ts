/**
 * Prints how long the operations of stores of records take, with few records and with many: of one
 * caller after the other, and of fifty at once. Servers run on this machine, so most of it is the
 * work of the client and of the server, not of a network.
 *
 *     deno run -A tests/bench/records.ts [records] [store]    # default: 100000 in each
 *
 * @module
 */

import { DenoKvRecords } from "../../adapters/records/deno_kv.ts";
import { MysqlRecords } from "../../adapters/records/mysql.ts";
import { PostgresRecords } from "../../adapters/records/postgres.ts";
import { RedisRecords } from "../../adapters/records/redis.ts";
import { SqliteRecords } from "../../adapters/records/sqlite.ts";
import type { Awaitable } from "../../src/types/entities.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { openPool, startMysql } from "../_mysql.ts";
import { createPool } from "../_pool.ts";
import { startPostgres } from "../_postgres.ts";
import { connect, startRedis } from "../_redis.ts";

const [most = "100000", only] = Deno.args;

const SIZES = [1000, Number(most)];

/** Calls that are timed, of each kind. */
const CALLS = 1000;

const CROWD = 50;

const kind = "bench";
const data = { text: "x".repeat(200) };
const inAnHour = () => new Date(Date.now() + 3_600_000);

/** Microseconds of a call: one after the other, and of as many at once as a crowd has. */
async function time(call: (index: number) => unknown): Promise<[alone: number, crowd: number]> {
  const run = async (crowd: number, from: number) => {
    const began = performance.now();
    for (let index = 0; index < CALLS; index += crowd) {
      await Promise.all(Array.from({ length: crowd }, (_, at) => call(from + index + at)));
    }
    return Math.round((performance.now() - began) / CALLS * 1000);
  };
  return [await run(1, 0), await run(CROWD, CALLS)];
}

async function measure(name: string, store: RecordStore): Promise<void> {
  let count = 0;
  for (const size of SIZES) {
    for (; count < size; count += 500) {
      const from = count;
      await Promise.all(Array.from({ length: 500 }, (_, index) => {
        const id = `old ${from + index}`;
        // One owner has a half of them.
        const owner = index % 2 ? "many" : `owner ${id}`;
        return store.put({ kind, id, owner, version: 1, expires: inAnHour(), data }, null);
      }));
    }
    const entry = (index: number, version: number) => ({
      kind,
      id: `new ${size} ${index}`,
      owner: index % 2 ? "many" : `new owner ${size} ${index}`,
      version,
      expires: inAnHour(),
      data,
    });
    const idOf = (index: number) => `new ${size} ${index}`;
    const times = {
      "put, new": await time((index) => store.put(entry(index, 1), null)),
      get: await time((index) => store.get(kind, idOf(index))),
      "put, replacing": await time((index) => store.put(entry(index, 2), 1)),
      "list of 10": await time(() => store.list("many", kind, { limit: 10 })),
      take: await time((index) => store.take(kind, idOf(index))),
      deleteOwner: await time((index) => store.deleteOwner(`owner old ${2 * (index % 500)}`)),
    };
    for (const [call, [alone, crowd]] of Object.entries(times)) {
      console.log(
        [name.padEnd(12), String(size).padStart(7), call.padEnd(15), `${alone}`.padStart(6)]
          .join(" ") + `${crowd}`.padStart(12),
      );
    }
  }
}

/** Opens each store, empty. Servers do not wait for their disk. */
const STORES: Readonly<
  Record<string, () => Promise<{ records: RecordStore; close(): Awaitable<unknown> }>>
> = {
  async SQLite() {
    const folder = await Deno.makeTempDir({ prefix: "auth-bench-" });
    const records = SqliteRecords(`${folder}/bench.db`);
    const close = () => {
      records.close();
      return Deno.remove(folder, { recursive: true });
    };
    return { records, close };
  },
  async "Deno KV"() {
    const folder = await Deno.makeTempDir({ prefix: "auth-bench-" });
    const kv = await Deno.openKv(`${folder}/bench.kv`);
    const close = () => {
      kv.close();
      return Deno.remove(folder, { recursive: true });
    };
    return { records: DenoKvRecords(kv), close };
  },
  async PostgreSQL() {
    const server = await startPostgres();
    const pool = createPool(server.connectionString, { max: 20 });
    const close = async () => {
      await pool.end();
      await server[Symbol.asyncDispose]();
    };
    return { records: PostgresRecords(pool), close };
  },
  async MariaDB() {
    const server = await startMysql();
    const pool = openPool(server.uri);
    const close = async () => {
      await pool.end();
      await server[Symbol.asyncDispose]();
    };
    return { records: MysqlRecords(pool), close };
  },
  async Redis() {
    const server = await startRedis(["--appendfsync", "everysec"]);
    const client = connect(server.port);
    const close = async () => {
      client.disconnect();
      await server[Symbol.asyncDispose]();
    };
    return { records: RedisRecords(client), close };
  },
};

console.log("store        records call            µs alone  µs of fifty");
for (const [name, open] of Object.entries(STORES)) {
  if (only !== undefined && name !== only) continue;
  const { records, close } = await open();
  await measure(name, records);
  await close();
}

/**
 * The stores of a set: each writes its content into a file, and reads it again.
 *
 * @module
 */

import PgAdapter from "@auth/pg-adapter";
import { type AttributeValue, PutItemCommand, ScanCommand } from "@aws-sdk/client-dynamodb";
import { UnstorageAdapter } from "@auth/unstorage-adapter";
import { DatabaseSync } from "node:sqlite";
import { createStorage } from "unstorage";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MysqlAdapter, mysqlSchema } from "../../adapters/mysql.ts";
import { DynamoDBRecords } from "../../adapters/records/dynamodb.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { PostgresAdapter, postgresSchema } from "../../adapters/postgres.ts";
import { PostgresRecords, recordsTable } from "../../adapters/records/postgres.ts";
import { RedisRecords } from "../../adapters/records/redis.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { CONTRACT } from "../../src/hooks/adapter.ts";
import type { AnyAdapter } from "../../src/types/adapter.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { SCHEMA } from "../adapters/foreign/_pg_schema.ts";
import { fromJson, type Rows, toJson } from "./_set.ts";
import { openPool, type Pool, startMysql } from "../_mysql.ts";
import { createPool } from "../_pool.ts";
import { freePort } from "../browser/_demo.ts";
import { byFetch, openTable } from "../_dynamodb.ts";
import { serve } from "../_dynamodb_server.ts";
import { connect, startRedis } from "../_redis.ts";

/** An open store. */
export interface OpenStore extends AsyncDisposable {
  adapter: AnyAdapter;
  records: RecordStore;
  /** Content of its file. */
  dump(): Awaitable<string>;
  /** Fills the empty store from a file of any version. */
  load(text: string): Awaitable<void>;
}

/** A kind of store. */
export interface StoreKind {
  /** Name of its file in a set. */
  file: string;
  /** `true` when it keeps records only; users and accounts are in memory, from `rows.json`. */
  recordsOnly?: true;
  /** `true` for a store on a PostgreSQL server. */
  needsPostgres?: true;
  /** `true` for a store on a MySQL server, which it starts. */
  needsMysql?: true;
  /** `true` for a store on a Redis server, which it starts. */
  needsRedis?: true;
  /** @param database connection string of an empty PostgreSQL database */
  open(database: string | undefined): Awaitable<OpenStore>;
}

type Awaitable<T> = T | Promise<T>;

/** Stores of this library. */
export const OWN_STORES: readonly StoreKind[] = [
  {
    file: "sqlite.sql",
    open() {
      const db = new DatabaseSync(":memory:");
      let adapter: ReturnType<typeof SqliteAdapter> | undefined;
      // Opening creates the tables, which a loaded file has already.
      const opened = () => adapter ??= SqliteAdapter(db);
      return {
        get adapter() {
          return opened();
        },
        get records() {
          return opened().records;
        },
        dump: () => dumpSqlite(db),
        load: (text) => db.exec(text),
        [Symbol.asyncDispose]: () => Promise.resolve(db.close()),
      };
    },
  },
  {
    file: "deno_kv.json",
    async open() {
      const kv = await Deno.openKv(":memory:");
      const adapter = DenoKvAdapter(kv);
      return {
        adapter,
        records: adapter.records,
        async dump() {
          const entries = [];
          for await (const { key, value } of kv.list({ prefix: [] })) entries.push({ key, value });
          return toJson(entries);
        },
        async load(text) {
          for (const { key, value } of fromJson<{ key: string[]; value: unknown }[]>(text)) {
            await kv.set(key, value);
          }
        },
        [Symbol.asyncDispose]: () => Promise.resolve(kv.close()),
      };
    },
  },
  {
    file: "postgres.sql",
    needsPostgres: true,
    async open(database) {
      const { pool, load, dump, [Symbol.asyncDispose]: close } = await openPostgres(database);
      const adapter = PostgresAdapter(pool, { createTables: true });
      return {
        adapter,
        records: adapter.records,
        dump: () => dump(postgresSchema()),
        load,
        [Symbol.asyncDispose]: close,
      };
    },
  },
  {
    file: "postgres_records.sql",
    needsPostgres: true,
    recordsOnly: true,
    async open(database) {
      const { pool, load, dump, [Symbol.asyncDispose]: close } = await openPostgres(database);
      return {
        adapter: MemoryAdapter(),
        records: PostgresRecords(pool),
        dump: () => dump(recordsTable()),
        load,
        [Symbol.asyncDispose]: close,
      };
    },
  },
  {
    file: "dynamodb_records.json",
    recordsOnly: true,
    async open() {
      const port = freePort();
      const close = await serve(port);
      const table = "auth";
      const client = await openTable(`http://127.0.0.1:${port}`, table, {
        requestHandler: byFetch,
      });
      return {
        adapter: MemoryAdapter(),
        records: DynamoDBRecords(client, { table }),
        async dump() {
          const { Items = [] } = await client.send(new ScanCommand({ TableName: table }));
          return toJson(Items.toSorted((a, b) => keyOf(a) < keyOf(b) ? -1 : 1));
        },
        async load(text) {
          for (const item of fromJson<Record<string, AttributeValue>[]>(text)) {
            await client.send(new PutItemCommand({ TableName: table, Item: item }));
          }
        },
        async [Symbol.asyncDispose]() {
          client.destroy();
          await close();
        },
      };
    },
  },
  {
    file: "mysql.sql",
    needsMysql: true,
    async open() {
      const server = await startMysql();
      const pool = openPool(server.uri, { multipleStatements: true });
      const adapter = MysqlAdapter(pool, { createTables: true });
      return {
        adapter,
        records: adapter.records,
        dump: () => dumpMysql(pool),
        load: async (text) => void await pool.query(text),
        async [Symbol.asyncDispose]() {
          await pool.end();
          await server[Symbol.asyncDispose]();
        },
      };
    },
  },
  {
    file: "redis_records.json",
    needsRedis: true,
    recordsOnly: true,
    async open() {
      const server = await startRedis();
      const client = connect(server.port);
      return {
        adapter: MemoryAdapter(),
        records: RedisRecords(client),
        async dump() {
          const keys = (await client.keys("*")).toSorted();
          return toJson(
            await Promise.all(keys.map(async (key) => [
              key,
              await client.type(key) === "string"
                ? await client.get(key)
                : await client.zrange(key, 0, "-1", "WITHSCORES"),
            ])),
          );
        },
        async load(text) {
          for (const [key, value] of fromJson<[string, string | string[]][]>(text)) {
            // Times of the server are not those of a test; the store checks its own.
            if (typeof value === "string") await client.set(key, value);
            else await client.zadd(key, ...value.toReversed());
          }
        },
        async [Symbol.asyncDispose]() {
          client.disconnect();
          await server[Symbol.asyncDispose]();
        },
      };
    },
  },
];

/** Key of an item of DynamoDB. */
const keyOf = ({ pk, sk }: Record<string, AttributeValue>) => `${pk!.S}\n${sk!.S}`;

/** Adapters of Auth.js, with records beside them. */
export const PEER_STORES: readonly StoreKind[] = [
  {
    file: "pg_adapter.sql",
    needsPostgres: true,
    async open(database) {
      const { pool, load, dump, [Symbol.asyncDispose]: close } = await openPostgres(database);
      await pool.query(SCHEMA);
      return {
        adapter: PgAdapter(pool),
        records: MemoryRecords(),
        dump: () => dump(SCHEMA),
        load,
        [Symbol.asyncDispose]: close,
      };
    },
  },
  {
    file: "unstorage.json",
    open() {
      const storage = createStorage();
      return {
        adapter: UnstorageAdapter(storage as never),
        records: MemoryRecords(),
        async dump() {
          const keys = (await storage.getKeys()).toSorted();
          return toJson(await Promise.all(keys.map(async (key) => [key, await storage.get(key)])));
        },
        async load(text) {
          for (const [key, value] of fromJson<[string, string][]>(text)) {
            await storage.set(key, value);
          }
        },
        [Symbol.asyncDispose]: () => storage.dispose(),
      };
    },
  },
];

/** Stores of this library that read the files of others. */
export const MOVED_STORES: readonly StoreKind[] = [
  {
    file: "pg_adapter.sql",
    needsPostgres: true,
    async open(database) {
      const { pool, load, [Symbol.asyncDispose]: close } = await openPostgres(database);
      const adapter = PostgresAdapter(pool);
      return {
        adapter,
        records: adapter.records,
        dump: () => Promise.reject(new Error("Its adapter writes the file")),
        async load(text) {
          await load(text);
          await adapter.setup();
        },
        [Symbol.asyncDispose]: close,
      };
    },
  },
];

/** Memory, without lists of sessions, so that their records hold tokens; its file is `rows.json`. */
export function openMemory(): OpenStore {
  const memory = MemoryAdapter();
  const names = [...CONTRACT, "listAccounts"] as const;
  const adapter: AnyAdapter = Object.fromEntries(names.map((name) => [name, memory[name]]));
  const records = MemoryRecords();
  return {
    adapter,
    records,
    dump: () => Promise.reject(new Error("Memory is written as rows")),
    load: (text) => fill({ adapter, records }, fromJson(text)),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** Writes rows with the methods of an adapter, which may choose ids of its own for users. */
export async function fill(
  { adapter, records }: Pick<OpenStore, "adapter" | "records">,
  rows: Rows,
): Promise<void> {
  const ids = new Map<string, string>();
  const withId = <T extends { userId: string }>(row: T): T => ({
    ...row,
    userId: ids.get(row.userId) ?? row.userId,
  });
  for (const user of rows.users) ids.set(user.id, (await adapter.createUser!(user)).id);
  for (const row of rows.accounts) await adapter.linkAccount!(withId(row));
  for (const row of rows.sessions) await adapter.createSession!(withId(row));
  for (const row of rows.verificationTokens) await adapter.createVerificationToken!(row);
  // Some adapters keep no passkeys.
  for (const row of rows.authenticators) await adapter.createAuthenticator?.(withId(row));
  for (const { owner, ...entry } of rows.records) {
    await records.put({ ...entry, ...owner ? { owner: ids.get(owner) ?? owner } : {} }, null);
  }
}

/** Tables with their rows, in an order in which references exist. */
export function dumpSqlite(db: DatabaseSync): string {
  const lines: string[] = [];
  const schema = db.prepare("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    .all();
  for (const { type, name, sql } of schema) {
    lines.push(`${sql};`);
    if (type !== "table") continue;
    const columns = db.prepare(`SELECT name FROM pragma_table_info('${name}')`).all();
    const values = columns.map((column) => `quote("${column.name}")`).join(` || ', ' || `);
    for (const row of db.prepare(`SELECT ${values} AS line FROM ${name} ORDER BY 1`).all()) {
      lines.push(`INSERT INTO ${name} VALUES (${row.line});`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** Tables with their rows, in an order in which references exist. */
async function dumpMysql(pool: Pool): Promise<string> {
  const lines = [mysqlSchema()];
  for (const [, table] of mysqlSchema().matchAll(/EXISTS `(\w+)`/g)) {
    const [columns] = await pool.query(
      `SELECT COLUMN_NAME AS name, DATA_TYPE AS type FROM information_schema.COLUMNS
       WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND GENERATION_EXPRESSION IS NULL
       ORDER BY ORDINAL_POSITION`,
      [table],
    );
    const names = columns.map(({ name }) => name).join(", ");
    const read = columns.map(({ name, type }) =>
      type === "varbinary" ? `CONVERT(${name} USING utf8mb4)` : name
    );
    const [rows] = await pool.query({
      sql: `SELECT ${read} FROM ${table} ORDER BY 1, 2`,
      rowsAsArray: true,
    });
    for (const row of rows) {
      lines.push(`INSERT INTO ${table} (${names}) VALUES (${row.map((one: unknown) => pool.escape(one))});`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** An empty PostgreSQL database. */
async function openPostgres(database: string | undefined) {
  const pool = createPool(database, { max: 5, idleTimeoutMillis: 0 });
  const empty = () => pool.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public;");
  await empty();
  return {
    pool,
    async load(text: string) {
      await empty();
      await pool.query(text);
    },
    async dump(schema: string) {
      const lines = [schema];
      const { rows: tables } = await pool.query(
        "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY oid",
      );
      for (const { name } of tables) {
        const { rows } = await pool.query({ text: `SELECT * FROM "${name}"`, rowMode: "array" });
        for (const row of rows) lines.push(`INSERT INTO "${name}" VALUES (${row.map(quote)});`);
      }
      // Rows that were inserted with their numbers do not move the sequence of numbers.
      const { rows: serials } = await pool.query(
        "SELECT table_name AS name, column_name AS member FROM information_schema.columns WHERE table_schema = 'public' AND column_default LIKE 'nextval%'",
      );
      for (const { name, member } of serials) {
        const sequence = `pg_get_serial_sequence('${name}', '${member}')`;
        lines.push(`SELECT setval(${sequence}, coalesce(max("${member}"), 1)) FROM "${name}";`);
      }
      return `${lines.join("\n")}\n`;
    },
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

/** A value as an SQL literal. */
function quote(value: unknown): string {
  if (value === null) return " NULL";
  const text = value instanceof Date ? value.toISOString() : String(value);
  return ` '${text.replaceAll("'", "''")}'`;
}

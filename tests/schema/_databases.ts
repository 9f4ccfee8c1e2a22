/**
 * An empty database of each dialect, with the stores of this library over it.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";
import { MysqlAdapter } from "../../adapters/mysql.ts";
import { PostgresAdapter } from "../../adapters/postgres.ts";
import { MysqlRecords } from "../../adapters/records/mysql.ts";
import { PostgresRecords } from "../../adapters/records/postgres.ts";
import { SqliteRecords } from "../../adapters/records/sqlite.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import type { AuthConfig } from "../../mod.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { isChosen } from "../_stride.ts";
import { openEmpty as openMysql, withMysql } from "../adapters/_mysql.ts";
import { openEmpty as openPostgres, withPostgres } from "../adapters/_postgres.ts";

/** A row by the names of its columns. */
// deno-lint-ignore no-explicit-any -- columns have no types here
export type Row = Record<string, any>;

/** A database without tables. */
export interface TestDatabase extends AsyncDisposable {
  readonly dialect: "mysql" | "postgres" | "sqlite";
  /** Runs one statement. */
  run(sql: string): Promise<Row[]>;
  /** Quotes a name. */
  quote(name: string): string;
  /** Name of a table of this library. */
  table(name: string): string;
  /** The adapter; its tables are made by what is tested. */
  adapter(): NonNullable<AuthConfig["adapter"]>;
  /** The store of records alone. */
  records(): RecordStore;
}

/** A row whose bytes are read as text. */
function readBytes(row: Row): Row {
  const read = (value: unknown) =>
    value instanceof Uint8Array ? new TextDecoder().decode(value) : value;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, read(value)]));
}

/**
 * Registers the tests of each dialect, with a function that opens an empty database; among `some`,
 * those of one dialect.
 *
 * @param from which of the three: 0 is SQLite, 2 PostgreSQL, 1 MariaDB
 */
export function forEachDialect(
  name: string,
  from: number,
  registerOn: (title: string, open: () => Promise<TestDatabase>) => void,
): void {
  let place = from;
  const register: typeof registerOn = (title, open) => {
    if (isChosen(place++, 3)) registerOn(title, open);
  };
  register("SQLite", () => {
    const db = new DatabaseSync(":memory:");
    return Promise.resolve({
      dialect: "sqlite",
      run: (sql) => Promise.resolve().then(() => db.prepare(sql).all()),
      quote: (name) => name,
      table: (name) => `auth_${name}`,
      adapter: () => SqliteAdapter(db),
      records: () => SqliteRecords(db),
      [Symbol.asyncDispose]: () => Promise.resolve(db.close()),
    });
  });
  withPostgres(name, (server) =>
    register("PostgreSQL", async () => {
      const { pool, ...opened } = await openPostgres(server());
      return {
        dialect: "postgres",
        run: async (sql) => (await pool.query(sql)).rows ?? [],
        quote: (name) => `"${name}"`,
        table: (name) =>
          name === "records"
            ? "auth_records"
            : name.replace("verification_tokens", "verification_token"),
        adapter: () => PostgresAdapter(pool),
        records: () => PostgresRecords(pool),
        [Symbol.asyncDispose]: async () => await opened[Symbol.asyncDispose](),
      };
    }));
  withMysql(name, (server) =>
    register("MariaDB", async () => {
      const { pool, ...opened } = await openMysql(server(), { timezone: "Z" });
      return {
        dialect: "mysql",
        run: async (sql) => {
          const [rows] = await pool.query(sql);
          // Ids are bytes there.
          return Array.isArray(rows) ? (rows as Row[]).map(readBytes) : [];
        },
        quote: (name) => `\`${name}\``,
        table: (name) => `auth_${name}`,
        adapter: () => MysqlAdapter(pool),
        records: () => MysqlRecords(pool),
        async [Symbol.asyncDispose]() {
          const [views] = await pool.query("SHOW FULL TABLES WHERE Table_type = 'VIEW'");
          for (const row of views as Row[]) await pool.query(`DROP VIEW ${Object.values(row)[0]}`);
          await opened[Symbol.asyncDispose]();
        },
      };
    }));
}

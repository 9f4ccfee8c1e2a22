/**
 * The part of Drizzle that the adapter uses: the client of the driver that Drizzle was made with,
 * and the columns of the app's tables. Both are found by what Drizzle registers globally, so the
 * adapter imports none of its versions.
 *
 * @module
 */

import { AuthError } from "../src/errors.ts";
import type { AppDatabase } from "./_app_database.ts";
import { mysqlDatabase } from "./_app_mysql.ts";
import { postgresDatabase } from "./_app_postgres.ts";
import { sqliteDatabase } from "./_app_sqlite.ts";
import type { AppColumn, AppTable, TimeForm } from "./_app_tables.ts";
import { clientOf as clientOfD1, type D1Binding } from "./_d1_client.ts";
import { clientOf as clientOfLibsql, type LibsqlClient } from "./_libsql_client.ts";
import { clientOf as clientOfMysql, type MysqlPool } from "./_mysql_client.ts";
import { type PostgresClient, queryOf } from "./_postgres_client.ts";
import type { Kind, Row } from "./_rows.ts";
import { explained } from "./_sqlite_client.ts";
import { sqliteClientDialect, sqliteDialect } from "./_sqlite_dialect.ts";
import { type SqliteDatabase, withLastingStatements } from "./_sqlite_driver.ts";
import type { Engine } from "./_tables.ts";

/** A database of Drizzle: what `drizzle()` returns. */
export interface DrizzleDatabase {
  /** What Drizzle knows of the schema. */
  readonly _: object;
  /** Client of the driver, in Drizzle 0.31 and newer. */
  readonly $client?: unknown;
}

/** A table of Drizzle, such as `pgTable()` returns. */
export interface DrizzleTable {
  /** What Drizzle knows of it. */
  readonly _: object;
}

/** A column of a table. */
interface DrizzleColumn {
  readonly name: string;
  readonly dataType: string;
  readonly columnType: string;
  readonly mode?: unknown;
  readonly hasDefault: boolean;
  readonly defaultFn?: (() => unknown) | undefined;
  readonly onUpdateFn?: (() => unknown) | undefined;
}

const ENTITY = Symbol.for("drizzle:entityKind");
const NAME = Symbol.for("drizzle:Name");
const SCHEMA = Symbol.for("drizzle:Schema");
const COLUMNS = Symbol.for("drizzle:Columns");

const ENGINES: Readonly<Record<string, Engine>> = {
  PgDatabase: "postgres",
  MySqlDatabase: "mysql",
  BaseSQLiteDatabase: "sqlite",
};

/**
 * The database behind a Drizzle.
 *
 * @throws {AuthError} when it is none, or has a driver that the adapter does not know
 */
export function databaseOf(db: DrizzleDatabase): AppDatabase {
  const engine = engineBehind(db);
  if (!engine) {
    throw new AuthError(
      "Cannot use Drizzle: the first argument is no database of Drizzle for PostgreSQL, MySQL or " +
        "SQLite; pass what `drizzle()` returns",
    );
  }
  const client = db.$client as
    & Partial<PostgresClient & MysqlPool & LibsqlClient & D1Binding & SqliteDatabase>
    & { promise?(): MysqlPool; unsafe?: PostgresJs["unsafe"] };
  if (engine === "postgres") {
    // The client of `postgres` is a function, with a method for statements as text.
    if (client?.unsafe) return postgresDatabase(queryOf(overUnsafe(client as PostgresJs)));
    if (client?.query) return postgresDatabase(queryOf(overQuery(client as PostgresClient)));
  }
  if (engine === "mysql") {
    const pool = client?.promise?.() ?? client;
    if (pool?.execute && pool.getConnection) {
      return mysqlDatabase(clientOfMysql(pool as MysqlPool));
    }
  }
  if (engine === "sqlite") {
    if (client?.execute && client.batch) {
      const statements = clientOfLibsql(client as LibsqlClient);
      return sqliteDatabase(statements, () => sqliteClientDialect(statements));
    }
    if (client?.prepare && client.batch) {
      const statements = clientOfD1(client as D1Binding);
      return sqliteDatabase(statements, () => sqliteClientDialect(statements));
    }
    if (client?.prepare && client.exec) return synchronous(client as SqliteDatabase);
  }
  throw new AuthError(
    "Cannot use Drizzle: the adapter does not know its driver; use `node-postgres`, `postgres-js`, " +
      "`neon-serverless`, `pglite` or `vercel-postgres`, a pool of `mysql2`, `better-sqlite3`, " +
      "`bun-sqlite`, `libsql` or `d1`",
  );
}

/** The dialect by which Drizzle speaks; classes name themselves, as those that they extend do. */
function engineBehind(db: DrizzleDatabase | undefined): Engine | undefined {
  for (let Class = Object(db).constructor; Class; Class = Object.getPrototypeOf(Class)) {
    const engine = ENGINES[String(Class[ENTITY])];
    if (engine) return engine;
  }
}

/** The client of `postgres`. */
interface PostgresJs {
  unsafe(text: string, params: (string | number | null)[]): PromiseLike<unknown[]>;
}

function overUnsafe(client: PostgresJs): PostgresClient {
  return { query: async (text, params = []) => ({ rows: [...await client.unsafe(text, params)] }) };
}

/** Some clients return the rows themselves. */
function overQuery(client: PostgresClient): PostgresClient {
  return {
    async query(text, params) {
      const answer = await client.query(text, params);
      return Array.isArray(answer) ? { rows: answer } : answer;
    },
  };
}

/** A driver that answers at once. */
function synchronous(given: SqliteDatabase): AppDatabase {
  const database = withLastingStatements(given);
  return {
    ...sqliteDatabase(
      {
        run: (text, params = []) => Promise.resolve(database.prepare(text).all(...params) as Row[]),
      },
      () => sqliteDialect(database),
    ),
    execute: (statement) => Promise.resolve(database.exec(statement)),
    explain: (error) => explained({ name: "SQLite", isLost: () => false }, error),
  };
}

/**
 * A table of the app.
 *
 * @throws {AuthError} when it is none
 */
export function readTable(db: DrizzleDatabase, table: DrizzleTable, role: string): AppTable {
  const { [NAME]: name, [SCHEMA]: schema, [COLUMNS]: columns } = table as unknown as {
    [NAME]?: string;
    [SCHEMA]?: string;
    [COLUMNS]?: Readonly<Record<string, DrizzleColumn>>;
  };
  if (typeof name !== "string" || !columns) {
    throw new AuthError(
      `Cannot use Drizzle: \`${role}\` is no table; pass one that \`pgTable()\`, ` +
        "`mysqlTable()` or `sqliteTable()` has made",
    );
  }
  // With the option `casing`, names of columns are made of those of members.
  const { casing } = (db as { dialect?: { casing?: Casing } }).dialect ?? {};
  return {
    name,
    schema,
    columns: new Map(
      Object.entries(columns).map(([member, column]) => [
        member,
        toColumn(column, casing?.getColumnCasing(column) ?? column.name),
      ]),
    ),
  };
}

interface Casing {
  getColumnCasing(column: DrizzleColumn): string;
}

/** What Drizzle calls the data of a column → its storage form. */
const KINDS: Readonly<Record<string, Kind>> = {
  bigint: "integer",
  boolean: "boolean",
  date: "date",
  json: "json",
  number: "number",
  string: "text",
};

function toColumn(
  { dataType, columnType, mode, defaultFn, onUpdateFn }: DrizzleColumn,
  name: string,
): AppColumn {
  return {
    name,
    kind: KINDS[dataType] ?? "other",
    times: readTimeForm(columnType, mode),
    make: defaultFn ?? onUpdateFn,
    changes: onUpdateFn !== undefined,
  };
}

function readTimeForm(columnType: string, mode: unknown): TimeForm | undefined {
  if (columnType !== "SQLiteTimestamp") return undefined;
  return mode === "timestamp" ? "seconds" : "milliseconds";
}

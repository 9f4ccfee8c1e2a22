/**
 * The part of Kysely that the adapter uses, as a client of each database.
 *
 * @module
 */

import { AuthError } from "../src/errors.ts";
import type { AppDatabase } from "./_app_database.ts";
import { withoutValues } from "./_app_errors.ts";
import { mysqlDatabase } from "./_app_mysql.ts";
import { postgresDatabase } from "./_app_postgres.ts";
import { sqliteDatabase } from "./_app_sqlite.ts";
import { repeated as repeatedOnMysql } from "./_mysql_client.ts";
import { queryOf } from "./_postgres_client.ts";
import type { Row, Value } from "./_rows.ts";
import { repeated as repeatedOnSqlite } from "./_sqlite_client.ts";
import { sqliteClientDialect } from "./_sqlite_dialect.ts";
import type { Engine } from "./_tables.ts";

/** A statement, as Kysely takes what `CompiledQuery.raw()` makes. */
export interface KyselyQuery {
  /** Text. */
  readonly sql: string;
  /** Values of the placeholders. */
  readonly parameters: readonly unknown[];
  /** What Kysely would have compiled. */
  readonly query: {
    /** A statement as text. */
    readonly kind: "RawNode";
    /** Its text. */
    readonly sqlFragments: readonly string[];
    /** Nothing. */
    readonly parameters: readonly never[];
  };
  /** Its id. */
  readonly queryId: {
    /** A text. */
    readonly queryId: string;
  };
}

/** The answer to a statement. */
export interface KyselyResult {
  /** Rows by the names of their columns. */
  readonly rows: unknown[];
  /** Number of rows that a change found. */
  readonly numAffectedRows?: bigint | undefined;
}

/** What runs statements. */
export interface KyselyExecutor {
  /** Runs a statement. */
  executeQuery(query: KyselyQuery): Promise<KyselyResult>;
}

/** The part of a `Kysely` that is used. */
export interface KyselyDatabase extends KyselyExecutor {
  /** The same without plugins, which may rename columns. */
  withoutPlugins(): KyselyDatabase;
  /** Begins a transaction. */
  transaction(): {
    /** Runs work in it. */
    execute<T>(work: (transaction: KyselyExecutor) => Promise<T>): Promise<T>;
  };
  /** What runs its queries. */
  getExecutor(): {
    /** What the dialect can. */
    readonly adapter: {
      /** `true` for `RETURNING`. */
      readonly supportsReturning: boolean;
      /** `true` when a transaction may create tables. */
      readonly supportsTransactionalDdl: boolean;
      /** `true` for `OUTPUT`, of SQL Server. */
      readonly supportsOutput?: boolean | undefined;
    };
  };
}

/**
 * The database behind a Kysely.
 *
 * @throws {AuthError} when it is none, or of another database
 */
export function databaseOf(db: KyselyDatabase): AppDatabase & { isLocal?(): Promise<boolean> } {
  const { executeQuery, transaction, withoutPlugins, getExecutor } = (db ?? {}) as Partial<
    KyselyDatabase
  >;
  if (!executeQuery || !transaction || !withoutPlugins || !getExecutor) {
    throw new AuthError(
      "Cannot use Kysely: the first argument is no database of Kysely; pass `new Kysely({ dialect })`",
    );
  }
  const plain = db.withoutPlugins();
  const run = async (executor: KyselyExecutor, text: string, params: readonly Value[] = []) => {
    try {
      return await executor.executeQuery(toQuery(text, params));
    } catch (error) {
      throw withoutValues(error);
    }
  };
  const readRows = async (executor: KyselyExecutor, text: string, params?: readonly Value[]) =>
    (await run(executor, text, params)).rows as Row[];
  const together = async <T>(work: (executor: KyselyExecutor) => Promise<T>): Promise<T> => {
    try {
      return await plain.transaction().execute(work);
    } catch (error) {
      throw withoutValues(error);
    }
  };

  const engine = engineBehind(db);
  if (engine === "postgres") {
    const query = queryOf({
      query: async (text, params) => ({ rows: await readRows(plain, text, params) }),
    });
    const isLocal = () =>
      showsLocalTime(() => query("SELECT TIMESTAMP '2001-07-01 12:00' AS time"));
    return { ...postgresDatabase(query), isLocal };
  }
  if (engine === "sqlite") {
    const client = repeatedOnSqlite({
      run: (text, params) => readRows(plain, text, params),
      batch: (statements) =>
        together(async (executor) => {
          const answers: Row[][] = [];
          for (const { text, params } of statements) {
            answers.push(await readRows(executor, text, params));
          }
          return answers;
        }),
    }, { name: "SQLite", isLost: () => false });
    return sqliteDatabase(client, () => sqliteClientDialect(client));
  }
  const runOn = (executor: KyselyExecutor) => async (text: string, params?: readonly Value[]) => {
    const { rows, numAffectedRows } = await run(executor, text, params);
    return { rows: rows as Row[], count: Number(numAffectedRows ?? rows.length) };
  };
  const client = repeatedOnMysql({
    run: runOn(plain),
    transaction: (work) => together((executor) => work(runOn(executor))),
  });
  const isLocal = () =>
    showsLocalTime(async () =>
      (await client.run("SELECT TIMESTAMP'2001-07-01 12:00:00' AS time")).rows
    );
  return { ...mysqlDatabase(client), isLocal };
}

function engineBehind(db: KyselyDatabase): Engine {
  const { supportsReturning, supportsTransactionalDdl, supportsOutput } = db.getExecutor().adapter;
  if (supportsOutput) {
    throw new AuthError(
      "Cannot use Kysely: the adapter does not speak to SQL Server; use PostgreSQL, MySQL or SQLite",
    );
  }
  if (!supportsReturning) return "mysql";
  return supportsTransactionalDdl ? "postgres" : "sqlite";
}

function toQuery(sql: string, parameters: readonly Value[]): KyselyQuery {
  return {
    sql,
    parameters: [...parameters],
    query: { kind: "RawNode", sqlFragments: [sql], parameters: [] },
    queryId: { queryId: "auth" },
  };
}

/** `true` when the driver takes a time without a zone for one of the process's own zone. */
async function showsLocalTime(ask: () => Promise<Row[]>): Promise<boolean> {
  const [row] = await ask();
  return row?.time instanceof Date && row.time.valueOf() === new Date(2001, 6, 1, 12).valueOf();
}

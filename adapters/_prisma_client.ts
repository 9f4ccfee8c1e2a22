/**
 * The part of a client of Prisma that the adapter uses: statements as text, transactions, and the
 * models that the client was generated from.
 *
 * @module
 */

import { AuthError } from "../src/errors.ts";
import type { AppDatabase } from "./_app_database.ts";
import { withoutValues } from "./_app_errors.ts";
import { mysqlDatabase } from "./_app_mysql.ts";
import { postgresDatabase } from "./_app_postgres.ts";
import { sqliteDatabase } from "./_app_sqlite.ts";
import type { AppColumn, AppTable, TimeForm } from "./_app_tables.ts";
import { repeated as repeatedOnMysql } from "./_mysql_client.ts";
import { queryOf } from "./_postgres_client.ts";
import type { Kind, Row, Value } from "./_rows.ts";
import { repeated as repeatedOnSqlite } from "./_sqlite_client.ts";
import { sqliteClientDialect } from "./_sqlite_dialect.ts";

/** What runs statements: a client of Prisma, or a transaction of it. */
export interface PrismaExecutor {
  /** Runs a statement, and returns its rows. */
  $queryRawUnsafe(text: string, ...values: unknown[]): PromiseLike<unknown>;
  /** Runs a statement, and returns the number of rows that it has changed. */
  $executeRawUnsafe(text: string, ...values: unknown[]): PromiseLike<number>;
}

/** The part of a client that is used: `new PrismaClient({ adapter })`. */
export interface PrismaDatabase extends PrismaExecutor {
  /** Runs work in a transaction. */
  $transaction<T>(
    work: (transaction: PrismaExecutor) => Promise<T>,
    options?: {
      /** Milliseconds to wait for a connection. */
      maxWait?: number;
      /** Milliseconds that the work may take. */
      timeout?: number;
    },
  ): Promise<T>;
}

/** What a client knows of the schema that it was generated from. */
interface Generated {
  readonly _activeProvider?: unknown;
  readonly _runtimeDataModel?: { readonly models?: Readonly<Record<string, Model>> };
}

interface Model {
  readonly dbName?: string | null;
  readonly schema?: string | null;
  readonly fields: readonly Field[];
}

interface Field {
  readonly name: string;
  readonly dbName?: string | null;
  readonly kind: string;
  readonly type: string;
}

/** Milliseconds that a transaction may wait and take: as long as databases wait for a lock. */
const PATIENCE = { maxWait: 60_000, timeout: 60_000 };

/** Statements that return rows. */
const RETURNS = /^\s*(SELECT|SHOW|WITH|PRAGMA)\b|\bRETURNING\b/;

/**
 * The database behind a client.
 *
 * @param times how the driver adapter of SQLite has times
 * @throws {AuthError} when it is none, or of another database
 */
export function makeDatabase(prisma: PrismaDatabase, times: TimeForm): AppDatabase {
  const { $queryRawUnsafe, $executeRawUnsafe, $transaction, _activeProvider: provider } =
    (prisma ?? {}) as Partial<PrismaDatabase & Generated>;
  if (!$queryRawUnsafe || !$executeRawUnsafe || !$transaction) {
    throw new AuthError(
      "Cannot use Prisma: the first argument is no client; pass `new PrismaClient({ adapter })`",
    );
  }
  const run = async (executor: PrismaExecutor, text: string, params: readonly Value[] = []) => {
    try {
      if (!RETURNS.test(text)) {
        return { rows: [], count: await executor.$executeRawUnsafe(text, ...params) };
      }
      const rows = await executor.$queryRawUnsafe(text, ...params) as Row[];
      return { rows, count: rows.length };
    } catch (error) {
      throw driverErrorOf(error);
    }
  };
  const together = async <T>(work: (executor: PrismaExecutor) => Promise<T>): Promise<T> => {
    try {
      return await prisma.$transaction(work, PATIENCE);
    } catch (error) {
      throw driverErrorOf(error);
    }
  };

  if (provider === "postgresql") {
    return postgresDatabase(queryOf({
      query: async (text, params) => ({ rows: (await run(prisma, text, params)).rows }),
    }));
  }
  if (provider === "mysql") {
    return mysqlDatabase(repeatedOnMysql({
      run: (text, params) => run(prisma, text, params),
      transaction: (work) =>
        together((executor) => work((text, params) => run(executor, text, params))),
    }));
  }
  if (provider === "sqlite") {
    const client = repeatedOnSqlite({
      run: async (text, params) => (await run(prisma, text, params)).rows,
      batch: (statements) =>
        together(async (executor) => {
          const answers: Row[][] = [];
          for (const { text, params } of statements) {
            answers.push((await run(executor, text, params)).rows);
          }
          return answers;
        }),
    }, { name: "SQLite", isLost: () => false });
    return sqliteDatabase(client, () => sqliteClientDialect(client), times);
  }
  throw new AuthError(
    `Cannot use Prisma: the adapter does not speak to ${String(provider)}; use postgresql, mysql ` +
      "or sqlite",
  );
}

/** Parts of errors of Prisma that have the error of the driver. */
interface PrismaError {
  code?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { code?: unknown; message?: unknown; driverAdapterError?: { cause?: unknown } };
  originalCode?: unknown;
  originalMessage?: unknown;
  kind?: unknown;
}

/** Codes of Prisma for what drivers have codes for. */
const CODES: Readonly<Record<string, { code: string; errno?: number }>> = {
  // The server has closed the connection, or cannot be reached.
  P1001: { code: "ECONNRESET" },
  P1017: { code: "ECONNRESET" },
  // A conflict with another transaction.
  P2034: { code: "40001", errno: 1213 },
};

/** The error of the driver in one of Prisma, without values and with its code. */
function driverErrorOf(error: unknown): Error {
  const given = Object(error) as PrismaError;
  const { meta = {} } = given;
  const parts = [meta.driverAdapterError?.cause, given.cause].map((part) =>
    Object(part) as PrismaError
  );
  const original = parts.find(({ originalMessage }) => originalMessage !== undefined);
  if (original) return coded(original.originalCode, original.originalMessage);
  if (meta.code !== undefined) return coded(meta.code, meta.message);
  const isClosed = parts.some(({ kind }) => kind === "ConnectionClosed");
  const known = isClosed ? CODES.P1017 : CODES[String(given.code)];
  if (known) return withoutValues({ ...known, message: lastLineOf(given) });
  if (/^P\d{4}$/.test(String(given.code))) {
    return withoutValues({ code: given.code, message: lastLineOf(given) });
  }
  // What a transaction throws has been converted within it.
  return withoutValues(error);
}

function coded(code: unknown, message: unknown): Error {
  const errno = typeof code === "number" || /^\d{4}$/.test(String(code)) ? Number(code) : undefined;
  return withoutValues({
    ...errno === undefined ? { code } : { errno },
    message,
  });
}

/** Messages of Prisma begin with the call and its place, and end with what is wrong. */
function lastLineOf({ message }: PrismaError): string {
  return String(message ?? "").trim().split("\n").at(-1) ?? "";
}

/** Type of a field → its storage form. */
const KINDS: Readonly<Record<string, Kind>> = {
  BigInt: "integer",
  Boolean: "boolean",
  DateTime: "date",
  Float: "number",
  Int: "integer",
  Json: "json",
  String: "text",
};

/** The table of a model; `undefined` when the client has none of this name. */
export function findTable(prisma: PrismaDatabase, name: string): AppTable | undefined {
  const { _runtimeDataModel } = prisma as Generated;
  const models = _runtimeDataModel?.models ?? {};
  if (!Object.hasOwn(models, name)) return undefined;
  const { dbName, schema, fields } = models[name]!;
  const columns = fields.filter(({ kind }) => kind === "scalar" || kind === "enum").map((field) =>
    [field.name, {
      name: field.dbName ?? field.name,
      kind: field.kind === "enum" ? "other" : KINDS[field.type] ?? "other",
    }] satisfies [string, AppColumn]
  );
  return { name: dbName ?? name, schema: schema ?? undefined, columns: new Map(columns) };
}

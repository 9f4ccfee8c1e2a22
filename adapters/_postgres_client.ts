/**
 * The part of a PostgreSQL client that the stores use, and their options.
 *
 * @module
 */

import type { SqlTables } from "../src/base/store_facts.ts";
import { AdapterError, AuthError } from "../src/errors.ts";
import { MAX_TRIES, repeat } from "./_retry.ts";
import type { Row, Value } from "./_rows.ts";
import { isRead } from "./_sql.ts";
import { describeStore } from "./_store_facts.ts";

/** The part of a client or pool that is used. */
export interface PostgresClient {
  /** Runs one statement with `$1`, `$2`, … as placeholders. */
  query(
    text: string,
    params?: (string | number | null)[],
  ): PromiseLike<{ /** Rows by column name. */ rows: unknown[] }>;
}

/** Runs one statement, and returns its rows. */
export type Query = (text: string, params?: Value[]) => Promise<Row[]>;

/** Prefix and schema of tables. */
export interface Naming {
  prefix?: string | undefined;
  schema?: string | undefined;
}

/** Codes of conflicts after which a statement had no effect, and can be repeated. */
const CONFLICTS: ReadonlySet<unknown> = new Set(["40001", "40P01"]);

/** Codes of a connection that was lost: of PostgreSQL, of the runtimes, and of clients. */
const LOST: ReadonlySet<unknown> = new Set([
  ...["08000", "08003", "08006", "57P01", "57P02"],
  ...["ECONNRESET", "EPIPE"],
  ...["CONNECTION_CLOSED", "CONNECTION_ENDED", "CONNECTION_DESTROYED"],
]);

const DENIED = "the database user lacks a right; let an administrator make the tables, and GRANT " +
  "SELECT, INSERT, UPDATE, DELETE on them";

/** SQLSTATE → what is wrong, and its cure. */
const CURES: Readonly<Record<string, string>> = {
  "42501": DENIED,
  "25006": "the server or the connection is read-only; pass a client of the primary",
  "42P01": "a table does not exist; call `setup()` of the store, or run the SQL of its schema",
  "42703": "a table lacks a column; compare it with the SQL of the schema of this release",
  "23502": "a column must have a value and has no default; give it a DEFAULT, or let it be NULL",
};

/** Number of tries of a read whose connection was lost; a pool may hold several such ones. */
const MAX_READS = 5;

/**
 * Statements of a client. One that a conflict with other transactions has undone is repeated,
 * and a read whose connection was lost, since a pool learns only by using it that an idle one was
 * closed. A write may have taken effect before its connection was lost.
 *
 * @throws {AuthError} when it is no client
 */
export function queryOf(client: PostgresClient): Query {
  if (typeof client?.query !== "function") {
    throw new AuthError(
      `Cannot use PostgreSQL: the first argument is ${
        typeof client === "string" ? "a text" : "no client"
      }; pass an object with \`query(text, params)\`, such as ` +
        "`new Pool({ connectionString })` of the package `pg`",
    );
  }
  return async (text, params) => {
    const call = () => client.query(text, params);
    const { rows } = await repeat(call, (error) => {
      if (CONFLICTS.has(codeOf(error))) return MAX_TRIES;
      return isRead(text) && isLost(error) ? MAX_READS : 1;
    }).catch(explain);
    return rows as Row[];
  };
}

/** Members by which tools know a store of PostgreSQL. */
export function describePostgres(
  query: Query,
  set: SqlTables["set"],
  { prefix, schema }: Naming,
): object {
  return describeStore("PostgreSQL", {
    dialect: "postgres",
    ...{ set, prefix, schema },
    query: (text, params = []) => query(text, [...params]),
  });
}

/** Rejects with what is wrong and its cure, where it is known. */
function explain(error: unknown): never {
  const cure = CURES[String(codeOf(error))];
  if (!cure) throw error;
  const { message } = error as Error;
  throw new AdapterError(`Cannot use PostgreSQL: ${cure} (${message})`, { cause: error as Error });
}

/** The client `pg` has no code for it. */
function isLost(error: unknown): boolean {
  return LOST.has(codeOf(error)) ||
    (error instanceof Error && error.message.startsWith("Connection terminated"));
}

/** SQLSTATE of an error of a client. */
export function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}

/**
 * Refuses names that are no parts of identifiers.
 *
 * @throws {AdapterError}
 */
export function checkNames({ prefix, schema }: Naming): void {
  for (const [option, value] of Object.entries({ prefix, schema })) {
    const pattern = option === "prefix" ? /^\w{0,40}$/ : /^\w{1,40}$/;
    if (value === undefined || pattern.test(value)) continue;
    throw new AdapterError(
      `Cannot use \`${option}\` "${value}": up to 40 letters, digits and _ are allowed`,
    );
  }
}

/** Quoted name of a table. */
export function qualifiedName(schema: string | undefined, table: string): string {
  return `${schema === undefined ? "" : `"${schema}".`}"${table}"`;
}

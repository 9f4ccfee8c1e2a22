/**
 * The part of a PostgreSQL client that the stores use, and their options.
 *
 * @module
 */

import { AdapterError, AuthError } from "../src/errors.ts";
import { MAX_TRIES, repeat } from "./_retry.ts";
import type { Row, Value } from "./_rows.ts";

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
    });
    return rows as Row[];
  };
}

/** Statements of the stores that begin with another word write, or may. */
function isRead(text: string): boolean {
  return /^\s*SELECT\b/.test(text);
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
export function nameOf(schema: string | undefined, table: string): string {
  return `${schema === undefined ? "" : `"${schema}".`}"${table}"`;
}

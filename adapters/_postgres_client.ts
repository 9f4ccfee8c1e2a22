/**
 * The part of a PostgreSQL client that the stores use, and their options.
 *
 * @module
 */

import { AdapterError } from "../src/errors.ts";
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

/** Number of tries of a statement that conflicts with others. */
export const MAX_TRIES = 100;

/** A write looks for expired rows at the first write, and then once in this many. */
const WRITES_PER_PURGE = 20;

/** Most expired rows that are removed at a time: several for each write. */
const MAX_PURGED = 200;

/** Codes of conflicts after which a statement had no effect, and can be repeated. */
const CONFLICTS: ReadonlySet<unknown> = new Set(["40001", "40P01"]);

/** Statements of a client. One that a conflict with other transactions has undone is repeated. */
export function queryOf(client: PostgresClient): Query {
  return async (text, params) => {
    for (let attempt = 1;; attempt++) {
      try {
        return (await client.query(text, params)).rows as Row[];
      } catch (error) {
        if (attempt === MAX_TRIES || !CONFLICTS.has(codeOf(error))) throw error;
        await pause(attempt);
      }
    }
  };
}

/** Waits before another try, for a random time that grows with their number. */
export async function pause(attempt: number): Promise<void> {
  const wait = Math.random() * Math.min(2 ** attempt, 50);
  await new Promise((resolve) => setTimeout(resolve, wait));
}

/** SQLSTATE of an error of a client. */
export function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}

/** Runs a preparation once; after a failure, the next call tries again. */
export function once<T>(prepare: () => Promise<T>): () => Promise<T> {
  let ready: Promise<T> | undefined;
  return () =>
    ready ??= prepare().catch((error) => {
      ready = undefined;
      throw error;
    });
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

/**
 * Makes the function that removes expired rows of a table, the oldest first. The table has
 * an index of `expires`.
 *
 * @param key columns of a unique key
 * @param isOld condition on `expires`, with the milliseconds of the time as `$1`
 */
export function createPurge(
  query: Query,
  { name, key, isOld }: { name: string; key: readonly string[]; isOld: string },
): (now: number) => Promise<void> {
  const columns = key.map((column) => `"${column}"`);
  // A statement of its own, which waits for no lock: together with a write it could deadlock.
  const statement = `WITH old AS (
       SELECT ${columns} FROM ${name} WHERE ${isOld}
       ORDER BY expires LIMIT ${MAX_PURGED} FOR UPDATE SKIP LOCKED)
     DELETE FROM ${name} AS t USING old
     WHERE ${columns.map((column) => `t.${column} = old.${column}`).join(" AND ")}`;
  let writes = 0;
  return async (now) => {
    if (writes++ % WRITES_PER_PURGE > 0) return;
    await query(statement, [now]);
  };
}

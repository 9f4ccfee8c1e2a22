/**
 * The part of a pool of `mysql2` that the stores use: statements and transactions, which are
 * repeated after a conflict, and whose failures say what to do.
 *
 * @module
 */

import { RUN_SCHEMA } from "../src/base/store_facts.ts";
import { AdapterError, AuthError } from "../src/errors.ts";
import { MAX_TRIES, repeat } from "./_retry.ts";
import type { Row, Value } from "./_rows.ts";

/** A statement, as a pool takes it. */
export interface MysqlQuery {
  /** Text, with `?` as placeholders. */
  sql: string;
  /** Values of the placeholders. */
  values: (string | number | null)[];
  /** Rows are objects, whatever the options of the pool say. */
  rowsAsArray: boolean;
  /** Members of a row are values, whatever the options of the pool say. */
  nestTables: boolean;
}

/** What runs statements: a pool, or one of its connections. */
export interface MysqlExecutor {
  /** Runs one prepared statement. */
  execute(query: MysqlQuery): PromiseLike<[/** Rows, or a count of them. */ unknown, unknown]>;
}

/** The part of a connection that is used. */
export interface MysqlConnection extends MysqlExecutor {
  /** Begins a transaction. */
  beginTransaction(): PromiseLike<unknown>;
  /** Ends it, with its changes. */
  commit(): PromiseLike<unknown>;
  /** Ends it, without its changes. */
  rollback(): PromiseLike<unknown>;
  /** Gives the connection back to the pool. */
  release(): unknown;
  /** Closes a connection in an unknown state. */
  destroy(): unknown;
}

/** The part of a pool that is used: `createPool()` of `mysql2/promise`. */
export interface MysqlPool extends MysqlExecutor {
  /** Takes a connection out of the pool. */
  getConnection(): PromiseLike<MysqlConnection>;
}

/** The answer of the server to a statement. */
export interface Answer {
  readonly rows: Row[];
  /** Number of rows that a change found; those that it left as they were count too. */
  readonly count: number;
}

/** Runs a statement. */
export type Run = (text: string, params?: readonly Value[]) => Promise<Answer>;

/** The statements of a pool. */
export interface Client {
  /** Runs a statement by itself. */
  readonly run: Run;
  /** Runs statements that take effect together or not at all. */
  transaction<T>(this: void, work: (run: Run) => Promise<T>): Promise<T>;
}

/** Thrown by the work of a transaction whose rows have changed meanwhile. */
export const CONFLICT: Error = new Error("Another transaction changed the rows meanwhile");

/**
 * Numbers of errors after which nothing has happened: deadlocks, and rows that have changed since a
 * transaction read them.
 */
const CONFLICTS: ReadonlySet<unknown> = new Set([1213, 1020]);

/** Number of the error of a lock that was waited for too long: 50 seconds, by default. */
const LOCK_WAIT = 1205;

/** Number of tries of a statement that waits for a lock. */
const MAX_WAITS = 3;

/** Codes of a connection that was lost: of the client, of the runtimes, and of servers. */
const LOST: ReadonlySet<unknown> = new Set([
  ...["PROTOCOL_CONNECTION_LOST", "ECONNRESET", "EPIPE"],
  ...["ER_SERVER_SHUTDOWN", "ER_CONNECTION_KILLED", "ER_CLIENT_INTERACTION_TIMEOUT"],
]);

/** Number of tries of a read whose connection was lost; a pool may hold several such ones. */
const MAX_READS = 5;

const DENIED =
  "the database user lacks a right; let an administrator create the tables, and GRANT SELECT, " +
  "INSERT, UPDATE, DELETE on them";
/** What is wrong with a server that only reads, and the cure. */
export const READ_ONLY: string =
  "the server is read-only, as replicas are, whose rows are old; pass a pool of the primary";

/** Number of an error → what is wrong, and its cure. */
const CURES: Readonly<Record<number, string>> = {
  1044: DENIED,
  1142: DENIED,
  1143: DENIED,
  1227: DENIED,
  1290: READ_ONLY,
  1792: READ_ONLY,
  1836: READ_ONLY,
  1146: `a table does not exist; call \`setup()\` of the store, or ${RUN_SCHEMA}`,
  1054: `a table lacks a column; ${RUN_SCHEMA}`,
  1406: "an id, an email address or a token has more than 1536 bytes in UTF-8; shorten it",
  1153: "a value is larger than `max_allowed_packet` of the server; set it to 1M or more",
};

/**
 * Statements of a pool. What a conflict with other transactions has undone is repeated, and a read
 * whose connection was lost, since a pool learns only by using it that an idle one was closed. A
 * write may have taken effect before its connection was lost.
 *
 * @throws {AuthError} when it is no pool
 */
export function clientOf(pool: MysqlPool): Client {
  const given = pool as Partial<MysqlPool & { promise: unknown }> | string | undefined;
  if (typeof given !== "object" || given.promise || !given.execute || !given.getConnection) {
    const what = typeof given !== "object"
      ? typeof given === "string" ? "a text" : "no pool"
      : given.promise
      ? "a pool or connection of `mysql2` that takes callbacks"
      : "no pool";
    throw new AuthError(
      `Cannot use MySQL: the first argument is ${what}; pass a pool, such as ` +
        "`createPool({ uri })` of `mysql2/promise`",
    );
  }
  return repeated({
    run: (text, params) => execute(pool, text, params),

    async transaction(work) {
      const connection = await pool.getConnection();
      try {
        await connection.beginTransaction();
        const result = await work((text, params) => execute(connection, text, params));
        await connection.commit();
        connection.release();
        return result;
      } catch (error) {
        await abandon(connection);
        throw error;
      }
    },
  });
}

/** Statements that are repeated where nothing can have happened, and whose failures have a cure. */
export function repeated({ run, transaction }: Client): Client {
  return {
    run: (text, params = []) =>
      repeat(() => run(text, params), (error) => {
        const tries = triesAfter(error);
        return tries > 1 || !isRead(text) || !isLost(error) ? tries : MAX_READS;
      }).catch(explain),
    transaction: (work) => repeat(() => transaction(work), triesAfter).catch(explain),
  };
}

async function execute(
  executor: MysqlExecutor,
  sql: string,
  values: readonly Value[] = [],
): Promise<Answer> {
  const query = { sql, values: [...values], rowsAsArray: false, nestTables: false };
  const [result] = await executor.execute(query);
  if (Array.isArray(result)) return { rows: result, count: result.length };
  const { affectedRows, info } = result as { affectedRows: number; info?: string };
  // A pool without the flag FOUND_ROWS counts rows that have changed.
  const matched = /^Rows matched: (\d+)/.exec(info ?? "")?.[1];
  return { rows: [], count: Number(matched ?? affectedRows) };
}

/** Ends a transaction without its changes. A connection that does not answer is closed. */
async function abandon(connection: MysqlConnection): Promise<void> {
  try {
    await connection.rollback();
    connection.release();
  } catch {
    connection.destroy();
  }
}

/** Number of tries that a failure allows. */
function triesAfter(error: unknown): number {
  const { sqlState } = error as { sqlState?: unknown };
  if (error === CONFLICT || CONFLICTS.has(numberOf(error)) || sqlState === "40001") {
    return MAX_TRIES;
  }
  return numberOf(error) === LOCK_WAIT ? MAX_WAITS : 1;
}

/** Statements of the stores that begin with another word write, or may. */
function isRead(text: string): boolean {
  return /^\s*S(ELECT|HOW)\b/.test(text);
}

function isLost(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string };
  return LOST.has(code) || /connection is in closed state/.test(message ?? "");
}

/** Number of an error of the server. */
export function numberOf(error: unknown): number | undefined {
  return (error as { errno?: number } | null)?.errno;
}

/** Rejects with what is wrong and its cure, where it is known. */
function explain(error: unknown): never {
  const cure = isLost(error)
    ? "its connection was lost; a change that was under way took place completely or not at all, " +
      "and the next call connects again"
    : CURES[numberOf(error) ?? 0];
  if (!cure) throw error;
  const { message } = error as Error;
  throw new AdapterError(`Cannot use MySQL: ${cure} (${message})`, { cause: error as Error });
}

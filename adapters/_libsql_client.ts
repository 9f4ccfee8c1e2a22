/**
 * The part of a client of `@libsql/client` that the stores use.
 *
 * @module
 */

import { AdapterError, AuthError } from "../src/errors.ts";
import { once } from "./_retry.ts";
import type { Row } from "./_rows.ts";
import { isRead } from "./_sql.ts";
import { type ClientKind, repeated, saysOf, type SqliteClient } from "./_sqlite_client.ts";

/** A statement, as a client takes it. */
export interface LibsqlStatement {
  /** Text, with `?` as placeholders. */
  sql: string;
  /** Values of the placeholders. */
  args: (string | number | null)[];
}

/** The answer of libSQL to a statement. */
export interface LibsqlResult {
  /** Rows by the names of their columns. */
  rows: object[];
}

/** The part of a client that is used: `createClient()` of `@libsql/client`. */
export interface LibsqlClient {
  /** Runs one statement. */
  execute(statement: LibsqlStatement): PromiseLike<LibsqlResult>;
  /** Runs statements as one transaction, which writes. */
  batch(statements: LibsqlStatement[], mode: "write"): PromiseLike<LibsqlResult[]>;
  /** Runs a text of statements without answers; called on files alone. */
  executeMultiple(sql: string): PromiseLike<unknown>;
  /** Copies what a replica lacks, and fails on other databases; called on files alone. */
  sync(): PromiseLike<unknown>;
  /** Opens the connections anew; called on files alone. */
  reconnect(): unknown;
  /** `true` when the app has closed it. */
  readonly closed: boolean;
  /** The protocol by which the client reaches the database, such as `"file"` or `"http"`. */
  readonly protocol: string;
}

/** Codes of the client and words of the runtimes by which an error says that its connection was lost. */
const LOST: readonly RegExp[] = [
  /HRANA_CLOSED_ERROR|HRANA_WEBSOCKET_ERROR|ECONNRESET|ECONNREFUSED|EPIPE/,
  /fetch failed|failed to fetch|NetworkError|network connection lost/i,
  /error sending request|error decoding response body|error reading a body/,
  /connection closed|connection reset|terminated/,
];

/** Status of an answer that is no answer of the server; `undefined` for other errors. */
function statusOf(error: unknown): number | undefined {
  const { cause } = error as { cause?: { status?: number } };
  return typeof cause?.status === "number" ? cause.status : undefined;
}

function kindOf(client: LibsqlClient): ClientKind {
  return {
    name: "libSQL",
    isLost: (error) =>
      LOST.some((words) => words.test(saysOf(error))) || Number(statusOf(error)) >= 500,
    isBusy(error) {
      const { code } = error as { code?: unknown };
      // A transaction of the app holds the only connection of a database in memory.
      if (code === "TRANSACTION_ACTIVE") return true;
      // The connections were opened anew between the call and its statement.
      return code === "CLIENT_CLOSED" && !client.closed;
    },
    cureOf(error) {
      const status = statusOf(error);
      if (status === 401 || status === 403) {
        return "the server refuses the token; pass a valid `authToken` to `createClient()`";
      }
    },
  };
}

/**
 * Statements of a client.
 *
 * @throws {AuthError} when it is none
 */
export function clientOf(client: LibsqlClient): SqliteClient {
  const { execute, batch, protocol, reconnect } = (client ?? {}) as Partial<LibsqlClient>;
  if (!execute || !batch) {
    const what = typeof client === "string" ? "a text" : "no client";
    throw new AuthError(
      `Cannot use libSQL: the first argument is ${what}; pass a client, such as ` +
        "`createClient({ url })` of `@libsql/client`",
    );
  }
  const isFile = protocol === "file";
  if (isFile && !reconnect) {
    throw new AuthError("Cannot use libSQL: the client is too old; update `@libsql/client`");
  }
  const statements = statementsOf(client);
  return repeated(isFile ? onFile(client, statements) : statements, kindOf(client));
}

function statementsOf(client: LibsqlClient): SqliteClient {
  return {
    async run(text, params = []) {
      const { rows } = await client.execute({ sql: text, args: [...params] });
      return rows as Row[];
    },
    async batch(statements) {
      const results = await client.batch(
        statements.map(({ text, params }) => ({ sql: text, args: [...params] })),
        "write",
      );
      return results.map(({ rows }) => rows as Row[]);
    },
  };
}

/**
 * Statements on a file. One that finds the file locked stays open on its connection until the
 * garbage collector finds it, and until then the connection reads old rows and commits no statement
 * by itself, although it says so. So each change is a transaction, whose end fails then; before it,
 * the lock is tried by a text of statements, none of which stays open; and after a lock in between,
 * all connections are opened anew.
 */
function onFile(client: LibsqlClient, { run, batch }: SqliteClient): SqliteClient {
  // Readers wait for no writer then, and do not find the file locked.
  const ready = once(async () => void await client.executeMultiple("PRAGMA journal_mode = WAL"));
  const clean = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      if (/SQLITE_BUSY/.test(saysOf(error))) await client.reconnect();
      throw error;
    }
  };
  const write: SqliteClient["batch"] = async (statements) => {
    await ready();
    await client.executeMultiple("BEGIN IMMEDIATE; ROLLBACK");
    return await clean(() => batch(statements));
  };
  return {
    async run(text, params = []) {
      if (!isRead(text)) return (await write([{ text, params }]))[0]!;
      await ready();
      return await clean(() => run(text, params));
    },
    batch: write,
  };
}

/**
 * Refuses a client that reads a copy of the database, in which what others wrote may be missing.
 *
 * @throws {AdapterError}
 */
export async function refuseReplica(client: LibsqlClient): Promise<void> {
  if (client.protocol !== "file" || !await isReplica(client)) return;
  throw new AdapterError(
    "Cannot use libSQL: the client reads a copy of the database, whose rows are old; pass a client " +
      "of the server, without `syncUrl`",
  );
}

/**
 * Refuses a database in which the rows of a removed user would stay.
 *
 * @throws {AdapterError}
 */
export async function requireForeignKeys({ run }: SqliteClient): Promise<void> {
  const [row] = await run("SELECT foreign_keys AS is_on FROM pragma_foreign_keys");
  if (Number(row?.is_on) === 1) return;
  throw new AdapterError(
    "Cannot use libSQL: foreign keys are off, so that rows of a removed user would stay; switch them " +
      "on, as they are by default",
  );
}

async function isReplica(client: LibsqlClient): Promise<boolean> {
  try {
    await client.sync();
    return true;
  } catch (error) {
    return !/not ?supported/i.test(saysOf(error));
  }
}

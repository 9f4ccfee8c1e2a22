/**
 * A program that serves SQLite files as a server of libSQL does, by the protocol Hrana 2 over HTTP,
 * on `node:sqlite`. As a process of its own, a test can kill it:
 *
 *     deno run -A tests/_hrana_server.ts <port> <folder>
 *
 * `http://127.0.0.1:<port>/<name>/` is the database `<name>.db` in the folder. One whose name begins
 * with `read-` is read-only, and serves the file of the rest of its name; with `loose-`, foreign keys
 * are off. A lock is not waited for. `POST /lose?answers=n` makes the next answers be lost, after
 * what they answer has taken effect, and `POST /refuse?status=n` makes all answers have a status.
 *
 * Sources: `docs/HRANA_2_SPEC.md` of libSQL.
 *
 * @module
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { DatabaseSync } from "node:sqlite";

/** A value of the protocol. */
type HranaValue =
  | { type: "null" }
  | { type: "integer" | "text"; value: string }
  | { type: "float"; value: number };

interface Stmt {
  sql?: string;
  sql_id?: number;
  args?: HranaValue[];
  want_rows?: boolean;
}

type Condition =
  | { type: "ok"; step: number }
  | { type: "error"; step: number }
  | { type: "not"; cond: Condition }
  | { type: "and" | "or"; conds: Condition[] };

interface Request {
  type: string;
  sql?: string;
  sql_id?: number;
  stmt?: Stmt;
  batch?: { steps: { stmt: Stmt; condition?: Condition }[] };
}

/** A connection with the texts that it stores. */
interface Stream {
  name: string;
  db: DatabaseSync;
  texts: Map<number, string>;
}

/** Names of the primary codes of SQLite that tests meet. */
const CODES: Readonly<Record<number, string>> = {
  1: "SQLITE_ERROR",
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  8: "SQLITE_READONLY",
  18: "SQLITE_TOOBIG",
  19: "SQLITE_CONSTRAINT",
  26: "SQLITE_NOTADB",
};

const [port, folder] = Deno.args as [string, string];

/** Streams that are open between two requests, by the text that continues them. */
const streams = new Map<string, Stream>();

/** Connections that no stream uses, by database. */
const idle = new Map<string, DatabaseSync[]>();

let lost = 0;
let refused = 0;

function open(name: string): Stream {
  const db = idle.get(name)?.pop() ?? connect(name);
  return { name, db, texts: new Map() };
}

function connect(name: string): DatabaseSync {
  const readOnly = name.startsWith("read-");
  const isLoose = name.startsWith("loose-");
  const file = `${folder}/${name.replace(/^(read|loose)-/, "")}.db`;
  const db = new DatabaseSync(file, { readOnly, enableForeignKeyConstraints: !isLoose });
  if (!readOnly) db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  return db;
}

function close({ name, db }: Stream): void {
  if (db.isTransaction) db.exec("ROLLBACK");
  idle.set(name, [...idle.get(name) ?? [], db]);
}

function execute({ db, texts }: Stream, { sql, sql_id, args = [], want_rows = true }: Stmt) {
  const statement = db.prepare(sql ?? texts.get(sql_id!)!);
  statement.setReadBigInts(true);
  const columns = statement.columns();
  const values = args.map((arg) =>
    arg.type === "null" ? null : arg.type === "integer" ? BigInt(arg.value) : arg.value
  );
  let rows: Record<string, unknown>[] = [];
  let changes: number | bigint = 0;
  if (columns.length > 0) rows = statement.all(...values) as Record<string, unknown>[];
  else changes = statement.run(...values).changes;
  return {
    cols: columns.map(({ name, type }) => ({ name, decltype: type })),
    rows: want_rows ? rows.map((row) => columns.map(({ name }) => toValue(row[name!]))) : [],
    affected_row_count: Number(changes),
    last_insert_rowid: null,
  };
}

function toValue(value: unknown): HranaValue {
  if (value === null) return { type: "null" };
  if (typeof value === "bigint") return { type: "integer", value: String(value) };
  if (typeof value === "number") return { type: "float", value };
  return { type: "text", value: value as string };
}

function toError(error: unknown): { message: string; code: string } {
  const { message, errcode = 1 } = error as { message: string; errcode?: number };
  return { message: `SQLite error: ${message}`, code: CODES[errcode & 255] ?? "SQLITE_UNKNOWN" };
}

/** Runs the steps of a batch whose conditions hold. */
function batch(stream: Stream, steps: NonNullable<Request["batch"]>["steps"]) {
  const results: unknown[] = [];
  const errors: unknown[] = [];
  const holds = (condition: Condition | undefined): boolean => {
    if (!condition) return true;
    if (condition.type === "ok") return results[condition.step] !== null;
    if (condition.type === "error") return errors[condition.step] !== null;
    if (condition.type === "not") return !holds(condition.cond);
    return condition.type === "and" ? condition.conds.every(holds) : condition.conds.some(holds);
  };
  for (const [index, { stmt, condition }] of steps.entries()) {
    results[index] = errors[index] = null;
    if (!holds(condition)) continue;
    try {
      results[index] = execute(stream, stmt);
    } catch (error) {
      errors[index] = toError(error);
    }
  }
  return { step_results: results, step_errors: errors };
}

function answer(stream: Stream, request: Request): object {
  const { type, stmt, sql, sql_id } = request;
  if (type === "execute") return { type, result: execute(stream, stmt!) };
  if (type === "batch") return { type, result: batch(stream, request.batch!.steps) };
  if (type === "store_sql") stream.texts.set(sql_id!, sql!);
  else if (type === "close_sql") stream.texts.delete(sql_id!);
  else if (type === "sequence") stream.db.exec(sql ?? stream.texts.get(sql_id!)!);
  else if (type !== "close") throw new Error(`unknown request ${type}`);
  return { type };
}

function pipeline(name: string, { baton, requests }: { baton?: string; requests: Request[] }) {
  const stream = baton === undefined ? open(name) : streams.get(baton);
  if (!stream) return undefined;
  if (baton !== undefined) streams.delete(baton);
  const results = requests.map((request) => {
    try {
      return { type: "ok", response: answer(stream, request) };
    } catch (error) {
      return { type: "error", error: toError(error) };
    }
  });
  const isOver = requests.some(({ type }) => type === "close");
  if (isOver) close(stream);
  const next = isOver ? null : crypto.randomUUID();
  if (next) streams.set(next, stream);
  return { baton: next, base_url: null, results };
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = "";
  for await (const part of request.setEncoding("utf8")) body += part;
  const url = new URL(request.url!, "http://localhost");
  const end = (status: number, text: string) => {
    const type = status === 200 ? "application/json" : "text/plain";
    response.writeHead(status, { "content-type": type }).end(text);
  };
  if (url.pathname === "/lose") {
    lost = Number(url.searchParams.get("answers"));
    return end(200, "{}");
  }
  if (url.pathname === "/refuse") {
    refused = Number(url.searchParams.get("status"));
    return end(200, "{}");
  }
  if (refused) return end(refused, "refused");
  const [, name, path] = /^\/([\w-]+)\/(v2\/pipeline)$/.exec(url.pathname) ?? [];
  if (!path) return end(404, "not found");
  const said = pipeline(name!, JSON.parse(body));
  if (lost > 0) {
    lost--;
    // After a part of it, so that no runtime sends the request again by itself.
    const length = { "content-type": "application/json", "content-length": 1000 };
    return void response.writeHead(200, length).write("{", () => request.socket.destroy());
  }
  if (!said) return end(400, "the stream is over");
  end(200, JSON.stringify(said));
}

createServer((request, response) => void serve(request, response))
  .listen(Number(port), "127.0.0.1", () => console.log("ready"));

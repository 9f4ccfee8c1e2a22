/**
 * A program that answers like DynamoDB: `dynalite`, with what it lacks beside it: transactions, and
 * the item of a condition that failed. As a process of its own, a test can kill it:
 *
 *     deno run -A tests/_dynamodb_server.ts <port> <folder>
 *
 * A transaction and the token that makes it repeatable are one batch of its database. A write to an
 * item of a transaction that runs is a conflict, as it is there. `POST /lose?answers=n` makes the next
 * answers be lost, after what they answer has taken effect; `&name=PutItem` those of that name.
 *
 * @module
 */

import dynalite from "dynalite";
import actions from "dynalite/db/index.js";
import checks from "dynalite/validations/index.js";
import checkDelete from "dynalite/validations/deleteItem.js";
import checkPut from "dynalite/validations/putItem.js";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { PassThrough } from "node:stream";

// deno-lint-ignore no-explicit-any -- it has no types
type Any = any;

let store: Any;
let inner: Any;
const create = actions.create;
actions.create = (options: unknown) => store = create(options);

/** Keys of items that a transaction is about to write. */
const busy = new Set<string>();

/** Attributes by which tables remove items. */
const timeToLive = new Map<string, string>();

/** Next answers that are lost. */
let lost = { answers: 0, name: "" };

/** What AWS allows. */
const MOST_ACTIONS = 100;
const MOST_BYTES = 4 * 1024 * 1024;

const error = (name: string, message: string, more: object = {}) => ({
  status: 400,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message, Message: message, ...more },
});

/** A call with callbacks, as a promise. */
const call = (run: (done: (error: Any, value: Any) => void) => void): Promise<Any> =>
  new Promise((resolve, reject) => run((error, value) => error ? reject(error) : resolve(value)));

interface Action {
  data: Any;
  item: Any;
  key: string;
  wantsOld: boolean;
}

/** Checks one action of a transaction as the call of its name is checked. */
async function prepare(kind: "Put" | "Delete", input: Any): Promise<Action> {
  const rules: Any = kind === "Put" ? checkPut : checkDelete;
  const data = checks.checkTypes(structuredClone(input), rules.types);
  checks.checkValidations(data, rules.types, rules.custom, store);
  const table = await call((done) => store.getTable(data.TableName, done));
  const invalid = kind === "Put"
    ? actions.validateItem(data.Item, table)
    : actions.validateKey(data.Key, table);
  if (invalid) throw invalid;
  // It measures characters.
  const { pk, sk } = data.Item ?? data.Key;
  for (const [text, most] of [[pk.S, 2048], [sk.S, 1024]]) {
    if (new TextEncoder().encode(text).length > most) {
      throw error("ValidationException", "a key is longer than is allowed");
    }
  }
  const key = actions.createKey(data.Item ?? data.Key, table);
  return {
    data,
    item: data.Item,
    key: `item-${data.TableName}~${key}`,
    wantsOld: input.ReturnValuesOnConditionCheckFailure === "ALL_OLD",
  };
}

const find = async (key: string): Promise<Any> =>
  await store.db.get(key).catch((error: Any) => {
    if (error.code === "LEVEL_NOT_FOUND" || error.name === "NotFoundError") return undefined;
    throw error;
  });

/** Reasons for which a transaction is refused, and what it writes. */
async function transact(all: readonly Action[], token?: string) {
  const name = token && `tag-tokens~${token}`;
  const text = JSON.stringify(all.map(({ data }) => data));
  const before = name ? await find(name) : undefined;
  if (before === text) return { reasons: [] };
  if (before !== undefined) throw error("IdempotentParameterMismatchException", "other actions");
  const conflicts = all.map(({ key }) => busy.has(key));
  if (conflicts.some(Boolean)) {
    return {
      reasons: conflicts.map((isBusy) => ({ Code: isBusy ? "TransactionConflict" : "None" })),
    };
  }
  for (const { key } of all) busy.add(key);
  try {
    const found = await Promise.all(all.map(({ key }) => find(key)));
    const reasons = all.map(({ data, wantsOld }, index) => {
      if (!actions.checkConditional(data, found[index])) return { Code: "None" };
      const Message = "The conditional request failed";
      const old = wantsOld && found[index] ? { Item: found[index] } : {};
      return { Code: "ConditionalCheckFailed", Message, ...old };
    });
    if (reasons.some(({ Code }) => Code !== "None")) return { reasons, found };
    await store.db.batch([
      ...all.map(({ key, item }) =>
        item ? { type: "put", key, value: item } : { type: "del", key }
      ),
      ...name ? [{ type: "put", key: name, value: text }] : [],
    ]);
    return { reasons: [], found };
  } finally {
    for (const { key } of all) busy.delete(key);
  }
}

async function transactWrite(input: Any) {
  const inputs: [kind: Any, input: Any][] = input.TransactItems.map((one: object) =>
    Object.entries(one)[0]
  );
  if (inputs.length > MOST_ACTIONS) return error("ValidationException", "too many actions");
  const all: Action[] = [];
  for (const [kind, one] of inputs) all.push(await prepare(kind, one));
  if (new Set(all.map(({ key }) => key)).size < all.length) {
    return error(
      "ValidationException",
      "Transaction request cannot include multiple operations on one item",
    );
  }
  const { reasons, found = [] } = await transact(all, input.ClientRequestToken);
  const sizes = all.map(({ item }, index) => actions.itemSize(item ?? found[index] ?? {}));
  if (sizes.reduce((sum, size) => sum + size, 0) > MOST_BYTES) {
    return error("ValidationException", "the items of the transaction have more than 4 MB");
  }
  if (reasons.length === 0) return { status: 200, body: {} };
  const codes = reasons.map(({ Code }: Any) => Code).join(", ");
  return error(
    "TransactionCanceledException",
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { CancellationReasons: reasons },
  );
}

/** A single write: a transaction of one, with the answers of its own call. */
async function write(kind: "Put" | "Delete", input: Any) {
  const action = await prepare(kind, input);
  const { reasons, found } = await transact([action]);
  const [reason] = reasons as Any[];
  if (reason?.Code === "TransactionConflict") {
    return error("TransactionConflictException", "Transaction is ongoing for the item");
  }
  if (reason) {
    const item = reason.Item ? { Item: reason.Item } : {};
    return error("ConditionalCheckFailedException", "The conditional request failed", item);
  }
  const old = input.ReturnValues === "ALL_OLD" && found?.[0];
  return { status: 200, body: old ? { Attributes: old } : {} };
}

const OWN: Readonly<Record<string, (input: Any) => Promise<{ status: number; body: object }>>> = {
  TransactWriteItems: transactWrite,
  PutItem: (input) => write("Put", input),
  DeleteItem: (input) => write("Delete", input),
  // Nothing is removed, as if it took its time.
  UpdateTimeToLive({ TableName, TimeToLiveSpecification }) {
    timeToLive.set(TableName, TimeToLiveSpecification.AttributeName);
    return Promise.resolve({ status: 200, body: { TimeToLiveSpecification } });
  },
  DescribeTimeToLive({ TableName }) {
    const AttributeName = timeToLive.get(TableName);
    const TimeToLiveDescription = AttributeName
      ? { AttributeName, TimeToLiveStatus: "ENABLED" }
      : { TimeToLiveStatus: "DISABLED" };
    return Promise.resolve({ status: 200, body: { TimeToLiveDescription } });
  },
};

/** Writes that want no item back are answered by `dynalite`, which also keeps indexes. */
const isOwn = (name: string, input: Any): boolean =>
  /^(TransactWriteItems|(Update|Describe)TimeToLive)$/.test(name) ||
  Boolean(input.ReturnValuesOnConditionCheckFailure);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url!, "http://localhost");
  if (url.pathname === "/lose") {
    lost = {
      answers: Number(url.searchParams.get("answers")),
      name: url.searchParams.get("name") ?? "",
    };
    response.end();
    return;
  }
  const name = String(request.headers["x-amz-target"]).split(".")[1]!;
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
  if (lost.answers > 0 && (!lost.name || lost.name === name)) {
    lost.answers--;
    response.end = (() => (request.socket.destroy(), response)) as Any;
  }
  const input = JSON.parse(new TextDecoder().decode(body));
  if (!Object.hasOwn(OWN, name) || !isOwn(name, input)) {
    const again = Object.assign(new PassThrough(), {
      headers: request.headers,
      method: request.method,
      url: request.url,
    });
    inner.emit("request", again, response);
    again.end(body);
    return;
  }
  const made = await OWN[name]!(input)
    .catch((error: Any) => {
      if (error.status) return error;
      if (error.statusCode) return { status: error.statusCode, body: error.body };
      throw error;
    });
  response.writeHead(made.status, { "content-type": "application/x-amz-json-1.0" });
  response.end(JSON.stringify(made.body));
}

/**
 * Starts it; there is one in a process.
 *
 * @param folder where it keeps its data. Default: in memory
 */
export function serve(port: number, folder?: string): Promise<() => Promise<void>> {
  inner = dynalite({ path: folder, createTableMs: 0, deleteTableMs: 0 });
  const server = createServer((request, response) => void answer(request, response));
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => store.db.close().then(resolve));
    });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(close)));
}

if (import.meta.main) {
  const [port, folder] = Deno.args;
  await serve(Number(port), folder);
  console.log("ready");
}

/**
 * What stores on a client of SQLite repeat, and how often: statements and batches that fail.
 *
 * @module
 */

import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { clientOf } from "../../adapters/_libsql_client.ts";
import { repeated } from "../../adapters/_sqlite_client.ts";
import type { LibsqlClient } from "../../adapters/libsql.ts";
import { AdapterError } from "../../src/errors.ts";

/** A client of a server whose first calls fail, and what it was asked. */
function failing(error: object, times: number, closed = false) {
  const calls: string[] = [];
  let left = times;
  const answer = <T>(name: string, value: T): Promise<T> => {
    calls.push(name);
    return left-- > 0
      ? Promise.reject(Object.assign(new Error("refused"), error))
      : Promise.resolve(value);
  };
  const client: LibsqlClient = {
    execute: ({ sql }) => answer(sql, { rows: [{ a: 1 }] }),
    batch: (statements) => answer("batch", statements.map(() => ({ rows: [{ a: 1 }] }))),
    executeMultiple: (sql) => answer(sql, undefined),
    sync: () => Promise.reject(new Error("No call is expected")),
    reconnect: () => calls.push("reconnect"),
    closed,
    protocol: "http",
  };
  return { client, calls };
}

/** Waits for a call while the clock runs through its pauses. */
async function through<T>(time: FakeTime, call: Promise<T>): Promise<T> {
  call.catch(() => {});
  await time.tickAsync(10_000);
  return await call;
}

const WRITE = "UPDATE t SET a = 1";

const ERRORS: readonly [name: string, error: object, tries: { write: number; read: number }][] = [
  ["a lock", { code: "SQLITE_BUSY" }, { write: 100, read: 100 }],
  ["a lock, named by its message", { message: "database is locked" }, { write: 100, read: 100 }],
  ["a lock of a table", { message: "database table is locked" }, { write: 100, read: 100 }],
  ["the only connection", { code: "TRANSACTION_ACTIVE" }, { write: 100, read: 100 }],
  ["connections that were opened anew", { code: "CLIENT_CLOSED" }, { write: 100, read: 100 }],
  ["a connection that was lost", { code: "HRANA_WEBSOCKET_ERROR" }, { write: 1, read: 5 }],
  ["what fetch says in Node", { message: "fetch failed" }, { write: 1, read: 5 }],
  ["what fetch says in Deno", { message: "error sending request" }, { write: 1, read: 5 }],
  ["an answer that ended", { message: "terminated" }, { write: 1, read: 5 }],
  ["a server that is out of order", { cause: { status: 502 } }, { write: 1, read: 5 }],
  ["a key that is taken", { message: "UNIQUE constraint failed: t.a" }, { write: 1, read: 1 }],
  ["another error", {}, { write: 1, read: 1 }],
];

for (const [name, error, tries] of ERRORS) {
  Deno.test(`clientOf(): ${name} has ${tries.write} tries of a write, and ${tries.read} of a read`, async () => {
    using time = new FakeTime();
    const { message = "refused" } = error as { message?: string };
    const ways: [number, string, (client: LibsqlClient) => Promise<unknown>][] = [
      [tries.write, "write", (client: LibsqlClient) => clientOf(client).run(WRITE)],
      [tries.read, "read", (client: LibsqlClient) => clientOf(client).run("SELECT 1")],
      [
        tries.write,
        "batch",
        (client: LibsqlClient) => clientOf(client).batch([{ text: WRITE, params: [] }]),
      ],
    ];
    for (const [count, what, call] of ways) {
      for (const isOver of [false, true]) {
        const { client, calls } = failing(error, isOver ? count : count - 1);
        if (isOver) await assertRejects(() => through(time, call(client)), Error, message);
        else await through(time, call(client));
        assertEquals(calls.length, count, `${what} ${isOver}`);
      }
    }
  });
}

Deno.test("clientOf(): a client that the app has closed is not tried again", async () => {
  const { client, calls } = failing({ code: "CLIENT_CLOSED" }, 1, true);
  await assertRejects(() => clientOf(client).run("SELECT 1"), Error, "refused");
  assertEquals(calls.length, 1);
});

Deno.test("clientOf(): an error that names no cause is the client's own", async () => {
  const error = new Error("refused");
  const { client } = failing({}, 0);
  const broken = { ...client, execute: () => Promise.reject(error) };
  assertStrictEquals(
    await assertRejects(() => clientOf(broken).run(WRITE), Error, "refused"),
    error,
  );
});

Deno.test("repeated(): a client that waits for locks by itself is not asked a hundred times", async () => {
  const { now } = performance;
  let clock = 0;
  performance.now = () => clock;
  try {
    let calls = 0;
    const { run } = repeated({
      run: () => {
        calls++;
        clock += 2000;
        return Promise.reject(new Error("SQLITE_BUSY: database is locked"));
      },
      batch: () => Promise.resolve([]),
    }, { name: "libSQL", isLost: () => false });
    await assertRejects(() => run(WRITE), AdapterError, "another client has locked it for long");
    assertEquals(calls, 3);
  } finally {
    performance.now = now;
  }
});

Deno.test("clientOf(): on a file, each change is a transaction, before which the lock is tried, and after a lock all connections are new", async () => {
  using time = new FakeTime();
  const { client, calls } = failing({}, 0);
  let locked = 1;
  const file: LibsqlClient = {
    ...client,
    protocol: "file",
    batch: (statements, mode) =>
      locked-- > 0
        ? Promise.reject(Object.assign(new Error("locked"), { code: "SQLITE_BUSY" }))
        : client.batch(statements, mode),
  };
  const { run } = clientOf(file);
  await through(time, run(WRITE));
  await run("SELECT 1");
  const probe = "BEGIN IMMEDIATE; ROLLBACK";
  assertEquals(calls, [
    ...["PRAGMA journal_mode = WAL", probe, "reconnect"],
    ...[probe, "batch", "SELECT 1"],
  ]);
});

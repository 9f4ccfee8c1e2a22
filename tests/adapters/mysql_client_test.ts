/**
 * What the MySQL stores repeat, and how often: statements and transactions of a pool that fails.
 *
 * @module
 */

import { assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { clientOf, type MysqlPool } from "../../adapters/_mysql_client.ts";
import { AdapterError } from "../../src/errors.ts";

/** A pool whose first statements fail, and what it was asked. */
function failing(error: object, times: number): { pool: MysqlPool; calls: string[] } {
  const calls: string[] = [];
  let left = times;
  const execute = ({ sql }: { sql: string }) => {
    calls.push(sql);
    if (left-- > 0) return Promise.reject(Object.assign(new Error("refused"), error));
    return Promise.resolve([[{ a: 1 }], []] as [unknown, unknown]);
  };
  const told = (name: string) => () => Promise.resolve(void calls.push(name));
  const connection = {
    execute,
    beginTransaction: told("BEGIN"),
    commit: told("COMMIT"),
    rollback: told("ROLLBACK"),
    release: () => void calls.push("release"),
    destroy: () => void calls.push("destroy"),
  };
  return { pool: { execute, getConnection: () => Promise.resolve(connection) }, calls };
}

/** Waits for a call while the clock runs through its pauses. */
async function through<T>(time: FakeTime, call: Promise<T>): Promise<T> {
  call.catch(() => {});
  await time.tickAsync(10_000);
  return await call;
}

const CONFLICTS: readonly [name: string, error: object, tries: number][] = [
  ["a deadlock", { errno: 1213 }, 100],
  ["a row that has changed meanwhile", { errno: 1020 }, 100],
  ["a serialization failure", { sqlState: "40001" }, 100],
  ["a lock that was waited for", { errno: 1205 }, 3],
  ["a key that is taken", { errno: 1062 }, 1],
  ["another error", {}, 1],
];

for (const [name, error, tries] of CONFLICTS) {
  Deno.test(`clientOf(): ${name} has ${tries} tries, of a statement and of a transaction`, async () => {
    using time = new FakeTime();
    for (const isOver of [false, true]) {
      const times = isOver ? tries : tries - 1;
      const alone = failing(error, times);
      const together = failing(error, times);
      const calls = [
        () => clientOf(alone.pool).run("UPDATE t SET a = 1"),
        () => clientOf(together.pool).transaction((run) => run("UPDATE t SET a = 1")),
      ];
      for (const call of calls) {
        if (isOver) await assertRejects(() => through(time, call()), Error, "refused");
        else assertEquals((await through(time, call())).rows, [{ a: 1 }]);
      }
      assertEquals(alone.calls.length, tries);
      const failed = ["BEGIN", "UPDATE t SET a = 1", "ROLLBACK", "release"];
      const done = ["BEGIN", "UPDATE t SET a = 1", "COMMIT", "release"];
      assertEquals(together.calls, [
        ...Array(times).fill(failed).flat(),
        ...isOver ? [] : done,
      ]);
    }
  });
}

const LOST: readonly object[] = [
  { code: "PROTOCOL_CONNECTION_LOST" },
  { code: "ECONNRESET" },
  { code: "EPIPE" },
  { code: "ER_CONNECTION_KILLED" },
  { code: "ER_CLIENT_INTERACTION_TIMEOUT" },
  { message: "Can't add new command when connection is in closed state" },
];

for (const error of LOST) {
  const name = Object.values(error)[0];
  Deno.test(`clientOf(): a read whose connection was lost (${name}) has five tries, and a write one`, async () => {
    using time = new FakeTime();
    const [soon, never] = [failing(error, 4), failing(error, 5)];
    assertEquals((await through(time, clientOf(soon.pool).run("SELECT 1"))).rows, [{ a: 1 }]);
    const call = clientOf(never.pool).run("SELECT 1");
    await assertRejects(() => through(time, call), AdapterError, "its connection was lost");
    assertEquals(never.calls.length, 5);
    for (
      const write of ["UPDATE t SET a = 1", "DELETE FROM t RETURNING a", "INSERT INTO t VALUES (1)"]
    ) {
      const { pool, calls } = failing(error, 1);
      await assertRejects(
        () => clientOf(pool).run(write),
        AdapterError,
        "completely or not at all",
      );
      assertEquals(calls.length, 1);
    }
    const locked = failing(error, 1);
    const reading = clientOf(locked.pool).transaction((run) => run("SELECT 1 FOR UPDATE"));
    await assertRejects(() => reading, AdapterError);
    assertEquals(locked.calls, ["BEGIN", "SELECT 1 FOR UPDATE", "ROLLBACK", "release"]);
  });
}

Deno.test("clientOf(): a connection that cannot undo its transaction is closed, not given back", async () => {
  const { pool, calls } = failing({}, 1);
  const connection = await pool.getConnection();
  const broken = { ...connection, rollback: () => Promise.reject(new Error("gone")) };
  const client = clientOf({ ...pool, getConnection: () => Promise.resolve(broken) });
  await assertRejects(() => client.transaction((run) => run("UPDATE t")), Error, "refused");
  assertEquals(calls, ["BEGIN", "UPDATE t", "destroy"]);
});

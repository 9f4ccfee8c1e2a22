/** @module */

import { assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryRecords } from "../../../adapters/records/memory.ts";
import { withLocks } from "../../../src/records/lock.ts";
import type { RecordStore } from "../../../src/types/records.ts";

/** A store whose answers can get lost: the call happens, and its caller gets an error. */
function losing(method: "put" | "take", calls: number): RecordStore {
  const store = MemoryRecords();
  let left = calls;
  const lost = async <T>(call: Promise<T>): Promise<T> => {
    const answer = await call;
    if (left-- > 0) throw new Error("answer lost");
    return answer;
  };
  return {
    ...store,
    put: async (entry, expected) =>
      await (method === "put" ? lost : <T>(call: T) => call)(
        Promise.resolve(store.put(entry, expected)),
      ),
    take: async (kind, id) =>
      await (method === "take" ? lost : <T>(call: T) => call)(
        Promise.resolve(store.take(kind, id)),
      ),
  };
}

Deno.test("withLocks() runs one of fifty functions at a time", async () => {
  const records = MemoryRecords();
  let running = 0;
  let most = 0;
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      withLocks(records, ["the name"], async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve));
        running--;
        return index;
      })),
  );
  assertEquals(most, 1);
  assertEquals(results, Array.from({ length: 50 }, (_, index) => index));
});

Deno.test("withLocks() with several names in any order never blocks itself", async () => {
  const records = MemoryRecords();
  const names = ["a", "b", "c"];
  const orders = [names, names.toReversed(), ["b", "a", "b"], ["c", "a"]];
  let running = 0;
  await Promise.all(
    Array.from(
      { length: 20 },
      (_, index) =>
        withLocks(records, orders[index % orders.length]!, async () => {
          assertEquals(++running, 1);
          await Promise.resolve();
          running--;
        }),
    ),
  );
});

Deno.test("withLocks() frees the lock when the function throws", async () => {
  const records = MemoryRecords();
  await assertRejects(
    () => withLocks(records, ["x"], () => Promise.reject(new Error("own"))),
    Error,
    "own",
  );
  assertEquals(await withLocks(records, ["x"], () => Promise.resolve("again")), "again");
});

Deno.test("withLocks() recognizes its own write whose answer was lost", async () => {
  assertEquals(await withLocks(losing("put", 1), ["x"], () => Promise.resolve("done")), "done");
});

Deno.test("withLocks() returns the result although the lock cannot be freed", async () => {
  const records: RecordStore = {
    ...MemoryRecords(),
    take: () => Promise.reject(new Error("the store is down")),
  };
  assertEquals(await withLocks(records, ["x"], () => Promise.resolve("done")), "done");
});

Deno.test("withLocks() takes the lock of a process that crashed when it has expired", async () => {
  using time = new FakeTime();
  const records = MemoryRecords();
  const never = withLocks(records, ["x"], () => new Promise<void>(() => {}));
  await time.tickAsync(0);
  const next = withLocks(records, ["x"], () => Promise.resolve("next"));
  await time.tickAsync(14_000);
  assertEquals(await Promise.race([next, Promise.resolve("waits")]), "waits");
  await time.tickAsync(2_000);
  assertEquals(await next, "next");
  void never;
});

Deno.test("withLocks() fails when a lock stays taken", async () => {
  using time = new FakeTime();
  const records: RecordStore = { ...MemoryRecords(), put: () => Promise.resolve(false) };
  const refused = assertRejects(
    () => withLocks(records, ["x"], () => Promise.resolve()),
    Error,
    "another call holds the lock",
  );
  for (let second = 0; second < 31; second++) await time.tickAsync(1000);
  await refused;
});

Deno.test("withLocks() keeps the lock of another caller when its own has expired", async () => {
  using time = new FakeTime();
  const records = MemoryRecords();
  let finish = () => {};
  const slow = withLocks(records, ["x"], () => new Promise<void>((resolve) => finish = resolve));
  await time.tickAsync(16_000);
  let isSecondDone = false;
  let finishSecond = () => {};
  const second = withLocks(
    records,
    ["x"],
    () => new Promise<void>((resolve) => finishSecond = resolve),
  ).then(() => isSecondDone = true);
  await time.tickAsync(200);
  finish();
  await slow;
  const third = withLocks(records, ["x"], () => Promise.resolve(isSecondDone));
  await time.tickAsync(500);
  finishSecond();
  await time.tickAsync(500);
  await second;
  assertEquals(await third, true);
});

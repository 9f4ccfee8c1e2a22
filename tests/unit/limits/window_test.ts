import { assertEquals, assertNotEquals, assertObjectMatch, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryRecords } from "../../../adapters/records/memory.ts";
import { AdapterError } from "../../../src/errors.ts";
import { countDown, countUp, makeKey } from "../../../src/limits/window.ts";
import { createConfig } from "../_context.ts";

const HOUR = 60 * 60 * 1000;

for (const [name, records] of [["memory", undefined], ["records", MemoryRecords()]] as const) {
  Deno.test(`countUp() counts to the limit, in an hour that begins with the first count (${name})`, async () => {
    using time = new FakeTime();
    const { config } = createConfig({ records });
    const until = new Date(Date.now() + HOUR);
    assertObjectMatch({ ...await countUp(config, "a", 2) }, { id: "a", isFull: false, until });
    time.tick(HOUR - 1);
    assertObjectMatch({ ...await countUp(config, "a", 2) }, { id: "a", isFull: false, until });
    assertObjectMatch({ ...await countUp(config, "a", 2) }, { id: "a", isFull: true, until });
    time.tick(1);
    assertEquals((await countUp(config, "a", 2)).isFull, false);
  });

  Deno.test(`countDown() takes back one count of the same hour alone (${name})`, async () => {
    using time = new FakeTime();
    const { config } = createConfig({ records });
    const first = await countUp(config, "b", 1);
    await countDown(config, first);
    const second = await countUp(config, "b", 1);
    assertEquals(second.isFull, false);
    time.tick(HOUR);
    await countUp(config, "b", 1);
    await countDown(config, second);
    assertEquals((await countUp(config, "b", 1)).isFull, true);
    await countDown(config, { ...first, id: "unknown" });
  });
}

for (const [name, records] of [["memory", undefined], ["records", MemoryRecords()]] as const) {
  Deno.test(`countUp() locks for no more than an hour after the clock was set back a day (${name})`, async () => {
    const { config } = createConfig({ records });
    const start = 1_000_000_000_000;
    const isFull = async (timeMs: number) => {
      using _time = new FakeTime(timeMs);
      return (await countUp(config, "d", 1)).isFull;
    };
    assertEquals(await isFull(start + 24 * HOUR), false);
    assertEquals(await isFull(start), true, "as before");
    assertEquals(await isFull(start + HOUR - 1), true, "and not anew with each try");
    assertEquals(await isFull(start + HOUR), false);
  });

  Deno.test(`countUp() leaves the hour of a process whose clock is ahead (${name})`, async () => {
    const { config } = createConfig({ records });
    using time = new FakeTime(2_000_000_000_000);
    const ahead = await countUp(config, "e", 2);
    time.restore();
    using _behind = new FakeTime(2_000_000_000_000 - 60_000);
    assertEquals((await countUp(config, "e", 2)).until, ahead.until);
    await countDown(config, ahead);
    assertEquals((await countUp(config, "e", 2)).isFull, false);
  });
}

Deno.test("countDown() takes one write where no call came between, and is exact where fifty did", async () => {
  const calls: string[] = [];
  const inner = MemoryRecords();
  const records: typeof inner = {
    ...inner,
    get: (...args) => (calls.push("get"), inner.get(...args)),
    put: (...args) => (calls.push("put"), inner.put(...args)),
  };
  const { config } = createConfig({ records });
  await countDown(config, await countUp(config, "f", 2));
  assertEquals(calls, ["get", "put", "put"]);

  const counts = [];
  for (let index = 0; index < 50; index++) counts.push(await countUp(config, "g", 50));
  assertEquals((await countUp(config, "g", 50)).isFull, true);
  await Promise.all(counts.map((count) => countDown(config, count)));
  assertEquals((await inner.get("limit", "g"))?.data, 0);
});

Deno.test("countUp() gives up on a store whose counts change each time", async () => {
  const records = { ...MemoryRecords(), put: () => false };
  const { config } = createConfig({ records });
  using time = new FakeTime();
  const counted = countUp(config, "c", 1);
  const failed = assertRejects(() => counted, AdapterError, "Cannot count");
  for (let i = 0; i < 200; i++) await time.tickAsync(50);
  await failed;
});

Deno.test("keyOf() depends on the secret and on each name", async () => {
  const keys = await Promise.all([
    makeKey("secret", "a", "b"),
    makeKey("other", "a", "b"),
    makeKey("secret", "a", "c"),
    makeKey("secret", "ab"),
    makeKey("secret", 'a","b'),
  ]);
  assertEquals(new Set(keys).size, keys.length);
  assertNotEquals(keys[0], "");
  assertEquals(await makeKey("secret", "a", "b"), keys[0]);
});

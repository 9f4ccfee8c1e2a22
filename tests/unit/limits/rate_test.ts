import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Buckets, count } from "../../../src/limits/rate.ts";
import { isChosen } from "../../_stride.ts";

const MINUTE = 60_000;

/** Number of accepted requests of one name, spread evenly over some minutes. */
async function accepted(perMinute: number, requests: number, minutes: number): Promise<number> {
  using time = new FakeTime();
  const buckets = new Buckets();
  let sum = 0;
  for (let i = 0; i < requests; i++) {
    if (await buckets.take("name", perMinute) === undefined) sum++;
    time.tick(minutes * MINUTE / requests);
  }
  return sum;
}

Deno.test("Buckets.take() accepts the limit at once, and no more", async () => {
  for (const perMinute of [1, 7, 100, 1000]) {
    assertEquals(await accepted(perMinute, perMinute + 50, 0), perMinute);
  }
});

Deno.test("Buckets.take() accepts a burst and the rate, exactly", async () => {
  // 100 at once, and one every 600 ms of ten minutes.
  const sum = await accepted(100, 3000, 10);
  assert(sum >= 1098 && sum <= 1101, String(sum));
  assertEquals(await accepted(100, 990, 10), 990, "below the limit");
});

Deno.test("Buckets.take() returns the time of the next accepted request", async () => {
  using time = new FakeTime();
  const buckets = new Buckets();
  for (let i = 0; i < 60; i++) await buckets.take("name", 60);
  const freeAtMs = await buckets.take("name", 60);
  assertEquals(freeAtMs, Date.now() + 1000);
  time.tick(999 - 1);
  assert(await buckets.take("name", 60) !== undefined);
  time.tick(2);
  assertEquals(await buckets.take("name", 60), undefined);
});

/** Runs a step at a time, with a clock that stands there. */
async function at<T>(timeMs: number, step: () => Promise<T>): Promise<T> {
  using _time = new FakeTime(timeMs);
  return await step();
}

Deno.test("Buckets.take() locks for no more than a minute after the clock was set back a day", async () => {
  const [day, other] = [24 * 60 * MINUTE, 1_000_000_000_000];
  const buckets = new Buckets();
  const take = () => buckets.take("name", 10);
  await at(other + day, async () => {
    for (let i = 0; i < 10; i++) assertEquals(await take(), undefined);
  });
  assert(await at(other, take) !== undefined, "full, as before");
  assert(await at(other + MINUTE / 10 - 10, take) !== undefined);
  assertEquals(await at(other + MINUTE / 10 + 10, take), undefined);
  // As many as in any minute.
  await at(other + 2 * MINUTE, async () => {
    for (let i = 0; i < 10; i++) assertEquals(await take(), undefined);
    assert(await take() !== undefined);
  });
});

Deno.test("Buckets.take() counts parallel requests of a name one by one", async () => {
  using _time = new FakeTime();
  const buckets = new Buckets();
  const all = await Promise.all(Array.from({ length: 300 }, () => buckets.take("name", 100)));
  assertEquals(all.filter((freeAtMs) => freeAtMs === undefined).length, 100);
});

/** Names that the test below takes. */
const NAMES = isChosen(1, 2) ? 1_000_000 : 200_000;

Deno.test(`Buckets.take() forgets no name among ${NAMES}, and its memory stays the same`, async () => {
  using _time = new FakeTime();
  const buckets = new Buckets();
  for (let i = 0; i < 100; i++) assertEquals(await buckets.take("attacker", 100), undefined);
  const before = Deno.memoryUsage();
  let refused = 0;
  for (let i = 0; i < NAMES; i++) {
    if (await buckets.take(`address ${i}`, 100) !== undefined) refused++;
  }
  assert(await buckets.take("attacker", 100) !== undefined, "the attacker is still refused");
  assertEquals(refused, 0, "no other address is");
  const grown = Deno.memoryUsage().external - before.external;
  assert(grown < 1024 * 1024, `${grown} bytes`);
});

Deno.test("count() locks no bucket for more than a minute when the clock is set back", () => {
  const { emptyAtMs } = count(0, 1, 10 * MINUTE);
  assertEquals(emptyAtMs, 11 * MINUTE);
  const refused = count(emptyAtMs, 1, 0);
  assertEquals(refused, { emptyAtMs: MINUTE, freeAtMs: MINUTE });
});

Deno.test("Buckets.hold() lets no more work begin at once than could count", async () => {
  const buckets = new Buckets();
  for (let i = 0; i < 7; i++) await buckets.take("name", 10);
  let [underway, most, refused] = [0, 0, 0];
  const work = async () => {
    const held = await buckets.hold("name", 10);
    if (typeof held === "number") return refused++;
    most = Math.max(most, underway += 1);
    await Promise.resolve();
    underway--;
    held(true);
  };
  await Promise.all(Array.from({ length: 50 }, work));
  assertEquals([most, refused], [3, 47]);
});

Deno.test("Buckets.hold() counts nothing for work that turns out right, and lets all of it begin", async () => {
  using _time = new FakeTime();
  const buckets = new Buckets();
  let done = 0;
  const work = async () => {
    const held = await buckets.hold("name", 3);
    assert(typeof held !== "number");
    await Promise.resolve();
    held(false);
    done++;
  };
  await Promise.all(Array.from({ length: 50 }, work));
  assertEquals(done, 50);
  for (let i = 0; i < 3; i++) assertEquals(await buckets.take("name", 3), undefined);
  assert(typeof await buckets.hold("name", 3) === "number");
});

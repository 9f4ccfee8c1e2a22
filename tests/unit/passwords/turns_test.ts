import { assert, assertEquals, assertRejects } from "@std/assert";
import { TooManyRequests } from "../../../src/errors.ts";
import { inTurn, MAX_WAITING } from "../../../src/passwords/turns.ts";

Deno.test("inTurn: runs few at once, in the order of the calls, also after failures", async () => {
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const runs = Array.from({ length: 100 }, (_, index) =>
    inTurn(async () => {
      order.push(index);
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      if (index % 7 === 0) throw new Error("failed");
      return index;
    }).catch(() => -1));
  const results = await Promise.all(runs);
  assertEquals(order, order.toSorted((a, b) => a - b));
  assertEquals(results.filter((result) => result === -1).length, 15);
  assert(most >= 1 && most <= 3, `${most} at once`);
});

Deno.test("inTurn: refuses a call when too many wait", async () => {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const runs = Array.from({ length: MAX_WAITING + 3 }, () => inTurn(() => end).catch(() => {}));
  await assertRejects(() => inTurn(() => end), TooManyRequests);
  resolve();
  await Promise.all(runs);
  assertEquals(await inTurn(() => Promise.resolve(1)), 1);
});

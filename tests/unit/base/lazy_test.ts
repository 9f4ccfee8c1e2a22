import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { lazy } from "../../../src/base/lazy.ts";

Deno.test("lazy() loads once, and returns the result without a promise afterwards", async () => {
  let loads = 0;
  const get = lazy(() => Promise.resolve({ number: ++loads }));
  const first = get();
  assert(first instanceof Promise);
  const loaded = await first;
  assertEquals(loaded, { number: 1 });
  assertStrictEquals(get(), loaded);
  assertEquals(loads, 1);
});

Deno.test("lazy() tries a load that failed again", async () => {
  let loads = 0;
  const get = lazy(async () => {
    if (++loads === 1) throw new Error("offline");
    return await Promise.resolve({ loads });
  });
  await assertRejects(async () => await get(), Error, "offline");
  assertEquals(await get(), { loads: 2 });
});

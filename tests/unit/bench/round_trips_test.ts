import { assertEquals } from "@std/assert";
import { countRoundTrips } from "../../bench/_round_trips.ts";

Deno.test("countRoundTrips() counts calls that wait for each other", async () => {
  using kv = await Deno.openKv(":memory:");
  const { kv: counted, roundTrips } = countRoundTrips(kv);
  await counted.atomic().set(["a"], 1).commit();
  assertEquals((await counted.get(["a"])).value, 1);
  assertEquals(await Array.fromAsync(counted.list({ prefix: [] })).then((all) => all.length), 1);
  assertEquals(roundTrips(), 3);
});

Deno.test("countRoundTrips() counts calls at the same time once", async () => {
  using kv = await Deno.openKv(":memory:");
  const { kv: counted, roundTrips } = countRoundTrips(kv);
  await Promise.all([
    counted.getMany([["a"], ["b"]]),
    counted.get(["c"]),
    counted.atomic().delete(["d"]).commit(),
  ]);
  assertEquals(roundTrips(), 1);
});

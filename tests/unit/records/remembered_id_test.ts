import { assertEquals } from "@std/assert";
import { rememberedId } from "../../../src/records/remembered_id.ts";

Deno.test("rememberedId(): makes the id of a key once, also of one that is made later", async () => {
  const made: string[] = [];
  const idOf = (key: string) => {
    made.push(key);
    return key === "ada" ? "id of ada" : Promise.resolve(`id of ${key}`);
  };
  const remembered = rememberedId(idOf);
  for (const key of ["ada", "bob", "ada", "bob"]) {
    assertEquals(await remembered(key), `id of ${key}`);
  }
  assertEquals(made, ["ada", "bob"]);
});

Deno.test("rememberedId(): forgets a failure", async () => {
  let fails = true;
  const remembered = rememberedId((key) =>
    fails ? Promise.reject(new Error("no crypto")) : Promise.resolve(key)
  );
  assertEquals(await Promise.resolve(remembered("ada")).catch(() => "failed"), "failed");
  fails = false;
  assertEquals(await remembered("ada"), "ada");
});

Deno.test("rememberedId(): forgets the oldest of more than 10,000 keys", async () => {
  let count = 0;
  const remembered = rememberedId((key) => {
    count++;
    return key;
  });
  for (let index = 0; index <= 10_000; index++) await remembered(`user ${index}`);
  assertEquals(count, 10_001);
  await remembered("user 1");
  assertEquals(count, 10_001);
  await remembered("user 0");
  assertEquals(count, 10_002);
});

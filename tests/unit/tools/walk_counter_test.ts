import { assertEquals } from "@std/assert";
import { encode, openToken } from "../../../src/jwt.ts";
import { createWalkCounter } from "../../tools/_walk_counter.ts";

const SECRET = "a-secret-of-at-least-32-characters";

const MODULE = `data:text/javascript,${
  encodeURIComponent(`
    export const once = (value) => value + 1;
    export const twice = (value) => once(value) + once(value);
    export const later = async (value) => (await value) + (await value);
  `)
}`;

const seal = () => encode({ token: { sub: "ada" }, secret: SECRET, salt: "session" });

Deno.test("createWalkCounter: counts each function that ran once, how often, and none of another file", async () => {
  using counter = await createWalkCounter((url) => url === MODULE);
  const { later, once, twice } = await import(MODULE);
  // What ran before does not count.
  assertEquals(once(1), 2);
  const [walked, result] = await counter.count(undefined, () => Promise.resolve(twice(2)));
  assertEquals([result, walked.functions, walked.entered], [6, 2, 3]);
  const [next] = await counter.count(undefined, () => Promise.resolve(once(2)));
  assertEquals([next.functions, next.entered], [1, 1]);
  // An async function is entered once, however often it waits.
  const [waiting] = await counter.count(undefined, () => later(2));
  assertEquals([waiting.functions, waiting.entered], [1, 1]);
});

Deno.test("createWalkCounter: counts the decryptions of the session cookie, and no other", async () => {
  using counter = await createWalkCounter(() => false);
  const [cookie, other] = [await seal(), await seal()];
  const open = (token: string) => openToken(token, [SECRET], "session");
  const count = async (run: () => Promise<unknown>, value: string | undefined = cookie) =>
    (await counter.count(value, run))[0].decryptions;
  assertEquals(await count(() => Promise.resolve()), 0);
  assertEquals(await count(() => open(cookie)), 1);
  assertEquals(await count(() => Promise.all([open(cookie), open(other), open(cookie)])), 2);
  const [{ decryptions }] = await counter.count(undefined, () => open(cookie));
  assertEquals(decryptions, 0);
});

Deno.test("createWalkCounter: tells reads of the store from writes, since the walk began", async () => {
  using counter = await createWalkCounter(() => false);
  const note = (...names: string[]) => names.forEach(counter.note);
  note("getUser");
  const [{ reads, writes }] = await counter.count(undefined, () => {
    note("getSessionAndUser", "records.get", "records.put", "records.list", "records.take");
    note("listAccounts", "createSession", "updateUser");
    return Promise.resolve();
  });
  assertEquals(reads, ["getSessionAndUser", "records.get", "records.list", "listAccounts"]);
  assertEquals(writes, ["records.put", "records.take", "createSession", "updateUser"]);
});

Deno.test("createWalkCounter: leaves the runtime's crypto as it was", async () => {
  const crypto = await import("node:crypto");
  const before = crypto.default.createDecipheriv;
  {
    using _counter = await createWalkCounter(() => false);
    assertEquals(crypto.default.createDecipheriv === before, false);
  }
  assertEquals(crypto.default.createDecipheriv, before);
});

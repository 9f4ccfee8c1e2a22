/**
 * Tables of the memory adapter.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { createPurge, createTable } from "../../adapters/_memory_tables.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";

interface Row {
  id: number;
  userId: string;
  expires: Date;
}

const DAY = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY);

function fill(count: number, expires: (id: number) => Date) {
  const table = createTable<Row>();
  for (let id = 0; id < count; id++) {
    table.set(String(id), { id, userId: `user ${id % 10}`, expires: expires(id) });
  }
  return table;
}

Deno.test("createPurge() examines twenty rows per call, however many there are", () => {
  const table = fill(10_000, () => inDays(1));
  let examined = 0;
  const purge = createPurge(table, ({ expires }) => {
    examined++;
    return expires;
  });
  for (let call = 1; call <= 10; call++) {
    purge();
    assertEquals(examined, 20 * call);
  }
});

Deno.test("createPurge() removes rows a day after their expiry, wherever they are", () => {
  // Live and expired rows, in turn; and one that expired less than a day ago.
  const table = fill(1000, (id) => id === 500 ? inDays(-0.5) : inDays(id % 2 === 0 ? 1 : -2));
  const purge = createPurge(table, ({ expires }) => expires);
  for (let call = 0; call <= 1000 / 20; call++) purge();
  assertEquals([...table.entries()].length, 500);
  assertEquals([table.get("1"), table.get("500")?.id, table.get("998")?.id], [null, 500, 998]);
  // Rows that are added later are examined in a later turn.
  table.set("late", { id: -1, userId: "1", expires: inDays(-2) });
  for (let call = 0; call <= 2 * 1000 / 20; call++) purge();
  assertEquals(table.get("late"), null);
});

Deno.test("createTable() lists the rows of an owner, also after changes of the owner", () => {
  const table = fill(100, () => inDays(1));
  const ids = (owner: string) => table.of(`user ${owner}`).map(({ id }) => id);
  assertEquals(ids("3"), [3, 13, 23, 33, 43, 53, 63, 73, 83, 93]);
  table.set("13", { ...table.get("13")!, userId: "user 4" });
  assertEquals([ids("3").includes(13), ids("4").includes(13)], [false, true]);
  assertEquals(table.deleteEach("user 3", ["3", "3", "4", "none"]), ["3"]);
  assertEquals([table.get("3"), table.get("4")?.id], [null, 4]);
  table.deleteOf("user 3");
  assertEquals([ids("3"), table.get("23")], [[], null]);
  assertEquals([...table.entries()].length, 100 - 9);
});

Deno.test("MemoryAdapter: expired rows of every table are removed by later writes", async () => {
  const adapter = MemoryAdapter();
  await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
  const write = async (id: string, expires: Date) => {
    const token = { identifier: "ada@example.com", token: id, expires };
    await adapter.createSession({ sessionToken: id, userId: "1", expires });
    await adapter.createVerificationToken(token);
  };
  for (let index = 0; index < 10; index++) await write(`old ${index}`, inDays(-2));
  await write("new", inDays(1));
  await write("newer", inDays(1));
  const sessions = (await adapter.listSessions("1")).map(({ sessionToken }) => sessionToken);
  assertEquals(sessions, ["new", "newer"]);
  const { useVerificationToken } = adapter;
  const take = (token: string) => useVerificationToken({ identifier: "ada@example.com", token });
  assertEquals([await take("old 0"), (await take("new"))?.token], [null, "new"]);
});

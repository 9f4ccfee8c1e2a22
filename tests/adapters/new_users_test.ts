/**
 * `createUsers` of the adapters that have it: of each row, all is written or nothing.
 *
 * @module
 */

import { assertEquals, assertRejects } from "@std/assert";
import { PostgresAdapter } from "../../adapters/postgres.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { AdapterError } from "../../src/errors.ts";
import type {
  Adapter,
  AdapterBatches,
  AdapterExtras,
  NewUserRows,
} from "../../src/types/adapter.ts";
import type { RecordEntry } from "../../src/types/records.ts";
import { emptiedPool, withPostgres } from "./_postgres.ts";

type Batching = Required<Adapter> & Required<AdapterExtras> & Required<AdapterBatches>;

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

const record = (id: string, more: Partial<RecordEntry> = {}): RecordEntry => ({
  ...{ kind: "note", id, version: 7, expires: null, data: { text: `"${id}" \\ ü` } },
  ...more,
});

/** A user with two accounts and two records. */
const row = (n: number): NewUserRows => ({
  user: {
    ...{ id: uuid(n), email: `p${n}@example.com`, name: `O'Neil "${n}" \\ ü` },
    emailVerified: new Date(1_600_000_000_123),
    image: null,
  },
  accounts: ["a", "b"].map((one) => ({
    ...{ provider: "github", providerAccountId: `${n}${one}`, type: "oauth", userId: uuid(n) },
    ...one === "b" ? { expires_at: 1_900_000_000, scope: "read", own: true } : {},
  })),
  records: [
    record(`${n}`, { owner: uuid(n), expires: new Date(Date.now() + 1e9) }),
    record(`${n} too`),
  ],
  unless: [{ kind: "held", id: `${n}` }],
});

/** What is stored of a row. */
async function stored(adapter: Batching, { user, accounts, records }: NewUserRows) {
  return {
    user: await adapter.getUser(user.id),
    accounts: await Promise.all(
      accounts.map(({ provider, providerAccountId }) =>
        adapter.getAccount(providerAccountId, provider)
      ),
    ),
    records: await Promise.all(records.map(({ kind, id }) => adapter.records.get(kind, id))),
  };
}

const NOTHING = { user: null, accounts: [null, null], records: [null, null] };

function testBatches(name: string, open: () => Promise<Batching & Disposable>) {
  const test = (title: string, run: (adapter: Batching) => Promise<void>) =>
    Deno.test(`createUsers: ${title} (${name})`, async () => {
      using adapter = await open();
      await run(adapter);
    });

  test("writes users with accounts and records, as single calls do", async (adapter) => {
    const rows = Array.from({ length: 300 }, (_, n) => row(n));
    assertEquals(await adapter.createUsers(rows), rows.map(() => true));
    const single = row(300);
    await adapter.createUser(single.user);
    for (const account of single.accounts) await adapter.linkAccount(account);
    for (const entry of single.records) await adapter.records.put(entry, null);
    for (const one of [rows[0]!, rows[299]!, single]) {
      const { user, accounts, records } = one;
      assertEquals(await stored(adapter, one), {
        user,
        accounts: [...accounts],
        records: [...records],
      });
    }
    assertEquals(await adapter.createUsers([]), []);
  });

  test("leaves a row out whose id, address, account or record is taken", async (adapter) => {
    assertEquals(await adapter.createUsers([row(0)]), [true]);
    await adapter.records.put(record("3", { kind: "held" }), null);
    await adapter.records.put(record("5", { kind: "held", expires: new Date(0) }), null);
    const rows: NewUserRows[] = [
      { ...row(1), user: { ...row(1).user, email: "p0@example.com" } },
      { ...row(2), accounts: [row(2).accounts[0]!, { ...row(0).accounts[1]!, userId: uuid(2) }] },
      row(3),
      { ...row(4), records: [row(4).records[0]!, record("0", { version: 9 })] },
      row(5),
      { ...row(6), user: { ...row(0).user, email: "p6@example.com" } },
    ];
    assertEquals(await adapter.createUsers(rows), [
      ...[null, null, record("3", { kind: "held" })],
      ...[await adapter.records.get("note", "0"), true, null],
    ]);
    assertEquals(await stored(adapter, row(1)), NOTHING);
    assertEquals((await adapter.getAccount("0b", "github"))?.userId, uuid(0));
    for (const n of [2, 3, 4, 6]) assertEquals(await stored(adapter, row(n)), NOTHING, `${n}`);
    assertEquals((await adapter.getUser(uuid(5)))?.email, "p5@example.com");
    assertEquals((await adapter.getUser(uuid(0)))?.email, "p0@example.com");
    assertEquals((await adapter.records.get("note", "0"))?.version, 7);
  });

  test("writes nothing that a store would change, and nothing after a failure", async (adapter) => {
    const inexact = { ...row(1), user: { ...row(1).user, email: "p1\0@example.com" } };
    await assertRejects(async () => await adapter.createUsers([row(0), inexact]), AdapterError);
    const tooLarge = { ...row(1), records: [record("1", { data: "x".repeat(40_000) })] };
    await assertRejects(
      async () => await adapter.createUsers([row(0), tooLarge]),
      RangeError,
      "at most 32768",
    );
    for (const n of [0, 1]) assertEquals(await stored(adapter, row(n)), NOTHING);
  });

  test("of fifty calls at once, one writes each user", async (adapter) => {
    const crowd = Array.from({ length: 50 }, (_, call) =>
      Array.from({ length: 10 }, (_, n) => {
        const { user, accounts, records, unless } = row(n);
        const id = uuid(1000 * (call + 1) + n);
        // A user without an address is told apart by the account or the record alone.
        const { email: _email, ...nameless } = user;
        return {
          user: (n < 3 ? { ...nameless, id } : { ...user, id }) as NewUserRows["user"],
          accounts: n < 2 ? accounts.map((one) => ({ ...one, userId: id })) : [],
          records: records.map((entry, at) => ({
            ...entry,
            version: call + 1,
            ...at === 0 ? { owner: id } : {},
          })),
          unless,
        };
      }));
    const answers = await Promise.all(crowd.map((rows) => adapter.createUsers(rows)));
    const { users } = await adapter.listUsers({ by: "id", prefix: "", after: null, limit: 1000 });
    const ids = answers.flatMap((list, call) =>
      list.flatMap((answer, n) => answer === true ? [crowd[call]![n]!.user.id] : [])
    );
    assertEquals(users.map(({ id }) => id).sort(), ids.sort());
    for (let n = 0; n < 10; n++) {
      const owner = (await adapter.records.get("note", `${n}`))?.owner;
      const winner = crowd.map((rows) => rows[n]!).find(({ user }) => user.id === owner);
      // A store may leave a row out that others try to write too.
      const winners = ids.filter((id) => crowd.some((rows) => rows[n]!.user.id === id));
      assertEquals(winners, winner ? [owner!] : []);
      if (winner && n < 2) {
        assertEquals((await adapter.listAccounts(owner!)).length, 2);
      }
    }
  });
}

testBatches("SQLite", () => Promise.resolve(SqliteAdapter(":memory:")));

withPostgres("createUsers on PostgreSQL", (server) => {
  for (const [title, schema] of [["text", "ids_text"], ["uuid", "ids_uuid"]] as const) {
    const tables = title === "uuid"
      ? "CREATE TABLE ids_uuid.users (id uuid PRIMARY KEY, name text, email text, " +
        '"emailVerified" timestamptz, image text);'
      : "";
    const open = emptiedPool(server, schema, tables);
    testBatches(`PostgreSQL, ids of ${title}`, async () => {
      const pool = await open();
      const adapter = PostgresAdapter(pool);
      await adapter.setup();
      return { ...adapter, [Symbol.dispose]: () => {} } as Batching & Disposable;
    });
  }
});

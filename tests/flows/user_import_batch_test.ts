/**
 * `users.import` on stores that write many users at once: the same becomes of each row as where they are
 * written one after the other, whatever happens meanwhile.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import type { AuthConfig } from "../../mod.ts";
import { reserveAddress } from "../../src/accounts/reserved_address.ts";
import { foreignHashes } from "../../src/capabilities/passwords/foreign.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { findPassword } from "../../src/capabilities/passwords/records.ts";
import GitHub from "../../src/providers/github.ts";
import { requireStore } from "../../src/server/environment.ts";
import * as users from "../../src/server/users.ts";
import type { AuditEntry } from "../../src/types/audit.ts";
import type { ImportedUserRow, UserRow } from "../../src/types/user_import.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import { type Adapter, failEachCallOf, type FaultStore, type OpenStore } from "./_fault_store.ts";
import { localStores, serverStores } from "./_fault_stores.ts";
import { CHEAP } from "./_passwords.ts";
import { SECRET } from "./_rig.ts";

const HASH = "$2b$04$ucmr5270/K.X7UuLa9Vn8eOC03S0ff73WGF60U2UmhDW8eeXTm.kW";
const SOURCE = { source: "old" };

type Stores = Pick<AuthConfig, "adapter" | "records">;

/** The records are those of the adapter, so that it can write them with users. */
function together({ adapter, records }: Stores): Stores {
  return { adapter: { ...adapter, records } as AuthConfig["adapter"] };
}

function makeConfig(store: Stores, more: object = {}) {
  return {
    providers: [
      Password({ ...CHEAP, page: false, verify: foreignHashes() }),
      GitHub({ clientId: "id", clientSecret: "secret" }),
    ],
    session: { revocation: {} },
    secret: SECRET,
    trustHost: true,
    ...store,
    ...more,
  } as AuthConfig;
}

const github = (id: string) => ({ provider: "github", providerAccountId: id });

const person = (n: number) => ({
  id: `u${n}`,
  email: `p${n}@example.com`,
  emailVerified: true,
  name: `Person ${n}`,
  createdAt: "2020-01-31T12:00:00Z",
  password: { hash: HASH },
  accounts: [github(String(1000 + n))],
});

/** All that is stored of people, without what is random. */
async function stored(config: AuthConfig, rows: readonly UserRow[]) {
  const { store, ...rest } = requireStore(config);
  return await Promise.all(rows.map(async ({ email, accounts }) => {
    const user = email ? await store.getUserByEmail(email) : null;
    const owners = await Promise.all((accounts ?? []).map((one) => store.getUserByAccount(one)));
    const password = user && await findPassword({ store, ...rest }, user.id);
    return {
      ...user && { ...user, id: undefined },
      hash: password?.hash,
      isSuspended: user && await users.isSuspended(config, user.id),
      owned: owners.map((owner) => owner && [owner.id === user?.id, owner.email, owner.name]),
    };
  }));
}

/** Rows with each outcome, and those that two others could be. */
const MIXED: UserRow[] = [
  ...Array.from({ length: 20 }, (_, n) => person(n)),
  { ...person(20), suspended: true },
  { ...person(21), email: "p21@exämple.com" },
  { ...person(22), email: null, emailVerified: null, password: null },
  { ...person(23), emailVerified: null, accounts: [] },
  // Text that stores would change, or refuse.
  ...["\0", "\ud800"].map((text, n) => ({ ...person(40 + n), image: `https://x.example/${text}` })),
  { ...person(24), email: "not an address" },
  // Another user has the address, the account, or had the address.
  { ...person(25), email: "taken@example.com" },
  { ...person(26), accounts: [github("1026"), github("taken")] },
  { ...person(27), email: "held@example.com" },
  // Those of an earlier row.
  { ...person(28), email: "p0@example.com" },
  { ...person(29), accounts: [github("1001")] },
  { ...person(30), email: null, emailVerified: null, password: null, accounts: [github("1002")] },
  { ...person(31), id: "u3" },
  { ...person(32), id: "u22", email: null, password: null },
];

/** Imports rows, and returns what became of each. */
async function outcomes(config: AuthConfig, rows: readonly UserRow[], options: object = {}) {
  const found: ImportedUserRow[] = [];
  await users.import(config, rows, {
    ...{ ...SOURCE, ...options },
    onRow: (row) => void found.push(row),
  });
  return found.toSorted((a, b) => a.row - b.row).map(({ userId, ...row }) => ({
    ...row,
    hasUser: userId !== undefined,
  }));
}

async function prepare(config: AuthConfig) {
  const { id } = await users.create(config, { email: "taken@example.com" });
  const { store, records } = requireStore(config);
  await store.linkAccount({ ...github("taken"), type: "oauth", userId: id });
  await reserveAddress(records!, "held@example.com", id, new Date(Date.now() + 1e9));
}

const mails = { sendMail: () => {}, theme: { name: "App" } };

function onStore(name: string, open: OpenStore) {
  const test = (title: string, run: (store: FaultStore) => Promise<void>) =>
    Deno.test(`users.import, many at once: ${title} (${name})`, async () => {
      const store = await open();
      try {
        await run(store);
      } finally {
        await store.close();
        await open.end?.();
      }
    });

  test("the same becomes of each row as alone", async (store) => {
    const alone = makeConfig(store.config, mails);
    await prepare(alone);
    // One after the other: which of two rows is first decides.
    const expected = await outcomes(alone, MIXED, { concurrency: 1 });
    const expectedRows = await stored(alone, MIXED);
    const again = await outcomes(alone, MIXED, { concurrency: 1 });
    assert(!store.calls.includes("createUsers"));
    const names = new Set(expected.map(({ outcome }) => outcome));
    assertEquals(names, new Set(["created", "known", "exists", "refused"]));

    const other = await open();
    try {
      const config = makeConfig(together(other.config), mails);
      await prepare(config);
      assertEquals(await outcomes(config, MIXED), expected);
      assert(other.calls.includes("createUsers"));
      assertEquals(await stored(config, MIXED), expectedRows);
      assertEquals(await outcomes(config, MIXED), again);
      assertEquals(await stored(config, MIXED), expectedRows);
    } finally {
      await other.close();
    }
  });

  test("fifty imports of the same rows, and people who sign up meanwhile", async (store) => {
    const config = makeConfig(together(store.config));
    const rows = Array.from({ length: 30 }, (_, n) => person(n));
    const imports = Array.from({ length: 50 }, () => outcomes(config, rows));
    const signUps = rows.slice(0, 10).map(({ email }) =>
      users.create(config, { email, name: "Alone" }).then(() => true, () => false)
    );
    const isAlone = await Promise.all(signUps);
    for (const run of await Promise.all(imports)) {
      run.forEach(({ outcome }, n) => {
        const expected = isAlone[n] ? ["exists"] : ["created", "known"];
        assert(expected.includes(outcome), `row ${n}: ${outcome}, ${isAlone[n]}`);
      });
    }
    for (const [n, row] of (await stored(config, rows)).entries()) {
      assertEquals(row.name, isAlone[n] ? "Alone" : `Person ${n}`);
      assertEquals(row.hash, isAlone[n] ? undefined : HASH);
      const owner = [true, row.email, row.name];
      assertEquals(row.owned, [isAlone[n] ? null : owner] as typeof row.owned);
    }
    assertEquals((await users.list(config, { limit: 100 })).users.length, 30);
  });

  Deno.test(`users.import, many at once: a run after one that failed, or was killed, at any call of the store (${name})`, async () => {
    const rows = [
      ...Array.from({ length: 6 }, (_, n) => person(n)),
      ...[{ ...person(6), suspended: true }, { ...person(7), id: "u0" }, person(8), person(9)],
    ];
    const people = rows.filter(({ id, email }) => id !== "u0" || email === "p0@example.com");
    const known = new Map<number, unknown>();
    const flows = Object.fromEntries([4, 500].map((size) => [`${size} rows at once`, size]));
    await failEachCallOf(flows, open, async (concurrency, store, fail) => {
      const failed = await fail(() =>
        Promise.race([
          users.import(makeConfig(together(store.config)), rows, { ...SOURCE, concurrency })
            .catch((error) => error),
          store.ended(),
        ])
      );
      const config = makeConfig(together(store.reopened));
      if (!failed) {
        assert(store.calls.includes("createUsers"));
        known.set(concurrency, await stored(config, people));
        return;
      }
      const { created, known: before, exists } = await users.import(config, rows, SOURCE);
      assertEquals([created + before, exists], [rows.length, 0], failed.title);
      assertEquals(await stored(config, people), known.get(concurrency), failed.title);
      assertEquals((await users.list(config, { limit: 100 })).users.length, people.length);
    }, ["before", "after", "never"]);
  });
}

onStore("SQLite", Object.assign(() => localStores["SQLite"]!(), { stride: undefined }));
withPostgres("users.import, many at once, on PostgreSQL", (server) => {
  onStore("PostgreSQL", serverStores(server)["PostgresAdapter"]!);
});

Deno.test("users.import, many at once: rows are told in their order, and few are read ahead", async () => {
  using adapter = SqliteAdapter(":memory:");
  const entries: AuditEntry[] = [];
  const logged: string[] = [];
  const config = makeConfig({ adapter }, {
    events: { audit: (entry: AuditEntry) => void entries.push(entry) },
    debug: true,
    logger: { debug: (...args: unknown[]) => void logged.push(JSON.stringify(args)) },
  });
  let [read, done, most] = [0, 0, 0];
  const told: number[] = [];
  function* rows() {
    for (let n = 0; n < 200; n++) {
      most = Math.max(most, ++read - done);
      yield person(n);
    }
  }
  await users.import(config, rows(), {
    ...{ ...SOURCE, concurrency: 20 },
    onRow: ({ row }) => void told.push(row),
    onProgress: ({ rows }) => done = Math.max(done, rows),
  });
  assert(most <= 21, `${most} rows at once`);
  assertEquals(told.toSorted((a, b) => a - b), Array.from({ length: 200 }, (_, n) => n + 1));
  for (let at = 0; at < 200; at += 10) {
    const batch = told.filter((row) => row > at && row <= at + 10);
    assertEquals(batch, batch.toSorted((a, b) => a - b));
  }
  const counts = Object.groupBy(entries, ({ name }) => name);
  assertEquals(
    Object.fromEntries(Object.entries(counts).map(([name, list]) => [name, list!.length])),
    { "user.created": 200, "account.linked": 200, "password.set": 200 },
  );
  const calls = logged.filter((line) => line.includes("createUsers"));
  assert(calls.length > 0);
  assert(!logged.some((line) => line.includes(HASH)), "a hash is in the log");
});

Deno.test("users.import, many at once: a row waits for no further ones, and those before a wrong one are done", async () => {
  using adapter = SqliteAdapter(":memory:");
  const config = makeConfig({ adapter });
  const first = Promise.withResolvers<void>();
  async function* slow() {
    yield person(0);
    await first.promise;
    yield person(1);
    throw new Error("The file ends");
  }
  const onRow = () => first.resolve();
  const failed = () => users.import(config, slow(), { ...SOURCE, onRow });
  await assertRejects(failed, Error, "The file ends");
  assertEquals((await users.list(config)).users.length, 2);

  const rows = [person(2), { email: "x" }, person(3), person(4)];
  const report = await users.import(config, rows, { ...SOURCE, stopOnProblem: true });
  assertEquals([report.rows, report.created, report.isComplete], [2, 1, false]);
  assertEquals(await adapter.getUserByEmail("p3@example.com"), null);
});

Deno.test("users.import, many at once: an app's own methods and records, in a copy of an adapter, are called", async () => {
  const rows = [0, 1, 2].map(person);
  const copies: [string, (adapter: Adapter, seen: string[]) => Adapter][] = [
    ["createUser", (adapter, seen) => ({
      ...adapter,
      createUser(user) {
        seen.push("createUser");
        return adapter.createUser!(user);
      },
    })],
    ["linkAccount", (adapter, seen) =>
      Object.create(adapter, {
        linkAccount: {
          value: (account: never) => {
            seen.push("linkAccount");
            return adapter.linkAccount!(account);
          },
        },
      })],
    ["getUserByEmail", (adapter, seen) => ({
      ...adapter,
      getUserByEmail(email) {
        seen.push("getUserByEmail");
        return adapter.getUserByEmail!(email);
      },
    })],
    ["getUserByAccount", (adapter, seen) => ({
      ...adapter,
      getUserByAccount(account) {
        seen.push("getUserByAccount");
        return adapter.getUserByAccount!(account);
      },
    })],
    ["records", (adapter, seen) => {
      const records = MemoryRecords();
      const put: typeof records.put = (...args) => {
        seen.push("records");
        return records.put(...args);
      };
      return { ...adapter, records: { ...records, put } };
    }],
  ];
  for (const [name, copy] of copies) {
    using adapter = SqliteAdapter(":memory:");
    const seen: string[] = [];
    let batches = 0;
    const { createUsers } = adapter;
    // Calls are counted, and still go to the method of the adapter.
    adapter.createUsers = Object.assign(
      (...args: Parameters<typeof createUsers>) => (batches++, createUsers(...args)),
      createUsers,
    );
    await users.import(makeConfig({ adapter }), [person(9)], SOURCE);
    assertEquals(batches, 1, name);
    const config = makeConfig({ adapter: copy(adapter as Adapter, seen) });
    const { created } = await users.import(config, rows, SOURCE);
    assertEquals([created, batches], [3, 1], name);
    assert(seen.filter((one) => one === name).length >= 3, name);
    for (const { hash } of await stored(config, rows)) assertEquals(hash, HASH, name);
  }
});

Deno.test("users.import, many at once: rows of which an adapter says nothing are asked for alone", async () => {
  for (const answer of [undefined, [], [true], [true, undefined, true, true, true]]) {
    using adapter = SqliteAdapter(":memory:");
    const { createUsers } = adapter;
    const config = makeConfig({
      adapter: {
        ...adapter,
        async createUsers(rows) {
          const said = (answer ?? []) as (true | undefined)[];
          await createUsers(rows.filter((_, index) => said[index]));
          return answer as never;
        },
      },
    });
    const rows = [0, 1, 2].map(person);
    assertEquals((await users.import(config, rows, SOURCE)).created, 3, `${answer}`);
    assertEquals((await stored(config, rows)).map(({ hash }) => hash), [HASH, HASH, HASH]);
  }
});

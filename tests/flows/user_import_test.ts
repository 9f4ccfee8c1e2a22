/**
 * `users.import`: each row becomes one user, whatever happens meanwhile, and nobody who is there is
 * changed.
 *
 * @module
 */

import process from "node:process";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { foreignHashes } from "../../src/capabilities/passwords/foreign.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { findPassword, putPassword } from "../../src/capabilities/passwords/records.ts";
import { AuthError } from "../../src/errors.ts";
import GitHub from "../../src/providers/github.ts";
import { requireStore } from "../../src/server/environment.ts";
import * as users from "../../src/server/users.ts";
import type { AuditEntry } from "../../src/types/audit.ts";
import {
  readAuth0,
  readClerk,
  readCsv,
  readFirebase,
  readJsonLines,
  readSupabase,
} from "../../src/tools/migrate/user_rows.ts";
import type { UserImportOptions, UserRow, UserRows } from "../../src/types/user_import.ts";
import { onEveryStore } from "./_every_store.ts";
import { failEachCall } from "./_fault_store.ts";
import { localStores } from "./_fault_stores.ts";
import { CHEAP, createPasswordApp, enter } from "./_passwords.ts";
import { SECRET } from "./_rig.ts";

const HASH = "$2b$04$ucmr5270/K.X7UuLa9Vn8eOC03S0ff73WGF60U2UmhDW8eeXTm.kW";
const PBKDF2 =
  "$pbkdf2-sha256$i=1000$c2FsdHNhbHRzYWx0c2FsdA$BBs+1+PaslLtBPULUr8/lQicvVuHiEPMz0i8MjLCbzM";
const SOURCE = { source: "old" };

function makeConfig(store: Pick<AuthConfig, "adapter" | "records">, more: object = {}) {
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

const person = (n: number): UserRow => ({
  id: `u${n}`,
  email: `P${n}@Example.com`,
  emailVerified: true,
  name: `Person ${n}`,
  createdAt: "2020-01-31T12:00:00Z",
  password: { hash: HASH },
  accounts: [{ provider: "github", providerAccountId: String(1000 + n) }],
});

/** The counts of a report. */
async function run(config: AuthConfig, rows: unknown[], options: UserImportOptions = SOURCE) {
  const { created, known, exists, refused, rows: all } = await users.import(
    config,
    rows as UserRow[],
    options,
  );
  assertEquals(created + known + exists + refused, all);
  return { created, known, exists, refused };
}

/** Asserts that each person is there once, with all that the row has. */
async function assertWhole(config: AuthConfig, count: number) {
  const { store, ...rest } = requireStore(config);
  for (let n = 0; n < count; n++) {
    const user = await store.getUserByEmail(`p${n}@example.com`);
    assert(user, `person ${n}`);
    const account = { provider: "github", providerAccountId: String(1000 + n) };
    assertEquals((await store.getUserByAccount(account))?.id, user.id);
    assertEquals((await findPassword({ store, ...rest }, user.id))?.hash, HASH);
    assertEquals(user.emailVerified?.getTime(), Date.UTC(2020, 0, 31, 12));
    assertEquals(user.name, `Person ${n}`);
  }
}

onEveryStore("users.import", (test) => {
  test("makes everybody once, of fifty imports of the same rows at once", async ({ config: store }) => {
    const config = makeConfig(store);
    const rows = Array.from({ length: 12 }, (_, n) => person(n));
    const runs = await Promise.all(Array.from({ length: 50 }, () => run(config, rows)));
    assertEquals(runs.reduce((sum, { created }) => sum + created, 0) >= rows.length, true);
    assertEquals(runs.every(({ exists, refused }) => exists === 0 && refused === 0), true);
    await assertWhole(config, rows.length);
    assertEquals(await run(config, rows), { created: 0, known: 12, exists: 0, refused: 0 });
  });

  test("changes nobody who is there", async ({ config: store }) => {
    const config = makeConfig(store);
    const { id } = await users.create(config, {
      email: "p1@example.com",
      emailVerified: new Date(),
    });
    const unproven = await users.create(config, { email: "p2@example.com" });
    const { store: adapter } = requireStore(config);
    await adapter.linkAccount({
      ...{ provider: "github", providerAccountId: "1003", type: "oauth" as const },
      userId: id,
    });
    const before = await Promise.all([adapter.getUser(id), adapter.getUser(unproven.id)]);
    const rows = [1, 2, 3].map(person);
    assertEquals(await run(config, rows, { ...SOURCE, dryRun: true }), {
      ...{ created: 0, known: 0, exists: 3, refused: 0 },
    });
    assertEquals(await run(config, rows), { created: 0, known: 0, exists: 3, refused: 0 });
    assertEquals(await Promise.all([adapter.getUser(id), adapter.getUser(unproven.id)]), before);
    for (const user of [id, unproven.id]) {
      assertEquals(await findPassword(requireStore(config), user), null);
    }
    assertEquals(
      await adapter.getUserByAccount({ provider: "github", providerAccountId: "1001" }),
      null,
    );
    assertEquals(await adapter.getUserByEmail("p3@example.com"), null);
  });

  test("leaves alone who was imported before, and has changed or is gone", async ({ config: store }) => {
    const config = makeConfig(store);
    await run(config, [person(0), person(1), person(2)]);
    const { store: adapter } = requireStore(config);
    const [gone, moved, parted] = await Promise.all(
      [0, 1, 2].map(async (n) => (await adapter.getUserByEmail(`p${n}@example.com`))!.id),
    );
    await users.delete(config, gone!);
    await adapter.updateUser({ id: moved!, email: "new@example.com" });
    const account = { provider: "github", providerAccountId: "1002" };
    await adapter.unlinkAccount(account);
    assertEquals((await run(config, [person(0), person(1), person(2)])).known, 3);
    assertEquals(await adapter.getUserByEmail("p0@example.com"), null);
    assertEquals(await adapter.getUserByEmail("p1@example.com"), null);
    assertEquals(await adapter.getUserByAccount(account), null);
    assertEquals((await adapter.getUser(parted!))?.email, "p2@example.com");
  });

  test("a user who is suspended there is suspended here", async ({ config: store }) => {
    const config = makeConfig(store);
    await run(config, [{ ...person(0), suspended: true }, person(1)]);
    const { store: adapter } = requireStore(config);
    const ids = await Promise.all(
      [0, 1].map(async (n) => (await adapter.getUserByEmail(`p${n}@example.com`))!.id),
    );
    assertEquals(await users.isSuspended(config, ids[0]!), true);
    assertEquals(await users.isSuspended(config, ids[1]!), false);
  });
});

for (const [name, openStore] of Object.entries(localStores)) {
  Deno.test(`users.import: a run after one whose store failed makes everybody once (${name})`, async () => {
    const calls = await failEachCall(openStore, async (store, fail) => {
      const config = makeConfig(store.config);
      const rows = [{ ...person(0), suspended: true }, person(1)];
      const failed = await fail(() => users.import(config, rows, SOURCE).catch((error) => error));
      if (!failed) return;
      const { created, known } = await run(makeConfig(store.reopened), rows);
      assertEquals(created + known, 2, failed.title);
      await assertWhole(makeConfig(store.reopened), 2);
      const userId = await store.userId("p0@example.com");
      assertEquals(await users.isSuspended(makeConfig(store.reopened), userId!), true);
      assertEquals(await store.countUsers("p0@example.com"), 1);
    });
    assert(calls > 30, `${calls} calls`);
  });
}

Deno.test("users.import: what an address that was not proven could open is left out", async () => {
  const config = makeConfig({ adapter: MemoryAdapter() });
  const { store } = requireStore(config);
  const found: string[] = [];
  const rows = [0, 1, 2, 3, 4].map(person).map(({ accounts, ...row }, n) => ({
    ...row,
    ...n === 0 ? { accounts, emailVerified: false } : {},
    ...n === 1 ? { emailVerified: null } : {},
    ...n === 2 ? { secondFactor: true } : {},
    ...n === 3 ? { emailVerified: undefined } : {},
  }));
  const report = await users.import(config, rows, {
    ...{ ...SOURCE, concurrency: 1 },
    onRow: ({ row, problems }) =>
      void found.push(`${row}: ${problems.map(({ field, reason }) => `${field} ${reason}`)}`),
  });
  assertEquals(found, [
    "1: email address-unproven,password password-unproven",
    "2: password password-unproven",
    "3: password second-factor",
    "4: password password-unproven",
    "5: ",
  ]);
  assertEquals(report.created, 5);
  assertEquals(await store.getUserByEmail("p0@example.com"), null);
  const owner = await store.getUserByAccount({ provider: "github", providerAccountId: "1000" });
  assertEquals([owner?.email ?? null, owner?.emailVerified], [null, null]);
  for (const n of [1, 2, 3]) {
    const user = await store.getUserByEmail(`p${n}@example.com`);
    assertEquals(user?.emailVerified !== null, n === 2);
    assertEquals(await findPassword(requireStore(config), user!.id), null);
  }
});

/** Rows that are wrong, with the member and the reason. */
const WRONG: [row: unknown, field: string | undefined, reason: string][] = [
  [null, undefined, "invalid"],
  ["ada@example.com", undefined, "invalid"],
  [[], undefined, "invalid"],
  [{}, undefined, "no-sign-in-method"],
  [{ unreadable: "It is no JSON" }, undefined, "unreadable"],
  [{ email: "" }, "email", "invalid"],
  [{ email: "a@b@c.example" }, "email", "invalid"],
  [{ email: "a@example.com,b@example.com" }, "email", "invalid"],
  [{ email: 1 }, "email", "invalid"],
  [{ email: "x@example.com", emailVerified: "yes" }, "emailVerified", "invalid"],
  [{ email: "x@example.com", emailVerified: 1 }, "emailVerified", "invalid"],
  [{ email: "x@example.com", emailVerified: new Date(NaN) }, "emailVerified", "invalid"],
  [{ email: "x@example.com", emailVerified: "9999-01-01T00:00:00Z" }, "emailVerified", "invalid"],
  ...[
    ...["0", "1", "2", "12", "-1", "not verified 2", "no 1", "Thu Jan 01 2015", "2015"],
    ...["0000-00-00 00:00:00", "0000-00-00", "2023-02-31", "2023-02-31T12:00:00Z", "2023-13-01"],
    ...["2023-01-01T25:00:00Z", "2023-01-01T12:00:00Z ", " 2023-01-01", "2023-01-01\n", "", NaN],
    ...["1970-01-01", "1970-01-01T00:00:00Z", "1970-01-01T00:00:00.9Z", "1969-12-31T23:59:59Z"],
    ...[new Date(0), new Date(999), new Date(-1), {}, [], [2023], { valueOf: () => 1e12 }],
  ].map((emailVerified) =>
    [{ email: "x@example.com", emailVerified }, "emailVerified", "invalid"] as [
      unknown,
      string,
      string,
    ]
  ),
  [{ email: "x@example.com", createdAt: "sign-up 7" }, "createdAt", "invalid"],
  [{ email: "x@example.com", createdAt: "0".repeat(1000) }, "createdAt", "invalid"],
  [{ email: "x@example.com", id: "" }, "id", "invalid"],
  [{ email: "x@example.com", id: 1 }, "id", "invalid"],
  [{ email: "x@example.com", id: "a\0" }, "id", "invalid"],
  [{ email: "x@example.com", id: "x".repeat(513) }, "id", "invalid"],
  [{ email: "x@example.com", name: 1 }, "name", "invalid"],
  [{ email: "x@example.com", suspended: "true" }, "suspended", "invalid"],
  [{ email: "x@example.com", suspended: 1 }, "suspended", "invalid"],
  [{ email: "x@example.com", secondFactor: "no" }, "secondFactor", "invalid"],
  [{ email: "x@example.com", banned: true }, "banned", "unknown-member"],
  [{ email: "x@example.com", role: "admin" }, "role", "unknown-member"],
  [{ email: "x@example.com", organizations: ["staff"] }, "organizations", "unknown-member"],
  [JSON.parse('{"email":"x@example.com","__proto__":{"a":1}}'), "__proto__", "unknown-member"],
  [{ email: "x@example.com", password: "secret" }, "password", "invalid"],
  [{ email: "x@example.com", password: { hash: HASH, salt: "" } }, "password", "invalid"],
  [{ email: "x@example.com", accounts: "github" }, "accounts", "invalid"],
  [{ email: "x@example.com", accounts: [{ provider: "github" }] }, "accounts", "invalid"],
  [{ accounts: [{ provider: "other", providerAccountId: "1" }] }, "accounts", "config"],
  [{ accounts: [{ provider: "password", providerAccountId: "1" }] }, "accounts", "config"],
  [
    { accounts: Array(51).fill({ provider: "github", providerAccountId: "1" }) },
    "accounts",
    "invalid",
  ],
];

Deno.test("users.import: a row that is wrong is named, changes nothing, and does not stop the rest", async () => {
  const config = makeConfig({ adapter: MemoryAdapter() });
  const rows = [...WRONG.map(([row]) => row), person(0)];
  const report = await users.import(config, rows as UserRow[], SOURCE);
  assertEquals(
    report.problems.map(({ row, field, reason }) => [row, field, reason]).sort(),
    WRONG.map(([, field, reason], index) => [index + 1, field, reason]).sort(),
  );
  assertEquals([report.created, report.refused], [1, WRONG.length]);
  assertEquals((await users.list(config)).users.length, 1);
  for (const { message } of report.problems) assert(!message.includes("secret"), message);
  const stopped = await users.import(config, [person(1), { email: "x" }, person(2), person(3)], {
    ...{ ...SOURCE, stopOnProblem: true, concurrency: 1 },
  });
  assertEquals([stopped.rows, stopped.created, stopped.isComplete], [2, 1, false]);
});

Deno.test("users.import: a proof is a date, or a day or time of ISO 8601", async () => {
  const config = makeConfig({ adapter: MemoryAdapter() });
  const at = Date.UTC(2020, 0, 31, 12);
  const times: [unknown, number][] = [
    [new Date(at), at],
    ...["Z", "", ":00", ":00.123456+00:00", ":00.5"].map((end) =>
      [`2020-01-31T12:00${end}`, at] as [unknown, number]
    ),
    ["2020-01-31T14:00:00+02:00", at],
    ["2020-02-29", Date.UTC(2020, 1, 29)],
  ];
  const rows = times.map(([emailVerified], n) => ({ email: `t${n}@example.com`, emailVerified }));
  assertEquals((await run(config, rows)).created, times.length);
  for (const [n, [, ms]] of times.entries()) {
    const user = await requireStore(config).store.getUserByEmail(`t${n}@example.com`);
    assertEquals(user?.emailVerified?.getTime(), ms, String(times[n]![0]));
  }
});

Deno.test("users.import: a hash that costs too much is refused, and what the config lacks is named", async () => {
  const costly = [
    "$2b$15$rTLuGWwYJbp8mqD95ds2h.Vr.3R6Eb5h7.4zO3V1tHfBdyKAm4q9q",
    "$2b$31$rTLuGWwYJbp8mqD95ds2h.Vr.3R6Eb5h7.4zO3V1tHfBdyKAm4q9q",
    "$argon2id$v=19$m=4194304,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2g",
    "$argon2id$v=19$m=65536,t=99,p=1$c2FsdHNhbHQ$aGFzaGhhc2g",
    "$argon2id$v=19$m=64,t=100000,p=1$c2FsdHNhbHQ$aGFzaGhhc2g",
    "$firebase-scrypt$ln=20,r=8$c2FsdA$aGFzaA",
    "$firebase-scrypt$ln=14,r=800$c2FsdA$aGFzaA",
    "$scrypt$ln=30,r=8,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaGhhc2g",
    "$pbkdf2-sha256$i=99999999$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaGhhc2g",
  ];
  const reasons = async (config: AuthConfig, hashes: string[]) => {
    const rows = hashes.map((hash, n) => ({ ...person(n), password: { hash } }));
    const { problems } = await users.import(config, rows, { ...SOURCE, dryRun: true });
    return problems.map(({ field, reason }) => `${field} ${reason}`);
  };
  const config = makeConfig({ adapter: MemoryAdapter() });
  assertEquals(
    await reasons(config, costly),
    Array(costly.length).fill("password hash-too-costly"),
  );
  const verify = foreignHashes({ argon2: () => true });
  assertEquals(await reasons(config, ["secret", ""]), Array(2).fill("password hash-unknown"));
  const { created } = await users.import(config, [{ ...person(0), password: { hash: "secret" } }]);
  const user = await requireStore(config).store.getUserByEmail("p0@example.com");
  assertEquals([created, await findPassword(requireStore(config), user!.id)], [1, null]);
  for (const hash of costly.slice(0, 7)) assertEquals(await verify("any", hash), false);
  const [, own] = makeConfig({ adapter: MemoryAdapter() }).providers;
  const without = (providers: unknown[]) => makeConfig({ adapter: MemoryAdapter() }, { providers });
  assertEquals(await reasons(without([own]), [HASH]), ["password config"]);
  const noVerify = without([Password({ ...CHEAP, page: false }), own]);
  assertEquals(await reasons(noVerify, [HASH]), ["password config"]);
  const ours = "$pbkdf2-sha256$i=1000$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaGhhc2g";
  assertEquals(await reasons(noVerify, [ours]), []);
  const row = { email: "ada@example.com", suspended: true };
  const { problems } = await users.import({ ...without([own]), session: {} }, [row], SOURCE);
  assertEquals(problems.map(({ field, reason }) => [field, reason]), [["suspended", "config"]]);
});

Deno.test("users.import: a row that another process imports meanwhile is no row of another user", async () => {
  const adapter = MemoryAdapter();
  let isFirst = true;
  const config = makeConfig({
    adapter: {
      ...adapter,
      async getUserByEmail(email) {
        if (isFirst) {
          isFirst = false;
          await users.import(makeConfig({ adapter }), [person(0)], SOURCE);
        }
        return await adapter.getUserByEmail(email);
      },
    } as AuthConfig["adapter"],
  });
  assertEquals(await run(config, [person(0)]), { created: 0, known: 1, exists: 0, refused: 0 });
  await assertWhole(config, 1);
});

Deno.test("users.import: rows of one id follow each other, and the first one counts", async () => {
  const adapter = MemoryAdapter();
  const [created, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const config = makeConfig({
    adapter: {
      ...adapter,
      async linkAccount(account) {
        created.resolve();
        await gate.promise;
        return await adapter.linkAccount(account);
      },
    } as AuthConfig["adapter"],
  });
  const second = { provider: "github", providerAccountId: "2" };
  async function* rows() {
    yield person(0);
    await created.promise;
    yield { ...person(0), accounts: [second] };
    gate.resolve();
  }
  const report = await users.import(config, rows(), SOURCE);
  assertEquals([report.created, report.known], [1, 1]);
  assertEquals(await adapter.getUserByAccount(second), null);
  await assertWhole(config, 1);
});

Deno.test("users.import: a password opens the address that its row has proven, and no other one", async () => {
  const adapter = MemoryAdapter();
  let isBroken = true;
  const records = MemoryRecords();
  const config = makeConfig({
    adapter,
    records: {
      ...records,
      put(entry, expected) {
        if (isBroken && entry.kind === "password") throw new Error("The store is away");
        return records.put(entry, expected);
      },
    },
  });
  const rows = [person(0), person(1)];
  const options = { ...SOURCE, concurrency: 1 };
  for (const row of rows) {
    await assertRejects(() => users.import(config, [row], options), Error, "is away");
  }
  isBroken = false;
  const [moved, set] = await Promise.all(
    [0, 1].map(async (n) => (await adapter.getUserByEmail(`p${n}@example.com`))!.id),
  );
  await adapter.updateUser({ id: moved!, email: "new@example.com" });
  // The user opened a link, and set one.
  await putPassword(requireStore(config), set!, "their own", null);
  assertEquals((await run(config, rows)).created, 2);
  assertEquals(await findPassword(requireStore(config), moved!), null);
  assertEquals((await findPassword(requireStore(config), set!))?.hash, "their own");
});

/** A memory store that gives users ids of its own. */
function makeIdsItself(): AuthConfig["adapter"] & ReturnType<typeof MemoryAdapter> {
  const adapter = MemoryAdapter();
  let last = 0;
  return {
    ...adapter,
    generatesUserIds: () => true,
    createUser: (user) => adapter.createUser({ ...user, id: `own-${++last}` }),
  };
}

Deno.test("users.import: of two rows with one address, a user is that of one alone", async () => {
  const account = (id: string) => [{ provider: "github", providerAccountId: id }];
  const at = { emailVerified: true, createdAt: "2020-01-31T12:00:00Z", name: "Ada" };
  const rows = [
    { ...at, id: "1", email: "a@example.com", accounts: account("1") },
    { ...at, id: "2", email: "A@example.com", accounts: account("2"), suspended: true },
  ];
  for (const adapter of [MemoryAdapter(), makeIdsItself()]) {
    const config = makeConfig({ adapter });
    for (let n = 0; n < 3; n++) {
      const { created, known, exists } = await run(config, rows);
      assertEquals([created + known, exists], [1, 1]);
      const user = (await adapter.getUserByEmail!("a@example.com"))!;
      const linked = await Promise.all(
        ["1", "2"].map((id) => adapter.getUserByAccount!(account(id)[0]!)),
      );
      const isFirst = linked[0] !== null;
      assertEquals(
        linked.map((one) => one?.id),
        isFirst ? [user.id, undefined] : [undefined, user.id],
      );
      assertEquals(await users.isSuspended(config, user.id), !isFirst);
    }
  }
});

Deno.test("users.import: a store that makes ids itself has everybody once, of fifty imports at once", async () => {
  const config = makeConfig({ adapter: makeIdsItself() });
  const runs = await Promise.all(
    Array.from({ length: 50 }, () => run(config, [person(0), person(1)])),
  );
  assertEquals(runs.every(({ exists, refused }) => exists === 0 && refused === 0), true);
  assertEquals((await users.list(config)).users.length, 2);
  await assertWhole(config, 2);
  // An address is free again, once its user is gone.
  const { id } = (await users.list(config)).users.find(({ email }) => email === "p0@example.com")!;
  await users.delete(config, id);
  assertEquals((await run(config, [person(0)])).known, 1);
  const { created } = await run(config, [{ ...person(0), id: "another" }]);
  assertEquals(created, 1);
});

Deno.test("users.import: a row that was begun repeats no step, and brings nobody back", async () => {
  for (const open of [MemoryAdapter, makeIdsItself]) {
    const adapter = open();
    let isBroken = true;
    const config = makeConfig({
      adapter: {
        ...adapter,
        linkAccount(account) {
          if (isBroken && account.providerAccountId === "last") {
            throw new Error("The store is away");
          }
          return adapter.linkAccount!(account);
        },
      } as AuthConfig["adapter"],
    });
    const last = { provider: "github", providerAccountId: "last" };
    const rows = [0, 1].map((n) => ({
      ...{ ...person(n), suspended: true },
      accounts: [...person(n).accounts!, ...n === 0 ? [last] : []],
    }));
    const gone = { ...person(2), accounts: [last] };
    for (const row of [rows[0]!, gone]) {
      await assertRejects(() => users.import(config, [row], SOURCE), Error, "is away");
    }
    const [kept, removed] = await Promise.all(
      [0, 2].map(async (n) => (await adapter.getUserByEmail!(`p${n}@example.com`))!.id),
    );
    await users.resume(config, kept!);
    const account = { provider: "github", providerAccountId: "1000" };
    await adapter.unlinkAccount!(account);
    await users.delete(config, removed!);
    isBroken = false;
    const { created, known } = await run(config, [...rows, gone]);
    assertEquals([created, known], [2, 1]);
    assertEquals(await adapter.getUserByEmail!("p2@example.com"), null);
    assertEquals(await users.isSuspended(config, kept!), false);
    assertEquals(await adapter.getUserByAccount!(account), null);
    assertEquals((await adapter.getUserByAccount!(last))?.id, kept);
    assertEquals((await findPassword(requireStore(config), kept!))?.hash, HASH);
  }
});

for (const when of ["before the link", "at the link"]) {
  Deno.test(`users.import: an account that another user gets ${when} is named, and stays theirs`, async () => {
    const adapter = MemoryAdapter();
    await adapter.createUser({ id: "other", email: "other@example.com", emailVerified: null });
    const account = { provider: "github", providerAccountId: "1000" };
    const take = () => adapter.linkAccount({ ...account, type: "oauth", userId: "other" });
    const config = makeConfig({
      adapter: {
        ...adapter,
        async createUser(user) {
          const created = await adapter.createUser(user);
          if (when === "before the link") await take();
          return created;
        },
        async linkAccount(linked) {
          if (when === "at the link") await take();
          return await adapter.linkAccount(linked);
        },
      } as AuthConfig["adapter"],
    });
    const { created, problems } = await users.import(config, [person(0)], SOURCE);
    assertEquals(created, 1);
    assertEquals(problems.map(({ reason, without }) => [reason, without]), [[
      "account-taken",
      "member",
    ]]);
    assertEquals((await adapter.getUserByAccount(account))?.id, "other");
  });
}

Deno.test("users.import: options without a value, and those that there are not, are refused", async () => {
  const config = makeConfig({ adapter: MemoryAdapter() });
  for (
    const options of [
      ...[{ dryRun: undefined }, { dryRun: null }, { dryRun: "true" }, { dryrun: true }],
      ...[{ source: "" }, { source: "x".repeat(65) }, { providers: null }, { providers: { a: 1 } }],
      ...[{ concurrency: 0 }, { concurrency: 1001 }, { concurrency: 1.5 }, { stopOnProblem: 1 }],
      ...[{ passwords: undefined }, { link: true }],
    ]
  ) {
    await assertRejects(
      () => users.import(config, [person(0)], options as never),
      TypeError,
      "import users",
    );
  }
  assertEquals((await users.list(config)).users, []);
  const { listUsers: _, ...adapter } = MemoryAdapter();
  const bare = Object.fromEntries(Object.entries(adapter).filter(([name]) => name !== "records"));
  await assertRejects(
    () => users.import({ providers: [], adapter: bare as never, secret: SECRET }, []),
    AuthError,
    "set `records`",
  );
});

Deno.test("users.import: a few rows are read ahead, and each leaves its entries in the log", async () => {
  const entries: AuditEntry[] = [];
  const config = makeConfig({ adapter: MemoryAdapter() }, {
    events: { audit: (entry: AuditEntry) => void entries.push(entry) },
  });
  let [read, done, most] = [0, 0, 0];
  const told = new Set<number>();
  function* rows() {
    for (let n = 0; n < 200; n++) {
      most = Math.max(most, ++read - done);
      yield person(n);
    }
  }
  await users.import(config, rows(), {
    ...{ ...SOURCE, concurrency: 4, providers: { github: null } },
    onRow: () => Promise.resolve(),
    onProgress({ rows }) {
      done = Math.max(done, rows);
      told.add(rows);
    },
  });
  assertEquals([done, told.size], [200, 200]);
  assert(most <= 5, `${most} rows at once`);
  const names = entries.map(({ name }) => name);
  assertEquals(names.filter((name) => name === "user.created").length, 200);
  assertEquals(names.filter((name) => name === "password.set").length, 200);
  assertEquals(names.filter((name) => name === "account.linked").length, 0);
});

/** The example that Firebase has published of its scrypt. */
const FIREBASE = {
  signerKey:
    "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
  hash: { saltSeparator: "Bw==", rounds: 8, memCost: 14 },
  user: {
    salt: "42xEC+ixf3L2lw==",
    passwordHash:
      "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
  },
  password: "user1password",
};

/** A user of each system with a password: rows of an exported file. */
const SYSTEMS: Record<string, { rows: () => UserRows; password?: string }> = {
  Clerk: {
    rows: () =>
      readClerk(
        "id,primary_email_address,verified_email_addresses,totp_secret,password_digest\n" +
          `user_1,ada@example.com,ada@example.com,,${HASH}\n`,
      ),
  },
  Auth0: {
    rows: () =>
      readAuth0('{"user_id":"auth0|1","email":"ada@example.com","email_verified":true}', {
        passwords: JSON.stringify({ _id: { $oid: "1" }, passwordHash: HASH }),
      }),
  },
  Supabase: {
    rows: () =>
      readSupabase(
        "id,email,encrypted_password,email_confirmed_at,banned_until,deleted_at,has_factor\n" +
          `1,ada@example.com,${HASH},2023-01-01 12:00:00.123456+00,,,f\n`,
      ),
  },
  Firebase: {
    rows: () => {
      const user = {
        localId: "1",
        email: "ada@example.com",
        emailVerified: true,
        ...FIREBASE.user,
      };
      return readFirebase(JSON.stringify({ users: [user] }), { hash: FIREBASE.hash });
    },
    password: FIREBASE.password,
  },
  CSV: {
    rows: () => readCsv(`email,emailVerified,passwordHash\nada@example.com,yes,${HASH}\n`),
  },
  "JSON lines": {
    rows: () =>
      readJsonLines(
        JSON.stringify({
          ...{ email: "ada@example.com", emailVerified: true, password: { hash: HASH } },
        }),
      ),
  },
  "a hash of this library": {
    rows: () => [{
      email: "ada@example.com",
      emailVerified: true,
      // PBKDF2 with a thousand rounds, which many systems have.
      password: { hash: PBKDF2 },
    }],
  },
};

for (const [system, { rows, password = "correct horse" }] of Object.entries(SYSTEMS)) {
  Deno.test(`users.import: a user of ${system} signs in with the old password, and its hash is ours afterwards`, async () => {
    const { signerKey } = FIREBASE;
    const app = createPasswordApp({}, { verify: foreignHashes({ firebase: { signerKey } }) });
    const { problems } = await users.import(app.config, rows());
    assertEquals(problems, []);
    const user = await app.adapter.getUserByEmail("ada@example.com");
    const read = async () => (await findPassword(requireStore(app.config), user!.id))!.hash;
    const old = await read();
    assert(!old.startsWith("$scrypt$"));
    assert(await enter(app.open(), `${password}.`) !== "/after");
    assertEquals(await read(), old, "a wrong one replaces nothing");
    assertEquals(await enter(app.open(), password), "/after");
    const replaced = await read();
    assert(replaced.startsWith("$scrypt$"));
    assertEquals(await enter(app.open(), password), "/after");
    assertEquals((await users.import(app.config, rows())).known, 1);
    assertEquals(await read(), replaced, "a further run brings the old hash back to nobody");
    assertEquals(app.mails, [], "nothing is sent");
  });
}

Deno.test("users.import: a hash that cannot be read is a wrong password, and takes its time", async () => {
  const node = process.getBuiltinModule("node:crypto");
  const { scrypt } = node;
  let hashed = 0;
  const app = createPasswordApp({ limits: false }, { verify: foreignHashes() });
  const hashes = {
    "bcrypt@example.com": HASH,
    "argon2@example.com": "$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2g",
    "firebase@example.com": "$firebase-scrypt$ln=1,r=1$c2FsdA$aGFzaA",
  };
  const rows = Object.entries(hashes).map(([email, hash]) => ({
    ...{ email, emailVerified: true, password: { hash } },
  }));
  assertEquals((await users.import(app.config, rows)).problems, []);
  try {
    node.scrypt = ((...args: unknown[]) => {
      hashed++;
      return (scrypt as (...args: unknown[]) => void)(...args);
    }) as typeof scrypt;
    const unknown = await enter(app.open(), "wrong", "nobody@example.com");
    const most = hashed;
    assert(most > 0);
    for (const email of Object.keys(hashes)) {
      [hashed, app.errors.length] = [0, 0];
      assertEquals(await enter(app.open(), "wrong", email), unknown);
      assertEquals(hashed, most, email);
      const told = app.errors.map(String).filter((text) => text.includes("Cannot check"));
      assertEquals(told.length, email.startsWith("bcrypt") ? 0 : 1, email);
    }
  } finally {
    node.scrypt = scrypt;
  }
});

Deno.test("foreignHashes: says what it lacks, and takes no key that is none", async () => {
  const { hash: { saltSeparator }, user } = FIREBASE;
  const { value } = await readFirebase(
    JSON.stringify({ users: [{ localId: "1", ...user }] }),
    { hash: { ...FIREBASE.hash, saltSeparator } },
  ).next() as { value: UserRow };
  const { hash } = value.password!;
  await assertRejects(() => foreignHashes()("any", hash), AuthError, "firebase.signerKey");
  const argon2 = "$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2g";
  await assertRejects(() => foreignHashes()("any", argon2), AuthError, "`argon2`");
  assertEquals(await foreignHashes({ argon2: (typed) => typed === "a" })("a", argon2), true);
  for (const signerKey of ["", "%", undefined, null, 1]) {
    const make = () => foreignHashes({ firebase: { signerKey: signerKey as string } });
    assertThrows(make, AuthError, "it is no base64 text");
  }
  const other = foreignHashes({ firebase: { signerKey: btoa("x".repeat(64)) } });
  assertEquals(await other(FIREBASE.password, hash), false);
});

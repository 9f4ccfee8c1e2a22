/**
 * `users.list`, `users.get` and `users.create`: who is found, in pages that miss nobody, and nothing
 * that opens something in any answer.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import { memberships } from "../../src/capabilities/organizations/kinds.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { AuthError } from "../../src/errors.ts";
import { defineAuth } from "../../src/frameworks/define.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { signInAs } from "../../src/tools/testing/mod.ts";
import type { AnyAdapter } from "../../src/types/adapter.ts";
import type { UserQuery } from "../../src/server/users.ts";
import { SECRET } from "./_rig.ts";

const access = defineAccess({ permissions: {}, roles: { member: {} } });

function makeAuth(adapter: AnyAdapter) {
  return defineAuth({
    providers: [Password({ page: false })],
    adapter: adapter as ReturnType<typeof MemoryAdapter>,
    session: { revocation: {} },
    account: AccountPage(),
    factors: [Totp()],
    organizations: Organizations({ access }),
    keys: ApiKeys({ prefix: "acme", scopes: ["read"] }),
    sendMail: () => {},
    secret: SECRET,
    trustHost: true,
    theme: { name: "App" },
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  });
}

type Auth = ReturnType<typeof makeAuth>;

/** Ids of all pages, each of which has its users once. */
async function walk(auth: Auth, query: UserQuery): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | undefined, pages = 0; pages < 100; pages++) {
    const page = await auth.users.list({ ...query, after });
    assert(page.users.length <= (query.limit ?? 50));
    ids.push(...page.users.map(({ id }) => id));
    if (page.next === undefined) return ids;
    after = page.next;
  }
  throw new Error("The list has no end");
}

async function fill(auth: Auth) {
  const make = (email: string, name?: string, isProven = true) =>
    auth.users.create({ email, name, emailVerified: isProven ? new Date() : null });
  return {
    ada: await make("ada@example.com", "Ada Lovelace"),
    adam: await make("adam@example.com", "Adam"),
    bob: await make("bob@example.com", "adaline Bob"),
    eve: await make("eve_1@example.com", undefined, false),
    eva: await make("evea1@example.com", "100% Eva"),
  };
}

const STORES: Record<string, () => Promise<{ adapter: AnyAdapter; close(): void }>> = {
  Memory: () => Promise.resolve({ adapter: MemoryAdapter(), close() {} }),
  SQLite() {
    const adapter = SqliteAdapter(":memory:");
    return Promise.resolve({ adapter, close: () => adapter.close() });
  },
  async "Deno KV"() {
    const kv = await Deno.openKv(":memory:");
    return { adapter: DenoKvAdapter(kv), close: () => kv.close() };
  },
};

for (const [store, open] of Object.entries(STORES)) {
  Deno.test(`users.list: finds beginnings of addresses and names, on ${store}`, async () => {
    const { adapter, close } = await open();
    const auth = makeAuth(adapter);
    const { ada, adam, bob, eve, eva } = await fill(auth);
    for (const limit of [1, 2, 50]) {
      const find = (query: UserQuery) => walk(auth, { ...query, limit });
      assertEquals((await find({})).sort(), [ada, adam, bob, eve, eva].map(({ id }) => id).sort());
      assertEquals(await find({ query: "ADA" }), [ada.id, adam.id, bob.id]);
      assertEquals(await find({ query: " ada@ " }), [ada.id]);
      assertEquals(await find({ query: "eve_" }), [eve.id]);
      assertEquals(await find({ query: "100%" }), [eva.id]);
      assertEquals(await find({ query: "%" }), []);
      assertEquals(await find({ query: eve.id }), [eve.id]);
      assertEquals(await find({ state: "unconfirmed" }), [eve.id]);
    }
    const { id } = await auth.users.create({ email: "x@example.com", name: "Özlem Kaya" });
    for (const query of ["Özlem", "ÖZLEM"]) assertEquals(await walk(auth, { query }), [id]);
    await adapter.deleteUser!(id);
    await auth.users.suspend(bob.id);
    assertEquals(await walk(auth, { state: "suspended", limit: 1 }), [bob.id]);
    assertEquals(await walk(auth, { query: "ada", state: "active", limit: 1 }), [ada.id, adam.id]);
    const page = await auth.users.list({ query: "adaline" });
    assert(page.users[0]!.suspendedAt instanceof Date);
    assertEquals(page.search, store === "SQLite" ? "index" : "scan");
    close();
  });
}

Deno.test("users.list: has the members of an organization, by its id and its slug", async () => {
  const adapter = MemoryAdapter();
  const auth = makeAuth(adapter);
  const { ada, adam, bob, eva } = await fill(auth);
  const made = await auth.organizations.createOrganization(ada.id, { name: "Acme", slug: "acme" });
  assert(made.ok);
  const system = auth.organizations.asSystem(made.organization.id);
  const rows = [adam, bob, eva].map(({ email }) => `${email},member`).join("\n");
  await auth.organizations.importMembers(made.organization.id, `email,role\n${rows}`);
  const all = [ada, adam, bob, eva].map(({ id }) => id).sort();
  for (const organization of ["acme", made.organization.id]) {
    assertEquals((await walk(auth, { organization, limit: 1 })).sort(), all);
  }
  const found = await walk(auth, { organization: "acme", query: "ada", limit: 1 });
  assertEquals(found.sort(), [ada.id, adam.id, bob.id].sort());
  await auth.organizations.removeMember(system, adam.id);
  assertEquals(
    (await walk(auth, { organization: "acme" })).sort(),
    all.filter((id) => id !== adam.id),
  );
  // A row of the index without a membership, as a process leaves it that stops between two writes.
  await memberships.take(adapter.records, { org: made.organization.id, userId: eva.id });
  assertEquals(
    (await walk(auth, { organization: "acme" })).sort(),
    all.filter((id) => id !== adam.id && id !== eva.id),
  );
  await assertRejects(
    () => auth.users.list({ organization: "other" }),
    AuthError,
    "there is no such organization",
  );
});

Deno.test("users.list: an adapter without `listUsers` finds the exact id and address", async () => {
  const { listUsers: _, ...adapter } = MemoryAdapter();
  const auth = makeAuth(adapter);
  const { ada } = await fill(auth);
  const found = async (query?: string) => {
    const page = await auth.users.list({ query });
    assertEquals([page.search, page.next], ["exact", undefined]);
    return page.users.map(({ id }) => id);
  };
  assertEquals(await found(), []);
  assertEquals(await found("ada"), []);
  assertEquals(await found("Ada@Example.com"), [ada.id]);
  assertEquals(await found(ada.id), [ada.id]);
});

Deno.test("users.list: a query that is none is refused with the name of its member", async () => {
  const auth = makeAuth(MemoryAdapter());
  const other = await (async () => {
    await fill(auth);
    return (await auth.users.list({ limit: 1 })).next!;
  })();
  const wrong: [keyof UserQuery, unknown][] = [
    ["query", "a".repeat(101)],
    ["query", 1],
    ["state", "other"],
    ["limit", 0],
    ["limit", 101],
    ["limit", 1.5],
    ["limit", "5"],
    ["after", ""],
    ["after", "a".repeat(10_000)],
    ["after", btoa("[]")],
    ["after", btoa('["id",1,2]')],
    ["after", btoa('{"phase":"id"}')],
    ["after", btoa("null")],
  ];
  for (const [field, value] of wrong) {
    const error = await assertRejects(
      () => auth.users.list({ [field]: value }),
      AuthError,
      `\`${field}\``,
    );
    assertEquals((error.cause as unknown as { field: string }).field, field);
  }
  // A demand whose value got lost, and one that there is not.
  for (const lost of [{ organization: undefined }, { organization: "" }, { state: null }]) {
    await assertRejects(() => auth.users.list(lost as never), TypeError, "leave it out");
  }
  await assertRejects(() => auth.users.list({ org: "acme" } as never), TypeError, "no option");
  const { users: [first] } = await auth.users.list();
  await auth.organizations.createOrganization(first!.id, { name: "Acme", slug: "acme" });
  for (const id of ["", "a".repeat(513), "\0", "\ud800"]) {
    const after = btoa(JSON.stringify(["member", "", id])).replaceAll("=", "");
    await assertRejects(
      () => auth.users.list({ organization: "acme", after }),
      AuthError,
      "no place in this list",
    );
  }
  // The place of another list.
  await assertRejects(() => auth.users.list({ query: "a", after: other }), AuthError, "`after`");
});

Deno.test("users.list: a page looks at a bounded number of users, and leads on", async () => {
  const adapter = MemoryAdapter();
  let asked = 0;
  const auth = makeAuth({
    ...adapter,
    listUsers: async (search) => {
      const page = await adapter.listUsers(search);
      asked += page.users.length;
      return { ...page, isIndexed: true };
    },
  });
  for (let index = 0; index < 1200; index++) {
    const id = String(index).padStart(5, "0");
    await adapter.createUser({ id, email: `${id}@example.com`, emailVerified: null });
  }
  await auth.users.suspend("01199");
  const first = await auth.users.list({ state: "suspended", limit: 100 });
  assertEquals([first.users.length, typeof first.next, asked], [0, "string", 500]);
  assertEquals(await walk(auth, { state: "suspended", limit: 100 }), ["01199"]);
});

Deno.test("users.get: has what is kept by named members, and nothing that opens something", async () => {
  const adapter = MemoryAdapter();
  const auth = makeAuth(adapter);
  const { ada } = await fill(auth);
  await adapter.updateUser({ id: ada.id, ...{ passwordHash: "hash-of-app" } });
  await adapter.linkAccount({
    userId: ada.id,
    type: "oauth",
    provider: "github",
    providerAccountId: "gh-1",
    access_token: "access-token-1",
    refresh_token: "refresh-token-1",
    id_token: "id-token-1",
  });
  await auth.passwords.set(ada.id, "correct horse battery staple 42");
  const made = await auth.organizations.createOrganization(ada.id, { name: "Acme", slug: "acme" });
  assert(made.ok);
  const key = await auth.keys.createFor(ada.id, { name: "Backup", scopes: ["read"] });
  assert(key.ok);
  const { cookies } = await signInAs(auth, { id: ada.id } as never);
  const facts = await auth.users.get(ada.id);
  assert(facts);
  assertEquals(Object.keys(facts).sort(), [
    ...["accounts", "factors", "keys", "organizations", "passkeys", "passwordSetAt", "sessions"],
    ...["suspendedAt", "user"],
  ]);
  assertEquals(Object.keys(facts.user).sort(), [
    ...["email", "emailVerified", "id", "name", "suspendedAt"],
  ]);
  assertEquals(facts.organizations?.map(({ slug, role }) => [slug, role]), [["acme", "owner"]]);
  assertEquals(facts.keys?.map(({ name }) => name), ["Backup"]);
  assertEquals([facts.accounts.length, facts.sessions.length], [1, 1]);
  const told = JSON.stringify([facts, await auth.users.list({})]);
  const secrets = [
    ...["hash-of-app", "access-token-1", "refresh-token-1", "id-token-1", "correct horse"],
    ...["argon2", "scrypt", "pbkdf2", key.secret, ...cookies.map(({ value }) => value)],
  ];
  for (const secret of secrets) assert(!told.includes(secret), secret);
  assertEquals(await auth.users.get("nobody"), null);
});

Deno.test("users.create: makes one user of an address, of fifty calls at once", async () => {
  const auth = makeAuth(MemoryAdapter());
  const calls = Array.from({ length: 50 }, () => auth.users.create({ email: "Ada@Example.com" }));
  const results = await Promise.allSettled(calls);
  assertEquals(results.filter(({ status }) => status === "fulfilled").length, 1);
  for (const result of results) {
    if (result.status === "rejected") assertStringIncludes(result.reason.message, "`email`");
  }
  assertEquals((await auth.users.list({})).users.map(({ email }) => email), ["ada@example.com"]);
});

Deno.test("users.create: refuses what is no user, and names the member", async () => {
  const auth = makeAuth(MemoryAdapter());
  const wrong: [string, object][] = [
    ["email", { email: "no address" }],
    ["email", {}],
    ["name", { email: "a@example.com", name: "" }],
    ["name", { email: "a@example.com", name: "a".repeat(65) }],
    ["emailVerified", { email: "a@example.com", emailVerified: "yes" }],
    ["emailVerified", { email: "a@example.com", emailVerified: new Date(NaN) }],
  ];
  for (const [field, user] of wrong) {
    await assertRejects(() => auth.users.create(user as never), AuthError, `\`${field}\``);
  }
  assertEquals((await auth.users.list({})).users, []);
});

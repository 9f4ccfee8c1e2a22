import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import type { AuthConfig } from "../../../mod.ts";
import { findUser } from "../../../src/accounts/create.ts";
import { resolveAccount } from "../../../src/accounts/link.ts";
import {
  AdapterError,
  AuthError,
  OAuthAccountNotLinked,
  OAuthProfileParseError,
} from "../../../src/errors.ts";
import type { Identity, ResolvedUser } from "../../../src/types/identity.ts";
import { ACME, createTestContext } from "../_context.ts";

type Store = ReturnType<typeof MemoryAdapter>;

const COOKIE = "__Secure-authjs.session-token";

/** A user with the id `acme-1` at Acme. */
function identity(overrides: { id?: string; email?: string; account?: string } = {}): Identity {
  const { id = crypto.randomUUID(), email = "ada@example.com", account = "acme-1" } = overrides;
  return {
    user: { id, name: "Ada", email: email || undefined },
    account: {
      provider: "acme",
      type: "oauth",
      providerAccountId: account,
      access_token: "a",
      expires_in: 60,
    },
    methods: ["fed"],
  };
}

const credentials = (user: Identity["user"]): Identity => ({
  user,
  account: { provider: "credentials", type: "credentials", providerAccountId: user.id! },
  methods: ["pwd"],
});

async function createRig(
  overrides: Partial<AuthConfig> = {},
  { store = MemoryAdapter(), session, linking = false }: {
    store?: Partial<Store>;
    session?: string;
    linking?: boolean;
  } = {},
) {
  const events: string[] = [];
  const record = (name: string) => ({ user }: { user: { id?: string } }) =>
    void events.push(`${name} ${user.id}`);
  const { ctx, errors } = await createTestContext({
    path: "callback/acme",
    cookie: session && `${COOKIE}=${session}`,
    config: {
      adapter: store,
      providers: [{ ...ACME, allowDangerousEmailAccountLinking: linking }],
      events: { createUser: record("created"), linkAccount: record("linked") },
      ...overrides,
    },
  });
  const resolve = (who: Identity) => resolveAccount(ctx, who);
  return { ctx, errors, events, resolve };
}

/** A store with Ada, who has the account `acme-1`, and Bob; both are signed in. */
async function createPeople(): Promise<Store> {
  const store = MemoryAdapter();
  for (const [id, email] of [["ada", "ada@example.com"], ["bob", "bob@example.com"]] as const) {
    await store.createUser({ id, email, emailVerified: null });
    const expires = new Date(Date.now() + 60_000);
    await store.createSession({ sessionToken: `session of ${id}`, userId: id, expires });
  }
  await store.linkAccount({
    userId: "ada",
    provider: "acme",
    type: "oauth",
    providerAccountId: "acme-1",
  });
  return store;
}

Deno.test("resolveAccount() without a store returns the provider's user and account", async () => {
  const { resolve, ctx } = await createRig({ adapter: undefined });
  const who = identity();
  const unproven = { hasUnprovenAddress: true };
  assertEquals(await resolve(who), { user: who.user, account: who.account, ...unproven });
  assertEquals(await findUser(ctx, who), null);
});

Deno.test("resolveAccount() finds the user of a known account", async () => {
  const { resolve, events } = await createRig({}, { store: await createPeople() });
  const member = await resolve(identity());
  assertEquals(member.user.id, "ada");
  assertEquals(member.isNewUser, false);
  assertEquals(member.keepsSession, false);
  assertEquals(events, []);
});

Deno.test("resolveAccount() changes nothing for a known account of the signed-in user", async () => {
  const { resolve } = await createRig({}, {
    store: await createPeople(),
    session: "session of ada",
  });
  assertEquals((await resolve(identity())).keepsSession, true);
});

Deno.test("resolveAccount() refuses a known account of another user than the signed-in one", async () => {
  const store = await createPeople();
  const { resolve, events } = await createRig({}, { store, session: "session of bob" });
  await assertRejects(() => resolve(identity()), OAuthAccountNotLinked, "another user");
  assertEquals((await store.listAccounts("bob")).length, 0);
  assertEquals(events, []);
});

Deno.test("resolveAccount() links an unknown account with any address to the signed-in user", async () => {
  const store = await createPeople();
  const { resolve, events } = await createRig({}, { store, session: "session of bob" });
  const member = await resolve(identity({ account: "acme-2", email: "other@example.com" }));
  assertEquals([member.user.id, member.isNewUser, member.keepsSession], ["bob", false, true]);
  assertEquals((await store.listAccounts("bob")).map((row) => row.providerAccountId), ["acme-2"]);
  assertEquals(events, ["linked bob"]);
});

Deno.test("resolveAccount() refuses an unknown account with a known address, and writes nothing", async () => {
  const store = await createPeople();
  const { resolve, events } = await createRig({}, { store });
  await assertRejects(
    () => resolve(identity({ account: "acme-2" })),
    OAuthAccountNotLinked,
    "another way",
  );
  assertEquals((await store.listAccounts("ada")).length, 1);
  assertEquals(events, []);
});

Deno.test("resolveAccount() links by address only for a trusted provider", async () => {
  const store = await createPeople();
  const { resolve, events } = await createRig({}, { store, linking: true });
  const member = await resolve(identity({ account: "acme-2" }));
  assertEquals([member.user.id, member.isNewUser], ["ada", false]);
  assertEquals(events, ["linked ada"]);
});

const stores: [string, () => Partial<Store>][] = [
  ["in one step", () => MemoryAdapter()],
  ["in two steps", () => ({ ...MemoryAdapter(), createUserWithAccount: undefined })],
];
for (const [name, createStore] of stores) {
  Deno.test(`resolveAccount() creates user and account ${name}, with only the members that may be stored`, async () => {
    const store = createStore();
    const { resolve, events } = await createRig({}, { store });
    const member = await resolve(identity({ id: "new" }));
    assertEquals(member.isNewUser, true);
    const user = await store.getUserByEmail!("ada@example.com");
    assertEquals(user?.id, member.user.id);
    assertEquals(user?.emailVerified, null);
    const row = await store.getAccount!("acme-1", "acme");
    assertEquals(row, {
      provider: "acme",
      type: "oauth",
      providerAccountId: "acme-1",
      access_token: "a",
      userId: user!.id,
    });
    assertEquals(events, [`created ${user!.id}`, `linked ${user!.id}`]);
  });

  Deno.test(`resolveAccount() creates one user for fifty parallel first sign-ins, ${name}`, async () => {
    const store = createStore();
    const { resolve, events } = await createRig({}, { store });
    const members: ResolvedUser[] = await Promise.all(
      Array.from({ length: 50 }, () => resolve(identity())),
    );
    assertEquals(new Set(members.map(({ user }) => user.id)).size, 1);
    assertEquals(members.filter(({ isNewUser }) => isNewUser).length, 1);
    assertEquals(events.filter((event) => event.startsWith("created")).length, 1);
  });
}

for (const [name, createStore] of stores) {
  Deno.test(`resolveAccount() moves an address to one new user for fifty parallel verifications, ${name}`, async () => {
    for (const statement of [{ emailVerified: true }, {}]) {
      const store = createStore();
      await store.createUser!({ id: "eve", email: "ada@example.com", emailVerified: null });
      const eves = { userId: "eve", provider: "gone", providerAccountId: "eve" };
      await store.linkAccount!({ ...eves, type: "oauth" });
      const { resolve } = await createRig({
        // The second provider makes the app verify addresses; the first one may rely on the claim.
        providers: [{ ...ACME, ...statement }, { ...ACME, id: "prover", emailVerified: true }],
      }, { store });
      const members = await Promise.all(
        Array.from(
          { length: 50 },
          () => resolve({ ...identity(), profile: { email_verified: true } }),
        ),
      );
      const [id, ...others] = new Set(members.map(({ user }) => user.id));
      assertEquals(others, []);
      assertEquals((await store.getUserByEmail!("ada@example.com"))?.id, id);
      assertEquals((await store.getUser!("eve"))?.email ?? null, null);
      assertEquals((await store.getUserByAccount!(eves))?.id, "eve");
    }
  });
}

Deno.test("resolveAccount() keeps the address of a user from a parallel sign-in with the same account", async () => {
  const memory = MemoryAdapter();
  let meanwhile: (() => Promise<unknown>) | undefined;
  const store: Store = {
    ...memory,
    async getUserByEmail(email) {
      const rival = meanwhile;
      meanwhile = undefined;
      await rival?.();
      return await memory.getUserByEmail(email);
    },
  };
  const { resolve } = await createRig({
    providers: [ACME, { ...ACME, id: "prover", emailVerified: true }],
  }, { store });
  const ada = () => resolve({ ...identity(), profile: { email_verified: true } });
  meanwhile = ada;
  const { user } = await ada();
  assertEquals(user.email, "ada@example.com");
  assertEquals((await memory.getUserByEmail("ada@example.com"))?.id, user.id);
});

Deno.test("resolveAccount() never links by address to a user with an unverified address", async () => {
  const store = await createPeople();
  const providers = [
    { ...ACME, id: "other" },
    { ...ACME, allowDangerousEmailAccountLinking: true },
  ];
  await store.linkAccount({
    userId: "bob",
    provider: "other",
    type: "oauth",
    providerAccountId: "bob",
  });
  const { resolve } = await createRig({ providers }, { store });
  const bob = await resolve(identity({ account: "acme-2", email: "bob@example.com" }));
  assertEquals([bob.user.id === "bob", bob.isNewUser], [false, true]);
  assertEquals((await store.getUser("bob"))?.email as unknown, null);
  // Without `listAccounts`, no address moves and no user is shared.
  const blind = { ...await createPeople(), listAccounts: undefined };
  const rig = await createRig({ providers }, { store: blind });
  const again = identity({ account: "acme-2", email: "bob@example.com" });
  await assertRejects(() => rig.resolve(again), OAuthAccountNotLinked);
  assertEquals((await blind.getUser("bob"))?.email, "bob@example.com");
});

Deno.test("resolveAccount() selects no user with an unverified address by the address from `authorize`", async () => {
  const store = await createPeople();
  await store.linkAccount({
    userId: "bob",
    provider: "other",
    type: "oauth",
    providerAccountId: "bob",
  });
  const { resolve } = await createRig({}, { store });
  const { user } = await resolve(credentials({ id: "x", email: "bob@example.com" }));
  assertEquals([user.id, user.email], ["x", "bob@example.com"]);
  assertEquals((await store.getUser("bob"))?.email as unknown, null);
  // With an id, the app decides about the user.
  assertEquals((await resolve(credentials({ id: "bob" }))).user.id, "bob");
});

Deno.test("resolveAccount() stores the members that the provider's `account` returns, except ids and type", async () => {
  const store = MemoryAdapter();
  const { resolve } = await createRig({
    providers: [{
      ...ACME,
      account: () => ({ scope: "own", provider: "other", providerAccountId: "stolen" }),
    }],
  }, { store });
  const { user } = await resolve(identity());
  assertEquals(await store.listAccounts(user.id!), [
    {
      provider: "acme",
      type: "oauth",
      providerAccountId: "acme-1",
      scope: "own",
      userId: user.id!,
    },
  ]);
});

Deno.test("resolveAccount() deletes the new user when the account cannot be stored", async () => {
  const memory = MemoryAdapter();
  let fails = true;
  const store: Partial<Store> = {
    ...memory,
    createUserWithAccount: undefined,
    linkAccount: async (account) => {
      if (fails) throw new Error("the disk is full");
      return await memory.linkAccount(account);
    },
  };
  const { resolve } = await createRig({}, { store });
  await assertRejects(() => resolve(identity()), AdapterError, "the disk is full");
  assertEquals(await memory.getUserByEmail("ada@example.com"), null);
  fails = false;
  assertEquals((await resolve(identity())).isNewUser, true);
});

Deno.test("resolveAccount() deletes a user that the store wrote before it failed", async () => {
  const memory = MemoryAdapter();
  const store: Partial<Store> = {
    ...memory,
    createUserWithAccount: undefined,
    createUser: async (user) => {
      await memory.createUser(user);
      throw new Error("the connection broke");
    },
  };
  const { resolve } = await createRig({}, { store });
  await assertRejects(() => resolve(identity()), AdapterError, "the connection broke");
  assertEquals(await memory.getUserByEmail("ada@example.com"), null);
});

Deno.test("resolveAccount() refuses ids that a store could confuse", async () => {
  const { resolve, ctx } = await createRig();
  for (const account of ["\ud800", "a\0b"]) {
    await assertRejects(() => resolve(identity({ account })), OAuthProfileParseError);
    await assertRejects(() => findUser(ctx, identity({ account })), OAuthProfileParseError);
  }
});

Deno.test("resolveAccount() keeps users without an address separate", async () => {
  const { resolve } = await createRig();
  const a = await resolve(identity({ email: "", account: "a" }));
  const b = await resolve(identity({ email: "", account: "b" }));
  assert(a.user.id !== b.user.id);
});

Deno.test("resolveAccount() stores nothing for credentials with token sessions", async () => {
  const store = await createPeople();
  const { resolve, ctx } = await createRig({ session: { strategy: "jwt" } }, { store });
  const who = credentials({ id: "x", email: "ada@example.com" });
  assertEquals(await resolve(who), { user: who.user, account: who.account });
  assertEquals(await findUser(ctx, who), null);
});

Deno.test("resolveAccount() finds or creates the user of credentials for database sessions", async () => {
  const store = await createPeople();
  const { resolve, events } = await createRig({}, { store });
  const found = async (user: Identity["user"]) => {
    const member = await resolve(credentials(user));
    return [member.user.id, member.isNewUser];
  };
  assertEquals(await found({ id: "ada", email: "bob@example.com" }), ["ada", false]);
  assertEquals(await found({ id: "x", email: "bob@example.com" }), ["bob", false]);
  assertEquals(await found({ id: "new", email: "new@example.com" }), ["new", true]);
  assertEquals(events, ["created new"]);
  const error = await assertRejects(() => resolve(credentials({ id: "unknown" })), AuthError);
  assertMatch(error.message, /`authorize` must return the id of a stored user/);
});

Deno.test("resolveAccount() creates one user for fifty parallel first sign-ins with credentials", async () => {
  const { resolve } = await createRig();
  const members = await Promise.all(
    Array.from(
      { length: 50 },
      () => resolve(credentials({ id: crypto.randomUUID(), email: "new@example.com" })),
    ),
  );
  assertEquals(new Set(members.map(({ user }) => user.id)).size, 1);
  assertEquals(members.filter(({ isNewUser }) => isNewUser).length, 1);
});

import { assertEquals, assertRejects } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { MemoryRecords } from "../../../adapters/records/memory.ts";
import { type AuthConfig, AuthError, type Provider } from "../../../mod.ts";
import { countSignInMethods, listAccounts, remove, unlink } from "../../../src/accounts/manage.ts";
import { MissingAdapterMethods } from "../../../src/errors.ts";
import { canStartSession } from "../../../src/session/user_status.ts";
import { ACME, createConfig } from "../_context.ts";

const MAIL: Provider = {
  id: "mail",
  name: "Mail",
  type: "email",
  sendVerificationRequest: () => {},
};
const key = (provider: string) => ({ provider, providerAccountId: `${provider}-1` });

/** Ada with accounts at some providers, and a config with some providers. */
async function createRig(
  linked: string[],
  { configured = linked, mail = false, config = {} }: {
    configured?: string[];
    mail?: boolean;
    config?: Partial<AuthConfig>;
  } = {},
) {
  const adapter = MemoryAdapter();
  await adapter.createUser({ id: "ada", email: "ada@example.com", emailVerified: null });
  for (const provider of linked) {
    await adapter.linkAccount({ ...key(provider), userId: "ada", type: "oauth" });
  }
  const providers: Provider[] = configured.map((id) => ({ ...ACME, id }));
  if (mail) providers.push(MAIL);
  const resolved = createConfig({ adapter, providers, ...config }).config;
  return { adapter, config: { ...resolved, store: resolved.store! } };
}

const counts: [string, Parameters<typeof createRig>, number][] = [
  ["no account", [[]], 0],
  ["two accounts", [["a", "b"]], 2],
  ["an account of a removed provider", [["a", "b"], { configured: ["a"] }], 1],
  ["an account, and mail", [["a"], { mail: true }], 2],
  ["only mail", [[], { mail: true }], 1],
];
for (const [name, args, count] of counts) {
  Deno.test(`countSignInMethods() with ${name} returns ${count}`, async () => {
    assertEquals(await countSignInMethods((await createRig(...args)).config, "ada"), count);
  });
}

Deno.test("unlink() removes an account while there is another sign-in method", async () => {
  const { config, adapter } = await createRig(["a", "b"]);
  assertEquals(await unlink({ config }, "ada", key("a"), {}), true);
  assertEquals((await adapter.listAccounts("ada")).map(({ provider }) => provider), ["b"]);
  assertEquals(await unlink({ config }, "ada", key("b"), {}), false);
  assertEquals((await adapter.listAccounts("ada")).length, 1);
  // The app has a password of the user.
  assertEquals(await unlink({ config }, "ada", key("b"), { hasOtherWayIn: true }), true);
});

Deno.test("unlink() leaves one sign-in method after fifty parallel calls", async () => {
  const names = Array.from({ length: 50 }, (_, index) => `p${index}`);
  const { config, adapter } = await createRig(names);
  await Promise.all(names.map((name) => unlink({ config }, "ada", key(name), {})));
  assertEquals((await adapter.listAccounts("ada")).length >= 1, true);
});

Deno.test("unlink() rejects another user's account", async () => {
  const { config, adapter } = await createRig(["a", "b"]);
  await adapter.createUser({ id: "bob", email: "bob@example.com", emailVerified: null });
  for (const [user, account] of [["bob", "a"], ["ada", "c"]] as const) {
    await assertRejects(
      () => unlink({ config }, user, key(account), { hasOtherWayIn: true }),
      AuthError,
      "none with",
    );
  }
  assertEquals((await adapter.listAccounts("ada")).length, 2);
});

Deno.test("remove() takes the user, accounts, sessions and records", async () => {
  const { config, adapter } = await createRig(["a"], {
    config: { session: { strategy: "jwt", revocation: {} } },
  });
  const { records } = adapter;
  const expires = new Date(Date.now() + 60_000);
  for (const owner of ["ada", "bob"]) {
    for (const kind of ["session", "of-the-app"]) {
      const id = `record of ${owner}`;
      await records.put({ kind, id, owner, version: 1, expires, data: null }, null);
    }
  }
  await remove({ config }, "ada");
  assertEquals(await adapter.getUser("ada"), null);
  assertEquals(await adapter.listAccounts("ada"), []);
  for (const kind of ["session", "of-the-app"]) {
    assertEquals(await records.list("ada", kind), []);
    assertEquals((await records.list("bob", kind)).length, 1);
  }
});

Deno.test("remove() removes the records beside the adapter too", async () => {
  for (const session of [{}, { strategy: "jwt" as const, revocation: {} }]) {
    const records = MemoryRecords();
    const { config } = await createRig(["a"], { config: { records, session } });
    const entry = { version: 1, expires: null, data: null };
    await records.put({ kind: "of-the-app", id: "1", owner: "ada", ...entry }, null);
    await remove({ config }, "ada");
    assertEquals(await records.get("of-the-app", "1"), null);
  }
});

Deno.test("remove() refuses sign-ins that run while the user is deleted", async () => {
  const { config, adapter } = await createRig(["a"], {
    config: { session: { strategy: "jwt", revocation: {} } },
  });
  const { deleteUser } = adapter;
  const before: boolean[] = [];
  adapter.deleteUser = async (userId) => {
    before.push(await canStartSession(adapter.records, userId));
    return await deleteUser(userId);
  };
  await remove({ config }, "ada");
  assertEquals([...before, await canStartSession(adapter.records, "ada")], [false, false]);
  assertEquals(await canStartSession(adapter.records, "bob"), true);
});

Deno.test("accountsOf(), unlink() and remove() throw errors that name the missing method", async () => {
  const { listAccounts: _, unlinkAccount: __, deleteUser: ___, records: ____, ...poor } =
    MemoryAdapter();
  const { config } = await createRig([], { config: { adapter: poor } });
  const calls: [string, () => Promise<unknown>][] = [
    ["listAccounts", () => listAccounts(config, "ada")],
    ["unlinkAccount", () => unlink({ config }, "ada", key("a"), {})],
    ["deleteUser", () => remove({ config }, "ada")],
  ];
  for (const [method, call] of calls) {
    await assertRejects(call, MissingAdapterMethods, `\`${method}\``);
  }
});

/**
 * Account management by the user: list, unlink, delete everything.
 *
 * @module
 */

import { assertEquals, assertRejects } from "@std/assert";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import type { AuthConfig } from "../../mod.ts";
import { MissingAdapter, MissingAdapterMethods } from "../../src/errors.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import { delete as deleteUser } from "../../src/server/users.ts";
import { list as listAccounts, unlink as unlinkAccount } from "../../src/server/accounts.ts";
import type { FullAdapter } from "../../src/tools/testing/adapter/check.ts";
import { newAccount, newSession, newUser } from "../../src/tools/testing/adapter/check.ts";
import { SECRET } from "./_rig.ts";

const provider = (id: string) => ({
  id,
  name: id,
  type: "oidc" as const,
  issuer: `https://${id}.example`,
  clientId: "client",
});

function configFor(adapter: FullAdapter, overrides: Partial<AuthConfig> = {}): AuthConfig {
  return {
    providers: [provider("one"), provider("two")],
    adapter,
    secret: SECRET,
    trustHost: true,
    ...overrides,
  };
}

async function addUser(adapter: FullAdapter, ...providers: string[]) {
  const user = await adapter.createUser(newUser());
  const accounts = providers.map((provider) => newAccount(user.id, { provider, scope: "openid" }));
  for (const account of accounts) await adapter.linkAccount(account);
  return { user, accounts };
}

async function onEveryAdapter(run: (adapter: FullAdapter) => Promise<void>): Promise<void> {
  await run(MemoryAdapter());
  using sqlite = SqliteAdapter(":memory:");
  await run(sqlite);
  using kv = await Deno.openKv(":memory:");
  await run(DenoKvAdapter(kv));
}

Deno.test("listAccounts() returns the members that a page shows, and no tokens", () =>
  onEveryAdapter(async (adapter) => {
    const { user, accounts: [account] } = await addUser(adapter, "one");
    const { providerAccountId, type } = account!;
    assertEquals(await listAccounts(configFor(adapter), user.id), [
      { provider: "one", providerAccountId, type, scope: "openid" },
    ]);
  }));

Deno.test("unlinkAccount() removes one account, and never the last sign-in method", () =>
  onEveryAdapter(async (adapter) => {
    const config = configFor(adapter);
    const { user, accounts: [one, two] } = await addUser(adapter, "one", "two");
    assertEquals(await unlinkAccount(config, user.id, one!), true);
    assertEquals(await adapter.getUserByAccount(one!), null);
    assertEquals(await unlinkAccount(config, user.id, two!), false);
    assertEquals((await adapter.getUserByAccount(two!))?.id, user.id);
    assertEquals(await unlinkAccount(config, user.id, two!, { hasOtherWayIn: true }), true);
    assertEquals(await listAccounts(config, user.id), []);
  }));

Deno.test("unlinkAccount() does not count accounts of providers that are not configured any more", async () => {
  const adapter = MemoryAdapter();
  const { user, accounts } = await addUser(adapter, "one", "closed");
  assertEquals(await unlinkAccount(configFor(adapter), user.id, accounts[0]!), false);
  assertEquals(await unlinkAccount(configFor(adapter), user.id, accounts[1]!), false);
});

Deno.test("unlinkAccount() treats another user's account like an unknown one", async () => {
  const adapter = MemoryAdapter();
  const { accounts: [theirs] } = await addUser(adapter, "one", "two");
  const { user } = await addUser(adapter, "one", "two");
  await assertRejects(
    () => unlinkAccount(configFor(adapter), user.id, theirs!),
    Error,
    "the user has none with this id",
  );
});

Deno.test("unlinkAccount() leaves one sign-in method after fifty parallel calls", () =>
  onEveryAdapter(async (adapter) => {
    const config = configFor(adapter);
    const { user, accounts } = await addUser(adapter, "one", "two");
    await Promise.allSettled(
      Array.from(
        { length: 50 },
        (_, index) => unlinkAccount(config, user.id, accounts[index % 2]!),
      ),
    );
    const left = await listAccounts(config, user.id);
    assertEquals(left.length >= 1, true, "the user was locked out");
  }));

Deno.test("deleteUser() deletes all rows of the user, and none of other users", () =>
  onEveryAdapter(async (adapter) => {
    const config = configFor(adapter);
    const { user, accounts: [account] } = await addUser(adapter, "one");
    const other = await addUser(adapter, "one");
    const session = newSession(user.id);
    await adapter.createSession(session);
    await deleteUser(config, user.id);
    assertEquals(await adapter.getUser(user.id), null);
    assertEquals(await adapter.getUserByAccount(account!), null);
    assertEquals(await adapter.getSessionAndUser(session.sessionToken), null);
    assertEquals((await listAccounts(config, other.user.id)).length, 1);
    await deleteUser(config, user.id);
  }));

Deno.test("server functions: an error names the missing option or method", async () => {
  const { listAccounts: _, unlinkAccount: __, records: ___, ...adapter } = MemoryAdapter();
  const config = configFor(adapter as FullAdapter);
  await assertRejects(() => listAccounts(config, "1"), MissingAdapterMethods, "`listAccounts`");
  const without = configFor(MemoryAdapter(), { adapter: undefined });
  await assertRejects(() => deleteUser(without, "1"), MissingAdapter, "`adapter`");
});

Deno.test("unlinkAccount() deletes a passkey with its account, and does not count a passkey without account", () =>
  onEveryAdapter(async (adapter) => {
    const config = configFor(adapter, {
      providers: [provider("one"), Passkey],
      experimental: { enableWebAuthn: true },
      logger: { warn: () => {} },
    });
    const { user, accounts: [one] } = await addUser(adapter, "one");
    const credentialID = btoa(crypto.randomUUID());
    const stub = { provider: "passkey", providerAccountId: credentialID, userId: user.id };
    await adapter.linkAccount({ ...stub, type: "webauthn" });
    await adapter.createAuthenticator({
      credentialID,
      userId: user.id,
      providerAccountId: credentialID,
      credentialPublicKey: "AAAA",
      counter: 0,
      credentialDeviceType: "singleDevice",
      credentialBackedUp: false,
      transports: null,
    });
    assertEquals(await unlinkAccount(config, user.id, stub), true);
    assertEquals(await adapter.getAuthenticator(credentialID), null);
    assertEquals(await unlinkAccount(config, user.id, one!), false, "the user was locked out");
  }));

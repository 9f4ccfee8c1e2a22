import { assert, assertEquals, assertRejects } from "@std/assert";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import type { AuthConfig } from "../../../../mod.ts";
import { AuthError, MissingAdapter, MissingAdapterMethods } from "../../../../src/errors.ts";
import GitHub from "../../../../src/providers/github.ts";
import Passkey from "../../../../src/capabilities/passkeys/passkey_provider.ts";
import { unlink as unlinkAccount } from "../../../../src/server/accounts.ts";
import {
  list as listPasskeys,
  remove as removePasskey,
  rename as renamePasskey,
} from "../../../../src/capabilities/passkeys/functions.ts";

const USER = "user-1";

const BASE: AuthConfig = {
  providers: [Passkey],
  experimental: { enableWebAuthn: true },
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
  session: { strategy: "jwt" },
  logger: { warn: () => {} },
};

/** A store with one user and some passkeys. */
async function storeWith(keys: readonly string[], lacking: readonly string[] = []) {
  const adapter = MemoryAdapter();
  await adapter.createUser({ id: USER, email: "ada@example.com", emailVerified: null });
  await adapter.createUser({ id: "user-2", email: "eve@example.com", emailVerified: null });
  for (const id of keys) {
    await adapter.linkAccount({
      userId: USER,
      provider: "passkey",
      providerAccountId: id,
      type: "webauthn",
    });
    await adapter.createAuthenticator({
      userId: USER,
      credentialID: id,
      providerAccountId: id,
      credentialPublicKey: "secret",
      counter: 1,
      credentialBackedUp: true,
      credentialDeviceType: "multiDevice",
      transports: "internal,hybrid",
    });
  }
  for (const name of lacking) delete (adapter as Partial<Record<string, unknown>>)[name];
  const config: AuthConfig = { ...BASE, adapter };
  return { adapter, config };
}

const linkGitHub = (adapter: ReturnType<typeof MemoryAdapter>) =>
  adapter.linkAccount({ userId: USER, provider: "github", providerAccountId: "1", type: "oauth" });

Deno.test("listPasskeys() returns the user's passkeys, without internal members", async () => {
  const { config } = await storeWith(["a"]);
  assertEquals(await listPasskeys(config, USER), [{
    id: "a",
    name: null,
    isSynced: true,
    isBackedUp: true,
    transports: ["internal", "hybrid"],
  }]);
  assertEquals(await listPasskeys(config, "user-2"), []);
});

Deno.test("renamePasskey() trims the name and stores it", async () => {
  const { config } = await storeWith(["a"]);
  await renamePasskey(config, USER, "a", "  My\n  phone ");
  assertEquals((await listPasskeys(config, USER))[0]!.name, "My phone");
  await renamePasskey(config, USER, "a", "📱".repeat(64));
  for (const name of ["", "  ", "x".repeat(65), "a\u0000b", "a\u202eb"]) {
    await assertRejects(() => renamePasskey(config, USER, "a", name), AuthError, "visible");
  }
});

Deno.test("renamePasskey() and removePasskey() do not change passkeys of other users", async () => {
  const { config } = await storeWith(["a", "b"]);
  for (const id of ["a", "unknown"]) {
    await assertRejects(() => renamePasskey(config, "user-2", id, "Mine"), AuthError, "none with");
    await assertRejects(() => removePasskey(config, "user-2", id), AuthError, "none with");
  }
  assertEquals((await listPasskeys(config, USER)).map(({ name }) => name), [null, null]);
});

Deno.test("removePasskey() removes the passkey and its account, but not the last sign-in method", async () => {
  const { config, adapter } = await storeWith(["a", "b"]);
  assertEquals(await removePasskey(config, USER, "a"), true);
  assertEquals(await adapter.getAccount("a", "passkey"), null);
  assertEquals(await removePasskey(config, USER, "b"), false);
  assertEquals((await listPasskeys(config, USER)).map(({ id }) => id), ["b"]);
  assertEquals(await removePasskey(config, USER, "b", { hasOtherWayIn: true }), true);
  assertEquals(await adapter.listAccounts(USER), []);
});

Deno.test("removePasskey() counts accounts of configured providers as sign-in methods", async () => {
  const { config, adapter } = await storeWith(["a"]);
  await linkGitHub(adapter);
  assertEquals(await removePasskey(config, USER, "a"), false, "GitHub is not configured");
  const both = { ...config, providers: [Passkey, GitHub({ clientId: "c", clientSecret: "s" })] };
  assertEquals(await removePasskey(both, USER, "a"), true);
});

Deno.test("removePasskey() counts an address when there is an email provider", async () => {
  const { config } = await storeWith(["a"]);
  const mail = {
    id: "email",
    name: "Email",
    type: "email" as const,
    sendVerificationRequest: () => {},
  };
  assertEquals(await removePasskey({ ...config, providers: [Passkey, mail] }, USER, "a"), true);
});

Deno.test("removePasskey() counts no accounts when the store cannot list them", async () => {
  const { config, adapter } = await storeWith(["a"], ["listAccounts"]);
  await linkGitHub(adapter);
  const both = { ...config, providers: [Passkey, GitHub({ clientId: "c", clientSecret: "s" })] };
  assertEquals(await removePasskey(both, USER, "a"), false);
});

Deno.test("removePasskey() keeps one of fifty passkeys that are removed in parallel", async () => {
  const keys = Array.from({ length: 50 }, (_, i) => `key-${i}`);
  const { config, adapter } = await storeWith(keys);
  const removed = await Promise.all(keys.map((id) => removePasskey(config, USER, id)));
  assertEquals(removed.filter(Boolean).length, 49);
  assertEquals((await adapter.listAuthenticatorsByUserId(USER)).length, 1);
  assertEquals((await adapter.listAccounts(USER)).length, 1);
});

Deno.test("removePasskey() and unlinkAccount() in parallel keep one sign-in method", async () => {
  for (let round = 0; round < 20; round++) {
    const { adapter, config } = await storeWith(["a"]);
    await linkGitHub(adapter);
    // Interleaves the two calls at every step.
    const slow = Object.fromEntries(
      Object.entries(adapter).map(([name, method]) => [name, async (...args: never[]) => {
        for (let i = 0; i < (round * 7 + name.length) % 5; i++) await Promise.resolve();
        return (method as (...args: never[]) => unknown)(...args);
      }]),
    );
    const both = {
      ...config,
      adapter: slow,
      providers: [Passkey, GitHub({ clientId: "c", clientSecret: "s" })],
    };
    await Promise.all([
      removePasskey(both, USER, "a"),
      unlinkAccount(both, USER, { provider: "github", providerAccountId: "1" }),
    ]);
    const keys = await listPasskeys(config, USER);
    const accounts = (await adapter.listAccounts(USER)).filter(({ type }) => type === "oauth");
    assert(keys.length + accounts.length >= 1, `round ${round}: nothing is left`);
  }
});

Deno.test("passkey functions throw errors that name the store's missing methods", async () => {
  const { config } = await storeWith(["a", "b"], ["renameAuthenticator", "deleteAuthenticator"]);
  const bare = { ...config, adapter: { ...config.adapter, records: undefined } };
  await assertRejects(() => renamePasskey(bare, USER, "a", "x"), MissingAdapterMethods);
  await assertRejects(() => removePasskey(config, USER, "a"), MissingAdapterMethods);
  const { config: fixed } = await storeWith(["a", "b"], ["unlinkAccount"]);
  await assertRejects(() => removePasskey(fixed, USER, "a"), MissingAdapterMethods);
  assertEquals((await listPasskeys(fixed, USER)).length, 2, "nothing was removed");
  await assertRejects(() => listPasskeys({ ...BASE, providers: [] }, USER), MissingAdapter);
});

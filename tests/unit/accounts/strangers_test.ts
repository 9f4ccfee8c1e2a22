import { assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import type { AuthConfig, Provider } from "../../../mod.ts";
import { evictStrangers } from "../../../src/accounts/strangers.ts";
import Passkey from "../../../src/providers/passkey.ts";
import { ACME, createTestContext } from "../_context.ts";

const ADA = { id: "ada", email: "ada@example.com", emailVerified: null };

/** Somebody signed up with a key under Ada's address, and is signed in. */
async function createRig(
  { providers = [Passkey, ACME], cookie }: { providers?: Provider[]; cookie?: string } = {},
) {
  const adapter = MemoryAdapter();
  await adapter.createUser(ADA);
  const account = { providerAccountId: "key", userId: "ada" };
  await adapter.linkAccount({ ...account, provider: "passkey", type: "webauthn" });
  await adapter.linkAccount({ ...account, provider: "acme", type: "oauth" });
  await adapter.createAuthenticator({
    ...account,
    credentialID: "AQI=",
    credentialPublicKey: "AQI=",
    counter: 0,
    credentialBackedUp: false,
    credentialDeviceType: "singleDevice",
    transports: null,
  });
  const expires = new Date(Date.now() + 60_000);
  await adapter.createSession({ sessionToken: "token", userId: "ada", expires });
  const config: Partial<AuthConfig> = {
    adapter,
    providers,
    experimental: { enableWebAuthn: true },
  };
  const { ctx } = await createTestContext({ path: "session", cookie, config });
  await evictStrangers(ctx, ctx.config.store!, ADA);
  return {
    keys: (await adapter.listAuthenticatorsByUserId("ada")).length,
    accounts: (await adapter.listAccounts("ada")).map(({ provider }) => provider),
    sessions: (await adapter.listSessions("ada")).length,
  };
}

Deno.test("evictStrangers() takes keys and sessions of whoever came before, and no other account", async () => {
  assertEquals(await createRig(), { keys: 0, accounts: ["acme"], sessions: 0 });
});

const everything = { keys: 1, accounts: ["passkey", "acme"], sessions: 1 };

Deno.test("evictStrangers() lets whoever is signed in as the owner keep everything", async () => {
  const cookie = "__Secure-authjs.session-token=token";
  assertEquals(await createRig({ cookie }), everything);
});

Deno.test("evictStrangers() does nothing in apps without passkeys", async () => {
  assertEquals(await createRig({ providers: [ACME] }), everything);
});

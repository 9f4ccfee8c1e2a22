import { assertEquals, assertRejects } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import type { AuthConfig } from "../../../mod.ts";
import { MissingAdapter } from "../../../src/errors.ts";
import { list as listAccounts, unlink as unlinkAccount } from "../../../src/server/accounts.ts";
import { delete as deleteUser } from "../../../src/server/users.ts";
import { ACME, SECRET } from "../_context.ts";

const silent = { error: () => {}, warn: () => {}, debug: () => {} };
const plain: AuthConfig = { providers: [ACME], secret: SECRET, trustHost: true, logger: silent };

async function createRig() {
  const adapter = MemoryAdapter();
  await adapter.createUser({ id: "ada", email: "ada@example.com", emailVerified: null });
  await adapter.linkAccount({
    provider: "acme",
    providerAccountId: "1",
    type: "oauth",
    userId: "ada",
    scope: "user",
    access_token: "secret",
    refresh_token: "secret",
    id_token: "secret",
  });
  return { adapter, config: { ...plain, adapter } };
}

Deno.test("listAccounts() returns only members that a page can show, and no token", async () => {
  const { config } = await createRig();
  assertEquals(await listAccounts(config, "ada"), [
    { provider: "acme", providerAccountId: "1", type: "oauth", scope: "user" },
  ]);
  assertEquals(await listAccounts(config, "bob"), []);
});

Deno.test("unlinkAccount() keeps the last sign-in method, unless the app says there is another", async () => {
  const { config, adapter } = await createRig();
  const account = { provider: "acme", providerAccountId: "1" };
  assertEquals(await unlinkAccount(config, "ada", account), false);
  assertEquals(await unlinkAccount(config, "ada", account, { hasOtherWayIn: true }), true);
  assertEquals(await adapter.listAccounts("ada"), []);
});

Deno.test("deleteUser() removes the user", async () => {
  const { config, adapter } = await createRig();
  await deleteUser(config, "ada");
  assertEquals(await adapter.getUser("ada"), null);
});

Deno.test("server functions on accounts need a store", async () => {
  await assertRejects(() => listAccounts(plain, "ada"), MissingAdapter);
  await assertRejects(() => deleteUser(plain, "ada"), MissingAdapter);
});

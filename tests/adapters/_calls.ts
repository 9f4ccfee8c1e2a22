/**
 * A call of every method of an adapter, and rows for it.
 *
 * @module
 */

import type { AdapterBatches, UserSearch } from "../../src/types/adapter.ts";
import type { FullAdapter } from "../../src/tools/testing/adapter/check.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export const user = (id: string) => ({ id, email: `${id}@example.com`, emailVerified: null });
export const account = (id: string) => ({
  provider: "github",
  providerAccountId: id,
  type: "oauth" as const,
});
export const passkey = (userId: string, credentialID: string) => ({
  credentialID,
  userId,
  providerAccountId: credentialID,
  credentialPublicKey: "a2V5",
  counter: 0,
  credentialDeviceType: "multiDevice",
  credentialBackedUp: true,
  transports: "internal",
});

/**
 * Calls every method once, those that the adapter leaves out apart, with rows that are there.
 *
 * @param searched what users are listed by. Default: all
 */
export async function callEach(
  adapter: Omit<FullAdapter, "records"> & AdapterBatches,
  searched: readonly UserSearch["by"][] = ["id", "email", "name"],
): Promise<void> {
  const expires = new Date(Date.now() + DAY_MS);
  const key = { provider: "github", providerAccountId: "new" };
  const created = await adapter.createUserWithAccount(
    user("new"),
    { ...key, type: "oauth" },
  );
  const { id } = created!;
  await adapter.createUser(user("other"));
  const batch = user("batch");
  const record = { kind: "x", id: "batch", owner: batch.id, version: 1, expires, data: null };
  await adapter.createUsers?.([{
    user: batch,
    accounts: [{ ...account("batch"), userId: batch.id }],
    records: [record],
    unless: [{ kind: "x", id: "other" }],
  }]);
  await adapter.getUser(id);
  await adapter.getUserByEmail("new@example.com");
  await adapter.getUserByAccount(key);
  await adapter.updateUser({ id, name: "Ada" });
  await adapter.linkAccount({ ...key, userId: id, type: "oauth" });
  await adapter.getAccount(key.providerAccountId, key.provider);
  await adapter.listAccounts(id);
  await adapter.createSession({ sessionToken: "new", userId: id, expires });
  await adapter.getSessionAndUser("new");
  await adapter.updateSession({ sessionToken: "new", expires });
  await adapter.extendSession("new", expires, new Date());
  await adapter.listSessions(id);
  const position = { key: "n", id };
  for (const by of searched) {
    await adapter.listUsers({ by, prefix: "n", after: null, limit: 2 });
    await adapter.listUsers({ by, prefix: "n", after: position, limit: 2 });
  }
  await adapter.deleteSession("new");
  await adapter.deleteSessions(id, ["new"]);
  await adapter.deleteSessions(id, ["new", "other"]);
  await adapter.createVerificationToken({ identifier: "new", token: "new", expires });
  await adapter.getVerificationToken({ identifier: "new", token: "new" });
  await adapter.useVerificationToken({ identifier: "new", token: "new" });
  await adapter.deleteVerificationTokens("new");
  await adapter.createAuthenticator(passkey(id, "new"));
  await adapter.getAuthenticator("new");
  await adapter.listAuthenticatorsByUserId(id);
  await adapter.updateAuthenticatorCounter("new", 1);
  await adapter.renameAuthenticator("new", "Phone");
  await adapter.deleteAuthenticator("new", { unlessLast: true });
  await adapter.deleteAuthenticator("new");
  await adapter.unlinkAccount(key);
  await adapter.deleteUser(id);
}

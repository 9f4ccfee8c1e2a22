/**
 * Passkeys in records pass the checks of passkeys in adapters, and those of an adapter are found
 * beside them.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import { MemoryRecords } from "../../../../adapters/records/memory.ts";
import { passkeyCode } from "../../../../src/capabilities/passkeys/capability.ts";
import { AdapterError } from "../../../../src/errors.ts";
import { CONTRACT, wrapAdapter } from "../../../../src/hooks/adapter.ts";
import { newAuthenticator } from "../../../../src/tools/testing/adapter/check.ts";
import { CHECKS, registerCheck } from "../../../../src/tools/testing/adapter/run.ts";
import type { AnyAdapter } from "../../../../src/types/adapter.ts";

const logger = { error: () => {}, warn: () => {}, debug: () => {} };

/** The store of an app whose adapter has these members of the memory adapter, beside records. */
function storeWith(has: (name: string) => boolean, memory = MemoryAdapter()) {
  const records = MemoryRecords();
  const adapter = Object.fromEntries(Object.entries(memory).filter(([name]) => has(name)));
  const complete = (adapter: AnyAdapter) =>
    passkeyCode.completeStore!(wrapAdapter(adapter, logger), records);
  return { records, complete, memory, store: complete(adapter) };
}

const isOfKeys = (name: string) => name.includes("Authenticator");
const withoutKeys = (name: string) => !isOfKeys(name);

for (const check of CHECKS.filter(({ needs }) => needs.some(isOfKeys))) {
  registerCheck(check, "passkeys in records", () => ({ adapter: storeWith(withoutKeys).store }));
  registerCheck(check, "passkeys of an adapter beside records", () => {
    const { store, records } = storeWith(() => true);
    const { put } = records;
    const written = new Set<string>();
    records.put = (entry, expected) => (written.add(entry.kind), put(entry, expected));
    // Removals take turns.
    const inspect = () => assert([...written].every((kind) => kind === "lock"));
    return { adapter: store, inspect };
  });
}

Deno.test("passkeys in records: of fifty registrations of one id at once, one succeeds", async () => {
  const { store } = storeWith(withoutKeys);
  const { credentialID } = newAuthenticator("one");
  const keys = Array.from({ length: 50 }, (_, at) => ({
    ...newAuthenticator(`user-${at}`),
    credentialID,
  }));
  const results = await Promise.allSettled(keys.map((key) => store.createAuthenticator(key)));
  const won = results.flatMap((result) => result.status === "fulfilled" ? [result.value] : []);
  assertEquals(won.length, 1);
  for (const result of results) {
    if (result.status === "rejected") assertEquals(result.reason instanceof AdapterError, true);
  }
  assertEquals(await store.getAuthenticator(credentialID), won[0]);
  for (const { userId } of keys) {
    const listed = await store.listAuthenticatorsByUserId(userId);
    assertEquals(listed.length, userId === won[0]!.userId ? 1 : 0);
  }
});

Deno.test("passkeys in records: of fifty counters at once, the highest stays", async () => {
  const { store } = storeWith(withoutKeys);
  const key = newAuthenticator("ada");
  await store.createAuthenticator(key);
  const counters = Array.from({ length: 50 }, (_, at) => (at * 17) % 50 + 1);
  await Promise.all(
    counters.map((counter) => store.updateAuthenticatorCounter(key.credentialID, counter)),
  );
  assertEquals((await store.getAuthenticator(key.credentialID))?.counter, 50);
});

Deno.test("passkeys in records: a key without a counter is written once", async () => {
  const { store, records } = storeWith(withoutKeys);
  const key = { ...newAuthenticator("ada"), counter: 0 };
  await store.createAuthenticator(key);
  let writes = 0;
  const { put } = records;
  records.put = (...args) => (writes++, put(...args));
  assertEquals((await store.updateAuthenticatorCounter(key.credentialID, 0)).counter, 0);
  assertEquals(writes, 0);
});

Deno.test("passkeys in records: the records of a user end with the owner", async () => {
  const { store, records } = storeWith(withoutKeys);
  const key = newAuthenticator("ada");
  await store.createAuthenticator(key);
  assertEquals(await records.deleteOwner("ada"), 1);
  assertEquals(await store.getAuthenticator(key.credentialID), null);
});

/** A user with one key in records, of an app whose adapter keeps keys from now on. */
async function withBoth(has: (name: string) => boolean = () => true) {
  const { store: before, memory, complete } = storeWith(withoutKeys);
  const user = await before.createUser({
    id: "ada",
    email: "ada@example.com",
    emailVerified: null,
  });
  const old = newAuthenticator(user.id);
  await before.createAuthenticator(old);
  const adapter = Object.fromEntries(Object.entries(memory).filter(([name]) => has(name)));
  const store = complete(adapter);
  const young = newAuthenticator(user.id);
  await store.createAuthenticator(young);
  const idsOf = async (from: typeof store | typeof memory) =>
    (await from.listAuthenticatorsByUserId(user.id)).map(({ credentialID }) => credentialID).sort();
  return { store, memory, user, old, young, idsOf };
}

Deno.test("an adapter that gains passkeys: new ones are its own, and old ones count as before", async () => {
  const { store, memory, old, young, idsOf } = await withBoth();
  assertEquals(await idsOf(memory), [young.credentialID]);
  assertEquals(await idsOf(store), [old.credentialID, young.credentialID].sort());
  assertEquals(await store.getAuthenticator(old.credentialID), old);
  for (const { credentialID } of [old, young]) {
    assertEquals((await store.updateAuthenticatorCounter(credentialID, 9)).counter, 9);
    assertEquals((await store.getAuthenticator(credentialID))?.counter, 9);
    await store.renameAuthenticator!(credentialID, "Phone");
    assertEquals((await store.getAuthenticator(credentialID))?.name, "Phone");
  }
  await assertRejects(
    () => Promise.resolve(store.updateAuthenticatorCounter("none", 1)),
    AdapterError,
  );
  await assertRejects(() => Promise.resolve(store.renameAuthenticator!("none", "x")), AdapterError);
});

Deno.test("an adapter that gains passkeys: one whose update of an unknown key returns nothing", async () => {
  const { store, memory, old } = await withBoth();
  memory.updateAuthenticatorCounter = () => Promise.resolve(undefined as never);
  assertEquals((await store.updateAuthenticatorCounter(old.credentialID, 3)).counter, 3);
});

Deno.test("an adapter that gains passkeys: a key that it got a copy of is listed once", async () => {
  const { store, memory, old, young, idsOf } = await withBoth();
  await memory.createAuthenticator(old);
  assertEquals(await idsOf(store), [old.credentialID, young.credentialID].sort());
});

for (const first of ["old", "young"] as const) {
  Deno.test(`an adapter that gains passkeys: of the last two, one is left (${first} first)`, async () => {
    const { store, old, young, idsOf } = await withBoth();
    const [one, two] = first === "old" ? [old, young] : [young, old];
    const remove = ({ credentialID }: typeof old) =>
      store.deleteAuthenticator!(credentialID, { unlessLast: true });
    assertEquals(await remove(one), true);
    assertEquals(await remove(one), false);
    assertEquals(await remove(two), false);
    assertEquals(await idsOf(store), [two.credentialID]);
  });
}

Deno.test("an adapter that gains passkeys: of the last two, removed at once, one is left", async () => {
  const { store, old, young, idsOf } = await withBoth();
  const both = [old, young];
  const results = await Promise.all(
    Array.from(
      { length: 50 },
      (_, at) => store.deleteAuthenticator!(both[at % 2]!.credentialID, { unlessLast: true }),
    ),
  );
  assertEquals(results.filter((done) => done).length, 1);
  assertEquals((await idsOf(store)).length, 1);
});

Deno.test("an adapter that gains the methods of Auth.js alone: what it cannot do is not offered", async () => {
  const contract: readonly string[] = CONTRACT;
  const { store, old, idsOf, young } = await withBoth((name) => contract.includes(name));
  assertEquals(store.has("renameAuthenticator"), false);
  assertEquals(store.has("deleteAuthenticator"), false);
  assertEquals(await idsOf(store), [old.credentialID, young.credentialID].sort());
});

/**
 * Adapters whose look-up by address lags behind `updateUser`, as that of some adapters of Auth.js
 * does: one still finds a user by the address before (`@auth/upstash-redis-adapter`,
 * `@auth/unstorage-adapter`), one never finds it by the new one (`@auth/dynamodb-adapter`).
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { set as setPassword } from "../../src/capabilities/passwords/functions.ts";
import { UnstorageAdapter } from "@auth/unstorage-adapter";
import { createStorage } from "unstorage";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import type { AdapterUser } from "../../src/types/adapter.ts";
import {
  ADA,
  ask,
  change,
  codeTo,
  createAddressApp,
  emailOf,
  NEW,
  signIn,
  type,
  undo,
  undoLinkTo,
} from "./_addresses.ts";
import { withContractOnly } from "./_address_rig.ts";
import { enter, PASSWORD } from "./_passwords.ts";
import { STRATEGIES } from "./_strategies.ts";

type Adapter = Awaited<ReturnType<typeof MemoryAdapter>>;

const contractOf = (memory: Adapter) => withContractOnly(memory) as Adapter;

/** Finds users by every address that they ever had, and the newest one wins. */
function keepingOld(memory = MemoryAdapter()): Adapter {
  const index = new Map<string, string>();
  const know = (user: AdapterUser) => {
    if (user.email) index.set(user.email, user.id);
    return user;
  };
  return {
    ...contractOf(memory),
    createUser: async (user) => know(await memory.createUser(user)),
    updateUser: async (user) => know(await memory.updateUser(user)),
    getUserByEmail: (email) => {
      const id = index.get(email);
      return id === undefined ? null : memory.getUser(id);
    },
  };
}

/** Finds users by the address that they were created with. */
function keepingFirst(memory = MemoryAdapter()): Adapter {
  const index = new Map<string, string>();
  return {
    ...contractOf(memory),
    createUser: async (user) => {
      const created = await memory.createUser(user);
      index.set(created.email, created.id);
      return created;
    },
    getUserByEmail: (email) => {
      const id = index.get(email);
      return id === undefined ? null : memory.getUser(id);
    },
  };
}

const unstorage = (): Adapter => UnstorageAdapter(createStorage() as never) as unknown as Adapter;

for (const strategy of STRATEGIES) {
  const create = (adapter: Adapter) => {
    const records = MemoryRecords();
    const warnings: string[] = [];
    const errors: Error[] = [];
    const app = createAddressApp({
      adapter,
      records,
      logger: {
        error: (error) => void errors.push(error),
        warn: (code) => void warnings.push(code),
        debug: () => {},
      },
    }, strategy);
    return { ...app, adapter, records, errors, warnings };
  };

  for (const [name, adapter] of [["an index", keepingOld], ["unstorage", unstorage]] as const) {
    Deno.test(`stale address: the owner of an address that a user gave up gets a user of their own (${name}, ${strategy})`, async () => {
      const app = create(adapter());
      await signIn(app);
      const { id } = (await app.adapter.getUserByEmail(ADA))!;
      const done = await change(app);
      assertEquals(done.url.searchParams.get("done"), "changed");
      assertEquals((await app.adapter.getUserByEmail(ADA))?.id, id, "the index is stale");
      // What keeps the address for its owner, as long as the change can be undone, is over.
      await app.records.deleteOwner(id);
      const other = app.open();
      assertEquals(await signIn(app, other, ADA), "/after");
      assertEquals(await emailOf(other), ADA);
      const found = await app.adapter.getUserByEmail(ADA);
      assert(found && found.id !== id, "another user than the one who had the address before");
      const third = app.open();
      assertEquals(await signIn(app, third, NEW), "/after");
      assertEquals((await app.adapter.getUserByEmail(NEW))?.id, id);
    });
  }

  Deno.test(`stale address: a password opens no user by the address before (${strategy})`, async () => {
    const app = create(keepingOld());
    await signIn(app);
    const user = (await app.adapter.getUserByEmail(ADA))!;
    assertEquals(await setPassword(app.config, user.id, PASSWORD), null);
    await change(app);
    const other = app.open();
    await enter(other);
    assertEquals(await other.session(), null);
    assertEquals(await enter(other, PASSWORD, NEW), "/after");
  });

  Deno.test(`stale address: the address before undoes a change (${strategy})`, async () => {
    const app = create(keepingOld());
    await signIn(app);
    const { id } = (await app.adapter.getUserByEmail(ADA))!;
    await change(app);
    const undone = await undo(app.open(), undoLinkTo(app, ADA));
    assertEquals(undone.url.searchParams.get("done"), "undone");
    const again = app.open();
    assertEquals(await signIn(app, again, ADA), "/after");
    assertEquals((await app.adapter.getUser(id))?.email, ADA);
    assertEquals(await emailOf(again), ADA);
  });

  Deno.test(`stale address: a change after which nobody would be found is undone, and said (${strategy})`, async () => {
    const app = create(keepingFirst());
    await signIn(app);
    const before = (await app.adapter.getUserByEmail(ADA))!;
    await ask(app);
    const page = await type(app.browser, codeTo(app, NEW));
    assertEquals(page.url.searchParams.get("done"), null);
    const [error] = app.errors;
    assertStringIncludes(error!.message, "does not find the user by the new address");
    assertEquals(app.errors.length, 1);
    assertEquals(await app.adapter.getUser(before.id), before);
    assertEquals(app.mails.filter(({ to }) => to === ADA), [], "nobody is told of a change");
    assertEquals(app.trail(), ["address.requested", "address.refused failed"]);
    const other = app.open();
    assertEquals(await signIn(app, other), "/after");
    assertEquals(await emailOf(other), ADA, "the account is where it was");
    // Nor does the change wait, and fail again.
    await ask(app, app.browser, "third@example.com");
    assertEquals(app.errors.length, 1);
  });
}

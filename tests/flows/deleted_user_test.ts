/**
 * A store after `deleteUser()`: nothing in it names the user.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import Credentials from "../../src/providers/credentials.ts";
import {
  delete as deleteUser,
  resume as resumeUser,
  suspend as suspendUser,
} from "../../src/server/users.ts";
import type { FullAdapter } from "../../src/tools/testing/adapter/check.ts";
import { newAccount, newAuthenticator } from "../../src/tools/testing/adapter/check.ts";
import { createBrowser } from "../../src/tools/testing/mod.ts";
import { SECRET } from "./_rig.ts";

const APP = "https://app.example";
const ADA = { id: "the-id-of-ada", email: "ada.lovelace@example.com", emailVerified: null };
const BOB = { id: "the-id-of-bob", email: "bob@example.com", emailVerified: null };
const inAnHour = () => new Date(Date.now() + 3_600_000);

interface Opened {
  adapter: FullAdapter;
  /** Everything in the store as text. */
  dump(): Promise<string>;
  close(): void;
}

/** JSON in which bytes are text. */
function toText(value: unknown): string {
  return JSON.stringify(
    value,
    (_, member) => member instanceof Uint8Array ? new TextDecoder().decode(member) : member,
  );
}

const STORES: Record<string, () => Promise<Opened> | Opened> = {
  memory() {
    const adapter = MemoryAdapter();
    // All that its methods return without changing it.
    const dump = async () => {
      const found = [];
      for (const { id, email } of [ADA, BOB]) {
        found.push(
          await adapter.getUser(id),
          await adapter.getUserByEmail(email),
          await adapter.listAccounts(id),
          await adapter.listSessions(id),
          await adapter.listAuthenticatorsByUserId(id),
        );
        for (const kind of ["session", "access", "of-the-app"]) {
          found.push(await adapter.records.list(id, kind));
        }
      }
      return toText(found);
    };
    return { adapter, dump, close() {} };
  },
  sqlite() {
    const adapter = SqliteAdapter(":memory:");
    const { database } = adapter;
    const dump = () => {
      const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
      assert(tables.length >= 7, toText(tables));
      const rows = tables.map(({ name }) => database.prepare(`SELECT * FROM ${name}`).all());
      return Promise.resolve(toText(rows));
    };
    return { adapter, dump, close: () => adapter.close() };
  },
  async kv() {
    const kv = await Deno.openKv(":memory:");
    const dump = async () => toText(await Array.fromAsync(kv.list({ prefix: [] })));
    return { adapter: DenoKvAdapter(kv), dump, close: () => kv.close() };
  },
};

/** Fills every table with rows of a user; returns the one-time tokens that are left. */
async function fill({ adapter }: Opened, config: AuthConfig, user: typeof ADA) {
  await adapter.createUser(user);
  await adapter.linkAccount(newAccount(user.id));
  await adapter.createAuthenticator(newAuthenticator(user.id));
  const tokens = ["link", "used", "code"].map((name) => ({
    identifier: user.email,
    token: `${name} of ${user.id}`,
    expires: inAnHour(),
  }));
  for (const token of tokens) await adapter.createVerificationToken(token);
  const [used] = tokens.splice(1, 1);
  assert(await adapter.useVerificationToken(used!));
  await adapter.records.put(
    {
      kind: "of-the-app",
      id: user.email,
      owner: user.id,
      version: 1,
      expires: inAnHour(),
      data: null,
    },
    null,
  );
  await suspendUser(config, user.id);
  await resumeUser(config, user.id);
  const browser = createBrowser(APP, {
    [APP]: (request) =>
      new URL(request.url).pathname.startsWith("/auth/") ? Auth(request, config) : new Response(),
  });
  await browser.signInWithCredentials({ email: user.email });
  assertEquals((await browser.session())?.user?.email, user.email);
  return tokens;
}

for (const [name, open] of Object.entries(STORES)) {
  for (const strategy of ["jwt", "database"] as const) {
    Deno.test(`deleteUser() leaves neither the id nor the address in the store (${name}, ${strategy})`, async () => {
      const store = await open();
      const config: AuthConfig = {
        providers: [
          Credentials({
            authorize: ({ email }) => [ADA, BOB].find((user) => user.email === email) ?? null,
          }),
        ],
        adapter: store.adapter,
        session: { strategy, revocation: {} },
        secret: SECRET,
        trustHost: true,
      };
      const tokens = await fill(store, config, ADA);
      const others = await fill(store, config, BOB);
      const before = await store.dump();
      for (const text of [ADA.id, ADA.email, BOB.id, BOB.email]) {
        assert(before.includes(text), text);
      }

      await deleteUser(config, ADA.id);
      const after = await store.dump();
      for (const text of [ADA.id, ADA.email]) {
        assertEquals(after.includes(text), false, `${text} in ${after}`);
      }
      for (const token of tokens) {
        assertEquals(await store.adapter.useVerificationToken(token), null);
      }
      for (const token of others) {
        assertEquals(await store.adapter.useVerificationToken(token), token);
      }
      for (const text of [BOB.id, BOB.email]) assert(after.includes(text), text);
      store.close();
    });
  }

  Deno.test(`deleteUser() removes many one-time tokens, and none of an address that begins the same (${name})`, async () => {
    const { adapter, close } = await open();
    await adapter.createUser(ADA);
    const tokenOf = (identifier: string, index: number) => ({
      identifier,
      token: `${index}`,
      expires: inAnHour(),
    });
    const longer = tokenOf(`${ADA.email}.org`, 0);
    await adapter.createVerificationToken(longer);
    for (let index = 0; index < 250; index++) {
      await adapter.createVerificationToken(tokenOf(ADA.email, index));
    }
    await adapter.deleteUser(ADA.id);
    for (let index = 0; index < 250; index++) {
      assertEquals(await adapter.useVerificationToken(tokenOf(ADA.email, index)), null);
    }
    assertEquals(await adapter.useVerificationToken(longer), longer);
    close();
  });
}

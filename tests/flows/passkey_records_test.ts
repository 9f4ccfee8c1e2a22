/**
 * Passkeys of an app whose adapter has no methods for them, as most of Auth.js: the store of records
 * keeps them. The adapters here have the methods of the contract without those, and no unique keys.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { SqliteRecords } from "../../adapters/records/sqlite.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { list, remove, rename } from "../../src/capabilities/passkeys/functions.ts";
import { CONTRACT } from "../../src/hooks/adapter.ts";
import { delete as deleteUser, export as exportUser } from "../../src/server/users.ts";
import { createAuthenticator } from "../../src/tools/testing/mod.ts";
import type { AuthConfig } from "../../mod.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { unescapeHtml } from "./_email.ts";
import { answer, APP, ask, createRig, KEY_METHODS, run, send } from "./_passkeys.ts";
import { STRATEGIES } from "./_strategies.ts";

const ADA = { action: "register", email: "ada@example.com" };
const AFTER = `${APP}/after`;

/** An adapter of the contract without passkeys, whose accounts are unique by nothing but luck. */
function lax(memory = MemoryAdapter()) {
  const methods = Object.fromEntries(
    CONTRACT.filter((name) => name !== "getAccount" && !KEY_METHODS.includes(name)).map((
      name,
    ) => [name, memory[name]]),
  ) as unknown as ReturnType<typeof MemoryAdapter>;
  const accounts = new Map<string, Parameters<typeof memory.linkAccount>[0]>();
  const keyOf = (provider: string, id: string) => JSON.stringify([provider, id]);
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  return {
    ...methods,
    // The last one wins, as in a store of keys and values.
    linkAccount: async (account: Parameters<typeof memory.linkAccount>[0]) => {
      await turn();
      accounts.set(keyOf(account.provider, account.providerAccountId), account);
      return account;
    },
    unlinkAccount: async (
      { provider, providerAccountId }: { provider: string; providerAccountId: string },
    ) => {
      await turn();
      accounts.delete(keyOf(provider, providerAccountId));
    },
    getUserByAccount: async (
      { provider, providerAccountId }: { provider: string; providerAccountId: string },
    ) => {
      await turn();
      const account = accounts.get(keyOf(provider, providerAccountId));
      return account ? await memory.getUser(account.userId) : null;
    },
  };
}

const STORES: Record<string, () => RecordStore> = {
  memory: MemoryRecords,
  SQLite: () => SqliteRecords(":memory:"),
};

const rigOf = (records: RecordStore, config: Partial<AuthConfig> = {}) =>
  createRig({ adapter: lax(), records, ...config });

for (const strategy of STRATEGIES) {
  for (const [name, open] of Object.entries(STORES)) {
    Deno.test(`passkeys in records: from the sign-up to the deletion (${name}, ${strategy})`, async () => {
      const rig = rigOf(open(), { session: { strategy, revocation: {} } });
      const { config } = rig;
      const browser = rig.openBrowser();
      assertEquals((await run(rig, browser, ADA)).href, AFTER);
      const user = (await config.adapter!.getUserByEmail!(ADA.email))!;
      const other = rig.openBrowser();
      assertEquals((await run(rig, other, {})).href, AFTER);
      assertEquals((await other.session())?.user?.email, ADA.email);

      const second = { authenticator: createAuthenticator(APP) };
      assertEquals((await run(second, browser, { action: "register" })).href, AFTER);
      const keys = await list(config, user.id);
      assertEquals(keys.length, 2);
      await rename(config, user.id, keys[0]!.id, "Phone");
      const names = (await list(config, user.id)).map(({ name }) => name).sort();
      assertEquals(names, ["Phone", null].sort());
      const copy = (await exportUser(config, user.id))!;
      assertEquals(copy.passkeys.length, 2);
      assert(!JSON.stringify(copy).includes("credentialPublicKey"));

      const own = second.authenticator.credentials[0]!;
      const removed = keys.find(({ id }) => id !== toBase64(own.id))!;
      assertEquals(await remove(config, user.id, removed.id), true);
      assertEquals(await remove(config, user.id, toBase64(own.id)), false, "the last one");
      const last = rig.openBrowser();
      assertEquals((await run(second, last, {})).href, AFTER);
      const refused = await run(rig, rig.openBrowser(), {});
      assertEquals(refused.searchParams.get("error"), "WebAuthnVerificationError");

      await deleteUser(config, user.id);
      const { records } = config;
      assertEquals(await records!.list(user.id, "passkey.key"), []);
      const gone = await run(second, rig.openBrowser(), {});
      assertEquals(gone.searchParams.get("error"), "WebAuthnVerificationError");
      assertEquals(rig.errors.map(({ name }) => name), Array(2).fill("WebAuthnVerificationError"));
    });
  }

  Deno.test(`passkeys in records: of fifty users who register one id at once, one does (${strategy})`, async () => {
    const rig = rigOf(MemoryRecords(), { session: { strategy } });
    const credentialId = createAuthenticator(APP);
    await run({ authenticator: credentialId }, rig.openBrowser(), ADA);
    const { id } = credentialId.credentials[0]!;
    const user = (await rig.config.adapter!.getUserByEmail!(ADA.email))!;
    await deleteUser(rig.config, user.id);
    rig.errors.length = 0;
    const people = await Promise.all(Array.from({ length: 50 }, async (_, at) => {
      const authenticator = createAuthenticator(APP);
      const browser = rig.openBrowser();
      const email = `user-${at}@example.com`;
      if (at % 2 === 0) {
        // One who is signed in, and adds it as a further one.
        await run({ authenticator: createAuthenticator(APP) }, browser, {
          action: "register",
          email,
        });
      }
      const query: Record<string, string> = at % 2 === 0
        ? { action: "register" }
        : { action: "register", email };
      const fields = await answer(await ask(browser, query), authenticator, { credentialId: id });
      return { authenticator, browser, fields };
    }));
    const landings = await Promise.all(
      people.map(({ browser, fields }) => send(browser, fields)),
    );
    const winners = people.filter((_, at) => landings[at]!.href === AFTER);
    assertEquals(winners.length, 1);
    const [{ authenticator, browser }] = winners as [typeof people[number]];
    const again = rig.openBrowser();
    assertEquals((await run({ authenticator }, again, {})).href, AFTER, "the winner signs in");
    assertEquals((await again.session())?.user?.email, (await browser.session())?.user?.email);
  });
}

Deno.test("passkeys in records: the account page shows, names and removes them", async () => {
  const mails: unknown[] = [];
  const rig = rigOf(MemoryRecords(), {
    account: AccountPage(),
    session: { strategy: "jwt", revocation: {} },
    sendMail: (mail) => void mails.push(mail),
  });
  const browser = rig.openBrowser();
  await run(rig, browser, ADA);
  const second = { authenticator: createAuthenticator(APP) };
  assertEquals((await run(second, browser, { action: "register" })).href, AFTER);
  const page = await (await browser.fetch("/auth/account")).text();
  const links = [...page.matchAll(/href="([^"]*step=passkey&amp;id=[^"]*)"/g)];
  assertEquals(links.length, 2);
  const user = (await rig.config.adapter!.getUserByEmail!(ADA.email))!;
  const [key, other] = await list(rig.config, user.id);
  assert(key!.createdAt instanceof Date);
  const one = await (await browser.fetch(unescapeHtml(links[0]![1]!))).text();
  assertStringIncludes(one, "passkey-remove");
  const press = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ csrfToken: await browser.csrf(), ...fields });
    const { response, url } = await browser.visit("/auth/account", { method: "POST", body });
    await response.body?.cancel();
    return url.searchParams.get("done");
  };
  assertEquals(
    await press({ step: "passkey-rename", id: key!.id, name: "Phone" }),
    "passkey-renamed",
  );
  assertEquals((await list(rig.config, user.id)).find(({ id }) => id === key!.id)?.name, "Phone");
  assertEquals(await press({ step: "passkey-remove", id: key!.id }), "passkey-removed");
  assertEquals((await list(rig.config, user.id)).map(({ id }) => id), [other!.id]);
  assertEquals(await press({ step: "passkey-remove", id: other!.id }), null, "the last one");
  assertEquals((await list(rig.config, user.id)).length, 1);
});

Deno.test("passkeys in records: an adapter that gets the methods later keeps everybody", async () => {
  const memory = MemoryAdapter();
  const records = MemoryRecords();
  const { records: _, createUserWithAccount: __, ...others } = memory;
  const without = Object.fromEntries(
    Object.entries(others).filter(([name]) => !KEY_METHODS.includes(name)),
  );
  const before = createRig({ adapter: without, records });
  await run(before, before.openBrowser(), ADA);
  const after = createRig({ adapter: others, records });
  const browser = after.openBrowser();
  assertEquals((await run(before, browser, {})).href, AFTER, "the old passkey");
  assertEquals((await run(after, browser, { action: "register" })).href, AFTER, "a new one");
  const user = (await memory.getUserByEmail(ADA.email))!;
  assertEquals((await memory.listAuthenticatorsByUserId(user.id)).length, 1);
  assertEquals((await list(after.config, user.id)).length, 2);
  for (const rig of [before, after]) {
    assertEquals((await run(rig, after.openBrowser(), {})).href, AFTER);
  }
  await deleteUser(after.config, user.id);
  assertEquals(await records.list(user.id, "passkey.key"), []);
});

/** An id in base64url → in base64, as stored. */
function toBase64(id: string): string {
  const text = id.replaceAll("-", "+").replaceAll("_", "/");
  return text.padEnd(Math.ceil(text.length / 4) * 4, "=");
}

/**
 * Users as a whole, on every adapter: suspend and resume, export, delete.
 *
 * @module
 */

import { assertEquals, assertRejects } from "@std/assert";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import { AuthError } from "../../src/errors.ts";
import {
  ownerOfApp,
  ownerOfAudit,
  ownerOfOrg,
  ownerOfOutbox,
  WAITING_DELETIONS,
} from "../../src/records/owner.ts";
import Credentials from "../../src/providers/credentials.ts";
import {
  delete as deleteUser,
  export as exportUser,
  isSuspended,
  resume as resumeUser,
  suspend as suspendUser,
} from "../../src/server/users.ts";
import { list as listSessions, revokeAll as revokeAllSessions } from "../../src/server/sessions.ts";
import { createBrowser } from "../../src/tools/testing/mod.ts";
import type { FullAdapter } from "../../src/tools/testing/adapter/check.ts";
import { newAccount, newAuthenticator } from "../../src/tools/testing/adapter/check.ts";
import { SECRET } from "./_rig.ts";

const APP = "https://app.example";
const CROWD = 50;

const STORES: Record<string, () => Promise<{ adapter: FullAdapter; close(): void }>> = {
  memory: () => Promise.resolve({ adapter: MemoryAdapter(), close() {} }),
  sqlite: () => {
    const adapter = SqliteAdapter(":memory:");
    return Promise.resolve({ adapter, close: () => adapter.close() });
  },
  kv: async () => {
    const kv = await Deno.openKv(":memory:");
    return { adapter: DenoKvAdapter(kv), close: () => kv.close() };
  },
};

async function createRig(adapter: FullAdapter, strategy: "jwt" | "database") {
  const user = await adapter.createUser({
    id: crypto.randomUUID(),
    name: "Ada",
    email: "ada@example.com",
    emailVerified: null,
  });
  const config: AuthConfig = {
    providers: [
      Credentials({ authorize: () => ({ id: user.id, name: "Ada", email: "ada@example.com" }) }),
      { id: "op", name: "OP", type: "oidc", issuer: "https://op.example", clientId: "c" },
    ],
    adapter,
    session: { strategy, revocation: {} },
    secret: SECRET,
    trustHost: true,
    logger: { error() {}, warn() {} },
  };
  const newBrowser = (used = config) =>
    createBrowser(APP, {
      [APP]: (request) =>
        new URL(request.url).pathname.startsWith("/auth/") ? Auth(request, used) : new Response(),
    });
  return { user, config, newBrowser };
}

for (const [name, createStore] of Object.entries(STORES)) {
  for (const strategy of ["jwt", "database"] as const) {
    for (const [act, run] of Object.entries({ suspendUser, deleteUser })) {
      Deno.test(`users (${strategy}, ${name}): ${act}() among fifty sign-ins leaves no session`, async () => {
        const { adapter, close } = await createStore();
        const { user, config, newBrowser } = await createRig(adapter, strategy);
        const browsers = Array.from({ length: CROWD }, () => newBrowser());
        // Each browser has its CSRF token, so that the sign-ins begin at once.
        await Promise.all(browsers.map((browser) => browser.csrf()));
        await Promise.allSettled(browsers.flatMap((browser, index) => [
          browser.signInWithCredentials({}),
          ...index === CROWD / 2 ? [run(config, user.id)] : [],
        ]));
        const sessions = await Promise.all(browsers.map((browser) => browser.session()));
        // `authorize` of this app accepts the deleted user, so later sign-ins create a new one.
        const left = sessions.filter((session) =>
          session?.user?.id === user.id || strategy === "jwt" && session
        );
        assertEquals(left, []);
        assertEquals(await listSessions(config, user.id), []);
        close();
      });
    }
  }
}

Deno.test("revokeAllSessions() ends token sessions from before records were kept", async () => {
  const { user, config, newBrowser } = await createRig(MemoryAdapter(), "jwt");
  const old = newBrowser({ ...config, session: { strategy: "jwt" } });
  await old.signInWithCredentials({});
  const cookie = old.cookies.header(new URL(APP))!;
  const read = async () => {
    const request = new Request(`${APP}/auth/session`, { headers: { cookie } });
    return await (await Auth(request, config)).json();
  };
  assertEquals(await revokeAllSessions(config, user.id), 0);
  assertEquals(await read(), null);
  await resumeUser(config, user.id);
  assertEquals(await read(), null);
});

Deno.test("suspendUser() demands session records, by the name of the option", async () => {
  const { user, config } = await createRig(MemoryAdapter(), "jwt");
  const without = { ...config, session: {} };
  for (const run of [suspendUser, resumeUser]) {
    await assertRejects(() => run(without, user.id), AuthError, "`session.revocation`");
  }
});

for (const [name, createStore] of Object.entries(STORES)) {
  Deno.test(`exportUser() returns all that is kept, and nothing that opens something (${name})`, async () => {
    const { adapter, close } = await createStore();
    const { user, config, newBrowser } = await createRig(adapter, "database");
    const account = { ...newAccount(user.id, { provider: "op" }), access_token: "at-secret" };
    await adapter.linkAccount(account);
    const key = newAuthenticator(user.id);
    await adapter.createAuthenticator(key);
    const browser = newBrowser();
    await browser.signInWithCredentials({});
    const found = (await exportUser(config, user.id))!;
    assertEquals(found.user, user);
    assertEquals(found.accounts.map(({ provider }) => provider), ["op"]);
    assertEquals(found.passkeys.map(({ id }) => id), [key.credentialID]);
    assertEquals(found.sessions.length, 1);
    assertEquals(found.suspendedAt, null);
    const text = JSON.stringify(found);
    const cookie = browser.cookies.header(new URL(APP))!;
    const token = /session-token=([^;]+)/.exec(cookie)![1]!;
    for (const secret of ["at-secret", key.credentialPublicKey, token]) {
      assertEquals(text.includes(secret), false, secret);
    }
    await suspendUser(config, user.id);
    const suspended = (await exportUser(config, user.id))!;
    assertEquals([suspended.sessions, suspended.suspendedAt instanceof Date], [[], true]);
    assertEquals(await isSuspended(config, user.id), true);
    await resumeUser(config, user.id);
    assertEquals(await isSuspended(config, user.id), false);
    assertEquals((await exportUser(config, user.id))!.suspendedAt, null);
    await deleteUser(config, user.id);
    assertEquals(await exportUser(config, user.id), null);
    assertEquals(await isSuspended(config, user.id), true);
    close();
  });
}

Deno.test("users: what owns records and is no user is neither deleted nor suspended", async () => {
  const owners = [
    ownerOfOrg("acme"),
    ownerOfApp("oauth-clients"),
    ownerOfOutbox("webhooks"),
    ownerOfAudit("chains"),
    WAITING_DELETIONS,
  ];
  for (const [name, open] of Object.entries(STORES)) {
    const { adapter, close } = await open();
    const { config } = await createRig(adapter, "database");
    for (const owner of owners) {
      const entry = { kind: "x", id: owner, owner, version: 1, expires: null, data: null };
      await adapter.records.put(entry, null);
      for (const act of [deleteUser, suspendUser]) {
        await assertRejects(() => act(config, owner), AuthError, "not the id of a user");
      }
      assertEquals(await adapter.records.get("x", owner), entry, `${owner} on ${name}`);
      assertEquals(await isSuspended(config, owner), false);
    }
    // One that is gone can be deleted again.
    await deleteUser(config, "nobody");
    close();
  }
});

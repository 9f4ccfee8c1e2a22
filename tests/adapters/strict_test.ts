/**
 * No call has more members than the contract names: neither one of the adapter
 * suite, nor one of the library.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import Credentials from "../../src/providers/credentials.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import { delete as deleteUser } from "../../src/server/users.ts";
import { revokeAll as revokeAllSessions } from "../../src/server/sessions.ts";
import { unlink as unlinkAccount } from "../../src/server/accounts.ts";
import {
  createAuthenticator,
  createBrowser,
  createIdp,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import type { AnyAdapter } from "../../src/types/adapter.ts";
import { APP, run, runWithoutStore } from "../flows/_passkeys.ts";
import { StrictAdapter, StrictContract } from "./_strict.ts";
import { testVariants } from "./_variants.ts";
import { providerAt } from "../_idp.ts";

const skip = {
  "members outside the contract are stored, with their dates": "it refuses them",
  "deleteSession ends one session, and ignores unknown tokens": "it rejects for unknown tokens",
};

testVariants({
  "StrictAdapter": () => ({ adapter: StrictAdapter() }),
  "StrictAdapter, contract only": () => ({ adapter: StrictContract() }),
}, { skip });

/** An app with every kind of sign-in on a strict store; the store's errors are collected. */
async function createApp(adapter: AuthConfig["adapter"]) {
  const idp = await createIdp();
  idp.user = { sub: "1", name: "Ada", email: "ada@example.com", email_verified: true };
  const errors: Error[] = [];
  const mails: string[] = [];
  const oidc = (id: string) => providerAt(idp, id);
  const config: AuthConfig = {
    providers: [
      oidc("one"),
      oidc("two"),
      Passkey,
      {
        id: "mail",
        name: "Mail",
        type: "email",
        sendVerificationRequest: ({ url }) => void mails.push(url),
      },
      Credentials({ authorize: () => ({ name: "Ada", email: "ada@example.com" }) }),
    ],
    adapter,
    session: { strategy: "database", updateAge: 0 },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    experimental: { enableWebAuthn: true },
    logger: { error: (error) => void errors.push(error), warn: () => {}, debug: () => {} },
  };
  const origins = {
    [APP]: (request: Request) =>
      new URL(request.url).pathname.startsWith("/auth/")
        ? Auth(request, config)
        : new Response("app"),
    [idp.issuer]: idp.handler,
  };
  return { config, errors, idp, mails, openBrowser: () => createBrowser(APP, origins) };
}

for (
  const [name, createAdapter] of [
    ["fixed columns", StrictAdapter],
    ["fixed columns, contract only", StrictContract],
  ] as const
) {
  Deno.test(`${name}: provider, linking, reading, sign-out, unlinking and deletion`, async () => {
    const adapter: AnyAdapter = createAdapter();
    const { config, errors, openBrowser } = await createApp(adapter);
    const browser = openBrowser();
    for (const provider of ["one", "one", "two"]) await browser.signIn(provider);
    const { id } = (await adapter.getUserByEmail!("ada@example.com"))!;
    assertEquals((await browser.session())?.user?.name, "Ada");
    await browser.post("/signout");
    assertEquals(await browser.session(), null);
    await browser.signIn("two");
    assertEquals((await browser.session())?.user?.email, "ada@example.com");
    if (adapter.listAccounts) {
      const [account] = await adapter.listAccounts(id);
      assertEquals(await unlinkAccount(config, id, account!), true);
      assertEquals((await adapter.listAccounts(id)).length, 1);
    }
    await deleteUser(config, id);
    assertEquals(await adapter.getUser!(id), null);
    assertEquals(errors, []);
  });

  Deno.test(`${name}: a link by email, then credentials`, async () => {
    const adapter: AnyAdapter = createAdapter();
    const { errors, mails, openBrowser } = await createApp(adapter);
    for (let count = 0; count < 2; count++) {
      const browser = openBrowser();
      await browser.start("mail", { fields: { email: "ada@example.com" } });
      await browser.visit(mails.pop()!);
      assertEquals((await browser.session())?.user?.email, "ada@example.com");
    }
    const browser = openBrowser();
    await browser.signInWithCredentials({});
    assertEquals((await browser.session())?.user?.email, "ada@example.com");
    assertEquals(errors, []);
  });

  Deno.test(`${name}: a passkey signs up, signs in and is added`, async () => {
    const { errors, openBrowser } = await createApp(createAdapter());
    const [rig, second] = [
      { authenticator: createAuthenticator(APP) },
      { authenticator: createAuthenticator(APP) },
    ];
    const browser = openBrowser();
    await run(rig, browser, { action: "register", email: "ada@example.com" });
    await run(second, browser, { action: "register" });
    for (const known of [rig, second]) {
      const other = openBrowser();
      await run(known, other, { action: "authenticate" });
      assertEquals((await other.session())?.user !== undefined, true);
    }
    assertEquals(errors, []);
  });

  Deno.test(`${name}: a passkey that cannot be stored leaves no account`, async () => {
    const adapter: AnyAdapter = createAdapter();
    const { errors, openBrowser } = await createApp(adapter);
    const browser = openBrowser();
    await browser.signIn("one");
    const linked: string[] = [];
    const { linkAccount } = adapter;
    adapter.linkAccount = (account) => {
      linked.push(account.providerAccountId);
      return linkAccount!(account);
    };
    adapter.createAuthenticator = () => Promise.reject(new Error("The disk is full"));
    const rig = { authenticator: createAuthenticator(APP) };
    await runWithoutStore(rig, browser, { action: "register" });
    assertEquals(linked.length, 1);
    assertEquals(await adapter.getAccount!(linked[0]!, "passkey"), null);
    assertEquals(errors.length, 1, "the failure of the store, and none of the undoing");
  });

  Deno.test(`${name}: a sign-out ends a session that was ended elsewhere without an error`, async () => {
    const adapter: AnyAdapter = createAdapter();
    const { config, errors, openBrowser } = await createApp(adapter);
    const records = MemoryRecords();
    Object.assign(config, { records, session: { strategy: "database", revocation: {} } });
    const browser = openBrowser();
    await browser.signIn("one");
    const { id } = (await adapter.getUserByEmail!("ada@example.com"))!;
    await endRow(adapter, browser);
    assertEquals((await browser.post("/signout")).status, 302);
    assertEquals(browser.cookies.names("app.example").filter((one) => one.includes("session")), []);
    assertEquals(await records.list(id, "session"), []);
    assertEquals(errors, []);
  });

  Deno.test(`${name}: all sessions end, although one of them ended before`, async () => {
    const adapter: AnyAdapter = createAdapter();
    const { config, openBrowser } = await createApp(adapter);
    const records = MemoryRecords();
    Object.assign(config, { records, session: { strategy: "database", revocation: {} } });
    const browsers = [openBrowser(), openBrowser(), openBrowser()];
    for (const browser of browsers) await browser.signIn("one");
    const { id } = (await adapter.getUserByEmail!("ada@example.com"))!;
    await endRow(adapter, browsers[1]!);
    assert(await revokeAllSessions(config, id) >= 2);
    for (const browser of browsers) assertEquals(await browser.session(), null);
    assertEquals(await records.list(id, "session"), []);
  });
}

/** Removes the row of a browser's session, as another process or a purge does. */
async function endRow(adapter: AnyAdapter, browser: TestBrowser): Promise<void> {
  const cookie = browser.cookies.list("app.example").find(({ name }) => name.includes("session"))!;
  await adapter.deleteSession!(cookie.value);
}

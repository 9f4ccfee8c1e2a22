/**
 * What the account page keeps about ways to sign in: what a provider calls an account, and when a
 * passkey was added and used, on which model of authenticator. Only where the app has the page,
 * with few writes, and no longer than the account, the passkey and the user.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import { list as listFactors } from "../../src/capabilities/factors/functions.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import { PasskeyFactor } from "../../src/capabilities/factors/passkey.ts";
import { authenticatorName } from "../../src/capabilities/passkeys/authenticators.ts";
import { list as listPasskeys } from "../../src/capabilities/passkeys/functions.ts";
import { list as listAccounts } from "../../src/server/accounts.ts";
import * as users from "../../src/server/users.ts";
import { createAuthenticator, createBrowser, createIdp } from "../../src/tools/testing/mod.ts";
import type { Json, RecordStore } from "../../src/types/records.ts";
import type { WebAuthnCreationOptionsJSON } from "../../src/types/webauthn.ts";
import { providerAt } from "../_idp.ts";
import {
  type AccountApp,
  addKey,
  APP,
  createAccountApp,
  enter,
  open,
  post,
  signIn,
} from "./_accounts.ts";
import { answer, ask } from "./_passkeys.ts";
import { STRATEGIES } from "./_strategies.ts";

const NOW = new Date("2026-05-03T10:00:00Z").valueOf();
const DAY_MS = 24 * 60 * 60 * 1000;
const GOOGLE = "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4";
const YUBIKEY = "cb69481e-8ff7-4039-93ec-0a2729a154a8";

/** A store of records that counts its writes of one kind. */
function countWrites(records: RecordStore, kind: string) {
  const writes: Json[] = [];
  const store: RecordStore = {
    ...records,
    put(entry, expected) {
      if (entry.kind === kind) writes.push(entry.data);
      return records.put(entry, expected);
    },
  };
  return { store, writes };
}

/** An app with the account page and one provider, whose user can change. */
async function createProviderApp(config: Partial<AuthConfig> = {}) {
  const idp = await createIdp({
    issuer: "https://id.example",
    user: { sub: "1", name: "Ada", email: "andy@id.example", email_verified: true },
  });
  const { store: records, writes } = countWrites(MemoryRecords(), "account.profile");
  const app = createAccountApp("jwt", { records, ...config });
  app.config.providers = [...app.config.providers, providerAt(idp, "id", { name: "Identity" })];
  const browser = createBrowser(APP, {
    [APP]: (request) =>
      new URL(request.url).pathname.startsWith("/auth/")
        ? Auth(request, app.config)
        : new Response("app"),
    [idp.issuer]: idp.handler,
  });
  const signIn = async (target = browser) => {
    const { response, url } = await target.signIn("id", { callbackUrl: "/after" });
    await response.body?.cancel();
    return url.pathname;
  };
  return { ...app, browser, idp, records, writes, signIn };
}

const labelsIn = async (config: AuthConfig, userId: string) =>
  (await listAccounts(config, userId)).map(({ label }) => label);

Deno.test("account facts: two accounts at one provider are told apart", async () => {
  const app = await createProviderApp();
  await enter(app as unknown as AccountApp, app.browser);
  assertEquals(await app.signIn(), "/after");
  app.idp.user = { sub: "2", preferred_username: "ada-at-work", name: "Ada" };
  assertEquals(await app.signIn(), "/after");
  const html = await open(app.browser);
  assertMatch(html, /<bdi>Identity<\/bdi><\/strong><span class="facts"><bdi>andy@id\.example</);
  assertMatch(html, /<span class="facts"><bdi>ada-at-work</);
  assertStringIncludes(html, 'aria-label="Disconnect Identity · ada-at-work"');
  const one = await open(app.browser, "?step=account&provider=id&id=2");
  assertStringIncludes(
    one.replaceAll(/[\u2066-\u2069]/g, ""),
    "Disconnect Identity · ada-at-work?",
  );
  const json = await (await app.browser.fetch("/auth/account", {
    headers: { accept: "application/json" },
  })).json();
  assertEquals(
    json.accounts.linked.map(({ label }: { label: string }) => label),
    ["andy@id.example", "ada-at-work"],
  );
  assertEquals((await users.export(app.config, "ada"))?.accounts.map(({ label }) => label), [
    "andy@id.example",
    "ada-at-work",
  ]);
  assertEquals(app.errors, []);
});

Deno.test("account facts: an account from before has none until it signs in, which writes once", async () => {
  const app = await createProviderApp();
  await app.signIn();
  const [{ userId }] = [(await app.adapter.getAccount("1", "id"))!] as [{ userId: string }];
  assertEquals(await labelsIn(app.config, userId), ["andy@id.example"]);
  // As if the page had come later.
  await app.records.deleteOwner(userId, "account.profile");
  assertEquals(await labelsIn(app.config, userId), [undefined]);
  assertMatch(await open(app.browser), /<bdi>Identity<\/bdi><\/strong><\/div>/);
  app.writes.length = 0;
  for (const _ of [1, 2, 3]) await app.signIn();
  assertEquals(app.writes, [
    { provider: "id", providerAccountId: "1", label: "andy@id.example" },
  ]);
  app.idp.user = { ...app.idp.user, email: "ada@id.example" };
  for (const _ of [1, 2]) await app.signIn();
  assertEquals(app.writes.length, 2);
  assertEquals(await labelsIn(app.config, userId), ["ada@id.example"]);
});

Deno.test("account facts: a label that could deceive is left out, and the next one taken", async () => {
  const app = await createProviderApp();
  app.idp.user = {
    sub: "1",
    email: "a\u202Ebad@id.example",
    preferred_username: "   ",
    nickname: "x".repeat(255),
    name: "Ada",
  };
  await app.signIn();
  const { userId } = (await app.adapter.getAccount("1", "id"))!;
  assertEquals(await labelsIn(app.config, userId), ["Ada"]);
});

Deno.test("account facts: a label goes with the account, and with the user", async () => {
  const app = await createProviderApp();
  const id = await enter(app as unknown as AccountApp, app.browser);
  await app.signIn();
  assertEquals((await app.records.list(id, "account.profile")).length, 1);
  assertEquals((await post(app.browser, "unlink", { provider: "id", id: "1" })).status, 200);
  assertEquals(await app.records.list(id, "account.profile"), []);
  await app.signIn();
  assertEquals((await app.records.list(id, "account.profile")).length, 1);
  await users.delete(app.config, id);
  assertEquals(await app.records.list(id, "account.profile"), []);
});

Deno.test("account facts: an account that moved to another user brings its label along", async () => {
  const app = await createProviderApp();
  const id = await enter(app as unknown as AccountApp, app.browser);
  await app.signIn();
  // An app unlinks by its adapter, and so leaves the record.
  await app.adapter.unlinkAccount({ provider: "id", providerAccountId: "1" });
  const other = createBrowser(APP, {
    [APP]: (request) =>
      new URL(request.url).pathname.startsWith("/auth/")
        ? Auth(request, app.config)
        : new Response("app"),
    [app.idp.issuer]: app.idp.handler,
  });
  await app.signIn(other);
  const { userId } = (await app.adapter.getAccount("1", "id"))!;
  assert(userId !== id);
  assertEquals(await labelsIn(app.config, userId), ["andy@id.example"]);
  assertEquals(await app.records.list(id, "account.profile"), []);
});

Deno.test("account facts: without the page nothing is kept", async () => {
  const { store: records, writes } = countWrites(MemoryRecords(), "account.profile");
  const names = countWrites(records, "passkey.name");
  const app = await createProviderApp({ account: undefined, records: names.store });
  await enter(app as unknown as AccountApp, app.browser);
  await app.signIn();
  const authenticator = createAuthenticator(APP, { aaguid: GOOGLE });
  const fields = await answer(await ask(app.browser, { action: "register" }), authenticator);
  const body = new URLSearchParams({ ...fields, callbackUrl: "/after" });
  const { response } = await app.browser.visit("/auth/callback/passkey", { method: "POST", body });
  await response.body?.cancel();
  assertEquals(writes, []);
  assertEquals(names.writes, []);
  assertEquals(await labelsIn(app.config, "ada"), [undefined, undefined]);
  const [key] = await listPasskeys(app.config, "ada");
  assert(key);
  assertEquals([key.authenticator, key.createdAt, key.lastUsedAt], [
    undefined,
    undefined,
    undefined,
  ]);
});

Deno.test("account facts: a store that fails stops no sign-in", async () => {
  const memory = MemoryRecords();
  const records: RecordStore = {
    ...memory,
    put: (entry, expected) => {
      if (/^(account\.profile|passkey\.name)$/.test(entry.kind)) throw new Error("is down");
      return memory.put(entry, expected);
    },
  };
  const app = await createProviderApp({ records });
  await enter(app as unknown as AccountApp, app.browser);
  assertEquals(await app.signIn(), "/after");
  assertEquals(app.errors.map(({ message }) => message), ["is down"]);
});

/** Signs in with a passkey of the app's authenticator. */
async function signInByKey(app: AccountApp, browser = app.open()) {
  const fields = await answer(
    await ask(browser, { action: "authenticate" }),
    app.authenticator,
  );
  const body = new URLSearchParams({ ...fields, callbackUrl: "/after" });
  const { response, url } = await browser.visit("/auth/callback/passkey", { method: "POST", body });
  await response.body?.cancel();
  assertEquals(url.pathname, "/after");
}

for (const strategy of STRATEGIES) {
  Deno.test(`account facts: a passkey has the name of its maker, and its dates (${strategy})`, async () => {
    using time = new FakeTime(NOW);
    const { store: records, writes } = countWrites(MemoryRecords(), "passkey.name");
    const app = createAccountApp(strategy, { records });
    app.authenticator = createAuthenticator(APP, { aaguid: GOOGLE, synced: true });
    await enter(app);
    const id = await addKey(app);
    assertEquals(writes.length, 1);
    const html = await open(app.browser);
    assertMatch(html, /<strong><bdi>Google Password Manager<\/bdi><\/strong>/);
    assertMatch(html, /<span>Added May 3, 2026<\/span><span>Synced between your devices</);
    assertStringIncludes(html, 'aria-label="Change: Google Password Manager"');

    for (const _ of [1, 2, 3]) await signInByKey(app);
    assertEquals(writes.length, 2, "at most one write a day");
    assertMatch(await open(app.browser), /<span>Last used today<\/span>/);
    time.tick(DAY_MS);
    assertMatch(await open(app.browser), /<span>Last used yesterday<\/span>/);
    await signInByKey(app);
    assertEquals(writes.length, 3);
    time.tick(9 * DAY_MS);
    await signInByKey(app);

    const [key] = await listPasskeys(app.config, "ada");
    assertEquals(
      [key?.name, key?.authenticator, key?.createdAt, key?.lastUsedAt],
      [null, "Google Password Manager", new Date(NOW), new Date(NOW + 10 * DAY_MS)],
    );
    assertEquals((await users.export(app.config, "ada"))?.passkeys, [key!]);

    await signIn(app.browser);
    const renamed = await post(app.browser, "passkey-rename", { id, name: "Laptop" });
    assertMatch(renamed.html, /<strong><bdi>Laptop<\/bdi><\/strong>/);
    assertMatch(renamed.html, /<span>Google Password Manager<\/span><span>Added May 3, 2026/);
    await post(app.browser, "passkey-remove", { id });
    assertEquals(await records.list("ada", "passkey.name"), []);
    assertEquals(app.errors, []);
  });
}

Deno.test("account facts: a passkey from before is shown, and has a date once it is used", async () => {
  using _time = new FakeTime(NOW);
  const records = MemoryRecords();
  const app = createAccountApp("jwt", { records });
  app.authenticator = createAuthenticator(APP, { aaguid: YUBIKEY });
  await enter(app);
  await addKey(app);
  await records.deleteOwner("ada", "passkey.name");
  assertMatch(
    await open(app.browser),
    /<bdi>Passkey<\/bdi><\/strong><span class="facts"><span>On one/,
  );
  await signInByKey(app);
  assertMatch(await open(app.browser), /<span>Last used today<\/span><span>On one device only</);
});

Deno.test("account facts: names that records keep stay with the dates, and older records are read", async () => {
  using _time = new FakeTime(NOW);
  const own = MemoryAdapter();
  const { renameAuthenticator: _rename, records: _records, ...adapter } = own;
  const records = MemoryRecords();
  const app = createAccountApp("jwt", { adapter, records });
  app.authenticator = createAuthenticator(APP, { aaguid: YUBIKEY });
  await enter(app);
  const id = await addKey(app);
  await post(app.browser, "passkey-rename", { id, name: "Key ring" });
  await signInByKey(app);
  const [key] = await listPasskeys(app.config, "ada");
  assertEquals(
    [key?.name, key?.authenticator, key?.createdAt, key?.lastUsedAt],
    ["Key ring", "YubiKey 5", new Date(NOW), new Date(NOW)],
  );
  // The record of a version that kept names alone.
  const [record] = await records.list("ada", "passkey.name");
  const data = { credentialID: id, name: "Old name" };
  assert(await records.put({ ...record!, version: 7, data }, record!.version));
  assertEquals((await listPasskeys(app.config, "ada"))[0]?.name, "Old name");
  await signInByKey(app);
  const [used] = await listPasskeys(app.config, "ada");
  assertEquals([used?.name, used?.authenticator, used?.lastUsedAt], [
    "Old name",
    undefined,
    new Date(NOW),
  ]);
});

Deno.test("account facts: a second factor has the name of its maker", async () => {
  const app = createAccountApp("jwt", { factors: [PasskeyFactor(), Totp()] });
  const authenticator = createAuthenticator(APP, { aaguid: YUBIKEY });
  await enter(app);
  const send = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ csrfToken: await app.browser.csrf(), ...fields });
    const { response } = await app.browser.visit("/auth/factors", { method: "POST", body });
    return await response.text();
  };
  await (await app.browser.visit("/auth/factors", {
    method: "POST",
    body: new URLSearchParams({
      csrfToken: await app.browser.csrf(),
      step: "enrol",
      factor: "passkey",
    }),
  })).response.body?.cancel();
  const step = await (await app.browser.fetch("/auth/factors?step=confirm&factor=passkey", {
    headers: { accept: "application/json" },
  })).json();
  const created = await authenticator.create(step.options as WebAuthnCreationOptionsJSON);
  const html = await send({ ...step.fields, answer: JSON.stringify(created) });
  assertMatch(html, /<strong><bdi>YubiKey 5<\/bdi><\/strong>/);
  assertMatch(html, /<span class="facts">Passkey or security key · Added/);
  const [factor] = await listFactors(app.config, "ada");
  assertEquals([factor?.name, factor?.label], [null, "YubiKey 5"]);
  assertEquals((await users.export(app.config, "ada"))?.factors[0]?.label, "YubiKey 5");
  assertEquals(app.errors, []);
});

Deno.test("account facts: the list of authenticators has the common ones, each model once", async () => {
  const text = await Deno.readTextFile(
    new URL("../../src/capabilities/passkeys/authenticators.ts", import.meta.url),
  );
  const models = [...text.matchAll(/"([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})"/g)]
    .map(([, model]) => model!);
  assertEquals(new Set(models).size, models.length);
  assert(models.length >= 120, `${models.length} models`);
  const known: Record<string, string> = {
    "fbfc3007-154e-4ecc-8c0b-6e020557d7bd": "Apple Passwords",
    "08987058-cadc-4b81-b6e1-30de50dcbe96": "Windows Hello",
    "bada5566-a7aa-401f-bd96-45619a55120d": "1Password",
    "d548826e-79b4-db40-a3d8-11116f7e8349": "Bitwarden",
    "50726F74-6F6E-5061-7373-50726F746F6E": "Proton Pass",
    "fdb141b2-5d84-443e-8a35-4698c205a502": "KeePassXC",
    "2fc0579f-8113-47ea-b116-bb5a8db9202a": "YubiKey 5 NFC",
  };
  for (const [model, name] of Object.entries(known)) assertEquals(authenticatorName(model), name);
  assertEquals(authenticatorName("00000000-0000-0000-0000-000000000000"), undefined);
  assertEquals(authenticatorName(undefined), undefined);
});

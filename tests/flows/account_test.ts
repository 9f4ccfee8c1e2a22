/**
 * The account page: every row, with both session strategies; and the functions of an app that
 * do the same.
 *
 * @module
 */

import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { setEnvDefaults } from "../../mod.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { AuthError } from "../../src/errors.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import {
  delete as deleteUser,
  export as exportUser,
  rename as renameUser,
} from "../../src/server/users.ts";
import {
  list as listPasskeys,
  remove as removePasskey,
  rename as renamePasskey,
} from "../../src/capabilities/passkeys/functions.ts";
import {
  list as listSessions,
  revoke as revokeSession,
  revokeOthers as revokeOtherSessions,
} from "../../src/server/sessions.ts";
import { unlink as unlinkAccount } from "../../src/server/accounts.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import type { AccountMail } from "../../src/types/factor.ts";
import {
  type AccountApp,
  addKey,
  createAccountApp,
  enter,
  FIREFOX,
  open,
  PEER,
  post,
  signIn,
} from "./_accounts.ts";
import { ADA, PASSWORD } from "./_passwords.ts";
import { createApp } from "./_rig.ts";
import { STRATEGIES } from "./_strategies.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";

const ELEVEN_MINUTES = 11 * 60_000;

/** Another user of the app, with a passkey, an account and a session. */
async function addGrace({ adapter, config, open }: AccountApp) {
  await adapter.createUser({
    id: "grace",
    name: "Grace",
    email: "grace@example.com",
    emailVerified: new Date(),
  });
  await adapter.linkAccount({
    userId: "grace",
    type: "oidc",
    provider: "one",
    providerAccountId: "1",
  });
  await adapter.linkAccount({
    userId: "grace",
    type: "webauthn",
    provider: "passkey",
    providerAccountId: "grace-key",
  });
  await adapter.createAuthenticator({
    credentialID: "grace-key",
    userId: "grace",
    providerAccountId: "grace-key",
    credentialPublicKey: "",
    counter: 0,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
    transports: null,
  });
  const browser = open();
  await browser.signIn("one");
  const [session] = await listSessions(config, "grace");
  return { browser, sessionId: session!.id };
}

const subjects = ({ mails }: AccountApp) =>
  mails.map(({ subject }) => subject.replace(" (App)", ""));

for (const strategy of STRATEGIES) {
  const create = (config = {}) => createAccountApp(strategy, config);

  Deno.test(`account: a visitor signs in and comes back to the same view (${strategy})`, async () => {
    const app = create();
    await enter(app, app.open());
    const { url, response } = await app.browser.visit("/auth/account?step=export");
    await response.body?.cancel();
    assertEquals(url.pathname, "/auth/signin");
    const target = url.searchParams.get("callbackUrl")!;
    assertEquals(await signIn(app.browser, target), "/auth/account?step=export");
    const sent = await post(app.open(), "export");
    assertMatch(sent.path, /^\/auth\/signin\?/);
    assertEquals(app.entries.some(({ name }) => name === "user.exported"), false);
  });

  Deno.test(`account: the name is changed, also in the session at once (${strategy})`, async () => {
    const app = create();
    await enter(app);
    assertMatch(await open(app.browser, "?step=name"), /<input[^>]* autocomplete="name"/);
    const answer = await post(app.browser, "name", { name: "  Ada   King " });
    assertEquals(answer.path, "/auth/account?done=name");
    assertMatch(answer.html, /Your name was changed\./);
    assertMatch(answer.html, /<bdi>Ada King<\/bdi>/);
    assertEquals((await app.adapter.getUser("ada"))?.name, "Ada King");
    assertEquals((await app.browser.session())?.user?.name, "Ada King");
    assertEquals(app.entries.map(({ name }) => name), ["user.updated"]);
    assertEquals(app.entries[0]!.address, PEER);
    assertEquals(subjects(app), ["The name of your account was changed"]);
  });

  Deno.test(`account: a passkey is added, renamed and removed (${strategy})`, async () => {
    const app = create();
    await enter(app);
    const id = await addKey(app);
    assertMatch(await open(app.browser), /<strong><bdi>Passkey<\/bdi><\/strong>/);
    const renamed = await post(app.browser, "passkey-rename", { id, name: "Laptop" });
    assertEquals(renamed.path, "/auth/account?done=passkey-renamed");
    assertMatch(renamed.html, /<strong><bdi>Laptop<\/bdi><\/strong>/);
    const removed = await post(app.browser, "passkey-remove", { id });
    assertEquals(removed.path, "/auth/account?done=passkey-removed");
    assertEquals(await app.adapter.listAuthenticatorsByUserId("ada"), []);
    assertEquals(
      app.entries.map(({ name }) => name).filter((name) => name.startsWith("passkey")),
      ["passkey.added", "passkey.renamed", "passkey.removed"],
    );
    assertEquals(subjects(app), [
      "A passkey was added to your account",
      "A passkey of your account was renamed",
      "A passkey was removed from your account",
    ]);
  });

  Deno.test(`account: with an adapter like those of Auth.js, passkeys are shown and named, not removed (${strategy})`, async () => {
    const own = MemoryAdapter();
    const adapter: Partial<typeof own> = { ...own };
    for (
      const name of [
        "renameAuthenticator",
        "deleteAuthenticator",
        "listAccounts",
        "listSessions",
        "deleteSessions",
        "createUserWithAccount",
        "extendSession",
        "records",
      ] as const
    ) delete adapter[name];
    const records = MemoryRecords();
    const app = create({ adapter, records });
    await enter(app);
    const id = await addKey(app);
    assertMatch(await open(app.browser), /<strong><bdi>Passkey<\/bdi><\/strong>/);
    const renamed = await post(app.browser, "passkey-rename", { id, name: "Laptop" });
    assertEquals(renamed.path, "/auth/account?done=passkey-renamed");
    await post(app.browser, "passkey-rename", { id, name: "Phone" });
    const html = await open(app.browser);
    assertMatch(html, /<strong><bdi>Phone<\/bdi><\/strong>/);
    const one = await open(app.browser, `?step=passkey&id=${encodeURIComponent(id)}`);
    assertMatch(one, /value="Phone"/);
    assertEquals(/Remove passkey|Without this passkey/.test(one), false);
    const { path, status } = await post(app.browser, "passkey-remove", { id });
    assertEquals([path, status], ["/auth/account", 200]);
    assertEquals((await own.listAuthenticatorsByUserId("ada")).map(({ name }) => name), [
      undefined,
    ]);
    assertEquals((await listPasskeys(app.config, "ada")).map(({ name }) => name), ["Phone"]);
    assertEquals((await exportUser(app.config, "ada"))?.passkeys[0]?.name, "Phone");
    assertEquals(app.errors, []);
    // Names go with the user.
    await deleteUser(app.config, "ada");
    assertEquals(await records.list("ada", "passkey.name"), []);
  });

  Deno.test(`account: an account is linked and unlinked (${strategy})`, async () => {
    const app = create();
    await enter(app);
    assertMatch(await open(app.browser), /Connect Site one/);
    const { url, response } = await app.browser.signIn("one", {
      callbackUrl: "/auth/account?done=linked",
    });
    const html = await response.text();
    assertEquals(url.pathname + url.search, "/auth/account?done=linked");
    assertMatch(html, /aria-label="Disconnect Site one · Ada"/);
    assertEquals(html.includes("Connect Site one"), false);
    const unlinked = await post(app.browser, "unlink", { provider: "one", id: "1" });
    assertEquals(unlinked.path, "/auth/account?done=unlinked");
    assertEquals(await app.adapter.listAccounts("ada"), []);
    assertEquals(subjects(app), [
      "An account was connected to yours",
      "An account was disconnected from yours",
    ]);
    assertMatch(app.mails[1]!.text, /sign in with it\.\n\nAccount: Site one \(Ada\)\n/);
  });

  Deno.test(`account: the password is removed (${strategy})`, async () => {
    const app = create();
    await enter(app);
    assertMatch(await open(app.browser), /Set on \w+ \d+, \d{4}/);
    const removed = await post(app.browser, "password-remove");
    assertEquals(removed.path, "/auth/account?done=password-removed");
    assertMatch(removed.html, /You have no password\./);
    assertEquals(app.entries.map(({ name }) => name), ["password.removed"]);
    assertEquals(subjects(app), ["Your password was removed"]);
  });

  Deno.test(`account: sessions are shown in words and ended (${strategy})`, async () => {
    const places: string[] = [];
    const app = create({
      account: AccountPage({
        place(address: string) {
          places.push(address);
          return address === PEER ? "Hamburg <b>" : null;
        },
      }),
    });
    await enter(app);
    const phone = app.open("an <i>odd</i> client");
    const third = app.open();
    await signIn(phone);
    await signIn(third);
    const html = await open(app.browser);
    assertEquals(html.match(/Firefox on Windows<\/strong>/g)?.length, 2);
    assertMatch(html, /<strong>Unknown browser<\/strong>/);
    assertEquals(html.match(/"current">This browser</g)?.length, 1);
    assertMatch(html, /<span>Active now<\/span>/);
    assertMatch(html, /Hamburg &lt;b>/);
    assertEquals(html.includes("<i>odd"), false);
    assertEquals(places, [PEER], "each address is looked up once");

    const odd = (await listSessions(app.config, "ada"))
      .find(({ device }) => device !== FIREFOX)!;
    const ended = await post(app.browser, "session-end", { id: odd.id });
    assertEquals(ended.path, "/auth/account?done=session-ended");
    assertEquals(await phone.session(), null);
    const others = await post(app.browser, "sessions-end");
    assertEquals(others.path, "/auth/account?done=sessions-ended");
    assertEquals(await third.session(), null);
    assert(await app.browser.session());
    const ends = app.entries.filter(({ name }) => name === "session.revoked");
    assertEquals(ends.map(({ address }) => address), [PEER, PEER]);
    const subject = "Devices were signed out of your account";
    assertEquals(subjects(app), [subject, subject]);
  });

  Deno.test(`account: a copy of the data is a file without secrets (${strategy})`, async () => {
    const app = create();
    await enter(app);
    const { headers, html } = await post(app.browser, "export");
    assertEquals(headers.get("content-type"), "application/json");
    assertEquals(headers.get("content-disposition"), 'attachment; filename="account.json"');
    assertMatch(headers.get("cache-control")!, /no-store/);
    const copy = JSON.parse(html);
    assertEquals(copy.user.email, ADA);
    assertEquals(copy.sessions.length, 1);
    for (const secret of [PASSWORD, "$scrypt", "sessionToken"]) {
      assertEquals(html.includes(secret), false, secret);
    }
    assertEquals(app.entries.map(({ name }) => name), ["user.exported"]);
    assertEquals(subjects(app), ["A copy of your account’s data was made"]);
  });

  Deno.test(`account: the deletion leaves no user, session or cookie (${strategy})`, async () => {
    const app = create({ rememberProvider: true });
    await enter(app);
    const phone = app.open();
    await signIn(phone);
    for (const confirm of ["", "ada", "grace@example.com", "ada@example.com.example"]) {
      const refused = await post(app.browser, "delete", { confirm });
      assertMatch(refused.html, /That does not match/, confirm);
      assert(await app.adapter.getUser("ada"));
    }
    const { html, path } = await post(app.browser, "delete", { confirm: " ADA@example.com " });
    assertEquals(path, "/auth/account");
    assertMatch(html, /Your account was deleted/);
    assertEquals(html.includes("<form"), false);
    assertEquals(app.browser.cookies.header(new URL("https://app.example/auth/"), {}) || "", "");
    assertEquals(await app.adapter.getUser("ada"), null);
    assertEquals(await phone.session(), null);
    assertEquals(app.entries.at(-1)!.name, "session.refused");
    assert(app.entries.some(({ name }) => name === "user.deleted"));
    assertEquals(subjects(app).at(-1), "Your account was deleted");
    assertEquals(app.mails.at(-1)!.to, ADA);
  });

  Deno.test(`account: the last way to sign in stays (${strategy})`, async () => {
    // Without the provider of mails, since an address would be another way.
    const { providers } = create().config;
    const left = (...ids: string[]) =>
      providers.filter((provider) => {
        const { id } = typeof provider === "function" ? provider() : provider;
        return ids.includes(id);
      });
    const app = create({
      providers: left("passkey", "one"),
      sendMail: () => {},
    });
    const { id } = await app.adapter.createUser({
      id: "ada",
      name: "Ada",
      email: ADA,
      emailVerified: null,
    });
    await app.adapter.linkAccount({
      userId: id,
      type: "oidc",
      provider: "one",
      providerAccountId: "1",
    });
    await app.browser.signIn("one");
    const view = await open(app.browser, "?step=account&provider=one&id=1");
    assertMatch(view, /This is your only way to sign in/);
    assertEquals(view.includes("<form"), false);
    const kept = await post(app.browser, "unlink", { provider: "one", id: "1" });
    assertMatch(kept.html, /This is your only way to sign in/);
    assertEquals((await app.adapter.listAccounts(id)).length, 1);
    const key = await addKey(app);
    assertEquals(
      (await post(app.browser, "unlink", { provider: "one", id: "1" })).path,
      "/auth/account?done=unlinked",
    );
    const last = await post(app.browser, "passkey-remove", { id: key });
    assertMatch(last.html, /This is your only way to sign in/);
    assertEquals((await app.adapter.listAuthenticatorsByUserId(id)).length, 1);
  });

  Deno.test(`account: ids of another user change nothing (${strategy})`, async () => {
    const app = create();
    await enter(app);
    const { browser: grace, sessionId } = await addGrace(app);
    app.entries.length = 0;
    const tries: [string, Record<string, string>][] = [
      ["passkey-remove", { id: "grace-key" }],
      ["passkey-rename", { id: "grace-key", name: "Mine" }],
      ["unlink", { provider: "one", id: "1" }],
      ["session-end", { id: sessionId }],
    ];
    for (const [step, fields] of tries) {
      assertEquals((await post(app.browser, step, fields)).path, "/auth/account", step);
    }
    for (const view of ["step=passkey&id=grace-key", "step=account&provider=one&id=1"]) {
      assertMatch(await open(app.browser, `?${view}`), /Devices<\/h2>/, view);
    }
    await post(app.browser, "sessions-end");
    const [key] = await app.adapter.listAuthenticatorsByUserId("grace");
    assertEquals(key?.name ?? null, null);
    assertEquals((await app.adapter.listAccounts("grace")).length, 2);
    assertEquals((await grace.session())?.user?.name, "Grace");
    assertEquals(app.entries, []);
  });

  Deno.test(`account: what hurts needs a fresh proof, and leads back to it (${strategy})`, async () => {
    using time = new FakeTime();
    const app = create();
    await enter(app);
    const id = await addKey(app);
    await app.browser.signIn("one");
    time.tick(ELEVEN_MINUTES);
    const path = encodeURIComponent(id);
    const steps: [step: string, fields: Record<string, string>, view: string][] = [
      ["passkey-remove", { id }, `?step=passkey&id=${path}`],
      ["unlink", { provider: "one", id: "1" }, "?step=account&id=1&provider=one"],
      ["password-remove", {}, "?step=password"],
      ["export", {}, "?step=export"],
      ["delete", { confirm: ADA }, "?step=delete"],
    ];
    app.entries.length = 0;
    for (const [step, fields, view] of steps) {
      const stale = await post(app.browser, step, fields);
      assertMatch(stale.path, /^\/auth\/signin\?stepUp=/, step);
      const back = new URL(stale.path, "https://app.example").searchParams.get("callbackUrl")!;
      assertEquals(back, `https://app.example/auth/account${view}`, step);
      const html = await open(app.browser, view);
      assertMatch(html, /Verify it’s you/, step);
    }
    assertEquals(app.entries.filter(({ name }) => name !== "session.proven"), []);
    assert(await app.adapter.getUser("ada"));
    // The person proves it, and finds the form.
    const stale = await post(app.browser, "export");
    const back = new URL(stale.path, "https://app.example").searchParams.get("callbackUrl")!;
    assertEquals(await signIn(app.browser, back), "/auth/account?step=export");
    assertMatch(await open(app.browser, "?step=export"), /Download file/);
    assertEquals((await post(app.browser, "export")).status, 200);
    assertEquals(app.entries.at(-1)!.name, "user.exported");
  });

  Deno.test(`account: a change that needs a proof first loses nothing that was typed (${strategy})`, async () => {
    using time = new FakeTime();
    const app = create();
    await enter(app);
    const id = await addKey(app);
    const phone = app.open();
    await signIn(phone);
    time.tick(ELEVEN_MINUTES);
    const path = encodeURIComponent(id);
    const steps: [step: string, fields: Record<string, string>, view: string, done: string][] = [
      ["name", { name: "Ada King" }, "?step=name", "name"],
      [
        "passkey-rename",
        { id, name: "Laptop" },
        `?step=passkey&id=${path}`,
        "passkey-renamed",
      ],
      ["sessions-end", {}, "?step=sessions", "sessions-ended"],
    ];
    for (const [step, fields, view, done] of steps) {
      time.tick(ELEVEN_MINUTES);
      const stale = await post(app.browser, step, fields);
      assertMatch(stale.path, /^\/auth\/signin\?stepUp=/, step);
      const back = new URL(stale.path, "https://app.example").searchParams.get("callbackUrl")!;
      assertEquals(back, `https://app.example/auth/account${view}`, step);
      await app.browser.visit(stale.path);
      // What was typed is in a cookie, which the page of the form reads once.
      const { response, url } = await app.browser.visit("/auth/callback/password", {
        method: "POST",
        body: new URLSearchParams({
          csrfToken: await app.browser.csrf(),
          email: ADA,
          password: PASSWORD,
          callbackUrl: back,
        }),
      });
      assertEquals(url.pathname + url.search, `/auth/account${view}`, step);
      const html = await response.text();
      if (fields.name) assertMatch(html, new RegExp(`value="${fields.name}"`), step);
      assertEquals((await post(app.browser, step, fields)).path, `/auth/account?done=${done}`);
    }
    assertEquals(await phone.session(), null);
    assertEquals((await app.adapter.getUser("ada"))?.name, "Ada King");
  });

  Deno.test(`account: with a second factor, changes need both (${strategy})`, async () => {
    const app = create({ factors: [Totp()] });
    const id = await enter(app);
    const { records } = app.adapter;
    assertMatch(await open(app.browser), /Two-step verification is off\./);
    // A factor that this session has not proven.
    await records.put({
      kind: "factor",
      id: "enrolment-1",
      owner: id,
      version: 1,
      expires: null,
      data: {
        factor: "totp",
        name: null,
        createdAt: new Date().toISOString(),
        usedAt: null,
        data: null,
      },
    }, null);
    assertMatch(await open(app.browser), /On: 1 method\./);
    const { path } = await post(app.browser, "export");
    assertEquals(path.startsWith("/auth/account"), false);
    assertEquals(app.entries.some(({ name }) => name === "user.exported"), false);
  });
}

Deno.test("account: a person who acts for the user changes nothing", async () => {
  const app = createAccountApp("database");
  await enter(app);
  const id = await addKey(app);
  await app.browser.signIn("one");
  const { records } = app.adapter;
  const [entry] = await records.list("ada", "session");
  const data = entry!.data as { proof: object };
  const acting = { ...data, proof: { ...data.proof, actor: "eve" } };
  assert(
    await records.put({ ...entry!, data: acting, version: entry!.version + 1 }, entry!.version),
  );
  app.entries.length = 0;
  const html = await open(app.browser);
  assertMatch(html, /You are viewing another person/);
  for (const part of ["<form", "<button", "<script", "?step="]) {
    assertEquals(html.includes(part), false, part);
  }
  assertMatch(await open(app.browser, "?step=delete"), /You are viewing another person/);
  const steps = {
    "delete": { confirm: ADA },
    "export": {},
    "name": { name: "Eve" },
    "passkey-remove": { id },
    "passkey-rename": { id, name: "Eve" },
    "password-remove": {},
    "session-end": { id: entry!.id },
    "sessions-end": {},
    "unlink": { provider: "one", id: "1" },
  };
  for (const [step, fields] of Object.entries(steps)) {
    const { path } = await post(app.browser, step, fields as Record<string, string>);
    assertEquals(path, "/auth/error?error=AccessDenied", step);
  }
  assertEquals(
    new Set(app.entries.map(({ name, reason }) => `${name} ${reason}`)),
    new Set(["account.refused access-denied"]),
  );
  assertEquals((await app.adapter.getUser("ada"))?.name, "Ada");
  assertEquals((await app.adapter.listAuthenticatorsByUserId("ada")).length, 1);
  assert(await app.browser.session());
});

const INVALID: [what: string, step: string, fields: Record<string, string>, shows: RegExp][] = [
  ["an empty name", "name", { name: "" }, /Use 1 to 64 visible characters/],
  ["no name", "name", {}, /Use 1 to 64 visible characters/],
  ["a name of spaces", "name", { name: " \t " }, /Use 1 to 64 visible characters/],
  ["an invisible name", "name", { name: "\u200b" }, /Use 1 to 64 visible characters/],
  ["a long name", "name", { name: "a".repeat(65) }, /Use 1 to 64 visible characters/],
  ["a control character", "name", { name: "a\u0007b" }, /Use 1 to 64 visible characters/],
  ["a character of direction", "name", { name: "a\u202eb" }, /Use 1 to 64 visible characters/],
  ["markup in a name", "name", { name: '"><b>'.repeat(13) }, /value="&quot;>&lt;b>/],
  ["an unknown passkey", "passkey-remove", { id: "x" }, /Devices<\/h2>/],
  ["no passkey", "passkey-rename", { name: "x" }, /Devices<\/h2>/],
  ["an unknown account", "unlink", { provider: "one", id: "x" }, /Devices<\/h2>/],
  ["an unknown provider", "unlink", { provider: "__proto__", id: "1" }, /Devices<\/h2>/],
  ["an unknown session", "session-end", { id: "x" }, /Devices<\/h2>/],
  ["a session id of a megabyte", "session-end", { id: "x".repeat(1e5) }, /Devices<\/h2>/],
];

for (const [what, step, fields, shows] of INVALID) {
  Deno.test(`account: ${what} changes nothing`, async () => {
    const app = createAccountApp("jwt");
    await enter(app);
    assertMatch((await post(app.browser, step, fields)).html, shows);
    assertEquals((await app.adapter.getUser("ada"))?.name, "Ada");
    assertEquals([app.entries, app.mails, app.errors], [[], [], []]);
  });
}

Deno.test("account: an unknown step is refused", async () => {
  const app = createAccountApp("jwt");
  await enter(app);
  for (const step of ["", "x", "constructor", "__proto__", "toString"]) {
    const { path } = await post(app.browser, step);
    assertMatch(path, /^\/auth\/(error|signin)\?error=/, step);
    assertMatch(app.errors.pop()!.message, /there is no such step/, step);
  }
  for (const query of ["?step=x", "?step=__proto__", "?step=passkey", "?done=__proto__"]) {
    assertMatch(await open(app.browser, query), /Devices<\/h2>/, query);
  }
});

Deno.test("account: nothing is changed by GET, by another site, or without the token", async () => {
  const app = createAccountApp("jwt");
  await enter(app);
  await open(app.browser, "?step=export");
  await open(app.browser, `?step=delete&confirm=${ADA}`);
  await open(app.browser, "?step=name&name=Eve");
  for (const step of ["delete", "export", "name", "sessions-end"]) {
    const body = new URLSearchParams({ csrfToken: "forged", step, confirm: ADA, name: "Eve" });
    const { response } = await app.browser.visit("/auth/account", { method: "POST", body });
    await response.body?.cancel();
  }
  assertEquals((await app.adapter.getUser("ada"))?.name, "Ada");
  const told = app.entries.map(({ name, reason }) => `${name} ${reason}`);
  assertEquals(told, Array(4).fill("account.refused csrf"));
});

Deno.test("account: what is not configured is not shown", async () => {
  const app = createAccountApp("jwt");
  const all = app.config.providers;
  const only = createAccountApp("jwt", { providers: [all[0]!, all[1]!] });
  await enter(only);
  const html = await open(only.browser);
  for (const word of ["Passkeys", "Second steps", "Connected accounts", "<script"]) {
    assertEquals(html.includes(word), false, word);
  }
  const rows = ["Name", "Email address", "Password", "Your data"];
  for (const word of rows) assert(html.includes(`>${word}</h3>`), word);
});

Deno.test("account: a place that cannot be found is shown as its address", async () => {
  const app = createAccountApp("jwt", {
    account: AccountPage({
      place() {
        throw new Error("no table of places");
      },
    }),
  });
  await enter(app);
  assertMatch(await open(app.browser), new RegExp(PEER.replaceAll(".", "\\.")));
  assertMatch(app.errors[0]!.message, /`account.place` threw/);
});

Deno.test("account: a user who is not stored has no page", async () => {
  const app = createAccountApp("jwt");
  await enter(app);
  const browser = app.open();
  await signIn(browser);
  await app.adapter.deleteUser("ada");
  const { url, response } = await browser.visit("/auth/account");
  await response.body?.cancel();
  assertEquals(url.pathname.startsWith("/auth/account"), false);
});

Deno.test("account: functions of the app tell the user of the same changes", async () => {
  const app = createAccountApp("jwt");
  const { config } = app;
  const id = await enter(app);
  const key = await addKey(app);
  await app.browser.signIn("one");
  const [session] = await listSessions(config, id);
  app.mails.length = 0;
  await renameUser(config, id, "Ada King");
  await renameUser(config, id, "Ada King");
  await renamePasskey(config, id, key, "Laptop");
  assert(await removePasskey(config, id, key));
  assert(await unlinkAccount(config, id, { provider: "one", providerAccountId: "1" }));
  assertEquals(await revokeOtherSessions(config, id, session!.id), 0);
  assert(await revokeSession(config, id, session!.id));
  assert(await exportUser(config, id));
  await deleteUser(config, id);
  assertEquals(subjects(app), [
    "The name of your account was changed",
    "A passkey of your account was renamed",
    "A passkey was removed from your account",
    "An account was disconnected from yours",
    "Devices were signed out of your account",
    "A copy of your account’s data was made",
    "Your account was deleted",
  ]);
});

Deno.test("account: the email of a call without a request names the app, else the host of AUTH_URL", async () => {
  const names = [
    [{ AUTH_URL: "https://site.example/auth" }, { name: "Acme" }, "Acme"],
    [{ AUTH_URL: "https://site.example/auth" }, undefined, "site.example"],
    [{ NEXTAUTH_URL: "https://old.example:8443" }, undefined, "old.example:8443"],
    [{ AUTH_URL: "no URL" }, { name: "App, Inc. {at}" }, "App, Inc. {at}"],
  ] as const;
  for (const [env, theme, name] of names) {
    const app = createAccountApp("jwt", { theme });
    const id = await enter(app);
    app.mails.length = 0;
    const completed = { ...app.config };
    setEnvDefaults(env, completed);
    await renameUser(completed, id, "Ada King");
    assertEquals(subjects(app), [`The name of your account was changed (${name})`]);
  }
});

Deno.test("account: an email that could name no site is not sent, and the log says what to set", async () => {
  const app = createAccountApp("jwt");
  const id = await enter(app);
  const config: AuthConfig = { ...app.config, theme: undefined };
  app.mails.length = 0;
  await renameUser(config, id, "Ada King");
  assertEquals((await app.adapter.getUser(id))!.name, "Ada King");
  assertEquals(app.mails, []);
  assertEquals(app.errors.map(({ message }) => message), [
    "Cannot tell a user by email of a change of the account: a call without a request does not " +
    "know the site, which the email about the change must name; set AUTH_URL to the URL of the " +
    "app, or `theme.name` to its name",
  ]);
});

Deno.test("account: a name of the app that would end a header is refused", async () => {
  for (const name of ["", "App\r\nBcc: eve@evil.example", "x".repeat(65), 1]) {
    const { browser, errors } = createAccountApp("jwt", { theme: { name: name as string } });
    assertEquals((await browser.fetch("/auth/session")).status, 500);
    assertStringIncludes(errors[0]!.message, "Cannot use `theme.name`");
  }
});

Deno.test("account: without it, `Password` and `factors`, the same functions send no mail", async () => {
  const plain = { account: undefined, providers: [Passkey], sendMail: () => {} };
  const cases: [Partial<AuthConfig>, told: number][] = [
    [plain, 0],
    [{ ...plain, factors: [Totp()] }, 3],
    [{ account: undefined }, 3],
  ];
  for (const [changed, told] of cases) {
    const mails: AccountMail[] = [];
    const app = createAccountApp("jwt", changed);
    if (changed.sendMail) app.config.sendMail = (mail) => void mails.push(mail);
    const { config } = app;
    const user = { id: "1", name: "Augusta", email: ADA, emailVerified: null };
    const { id } = await config.adapter!.createUser!(user);
    await renameUser(config, id, "Ada");
    await exportUser(config, id);
    await deleteUser(config, id);
    assertEquals(app.mails.length + mails.length, told);
  }
});

Deno.test("renameUser() refuses invalid names and unknown users", async () => {
  const { config } = createApp({ adapter: MemoryAdapter() });
  const { id } = await config.adapter!.createUser!({ id: "1", email: ADA, emailVerified: null });
  for (const name of ["", " ", "a\nb\u0000", "a".repeat(65)]) {
    await assertRejects(() => renameUser(config, id, name), AuthError, "1 to 64 visible");
  }
  await assertRejects(() => renameUser(config, "2", "Ada"), AuthError, "no such user");
});

Deno.test("account: the page names its user, has parts with links, and says how well it is protected", async () => {
  const app = createAccountApp("jwt", { factors: [Totp()] });
  await enter(app);
  const html = await open(app.browser);
  assertMatch(html, /<p class="facts">(?:<bdi>Ada<\/bdi> · )?<bdi>ada@example\.com<\/bdi><\/p>/);
  const targets = [...html.matchAll(/<a href="#(\w+)">/g)].map(([, id]) => id!);
  assertEquals(targets, ["profile", "security", "devices", "connected", "data"]);
  for (const id of targets) assert(html.includes(`<section id="${id}"`), id);
  assert(html.includes("Add two-step verification. It takes two minutes."));
  await addKey(app);
  // Whoever has stolen the password needs no passkey.
  assert((await open(app.browser)).includes("Add two-step verification."));
  await post(app.browser, "password-remove");
  assert((await open(app.browser)).includes("Your account is well protected."));
  // The way out.
  assertMatch(
    html,
    /action="https:\/\/app\.example\/auth\/signout\?callbackUrl=[^"]*"[^]*Sign out<\/button>/,
  );
});

Deno.test("account: five devices are shown, the others behind a line, and all but one end after a question", async () => {
  const app = createAccountApp("jwt");
  await enter(app);
  for (let i = 0; i < 5; i++) await signIn(app.open(FIREFOX));
  await signIn(app.open("curl/8.5.0"));
  using time = new FakeTime();
  time.now += 5 * 60_000;
  const html = await open(app.browser);
  // In words, with the exact time for those who look.
  assertMatch(html, /Last used <time datetime="[^"]+Z" title="[^"]+">5 minutes ago<\/time>/);
  assertMatch(html, /<summary>Show 2 more<\/summary>/);
  // Devices with one name are told apart by the minute, a device with a name of its own by the day.
  const signedIn = [...html.matchAll(/<span>Signed in ([^<]+)<\/span>/g)].map(([, date]) => date!);
  assertEquals(signedIn.filter((date) => date.endsWith(" UTC")).length, 6);
  assertMatch(html, /<strong>curl<\/strong>[^]*?Signed in \w+ \d+, \d{4}</);
  assertEquals(html.match(/<svg class="device"/g)?.length, 7);
  assertEquals(html.includes('value="sessions-end"'), false);
  const asked = await open(app.browser, "?step=sessions");
  assertMatch(asked, /Sign out of all other devices\?/);
  assertMatch(asked, /<button class="submit danger"[^>]*>Sign out of all other devices/);
  const { path } = await post(app.browser, "sessions-end");
  assertEquals(path, "/auth/account?done=sessions-ended");
  assertEquals((await open(app.browser)).match(/<svg class="device"/g)?.length, 1);
});

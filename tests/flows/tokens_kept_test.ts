/**
 * Where tokens of providers are kept: sealed, with their account, and as long as it exists.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import { AuthError, TokenRefreshError } from "../../src/errors.ts";
import { getAccessToken } from "../../src/frameworks/server.ts";
import { delete as deleteUser, export as exportUser } from "../../src/server/users.ts";
import { unlink as unlinkAccount } from "../../src/server/accounts.ts";
import type { Adapter, RecordEntry, RecordStore } from "../../src/types/mod.ts";
import { waitUntil } from "../_wait.ts";
import { SECRET } from "./_rig.ts";
import {
  APP,
  configOf,
  createRefreshingIdp,
  createTokensApp,
  places,
  providerOf,
  type RefreshingIdp,
} from "./_tokens.ts";
import { ProviderSignOut } from "../../src/capabilities/sign_out/mod.ts";
import { KeepTokens } from "../../src/capabilities/tokens/mod.ts";

const HOUR = 3600 * 1000;

/** Records that remember what was written, and which calls were made. */
function watched(inner: RecordStore = MemoryRecords()) {
  const written: RecordEntry[] = [];
  const calls: string[] = [];
  const records: RecordStore = {
    get: (kind, id) => (calls.push(`get ${kind}`), inner.get(kind, id)),
    put(entry, expected) {
      calls.push(`put ${entry.kind}`);
      written.push(entry);
      return inner.put(entry, expected);
    },
    take: (kind, id) => (calls.push(`take ${kind}`), inner.take(kind, id)),
    list: (owner, kind, page) => (calls.push(`list ${kind}`), inner.list(owner, kind, page)),
    deleteOwner: (...args) => (calls.push("deleteOwner"), inner.deleteOwner(...args)),
  };
  return { records, written, calls };
}

/** An adapter that remembers the accounts as they were stored. */
function watchedAdapter() {
  const accounts: Record<string, unknown>[] = [];
  const inner = MemoryAdapter();
  const adapter: Adapter = {
    ...inner,
    linkAccount: (account) => (accounts.push(account), inner.linkAccount(account)),
    createUserWithAccount: (user: never, account: never) => {
      accounts.push(account);
      return inner.createUserWithAccount(user, account);
    },
  } as Adapter;
  return { adapter, inner, accounts };
}

const textOf = (op: RefreshingIdp, value: unknown) => {
  const text = JSON.stringify(value);
  return [...op.sent].filter((token) => text.includes(token));
};

Deno.test("tokens: absent means that a sign-in makes no call for them, and keeps none", async () => {
  const store = watched();
  const app = await createTokensApp("records", { tokens: undefined, records: store.records });
  await app.newBrowser().signIn("idp");
  assertEquals(store.calls.filter((call) => !call.endsWith("used")), []);
  const browser = app.newBrowser();
  await browser.signIn("idp");
  await assertRejects(
    () => getAccessToken(app.request(browser), app.config),
    AuthError,
    "set `tokens: KeepTokens()`",
  );
});

Deno.test("tokens: no record has a readable token, and a record copied to another account opens nothing", async () => {
  const store = watched();
  const app = await createTokensApp("adapter, token sessions", { records: store.records });
  const browser = app.newBrowser();
  await browser.signIn("idp");
  assertEquals(textOf(app.op, store.written), []);
  const [entry] = store.written.filter(({ kind }) => kind === "tokens");
  assert(entry?.owner);
  // Grace has an account of another person now, under the tokens that were sealed for hers.
  await store.records.take("tokens", entry.id);
  await store.records.put({ ...entry, id: "another" }, null);
  await assertRejects(
    () => getAccessToken(app.request(browser), app.config),
    TokenRefreshError,
    "another account",
  );
});

Deno.test("tokens: a record whose owner was changed opens for nobody", async () => {
  const store = watched();
  const app = await createTokensApp("adapter, token sessions", { records: store.records });
  const grace = app.newBrowser();
  await grace.signIn("idp");
  const [entry] = store.written.filter(({ kind }) => kind === "tokens");
  app.op.idp.user = { sub: "8", name: "Mallory", email: "mallory@example.com" };
  const mallory = app.newBrowser();
  await mallory.signIn("idp");
  const other = store.written.findLast(({ kind }) => kind === "tokens")!;
  assert(entry?.owner && other.owner && entry.owner !== other.owner);
  // Mallory can write to the store: the record of Grace is now in Mallory's list.
  await store.records.take("tokens", other.id);
  await store.records.take("tokens", entry.id);
  await store.records.put({ ...entry, owner: other.owner }, null);
  await assertRejects(
    () => getAccessToken(app.request(mallory), app.config),
    TokenRefreshError,
    "another user",
  );
});

Deno.test("tokens: an account that changes hands brings no refresh token of the user before", async () => {
  const { adapter, inner } = watchedAdapter();
  const app = await createTokensApp("adapter, token sessions", { adapter });
  await app.newBrowser().signIn("idp");
  const before = (await inner.getUserByEmail("grace@example.com"))!;
  // The app removes the account by itself, so the record of its tokens is left.
  await inner.unlinkAccount({ provider: "idp", providerAccountId: "7" });
  app.op.idp.user = { sub: "7", name: "Heidi", email: "heidi@example.com", email_verified: true };
  app.op.sendsRefreshToken = false;
  const heidi = app.newBrowser();
  await heidi.signIn("idp");
  const after = (await inner.getUserByEmail("heidi@example.com"))!;
  assert(before.id !== after.id);
  assert(await getAccessToken(app.request(heidi), app.config));
  await assertRejects(
    () =>
      getAccessToken(app.request(heidi), app.config, { minimumSeconds: 7200 }).then((token) => {
        // A token that is still valid is returned where no refresh is possible.
        if (app.op.presented.length === 0) throw new TokenRefreshError("nothing was presented");
        return token;
      }),
    TokenRefreshError,
  );
  assertEquals(app.op.presented, []);
});

Deno.test("tokens: accounts of an adapter that lists none are read by their notes, once", async () => {
  using time = new FakeTime();
  const inner = MemoryAdapter();
  const { listAccounts: _, ...adapter } = inner;
  const records = MemoryRecords();
  const store = { tokens: undefined, adapter, records };
  const app = await createTokensApp("adapter, token sessions", store);
  const browser = app.newBrowser();
  await browser.signIn("idp");
  const { id: userId } = (await inner.getUserByEmail("grace@example.com"))!;
  app.config.tokens = KeepTokens();
  const token = await getAccessToken(app.request(browser), app.config);
  assert(app.op.sent.has(token!.accessToken));
  assertEquals((await records.list(userId, "tokens")).length, 1);
  time.tick(HOUR);
  const second = await getAccessToken(app.request(browser), app.config);
  assert(second && second.accessToken !== token!.accessToken);
  assertEquals(app.op.presented.length, 1);
  assertEquals(await getAccessToken(app.request(browser), app.config, { provider: "other" }), null);
});

for (const place of ["adapter, token sessions", "adapter, database sessions"] as const) {
  Deno.test(`tokens: accounts that were linked before are read from the adapter once (${place})`, async () => {
    using time = new FakeTime();
    const { adapter } = watchedAdapter();
    const app = await createTokensApp(place, { tokens: undefined, adapter });
    const browser = app.newBrowser();
    await browser.signIn("idp");
    app.config.tokens = KeepTokens();
    const token = await getAccessToken(app.request(browser), app.config);
    assert(app.op.sent.has(token!.accessToken));
    time.tick(HOUR);
    const second = await getAccessToken(app.request(browser), app.config);
    time.tick(HOUR);
    const third = await getAccessToken(app.request(browser), app.config);
    assertEquals(new Set([token, second, third].map((one) => one!.accessToken)).size, 3);
    assertEquals(new Set(app.op.presented).size, 2);
  });

  Deno.test(`tokens: members of a stored account can be null, and numbers text (${place})`, async () => {
    const { adapter, inner } = watchedAdapter();
    const app = await createTokensApp(place, { tokens: undefined, adapter });
    const browser = app.newBrowser();
    await browser.signIn("idp");
    app.config.tokens = KeepTokens();
    const { id: userId } = (await inner.getUserByEmail("grace@example.com"))!;
    const ids = { provider: "idp", providerAccountId: "7", type: "oidc" as const, userId };
    await inner.unlinkAccount(ids);
    const none = { refresh_token: null, id_token: null, scope: null, session_state: null };
    const stored = { access_token: "a", token_type: "Bearer", expires_at: "1900000000" };
    await inner.linkAccount({ ...ids, ...none, ...stored } as never);
    assertEquals(await getAccessToken(app.request(browser), app.config), {
      accessToken: "a",
      tokenType: "bearer",
      expiresAt: new Date(1_900_000_000_000),
      provider: "idp",
    });
  });

  Deno.test(`tokens: \`seal\` stores no readable token, and reads accounts from before (${place})`, async () => {
    using time = new FakeTime();
    const { adapter, inner, accounts } = watchedAdapter();
    const app = await createTokensApp(place, { tokens: KeepTokens({ seal: true }), adapter });
    const browser = app.newBrowser();
    await browser.signIn("idp");
    assertEquals(textOf(app.op, accounts), []);
    assertStringIncludes(String(accounts[0]!.refresh_token), "authjs.sealed.");
    assertEquals(accounts[0]!.scope, "openid profile email");
    // The record is lost: the tokens come from the account.
    const { id } = (await inner.getUserByEmail("grace@example.com"))!;
    assertEquals(await inner.records!.deleteOwner(id, "tokens"), 1);
    assert(app.op.sent.has((await getAccessToken(app.request(browser), app.config))!.accessToken));
    // An account that was stored without the option.
    await inner.records!.deleteOwner(id, "tokens");
    await inner.unlinkAccount({ provider: "idp", providerAccountId: "7" });
    const account = { provider: "idp", providerAccountId: "7", type: "oidc" as const, userId: id };
    await inner.linkAccount({ ...account, access_token: "from before" });
    assertEquals(
      (await getAccessToken(app.request(browser), app.config))?.accessToken,
      "from before",
    );
    // Sealed tokens that were copied into another account are left out.
    await inner.records!.deleteOwner(id, "tokens");
    await inner.unlinkAccount({ provider: "idp", providerAccountId: "7" });
    const { access_token } = accounts[0] as { access_token: string };
    await inner.linkAccount({ ...account, providerAccountId: "8", access_token });
    assertEquals(await getAccessToken(app.request(browser), app.config), null);
    assertStringIncludes(String(app.errors.at(-1)), "belong to another account");
    time.tick(1);
  });

  Deno.test(`tokens: go with their account and with their user, and no export has them (${place})`, async () => {
    const store = watched();
    const other = await createRefreshingIdp("https://other.example", "8");
    const app = await createTokensApp(place, { records: store.records });
    app.config.providers = [providerOf(app.op), providerOf(other, "other")];
    const browser = app.newBrowser();
    await browser.signIn("idp");
    const userId = (await app.config.adapter!.getUserByEmail!("grace@example.com"))!.id;
    await app.config.adapter!.linkAccount!({
      provider: "other",
      providerAccountId: "8",
      type: "oidc",
      userId,
      access_token: "of the other account",
    });
    const ask = () => getAccessToken(app.request(browser), app.config, { provider: "other" });
    assertEquals((await ask())?.accessToken, "of the other account");
    const exported = JSON.stringify(await exportUser(app.config, userId));
    assertEquals(textOf(app.op, exported), []);
    assert(!exported.includes("of the other account"));
    assert(await unlinkAccount(app.config, userId, { provider: "other", providerAccountId: "8" }));
    assertEquals(await ask(), null);
    assertEquals((await store.records.list(userId, "tokens")).length, 1);
    await deleteUser(app.config, userId);
    assertEquals(await store.records.list(userId, "tokens"), []);
  });
}

Deno.test("tokens: a user who is deleted during the sign-in leaves none", async () => {
  const store = watched();
  const app = await createTokensApp("adapter, token sessions", { records: store.records });
  const put = store.records.put;
  store.records.put = async (entry, expected) => {
    if (entry.kind === "tokens") await deleteUser(app.config, entry.owner!);
    return await put(entry, expected);
  };
  const browser = app.newBrowser();
  await browser.signIn("idp");
  assertEquals(await browser.session(), null);
  const owner = store.written.find(({ kind }) => kind === "tokens")!.owner!;
  assertEquals(await store.records.list(owner, "tokens"), []);
});

Deno.test("tokens: a refresh token that another process has used is read again after `invalid_grant`", async () => {
  using time = new FakeTime();
  const app = await createTokensApp("adapter, token sessions");
  const browser = app.newBrowser();
  await browser.signIn("idp");
  time.tick(HOUR);
  const { records } = app.config.adapter as { records: RecordStore };
  const owner = (await app.config.adapter!.getUserByEmail!("grace@example.com"))!.id;
  const [old] = await records.list(owner, "tokens");
  // The other process has refreshed, and its lock has expired.
  const first = await getAccessToken(app.request(browser), app.config);
  const [newer] = await records.list(owner, "tokens");
  await records.take("tokens", old!.id);
  await records.put(old!, null);
  app.op.fails = async () => {
    await records.put(newer!, old!.version);
    return Response.json({ error: "invalid_grant" }, { status: 400 });
  };
  assertEquals(await getAccessToken(app.request(browser), app.config), first);
  assertEquals(app.errors, []);
});

for (const lifetime of [3600, 30]) {
  Deno.test(`tokens: two processes refresh once, also for tokens of ${lifetime} seconds`, async () => {
    using time = new FakeTime();
    const inner = MemoryRecords();
    const app = await createTokensApp("adapter, token sessions", { records: inner });
    const browser = app.newBrowser();
    await browser.signIn("idp");
    time.tick(HOUR);
    app.op.expiresIn = lifetime;
    // Each object stands for the store of another process.
    const configs = [0, 1].map(() => ({ ...app.config, records: watched(inner).records }));
    let tokens: unknown[] = [];
    void Promise.all(
      configs.flatMap((config) =>
        Array.from({ length: 5 }, () => getAccessToken(app.request(browser), config))
      ),
    ).then((all) => tokens = all.map((token) => token!.accessToken));
    await waitUntil("all callers have a token", async () => {
      await time.tickAsync(10);
      return tokens.length > 0;
    }, { pause: 0 });
    assertEquals(new Set(tokens).size, 1);
    assertEquals(app.op.presented.length, 1);
  });
}

Deno.test("tokens: a sign-in during a refresh wins, and its refresh token stays", async () => {
  using time = new FakeTime();
  const app = await createTokensApp("adapter, token sessions");
  const [browser, other] = [app.newBrowser(), app.newBrowser()];
  await browser.signIn("idp");
  time.tick(HOUR);
  app.op.afterRefresh = async () => {
    app.op.afterRefresh = undefined;
    await other.signIn("idp");
  };
  const token = await getAccessToken(app.request(browser), app.config);
  const later = await getAccessToken(app.request(other), app.config);
  assertEquals(token, later);
  time.tick(HOUR);
  assert(await getAccessToken(app.request(browser), app.config));
  assertEquals(new Set(app.op.presented).size, 2);
});

Deno.test("tokens: a write of refreshed tokens that fails is tried again", async () => {
  using time = new FakeTime();
  const store = watched();
  const app = await createTokensApp("adapter, token sessions", { records: store.records });
  const browser = app.newBrowser();
  await browser.signIn("idp");
  time.tick(HOUR);
  let failures = 2;
  const put = store.records.put;
  store.records.put = (entry, expected) => {
    if (entry.kind === "tokens" && failures-- > 0) throw new Error("The store is down");
    return put(entry, expected);
  };
  const token = await getAccessToken(app.request(browser), app.config);
  const other = { ...app.config, records: watched(store.records).records };
  assertEquals(await getAccessToken(app.request(browser), other), token);
  assertEquals(app.errors, []);
});

Deno.test("tokens: refreshed tokens that cannot be written are written by the next call", async () => {
  using time = new FakeTime();
  const store = watched();
  const app = await createTokensApp("adapter, token sessions", { records: store.records });
  const browser = app.newBrowser();
  await browser.signIn("idp");
  time.tick(HOUR);
  const put = store.records.put;
  store.records.put = (entry, expected) => {
    if (entry.kind === "tokens") throw new Error("The store is down");
    return put(entry, expected);
  };
  const token = await getAccessToken(app.request(browser), app.config);
  assert(token && token.expiresAt!.valueOf() > Date.now());
  assertEquals(app.errors.map(({ message }) => message), ["The store is down"]);
  store.records.put = put;
  assertEquals(await getAccessToken(app.request(browser), app.config), token);
  time.tick(HOUR);
  assert(await getAccessToken(app.request(browser), app.config));
  assertEquals(new Set(app.op.presented).size, 2);
});

Deno.test("tokens: tokens of another secret ask for a new sign-in, which replaces them", async () => {
  for (const place of places) {
    if (place === "cookie" || place === "records") continue; // the session ends with its secret
    const app = await createTokensApp(place);
    const browser = app.newBrowser();
    await browser.signIn("idp");
    const { records } = app.config.adapter as { records: RecordStore };
    const owner = (await app.config.adapter!.getUserByEmail!("grace@example.com"))!.id;
    const [entry] = await records.list(owner, "tokens");
    const sealed = (entry!.data as { sealed: string }).sealed;
    const data = { provider: "idp", sealed: sealed.replace(/.{20}$/, "A".repeat(20)) };
    await records.put({ ...entry!, version: 9, data }, entry!.version);
    const error = await assertRejects(
      () => getAccessToken(app.request(browser), app.config),
      TokenRefreshError,
    );
    assertEquals(error.remedy, "sign-in");
    await browser.signIn("idp");
    assert(await getAccessToken(app.request(browser), app.config), place);
  }
});

Deno.test("tokens: those of one account that no secret opens do not stand in the way of another", async () => {
  const app = await createTokensApp("adapter, token sessions");
  const browser = app.newBrowser();
  await browser.signIn("idp");
  const { records } = app.config.adapter as { records: RecordStore };
  const owner = (await app.config.adapter!.getUserByEmail!("grace@example.com"))!.id;
  const [entry] = await records.list(owner, "tokens");
  const data = { provider: "idp", sealed: "unreadable" };
  await records.put({ ...entry!, id: "of another account", data }, null);
  assert(await getAccessToken(app.request(browser), app.config));
});

Deno.test("tokens: an ID token of another user, and one with a wrong signature, are refused with their answer", async () => {
  using time = new FakeTime();
  const app = await createTokensApp("adapter, token sessions");
  const browser = app.newBrowser();
  await browser.signIn("idp");
  // ID tokens are valid for five minutes.
  app.op.expiresIn = 100;
  const own = await getAccessToken(app.request(browser), app.config, { minimumSeconds: Infinity });
  app.op.idp.user = { sub: "8", name: "Second", email: "second@example.com" };
  const other = app.newBrowser();
  await other.signIn("idp");
  const foreign = (await getAccessToken(app.request(other), app.config))!.idToken!;
  time.tick(100_000);
  const [header, payload] = own!.idToken!.split(".");
  for (const idToken of [foreign, `${header}.${payload}.${"A".repeat(86)}`]) {
    app.op.fails = () =>
      Response.json({ access_token: "x", token_type: "bearer", expires_in: 60, id_token: idToken });
    const error = await assertRejects(
      () => getAccessToken(app.request(browser), app.config),
      TokenRefreshError,
    );
    assertEquals(error.remedy, "configure");
    assertEquals(app.entries.at(-1)?.reason, "invalid-answer");
  }
  app.op.fails = undefined;
  assertEquals((await getAccessToken(app.request(browser), app.config))?.idToken, own?.idToken);
});

Deno.test("tokens: the account that began the session answers, of several at one provider", async () => {
  const app = await createTokensApp("adapter, token sessions");
  const browser = app.newBrowser();
  await browser.signIn("idp");
  const first = await getAccessToken(app.request(browser), app.config);
  app.op.idp.user = { sub: "8", name: "Second", email: "second@example.com", sid: "sid-2" };
  await browser.signIn("idp");
  assertEquals(await getAccessToken(app.request(browser), app.config), first);
});

Deno.test("tokens: options that cannot work are refused by name", async () => {
  const { adapter } = watchedAdapter();
  const base = { providers: [], secret: SECRET, trustHost: true as const };
  const unusable: [Partial<AuthConfig>, string][] = [
    [
      { tokens: KeepTokens(), adapter: { ...adapter, records: undefined } as Adapter },
      "set `records`",
    ],
    [{ tokens: KeepTokens({ minimumSeconds: -1 }) }, "tokens.minimumSeconds"],
    [{ tokens: KeepTokens({ minimumSeconds: "60" as never }) }, "tokens.minimumSeconds"],
    [{ signOut: ProviderSignOut({ federated: true }) }, "`signOut.federated`: it needs `tokens`"],
    [
      { signOut: ProviderSignOut({ revokeTokens: true }) },
      "`signOut.revokeTokens`: it needs `tokens`",
    ],
    [
      {
        signOut: ProviderSignOut(),
        adapter: { ...MemoryAdapter(), records: undefined } as Adapter,
        session: { strategy: "database" },
      },
      "records",
    ],
  ];
  for (const [members, words] of unusable) {
    const errors: Error[] = [];
    const logger = { error: (error: Error) => void errors.push(error) };
    const response = await Auth(new Request(`${APP}/auth/session`), {
      ...base,
      ...members,
      logger,
    });
    assertEquals(response.status, 500);
    assertStringIncludes(String(errors[0]), words);
  }
  // Records of sessions are kept by themselves, where the adapter has them.
  const signOut = { signOut: ProviderSignOut(), adapter: MemoryAdapter() };
  const session = { strategy: "database" } as const;
  const answer = await Auth(new Request(`${APP}/auth/session`), { ...base, ...signOut, session });
  assertEquals([answer.status, await answer.text()], [200, "null"]);
  for (const place of places) {
    const config = {
      ...base,
      tokens: KeepTokens(),
      signOut: ProviderSignOut({ federated: true }),
      ...configOf(place),
    };
    assertEquals((await Auth(new Request(`${APP}/auth/session`), config)).status, 200, place);
  }
});

/**
 * Sessions that began with a passkey, an account or a password that is removed.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import type { AuthConfig } from "../../mod.ts";
import { identify as identifySession } from "../../src/server/sessions.ts";
import { remove as removePasskey } from "../../src/capabilities/passkeys/functions.ts";
import { remove as removePassword } from "../../src/capabilities/passwords/functions.ts";
import { unlink as unlinkAccount } from "../../src/server/accounts.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import {
  type AccountApp,
  addKey,
  APP,
  createAccountApp,
  enter,
  post,
  signIn,
} from "./_accounts.ts";
import { codeOf, secretOn, submit } from "./_factors.ts";
import { answer, ask } from "./_passkeys.ts";
import { STRATEGIES } from "./_strategies.ts";

/** Signs in with the passkey of the app's authenticator. */
async function signInWithKey(app: AccountApp, browser: TestBrowser): Promise<void> {
  const fields = await answer(await ask(browser, { action: "authenticate" }), app.authenticator);
  const body = new URLSearchParams({ ...fields, callbackUrl: "/after" });
  const { response } = await browser.visit("/auth/callback/passkey", { method: "POST", body });
  await response.body?.cancel();
}

async function signInAtOne(_app: AccountApp, browser: TestBrowser): Promise<void> {
  const { response } = await browser.signIn("one", { callbackUrl: "/after" });
  await response.body?.cancel();
}

const hasSession = async (browser: TestBrowser) => await browser.session() !== null;

/** The id of a browser's session. */
async function idOf({ config }: AccountApp, browser: TestBrowser): Promise<string> {
  const cookie = browser.cookies.header(new URL(APP), { crossSite: false, method: "GET" });
  const session = await identifySession(config, new Request(APP, { headers: { cookie } }));
  assert(session);
  return session.id;
}

/** A way in: how it is added, used and removed. */
interface Way {
  name: string;
  /** Adds it, by the browser of the owner; returns its id. */
  add(app: AccountApp): Promise<string>;
  use(app: AccountApp, browser: TestBrowser): Promise<void>;
  removeByPage(browser: TestBrowser, id: string): Promise<{ path: string }>;
  remove(config: AuthConfig, id: string, keepSession?: string): Promise<boolean>;
}

const WAYS: Way[] = [
  {
    name: "a passkey",
    add: (app) => addKey(app),
    use: signInWithKey,
    removeByPage: (browser, id) => post(browser, "passkey-remove", { id }),
    remove: (config, id, keepSession) => removePasskey(config, "ada", id, { keepSession }),
  },
  {
    name: "a linked account",
    add: async (app) => {
      await signInAtOne(app, app.browser);
      return "1";
    },
    use: signInAtOne,
    removeByPage: (browser, id) => post(browser, "unlink", { provider: "one", id }),
    remove: (config, providerAccountId, keepSession) =>
      unlinkAccount(config, "ada", { provider: "one", providerAccountId }, { keepSession }),
  },
  {
    name: "the password",
    add: () => Promise.resolve("password"),
    use: async (_app, browser) => void await signIn(browser),
    removeByPage: (browser) => post(browser, "password-remove"),
    remove: (config, _id, keepSession) => removePassword(config, "ada", { keepSession }),
  },
];

/** A store of each kind: one that lists accounts and sessions, and one like those of Auth.js. */
const STORES: [name: string, config: () => Partial<AuthConfig>][] = [
  ["an adapter of this library", () => ({})],
  [
    "an adapter that lists nothing",
    () => {
      const { listAccounts: _, listSessions: _s, deleteSessions: _d, ...adapter } = MemoryAdapter();
      return { adapter, records: MemoryRecords() };
    },
  ],
];

for (const strategy of STRATEGIES) {
  for (const [store, configOf] of STORES) {
    const create = () => createAccountApp(strategy, configOf());
    const where = `(${strategy}, ${store})`;
    for (const way of WAYS) {
      Deno.test(`removing ${way.name} ends the sessions that began with it ${where}`, async () => {
        const app = create();
        await enter(app);
        const id = await way.add(app);
        const thief = app.open();
        await way.use(app, thief);
        // The owner removes it in a session that began in another way.
        const owner = app.open();
        if (way.name === "the password") await signInAtOneFirst(app, owner);
        else await signIn(owner);
        assertEquals([await hasSession(thief), await hasSession(owner)], [true, true]);
        const ended = await idOf(app, thief);
        app.entries.length = 0;
        const { path } = await way.removeByPage(owner, id);
        assert(path.startsWith("/auth/account?done="), path);
        assertEquals([await hasSession(thief), await hasSession(owner)], [false, true]);
        const revoked = app.entries.filter(({ name }) => name === "session.revoked");
        assert(revoked.some(({ sessionId }) => sessionId === ended));
      });

      Deno.test(`removing ${way.name} in a session that began with it keeps that one ${where}`, async () => {
        const app = create();
        await enter(app);
        const id = await way.add(app);
        // A second way in, so that none is the last one.
        await signInAtTwo(app.browser);
        const [own, other] = [app.open(), app.open()];
        await way.use(app, own);
        await way.use(app, other);
        const { path } = await way.removeByPage(own, id);
        assert(path.startsWith("/auth/account?done="), path);
        assertEquals([await hasSession(own), await hasSession(other)], [true, false]);
      });

      Deno.test(`removing ${way.name} by a function ends all such sessions but \`keepSession\` ${where}`, async () => {
        const app = create();
        await enter(app);
        const id = await way.add(app);
        await signInAtTwo(app.browser);
        const [kept, other] = [app.open(), app.open()];
        await way.use(app, kept);
        await way.use(app, other);
        assertEquals(await way.remove(app.config, id, await idOf(app, kept)), true);
        assertEquals([await hasSession(kept), await hasSession(other)], [true, false]);
      });

      Deno.test(`a sign-in that runs while ${way.name} is removed begins no session ${where}`, async () => {
        const app = create();
        await enter(app);
        const id = await way.add(app);
        await signInAtTwo(app.browser);
        const records = app.config.records ?? app.config.adapter!.records!;
        const { put } = records;
        let removed: boolean | undefined;
        const late: typeof put = async (entry, expected) => {
          if (entry.kind === "session" && removed === undefined) {
            removed = false;
            removed = await way.remove(app.config, id);
          }
          return await put.call(records, entry, expected);
        };
        Object.assign(records, { put: late });
        const thief = app.open();
        await way.use(app, thief);
        assertEquals(removed, true);
        assertEquals(await hasSession(thief), false);
      });
    }

    Deno.test(`an account that was unlinked and linked again signs in ${where}`, async () => {
      const app = create();
      await enter(app);
      for (let round = 0; round < 2; round++) {
        await signInAtOne(app, app.browser);
        const other = app.open();
        await signInAtOne(app, other);
        assertEquals(await hasSession(other), true);
        assert((await post(app.browser, "unlink", { provider: "one", id: "1" })).path);
        assertEquals(await hasSession(other), false);
      }
    });
  }
}

for (const strategy of STRATEGIES) {
  for (const way of WAYS.slice(1)) {
    Deno.test(`a sign-in that waits for a second factor ends when ${way.name} is removed (${strategy})`, async () => {
      const policy = { factors: [Totp()], factorPolicy: { required: () => true } };
      const app = createAccountApp(strategy, policy);
      await enter(app);
      // Both ways, before a session can add one.
      const account = { provider: "one", providerAccountId: "1", type: "oidc" as const };
      await app.adapter.linkAccount({ ...account, userId: "ada" });
      const { response } = await app.browser.signIn("one", { callbackUrl: "/after" });
      const page = await submit(app.browser, await response.text(), { step: "enrol" });
      const secret = secretOn(page.html);
      await submit(app.browser, page.html, { answer: await codeOf(secret) });
      assertEquals(await hasSession(app.browser), true);

      for (const isRemoved of [false, true]) {
        using _time = new FakeTime(Date.now() + (isRemoved ? 60_000 : 30_000));
        const thief = app.open();
        await way.use(app, thief);
        const waiting = await (await thief.visit("/auth/factor")).response.text();
        if (isRemoved) assertEquals(await way.remove(app.config, "1"), true);
        await submit(thief, waiting, { answer: await codeOf(secret) });
        assertEquals(await hasSession(thief), !isRemoved);
      }
    });
  }
}

async function signInAtTwo(browser: TestBrowser): Promise<void> {
  const { response } = await browser.signIn("two", { callbackUrl: "/after" });
  await response.body?.cancel();
}

/** Links an account, and signs in with it. */
async function signInAtOneFirst(app: AccountApp, browser: TestBrowser): Promise<void> {
  await signInAtOne(app, app.browser);
  await signInAtOne(app, browser);
}

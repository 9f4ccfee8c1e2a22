/**
 * The account page: a failure at every call of the store, before its effect and after it. The
 * change succeeds when it is repeated, a user keeps a way to sign in, and a deletion leaves
 * nothing behind.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { countSignInMethods, type WithStore } from "../../src/accounts/manage.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import * as users from "../../src/server/users.ts";
import type { AuthConfig } from "../../mod.ts";
import { list as listSessions } from "../../src/server/sessions.ts";
import { type AccountApp, addKey, createAccountApp, enter, post, signIn } from "./_accounts.ts";
import { createDeletionApp, DAY_MS, GRACE_DAYS } from "./_deletion.ts";
import type { FaultStore } from "./_fault_store.ts";
import { testEveryFault } from "./_fault_stores.ts";
import { ADA } from "./_passwords.ts";
import type { Strategy } from "./_strategies.ts";

interface Rig extends AccountApp {
  store: FaultStore;
  /** Id of the user's passkey. */
  key: string;
  /** Another browser in which the user is signed in. */
  phone: AccountApp["browser"];
  records: NonNullable<AuthConfig["records"]>;
}

interface FlowCase {
  /** Parts of the rig that the flow needs. */
  needs?: readonly ("account" | "key" | "phone")[];
  run(rig: Rig): Promise<unknown>;
  /** What holds after the last try. */
  check(rig: Rig, title: string): Promise<void>;
  /** `true` when the user is gone afterwards. */
  isGone?: boolean;
  /** `true` for an app with days of grace. */
  hasGrace?: boolean;
  /** What has taken place before. */
  before?(rig: Rig): Promise<unknown>;
}

/** Runs when the days of grace are over. */
async function afterGrace<T>(run: () => Promise<T>): Promise<T> {
  const now = Date.now;
  Date.now = () => now() + GRACE_DAYS * DAY_MS;
  try {
    return await run();
  } finally {
    Date.now = now;
  }
}

const keep = (browser: Rig["browser"]) => post(browser, "keep");

const flows: Record<string, FlowCase> = {
  "a new name": {
    run: ({ browser }) => post(browser, "name", { name: "Ada King" }),
    async check({ browser, config }, title) {
      assertEquals((await config.adapter!.getUserByEmail!(ADA))?.name, "Ada King", title);
      assertEquals((await browser.session())?.user?.name, "Ada King", title);
    },
  },
  "a renamed passkey": {
    needs: ["key"],
    run: ({ browser, key }) => post(browser, "passkey-rename", { id: key, name: "Laptop" }),
    async check(rig, title) {
      const [key] = (await users.export(rig.config, "ada"))!.passkeys;
      assertEquals(key?.name, "Laptop", title);
    },
  },
  "a removed passkey": {
    needs: ["key"],
    run: ({ browser, key }) => post(browser, "passkey-remove", { id: key }),
    async check(rig, title) {
      assertEquals((await users.export(rig.config, "ada"))!.passkeys, [], title);
    },
  },
  "an unlinked account": {
    needs: ["account"],
    run: ({ browser }) => post(browser, "unlink", { provider: "one", id: "1" }),
    async check(rig, title) {
      const { accounts } = (await users.export(rig.config, "ada"))!;
      assertEquals(accounts.filter(({ provider }) => provider === "one"), [], title);
    },
  },
  "a removed password": {
    run: ({ browser }) => post(browser, "password-remove"),
    async check(rig, title) {
      assertEquals((await users.export(rig.config, "ada"))!.passwordSetAt, null, title);
    },
  },
  "the end of a session": {
    needs: ["phone"],
    async run({ browser, config, phone }) {
      const sessions = await listSessions(config, "ada").catch(() => []);
      const other = sessions.find(({ device }) => device === "phone");
      if (other) await post(browser, "session-end", { id: other.id });
      await phone.session();
    },
    async check({ phone }, title) {
      assertEquals(await phone.session(), null, title);
    },
  },
  "the end of other sessions": {
    needs: ["phone"],
    run: ({ browser }) => post(browser, "sessions-end"),
    async check({ phone, browser }, title) {
      assertEquals(await phone.session(), null, title);
      assert(await browser.session(), title);
    },
  },
  "a copy of the data": {
    run: ({ browser }) => post(browser, "export"),
    async check({ entries }, title) {
      assert(entries.some(({ name }) => name === "user.exported"), title);
      await Promise.resolve();
    },
  },
  "a deletion": {
    needs: ["account", "key", "phone"],
    run: ({ browser }) => post(browser, "delete", { confirm: ADA }),
    async check({ store, phone }, title) {
      assertEquals(await store.countUsers(ADA), 0, title);
      assertEquals(await phone.session(), null, title);
    },
    isGone: true,
  },
  "a request for a deletion with days of grace": {
    needs: ["phone"],
    hasGrace: true,
    run: ({ browser }) => post(browser, "delete", { confirm: ADA }),
    async check({ config, browser, phone, mails }, title) {
      // The session can be gone after a first try that failed later: the app completes it.
      await users.requestDeletion(config, "ada");
      assert(await users.pendingDeletion(config, "ada"), title);
      assertEquals([await browser.session(), await phone.session()], [null, null], title);
      assertEquals(mails.length, 1, title);
    },
  },
  "a sign-in that asks before a deletion": {
    hasGrace: true,
    before: ({ config }) => users.requestDeletion(config, "ada"),
    run: ({ browser }) => signIn(browser),
    async check({ config, browser }, title) {
      assertEquals(await browser.session(), null, title);
      assert(await users.pendingDeletion(config, "ada"), title);
      assertEquals((await keep(browser)).path, "/after", title);
      assert(await browser.session(), title);
    },
  },
  "an account that is kept": {
    hasGrace: true,
    async before({ config, browser }) {
      await users.requestDeletion(config, "ada");
      await signIn(browser);
    },
    async run({ browser }) {
      await keep(browser);
      // The sign-in that waited has ended with the first try.
      if (!await browser.session()) {
        await signIn(browser);
        await keep(browser);
      }
    },
    async check({ config, browser }, title) {
      assertEquals(await users.pendingDeletion(config, "ada"), null, title);
      assert(await browser.session(), title);
    },
  },
  "a deletion that is due": {
    needs: ["account", "key"],
    hasGrace: true,
    before: ({ config }) => users.requestDeletion(config, "ada"),
    run: ({ config }) => afterGrace(() => users.deleteDue(config)).catch(() => 0),
    async check({ config, store, records }, title) {
      assertEquals(await store.countUsers(ADA), 0, title);
      assertEquals(await users.pendingDeletion(config, "ada"), null, title);
      for (const kind of ["account.profile", "passkey.name"]) {
        assertEquals(await records.list("ada", kind), [], title);
      }
    },
    isGone: true,
  },
  "a sign-in that meets a deletion that is due": {
    hasGrace: true,
    before: ({ config }) => users.requestDeletion(config, "ada"),
    run: ({ browser }) => afterGrace(() => signIn(browser)),
    async check({ config, store, browser }, title) {
      // A first try that failed after the user was gone leaves the rest to the schedule.
      await afterGrace(() => users.deleteDue(config));
      assertEquals(await store.countUsers(ADA), 0, title);
      assertEquals(await users.pendingDeletion(config, "ada"), null, title);
      assertEquals(await browser.session(), null, title);
    },
    isGone: true,
  },
};

async function prepare(
  { needs = [], hasGrace, before }: FlowCase,
  strategy: Strategy,
  store: FaultStore,
): Promise<Rig> {
  const app = (hasGrace ? createDeletionApp : createAccountApp)(strategy, store.config);
  await enter(app);
  const key = needs.includes("key") ? await addKey(app) : "";
  if (needs.includes("account")) await app.browser.signIn("one");
  const phone = app.open("phone");
  if (needs.includes("phone")) await signIn(phone);
  const rig = { ...app, store, key, phone, records: store.config.records! };
  await before?.(rig);
  app.mails.length = 0;
  return rig;
}

testEveryFault("account faults", flows, async (flow, store, fail, strategy) => {
  const rig = await prepare(flow, strategy, store);
  const failed = await fail(() => flow.run(rig));
  if (!failed) return;
  const { title } = failed;
  await flow.run(rig);
  await flow.check(rig, title);
  if (flow.isGone) return;
  assertEquals(await store.countUsers(ADA), 1, title);
  const config = resolveConfig(rig.config) as WithStore;
  assert(await countSignInMethods(config, (await store.userId(ADA))!) > 0, title);
});

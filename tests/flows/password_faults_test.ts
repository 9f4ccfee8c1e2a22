/**
 * Passwords: a failure at every call of the store, before its effect and after it. The flow
 * succeeds when it is repeated, and then the right password opens the user, no other one
 * does, and there is no session that no browser holds.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import {
  change as changePassword,
  has as hasPassword,
  import as importPassword,
  remove as removePassword,
  set as setPassword,
} from "../../src/capabilities/passwords/functions.ts";
import { list as listSessions } from "../../src/server/sessions.ts";
import type { SignUpPolicy } from "../../src/types/mod.ts";
import type { FaultStore } from "./_fault_store.ts";
import { testEveryFault } from "./_fault_stores.ts";
import {
  ADA,
  createPasswordApp,
  enter,
  OTHER,
  PASSWORD,
  type PasswordApp,
  save,
} from "./_passwords.ts";

const FOREIGN = "a foreign hash";

interface Rig extends PasswordApp {
  store: FaultStore;
  /** Browser of another person, who is signed in with the password before. */
  thief: PasswordApp["browser"];
}

interface FlowCase {
  /** Policy of the app. Default: `"open"`. */
  signUp?: SignUpPolicy;
  prepare(rig: Rig): Promise<unknown>;
  /** Returns what the last try must return. */
  run(rig: Rig): Promise<unknown>;
  expected: unknown;
  /** The only password that opens the user afterwards; `null`: none does. */
  opens: string | null;
  check?(rig: Rig): Promise<unknown>;
}

const quietly = (run: Promise<unknown>) => run.catch((error) => error.message);

async function createUser({ config, store }: Rig, password: string | null = PASSWORD) {
  const user = { id: "ada", email: ADA, emailVerified: new Date() };
  const { id } = await config.adapter!.createUser!(user);
  if (password !== null) assertEquals(await setPassword(config, id, password), null);
  assertEquals(await store.userId(ADA), id);
}

const idOf = async ({ store }: Rig) => (await store.userId(ADA))!;

/** Ids of users who claim the address. */
const claimants = new WeakMap<Rig, string>();

/** Apps whose change of the password was answered as done. */
const changed = new WeakSet<Rig>();

/** Asks for a link, opens it, and sets a password. */
const signUp: FlowCase = {
  prepare: () => Promise.resolve(),
  async run(rig) {
    const known = rig.links.length;
    const page = await rig.browser.fetch("/auth/password");
    if (page.status !== 200) return await page.body?.cancel();
    await page.body?.cancel();
    await rig.browser.start("mail", { fields: { email: ADA }, callbackUrl: "/auth/password" });
    // With "invited", the mail leaves after the answer.
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (rig.links.length === known) return;
    const { response } = await rig.browser.visit(rig.links.at(-1)!);
    const html = await response.text();
    if (!html.includes('name="password"')) return;
    const saved = await save(rig.browser, html, { password: PASSWORD });
    return saved.url.pathname;
  },
  expected: "/",
  opens: PASSWORD,
};

const flows: Record<string, FlowCase> = {
  "a sign-up": signUp,
  "a sign-up that the app allows": { ...signUp, signUp: ({ isProven }) => isProven },
  "a sign-up of a user whom the app invited": {
    ...signUp,
    signUp: "invited",
    prepare: async ({ config }) =>
      await config.adapter!.createUser!({ id: "ada", email: ADA, emailVerified: null }),
  },
  "a reset by the app": {
    async prepare(rig) {
      await createUser(rig);
      await enter(rig.thief);
    },
    run: async (rig) => await quietly(setPassword(rig.config, await idOf(rig), OTHER)),
    expected: null,
    opens: OTHER,
  },
  "a change": {
    async prepare(rig) {
      await createUser(rig);
      await enter(rig.thief);
    },
    async run(rig) {
      // Who is told that it was changed does not change it again.
      if (changed.has(rig)) return null;
      const result = await quietly(changePassword(rig.config, await idOf(rig), PASSWORD, OTHER));
      if (result === null) changed.add(rig);
      return result;
    },
    expected: null,
    opens: OTHER,
  },
  "a sign-in": {
    prepare: createUser,
    run: ({ browser }) => enter(browser).catch(() => {}),
    expected: "/after",
    opens: PASSWORD,
  },
  "a sign-in with a foreign hash": {
    async prepare(rig) {
      await createUser(rig, null);
      await importPassword(rig.config, await idOf(rig), FOREIGN);
    },
    run: ({ browser }) => enter(browser).catch(() => {}),
    expected: "/after",
    opens: PASSWORD,
  },
  "a removal": {
    prepare: createUser,
    run: async (rig) => await quietly(removePassword(rig.config, await idOf(rig))),
    expected: true,
    opens: null,
    check: async (rig) => assertEquals(await hasPassword(rig.config, await idOf(rig)), false),
  },
  "an owner who proves a claimed address": {
    async prepare(rig) {
      await createUser(rig);
      const id = await idOf(rig);
      claimants.set(rig, id);
      await rig.config.adapter!.updateUser!({ id, emailVerified: null });
    },
    async run(rig) {
      const known = rig.links.length;
      await rig.browser.start("mail", { fields: { email: ADA }, callbackUrl: "/after" });
      if (rig.links.length === known) return;
      return (await rig.browser.visit(rig.links.at(-1)!)).url.pathname;
    },
    expected: "/after",
    opens: null,
    // The owner is another user than the one who claimed the address.
    check: async (rig) => assert(await idOf(rig) !== claimants.get(rig)),
  },
};

testEveryFault("password faults", flows, async (flow, store, fail, strategy) => {
  const app = createPasswordApp({ ...store.config, signUp: flow.signUp }, {
    verify: (typed, hash) => hash === FOREIGN && typed === PASSWORD,
  }, strategy);
  const rig: Rig = { ...app, store, thief: app.open() };
  await flow.prepare(rig);
  await rig.browser.csrf();
  const failed = await fail(() => flow.run(rig));
  if (!failed) return;
  const { title } = failed;
  assertEquals(await flow.run(rig), flow.expected, title);
  assertEquals(await store.countUsers(ADA), 1, title);
  assertEquals(await rig.thief.session(), null, title);
  const held = await rig.browser.session() === null ? 0 : 1;
  const listed = await listSessions(rig.config, await idOf(rig));
  assertEquals(listed.length, held, `sessions: ${title}`);
  for (const password of [PASSWORD, OTHER]) {
    const path = await enter(rig.open(), password);
    assertEquals(path === "/after", password === flow.opens, `${password}: ${title}`);
  }
  await flow.check?.(rig);
});

/**
 * A failure at every call of the store, of every flow: before the call had its effect, and
 * after it, when only the answer is lost. The browser gets an answer, the flow succeeds when
 * it is repeated, and then there is one user with the right accounts, and no session that no
 * browser holds. It needs no test runner, so that it also runs in other processes.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { Auth, type AuthConfig } from "../../mod.ts";
import {
  delete as deleteUser,
  resume as resumeUser,
  suspend as suspendUser,
} from "../../src/server/users.ts";
import {
  identify as identifySession,
  list as listSessions,
  revokeAll as revokeAllSessions,
  revokeOthers as revokeOtherSessions,
} from "../../src/server/sessions.ts";
import { list as listAccounts, unlink as unlinkAccount } from "../../src/server/accounts.ts";
import { createBrowser, createIdp, type TestBrowser } from "../../src/tools/testing/mod.ts";
import { type Fail, failEachCallOf, type FaultStore, type OpenStore } from "./_fault_store.ts";
import { SECRET } from "./_rig.ts";
import type { Strategy } from "./_strategies.ts";
import { providerAt } from "../_idp.ts";
import { BackChannel, ProviderSignOut } from "../../src/capabilities/sign_out/mod.ts";

const APP = "https://app.example";
const EMAIL = "ada@example.com";

interface Rig {
  store: FaultStore;
  config: AuthConfig;
  browser: TestBrowser;
  newBrowser(): TestBrowser;
  userId(): Promise<string>;
  /** Link in the last mail. */
  link(): string;
}

const person = { sub: "ada", email: EMAIL, email_verified: true, name: "Ada" };
const idps = {
  one: await createIdp({ issuer: "https://one.example", user: person }),
  two: await createIdp({ issuer: "https://two.example", user: person }),
};

function createRig(
  store: FaultStore,
  strategy: Strategy,
  members: Partial<AuthConfig> | undefined,
): Rig {
  let link = "";
  const config: AuthConfig = {
    providers: [
      ...Object.entries(idps).map(([id, idp]) => providerAt(idp, id)),
      {
        id: "mail",
        name: "Mail",
        type: "email",
        sendVerificationRequest: ({ url }) => Promise.resolve(void (link = url)),
      },
    ],
    ...store.config,
    session: { strategy, revocation: {} },
    ...members,
    secret: SECRET,
    trustHost: true,
    theme: { name: "App" },
    logger: { error() {}, warn() {}, debug() {} },
  };
  const newBrowser = () =>
    createBrowser(APP, {
      [APP]: (request) =>
        new URL(request.url).pathname.startsWith("/auth/") ? Auth(request, config) : new Response(),
      [idps.one.issuer]: idps.one.handler,
      [idps.two.issuer]: idps.two.handler,
    });
  return {
    store,
    config,
    browser: newBrowser(),
    newBrowser,
    userId: async () => (await store.userId(EMAIL))!,
    link: () => link,
  };
}

/** A flow: what it needs, what may fail, and what holds when it has succeeded. */
interface FlowCase {
  /** Members of the config that the flow needs. */
  config?: Partial<AuthConfig>;
  prepare?(rig: Rig): Promise<unknown>;
  run(rig: Rig): Promise<unknown>;
  /** Providers of the user's accounts afterwards; `null`: there is no user. */
  accounts: string[] | null;
  /** `true` when the browser is signed in afterwards. */
  isSignedIn: boolean;
}

/** Logout tokens that were sent, and the statuses of their answers. */
const logouts = new WeakMap<Rig, { token: string; statuses: number[] }>();

const backChannel: Partial<AuthConfig> = {
  signOut: ProviderSignOut({ backChannel: BackChannel() }),
};

const quietly = (run: Promise<unknown>) => run.catch(() => {});

const flows: Record<string, FlowCase> = {
  "a first sign-in": {
    run: ({ browser }) => browser.signIn("one"),
    accounts: ["one"],
    isSignedIn: true,
  },
  "a later sign-in": {
    prepare: ({ newBrowser }) => newBrowser().signIn("one"),
    run: ({ browser }) => browser.signIn("one"),
    accounts: ["one"],
    isSignedIn: true,
  },
  "a second account": {
    prepare: ({ browser }) => browser.signIn("one"),
    run: ({ browser }) => browser.signIn("two"),
    accounts: ["one", "two"],
    isSignedIn: true,
  },
  "a link by email": {
    async run({ browser, link }) {
      await browser.post("/signin/mail", { email: EMAIL });
      if (link()) await browser.visit(link());
    },
    accounts: [],
    isSignedIn: true,
  },
  "a read of the session": {
    prepare: ({ browser }) => browser.signIn("one"),
    run: ({ browser }) => browser.session(),
    accounts: ["one"],
    isSignedIn: true,
  },
  "a sign-out": {
    prepare: ({ browser }) => browser.signIn("one"),
    run: ({ browser }) => browser.post("/signout"),
    accounts: ["one"],
    isSignedIn: false,
  },
  "an unlinked account": {
    async prepare({ browser }) {
      await browser.signIn("one");
      await browser.signIn("two");
    },
    run: async ({ config, userId }) =>
      await quietly(
        unlinkAccount(config, await userId(), { provider: "two", providerAccountId: "ada" }),
      ),
    accounts: ["one"],
    isSignedIn: true,
  },
  "the end of all sessions": {
    prepare: ({ browser }) => browser.signIn("one"),
    run: async ({ config, userId }) => await quietly(revokeAllSessions(config, await userId())),
    accounts: ["one"],
    isSignedIn: false,
  },
  "the end of other sessions": {
    async prepare({ browser, newBrowser }) {
      await newBrowser().signIn("one");
      await browser.signIn("one");
    },
    async run({ config, userId, browser }) {
      const headers = { cookie: browser.cookies.header(new URL(APP))! };
      const current = await identifySession(config, new Request(APP, { headers })).catch(() =>
        null
      );
      if (current) await quietly(revokeOtherSessions(config, await userId(), current.id));
    },
    accounts: ["one"],
    isSignedIn: true,
  },
  "a suspension": {
    prepare: ({ browser }) => browser.signIn("one"),
    run: async ({ config, userId }) => await quietly(suspendUser(config, await userId())),
    accounts: ["one"],
    isSignedIn: false,
  },
  "a sign-in after a suspension": {
    async prepare({ browser, config, userId }) {
      await browser.signIn("one");
      await suspendUser(config, await userId());
    },
    async run({ config, userId, browser }) {
      await quietly(resumeUser(config, await userId()));
      await browser.signIn("one");
    },
    accounts: ["one"],
    isSignedIn: true,
  },
  "a sign-in that its provider may end": {
    config: backChannel,
    run: ({ browser }) => browser.signIn("one"),
    accounts: ["one"],
    isSignedIn: true,
  },
  "a second account that its provider may end": {
    config: backChannel,
    prepare: ({ browser }) => browser.signIn("one"),
    run: ({ browser }) => browser.signIn("two"),
    accounts: ["one", "two"],
    isSignedIn: true,
  },
  "a logout token": {
    config: backChannel,
    async prepare(rig) {
      await rig.browser.signIn("one");
      const token = await idps.one.logoutToken({ sub: "ada" });
      logouts.set(rig, { token, statuses: [] });
    },
    async run(rig) {
      const { token, statuses } = logouts.get(rig)!;
      const body = new URLSearchParams({ logout_token: token });
      const request = new Request(`${APP}/auth/signout/one`, { method: "POST", body });
      const response = await Auth(request, rig.config);
      await response.body?.cancel();
      statuses.push(response.status);
      // After a failure the same token is accepted, and after a success it is refused.
      if (statuses.length === 2) assertEquals(statuses.toSorted(), [200, 400]);
    },
    accounts: ["one"],
    isSignedIn: false,
  },
  "a deleted user": {
    prepare: ({ browser }) => browser.signIn("one"),
    async run({ config, store }) {
      const id = await store.userId(EMAIL);
      if (id) await quietly(deleteUser(config, id));
    },
    accounts: null,
    isSignedIn: false,
  },
};

/** Runs a flow with one failure, repeats it without one, and checks the end. */
async function runWithFault(
  flow: FlowCase,
  store: FaultStore,
  fail: Fail,
  strategy: Strategy,
): Promise<void> {
  const rig = createRig(store, strategy, flow.config);
  await flow.prepare?.(rig);
  // The functions of the app may reject; a request of a browser never does.
  const failed = await fail(() => flow.run(rig));
  if (!failed) return;
  const { title } = failed;
  await flow.run(rig);
  assertEquals(
    (await rig.browser.session())?.user?.name !== undefined ||
      flow.accounts?.length === 0 && (await rig.browser.session()) !== null,
    flow.isSignedIn,
    title,
  );
  await checkStore(rig, flow, title);
}

async function checkStore({ store, config, userId, browser }: Rig, flow: FlowCase, title: string) {
  assertEquals(await store.countUsers(EMAIL), flow.accounts ? 1 : 0, `users: ${title}`);
  if (!flow.accounts) return;
  const id = await userId();
  const accounts = (await listAccounts(config, id)).map(({ provider }) => provider);
  assertEquals(accounts.toSorted(), flow.accounts, `accounts: ${title}`);
  // Sessions of earlier tries may be left in the browser's own record only.
  const headers = { cookie: browser.cookies.header(new URL(APP)) ?? "" };
  const current = await identifySession(config, new Request(APP, { headers }));
  const listed = (await listSessions(config, id)).map(({ id }) => id);
  if (flow.isSignedIn) assert(listed.includes(current!.id), `the session is listed: ${title}`);
  const others = listed.filter((one) => one !== current?.id);
  const known = flow === flows["a later sign-in"] ? 1 : 0;
  assert(others.length <= known, `${others.length} sessions that no browser holds: ${title}`);
}

/** Runs every flow with a failure at every call; returns the number of failures. */
export async function runFaults(openStore: OpenStore, strategy: Strategy): Promise<number> {
  return await failEachCallOf(
    flows,
    openStore,
    (flow, store, fail) => runWithFault(flow, store, fail, strategy),
  );
}

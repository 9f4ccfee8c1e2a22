/**
 * Checks of whole sign-ins through `Auth` on the adapter: fifty at once, and a
 * failure at every call.
 *
 * @module
 */

import { Auth } from "../../../core/auth.ts";
import { customFetch } from "../../../symbols.ts";
import type { Adapter, AdapterExtras, AdapterUser } from "../../../types/adapter.ts";
import type { AuthConfig } from "../../../types/config.ts";
import { createBrowser, type TestBrowser } from "../browser.ts";
import { createIdp } from "../idp.ts";
import { type AdapterCheck, CROWD, crowd, expect, expectEqual, type FullAdapter } from "./check.ts";

const APP = "https://app.example";
const SESSION_COOKIE = "__Secure-authjs.session-token";

const SIGN_IN_METHODS = [
  "createUser",
  "getUser",
  "getUserByEmail",
  "getUserByAccount",
  "updateUser",
  "deleteUser",
  "linkAccount",
  "createSession",
  "getSessionAndUser",
  "updateSession",
  "deleteSession",
] as const satisfies (keyof Adapter)[];

/** An app with two OAuth providers and credentials, on an adapter that can be made to fail. */
interface Rig {
  /** Email address of every sign-in. */
  email: string;
  newBrowser(): TestBrowser;
  /** Ids of the users and tokens of the sessions that were created. */
  seen: { userIds: Set<string>; sessionTokens: Set<string> };
  /** Makes the n-th adapter call from now fail, before or after its effect; 0 for none. */
  failAt(call: number, moment: Moment): void;
  /** `true` when the call that was to fail was made. */
  hasFailed(): boolean;
}

type Moment = "before" | "after";

async function createRig(adapter: FullAdapter, session: AuthConfig["session"]): Promise<Rig> {
  const idp = await createIdp();
  const email = `${crypto.randomUUID()}@example.com`;
  idp.user = { sub: crypto.randomUUID(), name: "Ada Lovelace", email };
  const fault = { call: 0, moment: "before" as Moment, count: 0 };
  const seen: Rig["seen"] = { userIds: new Set(), sessionTokens: new Set() };
  const oidc = (id: string) => ({
    id,
    name: id,
    type: "oidc" as const,
    issuer: idp.issuer,
    clientId: idp.clientId,
    clientSecret: idp.clientSecret,
    allowDangerousEmailAccountLinking: true,
    [customFetch]: idp.fetch,
  });
  const config: AuthConfig = {
    providers: [
      oidc("one"),
      oidc("two"),
      {
        id: "credentials",
        name: "Credentials",
        type: "credentials",
        credentials: {},
        authorize: () => ({ id: crypto.randomUUID(), name: "Ada Lovelace", email }),
      },
    ],
    adapter: watch(adapter, fault, seen),
    session,
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  };
  const origins = {
    [APP]: (request: Request) =>
      new URL(request.url).pathname.startsWith("/auth/") ? Auth(request, config) : new Response(),
    [idp.issuer]: idp.handler,
  };
  return {
    email,
    seen,
    newBrowser: () => createBrowser(APP, origins),
    failAt: (call, moment) => void Object.assign(fault, { call, moment, count: 0 }),
    hasFailed: () => fault.call > 0 && fault.count >= fault.call,
  };
}

/** The adapter with injected faults; records the ids and tokens of new rows. */
function watch(
  adapter: FullAdapter,
  fault: { call: number; moment: Moment; count: number },
  seen: Rig["seen"],
): Adapter & AdapterExtras {
  const watched: Record<string, unknown> = {};
  for (const name of namesOf(adapter)) {
    watched[name] = async (...args: unknown[]) => {
      const fails = ++fault.count === fault.call;
      if (name === "createSession") {
        seen.sessionTokens.add((args[0] as { sessionToken: string }).sessionToken);
      }
      if (fails && fault.moment === "before") throw new Error("The store failed");
      const method = adapter[name as keyof FullAdapter] as (...args: unknown[]) => unknown;
      const result = await method.apply(adapter, args);
      if ((name === "createUser" || name === "createUserWithAccount") && result) {
        seen.userIds.add((result as AdapterUser).id);
      }
      if (fails) throw new Error("The store failed");
      return result;
    };
  }
  return watched;
}

/** Own and inherited methods. */
function namesOf(adapter: object): Set<string> {
  const names = new Set<string>();
  for (let at = adapter; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) {
      const { value } = Object.getOwnPropertyDescriptor(at, name)!;
      if (name !== "constructor" && typeof value === "function") names.add(name);
    }
  }
  return names;
}

/** One action of a person; `before` runs first, without faults. */
interface Scene {
  name: string;
  session: NonNullable<AuthConfig["session"]>;
  before?(browser: TestBrowser): Promise<unknown>;
  act(browser: TestBrowser): Promise<unknown>;
  /** Number of accounts of the user at the end. */
  accounts: number;
  /** `true` when the scene ends the session. Default `false`. */
  signsOut?: boolean;
}

const signIn = (id: string) => (browser: TestBrowser) => browser.signIn(id);
const withCredentials = (browser: TestBrowser) => browser.signInWithCredentials({ password: "x" });

const SCENES: Scene[] = [
  ...(["database", "jwt"] as const).flatMap((strategy): Scene[] => [
    {
      name: `first sign-in (${strategy})`,
      session: { strategy },
      act: signIn("one"),
      accounts: 1,
    },
    {
      name: `return (${strategy})`,
      session: { strategy },
      before: signIn("one"),
      act: signIn("one"),
      accounts: 1,
    },
    {
      name: `linking while signed in (${strategy})`,
      session: { strategy },
      before: signIn("one"),
      act: signIn("two"),
      accounts: 2,
    },
  ]),
  {
    name: "credentials (database)",
    session: { strategy: "database" },
    act: withCredentials,
    accounts: 0,
  },
  {
    name: "reading and extending (database)",
    session: { strategy: "database", updateAge: 0 },
    before: signIn("one"),
    act: (browser) => browser.session(),
    accounts: 1,
  },
  {
    name: "sign-out (database)",
    session: { strategy: "database" },
    before: signIn("one"),
    act: (browser) => browser.post("/signout"),
    accounts: 1,
    signsOut: true,
  },
];

/** Runs a scene with a fault, then without; `false` when the scene makes fewer calls. */
async function survive(
  adapter: FullAdapter,
  scene: Scene,
  call: number,
  moment: Moment,
): Promise<boolean> {
  const where = `${scene.name}, call ${call}, ${moment} its effect`;
  const rig = await createRig(adapter, scene.session);
  const browser = rig.newBrowser();
  await scene.before?.(browser);
  rig.failAt(call, moment);
  await scene.act(browser);
  const hasFailed = rig.hasFailed();
  rig.failAt(0, moment);
  await scene.act(browser);
  if (!scene.signsOut) {
    expectEqual((await browser.session())?.user?.email, rig.email, `${where}: the retry`);
  }
  await expectNothingBroken(adapter, rig, [browser], where);
  const user = await adapter.getUserByEmail(rig.email);
  expect(user, `${where}: the user exists`);
  if (typeof adapter.listAccounts === "function") {
    expectEqual((await adapter.listAccounts(user.id)).length, scene.accounts, `${where}: accounts`);
  }
  return hasFailed;
}

/** Checks that there is one user with the address, and no session without a browser that has it. */
async function expectNothingBroken(
  adapter: FullAdapter,
  { email, seen }: Rig,
  browsers: TestBrowser[],
  where: string,
): Promise<void> {
  const owner = await adapter.getUserByEmail(email);
  for (const id of seen.userIds) {
    if (id !== owner?.id) expectEqual(await adapter.getUser(id), null, `${where}: a second user`);
  }
  const held = new Set(
    browsers.flatMap((browser) => browser.cookies.list(new URL(APP).hostname))
      .filter(({ name }) => name === SESSION_COOKIE).map(({ value }) => value),
  );
  for (const token of seen.sessionTokens) {
    if (held.has(token)) continue;
    expectEqual(await adapter.getSessionAndUser(token), null, `${where}: an orphan session`);
  }
}

/** The checks. */
export const signInChecks: AdapterCheck[] = [
  ...(["database", "jwt"] as const).map((strategy): AdapterCheck => ({
    name: `fifty first sign-ins in parallel create one user with one account (${strategy})`,
    needs: SIGN_IN_METHODS,
    async run(adapter) {
      const rig = await createRig(adapter, { strategy });
      const browsers = Array.from({ length: CROWD }, rig.newBrowser);
      await crowd((index) => browsers[index]!.signIn("one"));
      const sessions = await Promise.all(browsers.map((browser) => browser.session()));
      const inside = sessions.filter((session) => session?.user?.email === rig.email).length;
      expectEqual(inside, CROWD, "number of signed-in browsers");
      await expectNothingBroken(adapter, rig, browsers, "afterwards");
    },
  })),
  {
    name: "fifty credentials sign-ins in parallel create one user",
    needs: SIGN_IN_METHODS,
    async run(adapter) {
      const rig = await createRig(adapter, { strategy: "database" });
      const browsers = Array.from({ length: CROWD }, rig.newBrowser);
      await crowd((index) => withCredentials(browsers[index]!));
      const sessions = await Promise.all(browsers.map((browser) => browser.session()));
      const inside = sessions.filter((session) => session?.user?.email === rig.email).length;
      expectEqual(inside, CROWD, "number of signed-in browsers");
      await expectNothingBroken(adapter, rig, browsers, "afterwards");
    },
  },
  {
    name: "a failure at any call leaves no row that makes the next try fail",
    needs: SIGN_IN_METHODS,
    async run(adapter) {
      let points = 0;
      for (const scene of SCENES) {
        for (const moment of ["before", "after"] as const) {
          for (let call = 1; await survive(adapter, scene, call, moment); call++) points++;
        }
      }
      return `${points} fault points in ${SCENES.length} flows; a retry succeeded after each`;
    },
  },
];

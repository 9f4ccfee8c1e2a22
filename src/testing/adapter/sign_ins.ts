/**
 * Checks of whole sign-ins through `Auth` on the adapter: fifty at once, and a
 * failure at every call.
 *
 * @module
 */

import { Auth } from "../../auth.ts";
import { customFetch } from "../../symbols.ts";
import type { Adapter, AdapterExtras, AdapterUser } from "../../types/adapter.ts";
import type { AuthConfig } from "../../types/config.ts";
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

/** An app with two providers and credentials, and everything it asked the store for. */
interface Rig {
  /** Address everybody signs in with. */
  email: string;
  newBrowser(): TestBrowser;
  /** Ids that the store gave to users, and tokens of sessions that were begun. */
  seen: { userIds: Set<string>; sessionTokens: Set<string> };
  /** Makes the k-th call from now on fail, before or after it had its effect; 0 for none. */
  failAt(call: number, moment: Moment): void;
  /** Whether the call that was to fail was made. */
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

/** The adapter, with a fault to be set and notes taken. */
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

/** One thing a person does; `before` happens first, without faults. */
interface Scene {
  name: string;
  session: NonNullable<AuthConfig["session"]>;
  before?(browser: TestBrowser): Promise<unknown>;
  act(browser: TestBrowser): Promise<unknown>;
  /** How many accounts the user has in the end. */
  accounts: number;
  /** Whether somebody is signed in afterwards. Default `true`. */
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

/** Runs a scene with a fault at one call, then again without; `false` when there is no such call. */
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
  expect(user, `${where}: the user is there`);
  if (typeof adapter.listAccounts === "function") {
    expectEqual((await adapter.listAccounts(user.id)).length, scene.accounts, `${where}: accounts`);
  }
  return hasFailed;
}

/** One user with the address, and no session that no browser holds. */
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
    name: `fifty first sign-ins at once make one user with one account (${strategy})`,
    needs: SIGN_IN_METHODS,
    async run(adapter) {
      const rig = await createRig(adapter, { strategy });
      const browsers = Array.from({ length: CROWD }, rig.newBrowser);
      await crowd((index) => browsers[index]!.signIn("one"));
      const sessions = await Promise.all(browsers.map((browser) => browser.session()));
      const inside = sessions.filter((session) => session?.user?.email === rig.email).length;
      expectEqual(inside, CROWD, "how many are signed in");
      await expectNothingBroken(adapter, rig, browsers, "afterwards");
    },
  })),
  {
    name: "fifty credentials sign-ins at once make one user",
    needs: SIGN_IN_METHODS,
    async run(adapter) {
      const rig = await createRig(adapter, { strategy: "database" });
      const browsers = Array.from({ length: CROWD }, rig.newBrowser);
      await crowd((index) => withCredentials(browsers[index]!));
      const sessions = await Promise.all(browsers.map((browser) => browser.session()));
      const inside = sessions.filter((session) => session?.user?.email === rig.email).length;
      expectEqual(inside, CROWD, "how many are signed in");
      await expectNothingBroken(adapter, rig, browsers, "afterwards");
    },
  },
  {
    name: "a failure at any call leaves nothing that blocks the next try",
    needs: SIGN_IN_METHODS,
    async run(adapter) {
      let points = 0;
      for (const scene of SCENES) {
        for (const moment of ["before", "after"] as const) {
          for (let call = 1; await survive(adapter, scene, call, moment); call++) points++;
        }
      }
      return `${points} fault points in ${SCENES.length} flows, each healed by a retry`;
    },
  },
];

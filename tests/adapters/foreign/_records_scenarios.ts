/**
 * What records add to an adapter of Auth.js, unchanged and on its own tables: one user of
 * many first sign-ins, sessions that are listed and ended, accounts that are listed and
 * unlinked. The scenarios need no test runner, so that they also run in other processes.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { PostgresRecords } from "../../../adapters/records/postgres.ts";
import { Auth, type AuthConfig } from "../../../mod.ts";
import {
  identify as identifySession,
  list as listSessions,
  revoke as revokeSession,
  revokeAll as revokeAllSessions,
  revokeOthers as revokeOtherSessions,
} from "../../../src/server/sessions.ts";
import { list as listAccounts, unlink as unlinkAccount } from "../../../src/server/accounts.ts";
import { suspend as suspendUser } from "../../../src/server/users.ts";
import {
  createBrowser,
  createIdp,
  type Idp,
  type TestBrowser,
} from "../../../src/tools/testing/mod.ts";
import type { Pool } from "../_postgres.ts";
import { providerAt } from "../../_idp.ts";

const APP = "https://app.example";
const SECRET = "a-secret-of-at-least-32-characters";

/** An adapter on empty tables. */
export interface Foreign {
  adapter: NonNullable<AuthConfig["adapter"]>;
  pool: Pool;
  /** Quoted names of its tables. */
  tables: { users: string; accounts: string; sessions: string };
}

type Rig = Awaited<ReturnType<typeof createRig>>;

/** Two sign-in servers, each of which knows one person. */
async function createRig({ adapter, pool, tables }: Foreign) {
  const person = { email: "ada@example.com", email_verified: true, name: "Ada" };
  const idps = {
    one: await createIdp({ issuer: "https://one.example", user: { sub: "ada-1", ...person } }),
    two: await createIdp({ issuer: "https://two.example", user: { sub: "ada-2", ...person } }),
  };
  const createConfig = (secret: string | string[] = SECRET): AuthConfig => ({
    providers: Object.entries(idps).map(([id, idp]) => providerAt(idp, id)),
    adapter,
    records: PostgresRecords(pool),
    session: { strategy: "database", revocation: {} },
    secret,
    trustHost: true,
    logger: { error() {}, warn() {}, debug() {} },
  });
  const config = createConfig();
  const newBrowser = (used = config) =>
    createBrowser(APP, {
      [APP]: (request) =>
        new URL(request.url).pathname.startsWith("/auth/") ? Auth(request, used) : new Response(),
      ...Object.fromEntries(
        Object.values(idps).map((idp: Idp) => [
          idp.issuer,
          (request: Request) => idp.handler(request),
        ]),
      ),
    });
  const count = async (table: keyof Foreign["tables"]): Promise<number> =>
    Number((await pool.query(`SELECT count(*) FROM ${tables[table]}`)).rows[0]!.count);
  const identify = (browser: TestBrowser) => {
    const cookie = browser.cookies.header(new URL(APP));
    return identifySession(config, new Request(APP, { headers: { cookie } }));
  };
  const userId = async () =>
    String((await pool.query(`SELECT id FROM ${tables.users}`)).rows[0]!.id);
  return { createConfig, config, newBrowser, count, identify, userId };
}

const scenarios: Record<string, (rig: Rig) => Promise<void>> = {
  "fifty first sign-ins of one person make one user and one account": async (
    { createConfig, newBrowser, count },
  ) => {
    // Two configs, as two processes have them.
    const configs = [createConfig(), createConfig()];
    const browsers = Array.from({ length: 50 }, (_, index) => newBrowser(configs[index % 2]));
    await Promise.all(browsers.map((browser) => browser.signIn("one")));
    assertEquals([await count("users"), await count("accounts")], [1, 1]);
    const names = await Promise.all(browsers.map(async (one) => (await one.session())?.user?.name));
    assertEquals(names, Array(50).fill("Ada"));
  },
  "database sessions are listed and ended": async (
    { config, createConfig, newBrowser, identify, userId, count },
  ) => {
    const browsers = [newBrowser(), newBrowser(), newBrowser(), newBrowser()];
    for (const browser of browsers) await browser.signIn("one");
    const [first, second, third, fourth] = browsers as [
      TestBrowser,
      TestBrowser,
      TestBrowser,
      TestBrowser,
    ];
    const id = await userId();
    assertEquals((await listSessions(config, id)).length, 4);
    assertEquals(JSON.stringify(await listSessions(config, id)).includes("eyJ"), false);
    const { id: secondId } = (await identify(second))!;
    assertEquals(await revokeSession(config, id, secondId), true);
    assertEquals(await revokeSession(config, id, secondId), false);
    assertEquals(await second.session(), null);
    assertEquals(await revokeOtherSessions(config, id, (await identify(first))!.id), 2);
    assertEquals([await third.session(), await fourth.session()], [null, null]);
    assertEquals((await first.session())?.user?.name, "Ada");
    // With a new secret before the old one, tokens of records that the old one sealed open.
    const rotated = createConfig(["another-secret-of-32-characters-", SECRET]);
    assertEquals(await revokeAllSessions(rotated, id), 1);
    assertEquals(await first.session(), null);
    assertEquals(await count("sessions"), 0);
  },
  "a session from before them ends with the suspension": async (
    { config, newBrowser, userId, count },
  ) => {
    const { records: _, session: __, ...before } = config;
    const browser = newBrowser({ ...before, session: { strategy: "database" } });
    await browser.signIn("one");
    assertEquals(await count("sessions"), 1);
    const cookies = browser.cookies.header(new URL(APP));
    const read = async () =>
      await (await Auth(
        new Request(`${APP}/auth/session`, { headers: { cookie: cookies } }),
        config,
      )).json();
    await suspendUser(config, await userId());
    assertEquals(await read(), null);
    assertEquals(await count("sessions"), 0);
    assertEquals((await newBrowser().signIn("one")).url.searchParams.get("error"), "AccessDenied");
    assertEquals(await count("sessions"), 0);
  },
  "accounts are listed and unlinked, but not the last one": async (
    { config, newBrowser, userId, count },
  ) => {
    const browser = newBrowser();
    await browser.signIn("one");
    await browser.signIn("two");
    const id = await userId();
    const listed = await listAccounts(config, id);
    assertEquals(listed.map(({ provider }) => provider).toSorted(), ["one", "two"]);
    const [one, two] = [{ provider: "one", providerAccountId: "ada-1" }, {
      provider: "two",
      providerAccountId: "ada-2",
    }];
    // Of fifty at once, one unlinks, and the other account stays.
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => unlinkAccount(config, id, index % 2 ? one : two)),
    );
    const unlinked = outcomes.filter((one) => one.status === "fulfilled" && one.value);
    assertEquals([unlinked.length, await count("accounts")], [1, 1]);
    assertEquals((await listAccounts(config, id)).length, 1);
  },
  "an account from before them is listed after its next sign-in": async (
    { config, newBrowser, userId },
  ) => {
    const { records: _, session: __, ...before } = config;
    await newBrowser({ ...before, session: { strategy: "database" } }).signIn("one");
    const id = await userId();
    assertEquals(await listAccounts(config, id), []);
    await newBrowser().signIn("one");
    assertEquals((await listAccounts(config, id)).map(({ provider }) => provider), ["one"]);
  },
};

/** Names of the scenarios. */
export const scenarioNames: string[] = Object.keys(scenarios);

/** Runs a scenario; a failed one rejects. */
export async function runScenario(name: string, foreign: Foreign): Promise<void> {
  await scenarios[name]!(await createRig(foreign));
}

/**
 * Cookies, tokens and rows that earlier versions and Auth.js wrote: this version
 * reads all of them, and refuses those that were changed.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Auth, type AuthConfig, customFetch, type Session } from "../../mod.ts";
import { getToken } from "../../src/frameworks/server.ts";
import { list as listSessions, revokeAll as revokeAllSessions } from "../../src/server/sessions.ts";
import {
  findPostgres,
  HOW_TO_ENABLE_POSTGRES,
  type PostgresServer,
  startPostgres,
} from "../_postgres.ts";
import { findMysql, HOW_TO_ENABLE_MYSQL, type MysqlServer, startMysql } from "../_mysql.ts";
import { findRedis, HOW_TO_ENABLE_REDIS } from "../_redis.ts";
import { ADA, type App, APP, createApp, FACTORS, PASSWORDS, plant } from "./_app.ts";
import {
  type Browsers,
  type Cookies,
  fromJson,
  type FrozenSession,
  type FrozenVisit,
  type Rows,
  SETS,
} from "./_set.ts";
import {
  fill,
  MOVED_STORES,
  openMemory,
  type OpenStore,
  OWN_STORES,
  PEER_STORES,
} from "./_stores.ts";
import { skipTest } from "../_skip.ts";

const available = findPostgres() !== undefined;
if (!available) skipTest("formats of PostgreSQL", HOW_TO_ENABLE_POSTGRES);
const hasMysql = findMysql() !== undefined;
if (!hasMysql) skipTest("formats of MySQL", HOW_TO_ENABLE_MYSQL);
const hasRedis = findRedis() !== undefined;
if (!hasRedis) skipTest("formats of Redis", HOW_TO_ENABLE_REDIS);

let server: PostgresServer | undefined;
Deno.test.beforeAll(async () => void (server = available ? await startPostgres() : undefined));
Deno.test.afterAll(async () => await server?.[Symbol.asyncDispose]());

// The server that all stores share while it is open.
let mysql: MysqlServer | undefined;
Deno.test.beforeAll(async () => void (mysql = hasMysql ? await startMysql() : undefined));
Deno.test.afterAll(async () => await mysql?.[Symbol.asyncDispose]());

/** A store of a set, which can be opened any number of times. */
interface Frozen {
  name: string;
  open(): Promise<OpenStore>;
}

async function storesOf(folder: URL): Promise<Frozen[]> {
  const rows = await Deno.readTextFile(new URL("rows.json", folder));
  const stores: Frozen[] = [{
    name: "rows.json",
    open: async () => await load(openMemory(), rows),
  }];
  for (const kind of [...OWN_STORES, ...PEER_STORES, ...MOVED_STORES]) {
    const { file, needsPostgres, needsMysql, needsRedis, recordsOnly, open } = kind;
    const text = await Deno.readTextFile(new URL(file, folder)).catch(() => undefined);
    if (text === undefined || (needsPostgres && !available)) continue;
    if ((needsMysql && !hasMysql) || (needsRedis && !hasRedis)) continue;
    stores.push({
      name: MOVED_STORES.includes(kind) ? `${file} after a migration` : file,
      async open() {
        const store = await load(await open(server?.connectionString), text);
        if (recordsOnly) await fill(store, { ...fromJson<Rows>(rows), records: [] });
        return store;
      },
    });
  }
  return stores;
}

async function load(store: OpenStore, text: string): Promise<OpenStore> {
  await store.load(text);
  return store;
}

/** The app of a session or visit, on a store. */
async function appOn(
  { adapter, records }: OpenStore,
  { secret }: Browsers,
  { strategy, hasRecord, hasFactors, hasPasswords }:
    & Pick<FrozenSession, "strategy" | "hasRecord">
    & Pick<FrozenVisit, "hasFactors" | "hasPasswords">,
): Promise<App> {
  return await createApp(Auth, customFetch, {
    secret,
    adapter,
    records,
    session: { strategy, ...hasRecord ? { revocation: {} } : {} },
    ...hasFactors ? { factors: FACTORS } : {},
    ...hasPasswords ? { providers: [PASSWORDS] } : {},
  });
}

/** A session without members that are `null`: stores with columns return all of them. */
function shownIn(session: Session | null): unknown {
  if (!session) return null;
  const user = Object.entries(session.user ?? {}).filter(([, value]) => value !== null);
  return { ...session, user: Object.fromEntries(user) };
}

/** Claims of the token in the cookies. */
async function claimsOf(cookies: Cookies, origin: string, config: AuthConfig): Promise<unknown> {
  const cookie = Object.entries(cookies).map((pair) => pair.join("=")).join("; ");
  return await getToken(new Request(origin, { headers: { cookie } }), config);
}

/** Sends the request; returns where the browser is then, and who is signed in. */
async function send({ openBrowser }: App, { cookies, url, form }: FrozenVisit) {
  const browser = openBrowser();
  plant(browser, APP, cookies);
  const init = form ? { method: "POST", body: new URLSearchParams(form) } : {};
  const landing = await browser.visit(url, init);
  await landing.response.body?.cancel();
  const shown = shownIn(await browser.session()) as Session | null;
  return { lands: landing.url.href, user: shown?.user ?? null };
}

/** The cookies with one character of one part changed, each part in turn. */
function changed(cookies: Cookies, names: readonly string[]): Cookies[] {
  return names.flatMap((name) => {
    const value = cookies[name]!;
    return [...value.matchAll(/[\w-]{8,}/g)].map(({ 0: part, index }) => {
      const at = index + (part.length >> 1);
      const other = value[at] === "A" ? "B" : "A";
      return { ...cookies, [name]: value.slice(0, at) + other + value.slice(at + 1) };
    });
  });
}

/** The members of a row that were written, with the user's id in this store. */
function membersOf(found: unknown, written: object): object {
  assert(found, "the row is missing");
  const row = found as Record<string, unknown>;
  return Object.fromEntries(Object.keys(written).map((name) => [name, row[name]]));
}

async function checkRows({ adapter, records }: OpenStore, rows: Rows, isOurs: boolean) {
  const ids = new Map(rows.users.map(({ id }) => [id, id]));
  const { id } = (await adapter.getUserByEmail!(ADA))!;
  // Adapters of Auth.js choose the ids of their users.
  if (!isOurs) ids.set(rows.users.find(({ email }) => email === ADA)!.id, id);
  const own = <T extends { userId: string }>(row: T): T => ({
    ...row,
    userId: ids.get(row.userId)!,
  });
  for (const user of rows.users) {
    const written = { ...user, id: ids.get(user.id)! };
    assertEquals(membersOf(await adapter.getUser!(written.id), written), written);
  }
  for (const account of rows.accounts.map(own)) {
    assertEquals((await adapter.getUserByAccount!(account))?.id, account.userId);
    if (!adapter.getAccount) continue; // an optional method of the contract
    const found = await adapter.getAccount(account.providerAccountId, account.provider);
    assertEquals(membersOf(found, account), account);
  }
  for (const session of rows.sessions.map(own)) {
    const found = await adapter.getSessionAndUser!(session.sessionToken);
    assertEquals(membersOf(found?.session, session), session);
    assertEquals(found?.user.id, session.userId);
  }
  for (const key of rows.authenticators.map(own)) {
    assertEquals(membersOf(await adapter.getAuthenticator!(key.credentialID), key), key);
    assertEquals((await adapter.listAuthenticatorsByUserId!(key.userId)).length, 1);
  }
  for (const row of rows.verificationTokens) {
    const { identifier, token } = row;
    const taken = await adapter.useVerificationToken!({ identifier, token });
    assertEquals(membersOf(taken, row), row);
  }
  for (const entry of rows.records) {
    assertEquals({ ...await records.get(entry.kind, entry.id) }, entry);
    if (!entry.owner) continue;
    const listed = await records.list(entry.owner, entry.kind);
    assert(listed.some((other) => other.id === entry.id), "the record is not in its owner's list");
  }
}

for await (const { name: set, isDirectory } of Deno.readDir(SETS)) {
  if (!isDirectory || set.startsWith("preview-")) continue; // see tokens_test.ts
  const folder = new URL(`${set}/`, SETS);
  const rows = fromJson<Rows>(await Deno.readTextFile(new URL("rows.json", folder)));
  const browsers = fromJson<Browsers>(await Deno.readTextFile(new URL("browser.json", folder)));
  const { at, sessions, visits } = browsers;
  const isOurs = !set.startsWith("authjs-");
  const stores = await storesOf(folder);

  for (const { name, open } of stores) {
    Deno.test(`formats, ${set}, ${name}: every row is read as it was written`, async () => {
      await using store = await open();
      using _time = new FakeTime(at);
      await checkRows(store, rows, isOurs);
    });

    Deno.test(`formats, ${set}, ${name}: every session is continued`, async () => {
      await using store = await open();
      using _time = new FakeTime(at);
      for (const session of sessions) {
        const { origin, cookies, shown, claims } = session;
        const { config, openBrowser } = await appOn(store, browsers, session);
        const browser = openBrowser(origin);
        plant(browser, origin, cookies);
        assertEquals(shownIn(await browser.session()), shown, session.name);
        if (claims) assertEquals(await claimsOf(cookies, origin, config), claims, session.name);
      }
    });

    Deno.test(`formats, ${set}, ${name}: every sign-in that had begun is finished`, async () => {
      for (const visit of visits) {
        await using store = await open();
        using _time = new FakeTime(at);
        const { lands, user } = visit;
        const app = await appOn(store, browsers, visit);
        assertEquals(await send(app, visit), { lands, user }, visit.name);
      }
    });
  }

  Deno.test(`formats, ${set}: a session that was changed is nobody's`, async () => {
    await using store = await stores[0]!.open();
    using _time = new FakeTime(at);
    for (const session of sessions) {
      const { openBrowser } = await appOn(store, browsers, session);
      const variants = changed(session.cookies, Object.keys(session.cookies));
      assert(variants.length > 0);
      for (const cookies of variants) {
        const browser = openBrowser(session.origin);
        plant(browser, session.origin, cookies);
        assertEquals(await browser.session(), null, session.name);
      }
    }
  });

  Deno.test(`formats, ${set}: a sign-in whose cookie was changed or is missing is refused`, async () => {
    for (const visit of visits) {
      const { lands, user, cookies, guards } = visit;
      if (guards.length === 0) continue; // refused as it is
      const left = Object.entries(cookies).filter(([name]) => !guards.includes(name));
      for (const variant of [Object.fromEntries(left), ...changed(cookies, guards)]) {
        await using store = await stores[0]!.open();
        using _time = new FakeTime(at);
        const app = await appOn(store, browsers, visit);
        const refused = await send(app, { ...visit, cookies: variant });
        assertNotEquals(refused.lands, lands, visit.name);
        assertNotEquals(refused.user, user, visit.name);
      }
    }
  });

  const listed = sessions.filter(({ hasRecord }) => hasRecord);
  if (listed.length === 0) continue;
  for (const { name, open } of stores) {
    Deno.test(`formats, ${set}, ${name}: sessions with records are listed and ended`, async () => {
      for (const session of listed) {
        await using store = await open();
        using _time = new FakeTime(at);
        const { id } = (await store.adapter.getUserByEmail!(ADA))!;
        const { config, openBrowser } = await appOn(store, browsers, session);
        const browser = openBrowser(session.origin);
        plant(browser, session.origin, session.cookies);
        assertEquals(shownIn(await browser.session()), session.shown, session.name);
        assert((await listSessions(config, id)).length > 0, session.name);
        assert(await revokeAllSessions(config, id) > 0, session.name);
        assertEquals(await browser.session(), null, session.name);
      }
    });
  }
}

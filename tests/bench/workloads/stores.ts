/**
 * Database sessions of many people, with both libraries on the same adapter, and
 * the store's own read as the floor.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { RedisRecords } from "../../../adapters/records/redis.ts";
import { findMysql, openPool, startMysql } from "../../_mysql.ts";
import { connect, findRedis, startRedis } from "../../_redis.ts";
import {
  type App,
  fetchHeaders,
  formPost,
  type HeaderList,
  Jar,
  openBrowser,
  ORIGIN,
  readText,
} from "../_browser.ts";
import {
  monthFromNow,
  openStore,
  type SessionRow,
  type StoreName,
  tokenOf,
  userOf,
  type UserRow,
} from "../_stores.ts";
import { atRandom, nameOf, SESSION_COOKIE } from "../_users.ts";
import type { Prepare, Prepared, Setting, Workload } from "../_workload.ts";
import { loadSubject, type SubjectName } from "../subjects/mod.ts";
import { passwords } from "./forms.ts";

/** People with a session: twice as many as the owners that `DenoKvAdapter` remembers. */
const PEOPLE = 20_000;

/** People, and a session for each. */
export function rowsOf(count: number): [users: UserRow[], sessions: SessionRow[]] {
  const users = Array.from({ length: count }, (_, index) => userOf(index));
  const expires = monthFromNow();
  const sessions = users.map(({ id }, index) => ({
    sessionToken: tokenOf(index),
    userId: id,
    expires,
  }));
  return [users, sessions];
}

/** Reads sessions of all people at random. */
export async function readAtRandom(
  app: App,
  jars: readonly Jar[],
  close: () => Promise<void>,
  url = `${ORIGIN}/auth/session`,
): Promise<Prepared> {
  const lists = jars.map(fetchHeaders);
  const toRequest = (headers: HeaderList) => new Request(url, { headers });
  const run = async (request: Request) => await readText(await app(request), 200);
  for (const index of [0, 1, lists.length - 1]) {
    assertEquals(JSON.parse(await run(toRequest(lists[index]!))).user.name, nameOf(index));
  }
  const next = atRandom(lists);
  const request = () => toRequest(next());
  // As in a server that has run for a while: a cache holds what was read lately.
  for (let count = 0; count < lists.length; count++) await run(request());
  return { request, run, close };
}

/** Over a network, people are fewer, since each is written by a call of its own. */
const peopleIn = ({ quick }: Setting, kind?: StoreName | "redis"): number =>
  quick ? 300 : kind === "mysql" || kind === "redis" ? PEOPLE / 10 : PEOPLE;

function byRow(name: SubjectName, kind: StoreName): Prepare {
  return async (setting) => {
    const store = await openStore(kind);
    const count = peopleIn(setting, kind);
    await store.fill(...rowsOf(count));
    const subject = await loadSubject(name);
    const session = { strategy: "database" as const };
    const app = subject.createApp({ providers: [], adapter: store.adapter, session });
    return await readAtRandom(app, await jarsFor(app, count), store.close);
  };
}

/** A jar for each person, with the other cookies of the app. */
export async function jarsFor(app: App, count: number): Promise<Jar[]> {
  const { jar } = await openBrowser(app);
  return Array.from({ length: count }, (_, index) => jar.with(SESSION_COOKIE, tokenOf(index)));
}

function byBareRead(kind: StoreName): Prepare {
  return async (setting) => {
    const { json, tokenIn } = await import("../subjects/floor.ts");
    const store = await openStore(kind);
    const count = peopleIn(setting, kind);
    await store.fill(...rowsOf(count));
    const app: App = async (request) => {
      const token = tokenIn(request.headers.get("cookie")!);
      const userId = `user-${parseInt(token, 16)}`;
      const { name, email, image, expires } = await store.read(token, userId);
      return json(JSON.stringify({ user: { name, email, image }, expires: expires.toISOString() }));
    };
    const others = new Jar([["authjs.csrf-token", "0".repeat(129)]]);
    const jars = Array.from(
      { length: count },
      (_, index) => others.with(SESSION_COOKIE, tokenOf(index)),
    );
    return await readAtRandom(app, jars, store.close);
  };
}

/** Better Auth on an SQLite file of its own. */
const betterOnSqlite: Prepare = async (setting) => {
  const { createBetterDatabaseApp, SESSION_URL } = await import("../subjects/better.ts");
  const folder = await Deno.makeTempDir({ prefix: "auth-bench-" });
  const database = new DatabaseSync(`${folder}/better.db`);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  database.exec("PRAGMA mmap_size = 1073741824; BEGIN");
  const { app, jars } = await createBetterDatabaseApp(database, peopleIn(setting));
  database.exec("COMMIT");
  const close = async () => {
    database.close();
    await Deno.remove(folder, { recursive: true });
  };
  return await readAtRandom(app, jars, close, SESSION_URL);
};

/** Better Auth on a MySQL server of its own, of the same kind. */
const betterOnMysql: Prepare = async (setting) => {
  const { createBetterDatabaseApp, SESSION_URL } = await import("../subjects/better.ts");
  const server = await startMysql();
  const pool = openPool(server.uri);
  const { app, jars } = await createBetterDatabaseApp(pool, peopleIn(setting, "mysql"));
  const close = async () => {
    await pool.end();
    await server[Symbol.asyncDispose]();
  };
  return await readAtRandom(app, jars, close, SESSION_URL);
};

/** A Redis server of its own with a client. */
async function openRedis() {
  const server = await startRedis();
  const client = connect(server.port);
  const close = async () => {
    client.disconnect();
    await server[Symbol.asyncDispose]();
  };
  return { client, close };
}

/** Token sessions that can be ended: each read looks for the record of the session in Redis. */
const revocableOnRedis: Prepare = async (setting) => {
  const { client, close } = await openRedis();
  const subject = await loadSubject("ours");
  const app = subject.createApp({
    providers: [passwords],
    limits: false,
    records: RedisRecords(client),
    session: { strategy: "jwt", revocation: {} },
  });
  const { jar, csrfToken } = await openBrowser(app);
  const jars: Jar[] = [];
  for (let index = 0; index < peopleIn(setting, "redis"); index++) {
    const fields = { csrfToken, username: String(index), password: `password ${index}` };
    const url = `${ORIGIN}/auth/callback/credentials`;
    const answer = await app(new Request(url, formPost(jar, fields)));
    await readText(answer, 302);
    const own = new Jar(jar.entries());
    own.store(answer);
    jars.push(own);
  }
  return await readAtRandom(app, jars, close);
};

/** Better Auth with its sessions in Redis, as its documentation has it. */
const betterOnRedis: Prepare = async (setting) => {
  const { createBetterTextApp, SESSION_URL } = await import("../subjects/better.ts");
  const { client, close } = await openRedis();
  const { app, jars } = await createBetterTextApp({
    get: (key) => client.get(key),
    getAndDelete: (key) => client.getdel(key),
    async increment(key, ttl) {
      const count = await client.incr(key);
      if (count === 1) await client.expire(key, ttl);
      return count;
    },
    set: async (key, value, ttl) =>
      void await (ttl ? client.set(key, value, "EX", ttl) : client.set(key, value)),
    delete: async (key) => void await client.del(key),
  }, peopleIn(setting, "redis"));
  return await readAtRandom(app, jars, close, SESSION_URL);
};

/** Redis's own read of a session. */
const bareOnRedis: Prepare = async (setting) => {
  const { json, tokenIn } = await import("../subjects/floor.ts");
  const { client, close } = await openRedis();
  const jars: Jar[] = [];
  for (let index = 0; index < peopleIn(setting, "redis"); index++) {
    const { name, email } = userOf(index);
    const session = JSON.stringify({ user: { name, email }, expires: monthFromNow() });
    await client.set(`session:${tokenOf(index)}`, session);
    jars.push(new Jar([[SESSION_COOKIE, tokenOf(index)]]));
  }
  const app: App = async (request) =>
    json((await client.get(`session:${tokenIn(request.headers.get("cookie")!)}`))!);
  return await readAtRandom(app, jars, close);
};

function onStore(kind: StoreName, label: string, overPeer: number): Workload {
  return {
    id: `database-${kind}`,
    label,
    targets: { overPeer, overFloor: 1.1 },
    ...kind === "mysql" && !findMysql() && { lacks: "MariaDB" },
    contenders: {
      ours: byRow("ours", kind),
      peer: byRow("peer", kind),
      floor: byBareRead(kind),
      ...kind === "sqlite" ? { better: betterOnSqlite } : {},
      ...kind === "mysql" ? { better: betterOnMysql } : {},
    },
  };
}

export const stores: Workload[] = [
  onStore("memory", "`GET session`, database, `MemoryAdapter`", 8),
  onStore("sqlite", "same, `SqliteAdapter`, file", 4),
  onStore("kv", "same, `DenoKvAdapter`, file, 20,000 people", 2.5),
  onStore("mysql", "same, `MysqlAdapter`, MariaDB", 1.5),
  {
    // Auth.js keeps no record of a token session.
    id: "redis",
    label: "`GET session`, a token that can be ended, or a session in Redis",
    targets: {},
    ...!findRedis() && { lacks: "Redis" },
    contenders: { ours: revocableOnRedis, floor: bareOnRedis, better: betterOnRedis },
  },
];

/**
 * Database sessions of many people, with both libraries on the same adapter, and
 * the store's own read as the floor.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import {
  type App,
  fetchHeaders,
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

const peopleIn = ({ quick }: Setting): number => quick ? 300 : PEOPLE;

function byRow(name: SubjectName, kind: StoreName): Prepare {
  return async (setting) => {
    const store = await openStore(kind);
    const count = peopleIn(setting);
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
    const count = peopleIn(setting);
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
  const { app, jars, close } = await createBetterDatabaseApp(
    new DatabaseSync(`${folder}/better.db`),
    peopleIn(setting),
  );
  const closeAll = async () => {
    close();
    await Deno.remove(folder, { recursive: true });
  };
  return await readAtRandom(app, jars, closeAll, SESSION_URL);
};

function onStore(kind: StoreName, label: string, overPeer: number): Workload {
  return {
    id: `database-${kind}`,
    label,
    targets: { overPeer, overFloor: 1.1 },
    contenders: {
      ours: byRow("ours", kind),
      peer: byRow("peer", kind),
      floor: byBareRead(kind),
      ...kind === "sqlite" ? { better: betterOnSqlite } : {},
    },
  };
}

export const stores: Workload[] = [
  onStore("memory", "`GET session`, database, `MemoryAdapter`", 8),
  onStore("sqlite", "same, `SqliteAdapter`, file", 4),
  onStore("kv", "same, `DenoKvAdapter`, file, 20,000 people", 2.5),
];

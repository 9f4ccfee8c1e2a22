/**
 * The stores: how each is filled quickly, and its own read of a session without an adapter.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MysqlAdapter } from "../../adapters/mysql.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import type { FullAdapter } from "../../src/tools/testing/adapter/check.ts";
import type { AdapterSession, AdapterUser } from "../../src/types/adapter.ts";
import { openPool, startMysql } from "../_mysql.ts";
import { claimsOf } from "./_users.ts";

export type UserRow = AdapterUser;
export type SessionRow = AdapterSession;

/** Rows of one atomic operation of Deno KV. */
const KV_BATCH = 200;

/** Name of a kind of store. */
export type StoreName = "memory" | "sqlite" | "kv" | "mysql";

/** What a browser is told of a session. */
export interface BareSession {
  readonly name: string;
  readonly email: string;
  readonly image: string | null;
  readonly expires: Date;
}

/** An open store. */
export interface Store {
  readonly adapter: FullAdapter;
  /** Writes new rows, in as few transactions as possible. */
  fill(users: readonly UserRow[], sessions: readonly SessionRow[]): Promise<void>;
  /** The store's own read of a session with its user. */
  read(token: string, userId: string): Promise<BareSession> | BareSession;
  bytesOnDisk(): Promise<number>;
  close(): Promise<void>;
}

/** Opens an empty store; its file is in a folder that `close` removes. */
export async function openStore(name: StoreName): Promise<Store> {
  if (name === "memory") return openMemory();
  if (name === "mysql") return await openMysql();
  const folder = await Deno.makeTempDir({ prefix: "auth-bench-" });
  return name === "sqlite" ? openSqlite(folder) : await openKv(folder);
}

/** Row of a person. */
export function userOf(index: number): UserRow {
  const { sub: id, name, email } = claimsOf(index);
  return { id, name, email, image: null, emailVerified: null };
}

/** Session token of a person, as long as that of a real one. */
export const tokenOf = (index: number): string =>
  `${index.toString(16).padStart(8, "0")}-0000-4000-8000-000000000000`;

export const monthFromNow = (): Date => new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);

/** Fills a store through its adapter. */
async function fillThrough(
  adapter: FullAdapter,
  users: readonly UserRow[],
  sessions: readonly SessionRow[],
): Promise<void> {
  for (const user of users) await adapter.createUser(user);
  for (const session of sessions) await adapter.createSession(session);
}

function openMemory(): Store {
  const adapter = MemoryAdapter();
  return {
    adapter,
    fill: (users, sessions) => fillThrough(adapter, users, sessions),
    async read(token) {
      const { session, user } = (await adapter.getSessionAndUser(token))!;
      return { ...shownOf(user), expires: session.expires };
    },
    bytesOnDisk: () => Promise.resolve(0),
    close: () => Promise.resolve(),
  };
}

function openSqlite(folder: string): Store {
  const adapter = SqliteAdapter(`${folder}/bench.db`);
  const database = new DatabaseSync(`${folder}/bench.db`);
  database.exec("PRAGMA mmap_size = 1073741824");
  const statement = database.prepare(
    `SELECT u.name, u.email, u.image, s.expires FROM auth_sessions s
     JOIN auth_users u ON u.id = s.userId WHERE s.sessionToken = ?`,
  );
  return {
    adapter,
    async fill(users, sessions) {
      adapter.database.exec("BEGIN");
      await fillThrough(adapter, users, sessions);
      adapter.database.exec("COMMIT");
    },
    read(token) {
      const row = statement.get(token) as Omit<BareSession, "expires"> & { expires: number };
      return { ...row, expires: new Date(row.expires) };
    },
    bytesOnDisk: () => sizeOf(folder),
    async close() {
      database.close();
      adapter.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

async function openMysql(): Promise<Store> {
  const server = await startMysql();
  const pool = openPool(server.uri);
  const adapter = MysqlAdapter(pool, { createTables: true });
  await adapter.getUser("");
  const sql = `SELECT u.name, CONVERT(u.email USING utf8mb4) AS email, u.image, s.expires
    FROM auth_sessions s JOIN auth_users u ON u.id = s.userId WHERE s.sessionToken = ?`;
  return {
    adapter,
    fill: (users, sessions) => fillThrough(adapter, users, sessions),
    async read(token) {
      const [[row]] = await pool.execute({ sql, values: [token] });
      return { ...row, expires: new Date(row.expires) };
    },
    bytesOnDisk: () => Promise.resolve(0),
    async close() {
      await pool.end();
      await server[Symbol.asyncDispose]();
    },
  };
}

async function openKv(folder: string): Promise<Store> {
  const kv = await Deno.openKv(`${folder}/bench.kv`);
  return {
    adapter: DenoKvAdapter(kv),
    async fill(users, sessions) {
      // The documented layout, since a commit for each row takes minutes.
      await inBatches(kv, users, (atomic, user) => {
        atomic.set(["auth", "user", user.id], user);
        atomic.set(["auth", "user_by_email", user.email], user.id);
      });
      await inBatches(kv, sessions, (atomic, session) => {
        const { sessionToken, userId, expires } = session;
        const options = { expireIn: expires.valueOf() - Date.now() };
        atomic.set(["auth", "session", sessionToken], session, options);
        atomic.set(["auth", "session_by_user", userId, sessionToken], expires, options);
      });
    },
    async read(token, userId) {
      const [session, user] = await kv.getMany<[SessionRow, UserRow]>([
        ["auth", "session", token],
        ["auth", "user", userId],
      ]);
      return { ...shownOf(user.value!), expires: session.value!.expires };
    },
    bytesOnDisk: () => sizeOf(folder),
    async close() {
      kv.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Adds many rows in one atomic operation. */
async function inBatches<Row>(
  kv: Deno.Kv,
  rows: readonly Row[],
  add: (atomic: Deno.AtomicOperation, row: Row) => void,
): Promise<void> {
  for (let start = 0; start < rows.length; start += KV_BATCH) {
    const atomic = kv.atomic();
    for (const row of rows.slice(start, start + KV_BATCH)) add(atomic, row);
    await atomic.commit();
  }
}

function shownOf({ name, email, image }: UserRow): Omit<BareSession, "expires"> {
  return { name: name!, email, image: image ?? null };
}

/** Bytes of the files in a folder. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for await (const { name } of Deno.readDir(folder)) {
    bytes += (await Deno.stat(`${folder}/${name}`)).size;
  }
  return bytes;
}

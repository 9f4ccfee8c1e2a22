/**
 * Database sessions: against Auth.js on the same adapter object, against direct
 * reads of the store, and with a thousand and a million stored sessions.
 *
 * @module
 */

import { Auth as PeerAuth, type AuthConfig as PeerConfig } from "@auth/core";
import { assertEquals } from "@std/assert";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import type { FullAdapter } from "../../src/testing/adapter/check.ts";
import { measure, type Row } from "./_measure.ts";
import { get, ORIGIN, SECRET } from "./_subjects.ts";

const COOKIE = "authjs.session-token";

/** Sessions written in one atomic operation of Deno KV. */
const KV_BATCH = 200;

const common = {
  providers: [],
  secret: SECRET,
  trustHost: true,
  basePath: "/auth",
  logger: { error() {}, warn() {}, debug() {} },
};

const monthFromNow = () => new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);
const tokenAt = (index: number) => `session-${index.toString().padStart(9, "0")}`;

async function addUser(adapter: FullAdapter): Promise<string> {
  const email = "ada@example.com";
  return (await adapter.createUser({ id: "1", name: "Ada", email, emailVerified: null })).id;
}

/** The app that reads sessions from a store. */
function createApp(adapter: FullAdapter): (request: Request) => Promise<Response> {
  const config: AuthConfig = { ...common, adapter, session: { strategy: "database" } };
  return (request) => Auth(request, config);
}

/** This library and Auth.js on one adapter object. */
export async function compareOnMemory(floor: () => Promise<void>): Promise<Row> {
  const adapter = MemoryAdapter();
  const userId = await addUser(adapter);
  await adapter.createSession({ sessionToken: tokenAt(0), userId, expires: monthFromNow() });
  const ours = createApp(adapter);
  const config = { ...common, adapter, session: { strategy: "database" } } as PeerConfig;
  const peer = (request: Request) => PeerAuth(request, config) as Promise<Response>;
  const cookie = `${COOKIE}=${tokenAt(0)}`;
  for (const app of [ours, peer]) {
    const response = await app(new Request(`${ORIGIN}/auth/session`, { headers: { cookie } }));
    assertEquals((await response.json()).user.name, "Ada");
  }
  const read = (app: typeof ours) => () => get(app, "/session", cookie);
  const times = await measure({ ours: read(ours), peer: read(peer), floor });
  return { workload: "`GET session`, database, `MemoryAdapter`", ...times, target: 6 };
}

/** A store with a fast way to fill it. */
interface Filled {
  name: string;
  adapter: FullAdapter;
  fill(from: number, to: number): Promise<void>;
  /** The same reads without this library. */
  bare?(token: string): Promise<unknown>;
  bytesOnDisk(): Promise<number>;
  close(): Promise<void>;
}

async function openKv(): Promise<Filled> {
  const folder = await Deno.makeTempDir();
  const kv = await Deno.openKv(`${folder}/bench.kv`);
  return {
    name: "Deno KV file",
    adapter: DenoKvAdapter(kv),
    async fill(from, to) {
      const expires = monthFromNow();
      const expireIn = expires.valueOf() - Date.now();
      for (let start = from; start < to; start += KV_BATCH) {
        const atomic = kv.atomic();
        for (let index = start; index < Math.min(start + KV_BATCH, to); index++) {
          const sessionToken = tokenAt(index);
          const row = { sessionToken, userId: "1", expires };
          atomic.set(["auth", "session", sessionToken], row, { expireIn });
          atomic.set(["auth", "session_by_user", "1", sessionToken], true, { expireIn });
        }
        await atomic.commit();
      }
    },
    bare: (token) => kv.getMany([["auth", "session", token], ["auth", "user", "1"]]),
    bytesOnDisk: () => sizeOf(folder),
    async close() {
      kv.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

async function openSqlite(): Promise<Filled> {
  const folder = await Deno.makeTempDir();
  const adapter = SqliteAdapter(`${folder}/bench.db`);
  return {
    name: "SQLite file",
    adapter,
    async fill(from, to) {
      adapter.database.exec("BEGIN");
      await insert(adapter, from, to);
      adapter.database.exec("COMMIT");
    },
    bytesOnDisk: () => sizeOf(folder),
    async close() {
      adapter.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

function openMemory(): Filled {
  const adapter = MemoryAdapter();
  return {
    name: "memory",
    adapter,
    fill: (from, to) => insert(adapter, from, to),
    bytesOnDisk: () => Promise.resolve(0),
    close: () => Promise.resolve(),
  };
}

async function insert(adapter: FullAdapter, from: number, to: number): Promise<void> {
  const expires = monthFromNow();
  for (let index = from; index < to; index++) {
    await adapter.createSession({ sessionToken: tokenAt(index), userId: "1", expires });
  }
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for await (const { name } of Deno.readDir(folder)) {
    bytes += (await Deno.stat(`${folder}/${name}`)).size;
  }
  return bytes;
}

/** Medians with few and with many sessions, as lines of a table. */
export async function growth(few: number, many: number, note: (text: string) => void) {
  const lines = [
    `| Store | ${few.toLocaleString("en")} sessions | ${
      many.toLocaleString("en")
    } sessions | ratio ` +
    "| over a bare `getMany` | memory | disk |",
    "|---|---|---|---|---|---|---|",
  ];
  for (const open of [openMemory, openSqlite, openKv]) {
    const before = Deno.memoryUsage().rss;
    // Both interleaved, so that other load affects both.
    const [small, large] = [await open(), await open()];
    note(`${large.name}: writing ${many.toLocaleString("en")} sessions`);
    for (const [store, count] of [[small, few], [large, many]] as const) {
      await addUser(store.adapter);
      await store.fill(0, count);
    }
    const reader = ({ adapter }: Filled, count: number) => {
      const app = createApp(adapter);
      let turn = 0;
      // As many users as in the small store, spread over the whole store.
      const stride = Math.floor(count / few);
      return () => get(app, "/session", `${COOKIE}=${tokenAt((turn++ % few) * stride)}`);
    };
    const response = await createApp(large.adapter)(
      new Request(`${ORIGIN}/auth/session`, {
        headers: { cookie: `${COOKIE}=${tokenAt(many - 1)}` },
      }),
    );
    assertEquals((await response.json()).user.name, "Ada");
    let bareTurn = 0;
    const times = await measure({
      small: reader(small, few),
      large: reader(large, many),
      bare: async () => {
        await small.bare?.(tokenAt(bareTurn++ % few));
      },
    });
    const overBare = small.bare ? `${(times.small / times.bare).toFixed(2)}×` : "";
    const memory = Deno.memoryUsage().rss - before;
    lines.push(
      `| ${large.name} | ${times.small.toFixed(1)} µs | ${times.large.toFixed(1)} µs ` +
        `| **${(times.large / times.small).toFixed(2)}** | ${overBare} ` +
        `| ${megabytes(memory)} | ${megabytes(await large.bytesOnDisk())} |`,
    );
    await small.close();
    await large.close();
  }
  return lines.join("\n");
}

const megabytes = (bytes: number): string => bytes === 0 ? "" : `${Math.round(bytes / 1e6)} MB`;

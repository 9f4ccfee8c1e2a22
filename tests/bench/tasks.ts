/**
 * The longest task of the event loop, while other requests wait, in a server whose store
 * holds a million users and 300,000 expired sessions:
 *
 *     deno run -A tests/bench/tasks.ts [--quick]
 *
 * Each store has a server process of its own, and this process sends the requests. A task
 * is measured as the processor time of the server between two turns of its loop: the clock
 * would also count other processes on a busy machine. That time is an upper bound, since
 * it includes the threads of the runtime, such as those of the garbage collector.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { cpuUsage } from "node:process";
import { setImmediate } from "node:timers";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import Credentials from "../../src/providers/credentials.ts";
import { revokeAll as revokeAllSessions } from "../../src/server/sessions.ts";
import type { FullAdapter } from "../../src/tools/testing/adapter/check.ts";
import { waitForText, watchChild } from "../_wait.ts";

const quick = Deno.args.includes("--quick");
const USERS = quick ? 20_000 : 1_000_000;
const EXPIRED = quick ? 10_000 : 300_000;
const AT_ONCE = 500;
const SESSIONS_OF_ONE = 1000;
const ROUNDS = 5;

/** Rows written in one atomic operation of Deno KV. */
const KV_BATCH = 200;

const DAY_MS = 24 * 60 * 60 * 1000;

const userAt = (index: number) => ({
  id: `user-${index}`,
  name: "Ada Lovelace",
  email: `${index}@example.com`,
  emailVerified: null,
});
const expiredAt = (index: number) => ({
  sessionToken: crypto.randomUUID(),
  userId: `user-${index % USERS}`,
  expires: new Date(Date.now() - 2 * DAY_MS + index),
});

/** Opens a filled store in a folder. */
const STORES: Record<string, (folder: string) => Promise<FullAdapter>> = {
  async memory() {
    const adapter = MemoryAdapter();
    for (let index = 0; index < USERS; index++) await adapter.createUser(userAt(index));
    for (let index = 0; index < EXPIRED; index++) await adapter.createSession(expiredAt(index));
    return adapter;
  },

  async "SQLite file"(folder) {
    const adapter = SqliteAdapter(`${folder}/auth.db`);
    const { database } = adapter;
    database.exec("BEGIN");
    for (let index = 0; index < USERS; index++) await adapter.createUser(userAt(index));
    // Directly, since `createSession` removes such rows.
    const insert = database.prepare("INSERT INTO auth_sessions VALUES (?, ?, ?, '[[],{}]')");
    for (let index = 0; index < EXPIRED; index++) {
      const { sessionToken, userId, expires } = expiredAt(index);
      insert.run(sessionToken, userId, expires.valueOf());
    }
    database.exec("COMMIT");
    return adapter;
  },

  async "Deno KV file"(folder) {
    const kv = await Deno.openKv(`${folder}/auth.kv`);
    const write = async (
      count: number,
      add: (atomic: Deno.AtomicOperation, at: number) => void,
    ) => {
      for (let from = 0; from < count; from += KV_BATCH) {
        const atomic = kv.atomic();
        for (let at = from; at < Math.min(from + KV_BATCH, count); at++) add(atomic, at);
        await atomic.commit();
      }
    };
    await write(USERS, (atomic, at) => {
      const user = userAt(at);
      atomic.set(["auth", "user", user.id], user).set(
        ["auth", "user_by_email", user.email],
        user.id,
      );
    });
    // Without `expireIn`, so that KV does not remove them while the bench runs.
    await write(EXPIRED, (atomic, at) => {
      const session = expiredAt(at);
      atomic.set(["auth", "session", session.sessionToken], session)
        .set(["auth", "session_by_user", session.userId, session.sessionToken], session.expires);
    });
    return DenoKvAdapter(kv);
  },
};

/** Longest time that one call of the store kept the loop from its next turn, in milliseconds. */
let longestCall = 0;

/** A store with its calls measured, by the clock: a file may make them wait. */
function measured<Store extends object>(store: Store): Store {
  return Object.fromEntries(
    Object.entries(store).map(([name, member]) => [
      name,
      typeof member !== "function" ? member : (...args: unknown[]) => {
        const start = performance.now();
        try {
          return (member as (...args: unknown[]) => unknown).apply(store, args);
        } finally {
          longestCall = Math.max(longestCall, performance.now() - start);
        }
      },
    ]),
  ) as unknown as Store;
}

/** Processor time of this process in milliseconds. */
function processorTime(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
}

/** Starts measuring; the returned function ends it and returns the longest task in milliseconds. */
function startMeasuring(): () => number {
  let longest = 0;
  let last = processorTime();
  let isOver = false;
  const beat = () => {
    const now = processorTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(beat);
  };
  setImmediate(beat);
  return () => {
    isOver = true;
    beat();
    return longest;
  };
}

/** The server process: `POST /begin/<action>` and `POST /end` measure. */
async function serve(store: string, folder: string): Promise<void> {
  const opened = await STORES[store]!(folder);
  const adapter = { ...measured(opened), records: measured(opened.records) };
  const config: AuthConfig = {
    adapter,
    providers: [
      Credentials({
        credentials: { user: {} },
        authorize: ({ user }) => userAt(Number(user)),
      }),
    ],
    session: { strategy: "database", revocation: {} },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    basePath: "/auth",
  };
  const { id: userId } = userAt(0);
  const fill = async () => {
    for (let count = 0; count < SESSIONS_OF_ONE; count++) {
      const expires = new Date(Date.now() + DAY_MS);
      const id = crypto.randomUUID();
      await adapter.createSession({ sessionToken: id, userId, expires });
      const at = new Date().toISOString();
      const data = { createdAt: at, lastSeenAt: at, device: null, address: null };
      const record = { kind: "session", id, owner: userId, version: 1, expires, data };
      await adapter.records.put(record, null);
    }
  };
  let end = startMeasuring();
  const control: Record<string, () => unknown> = {
    fill,
    begin() {
      longestCall = 0;
      end();
      end = startMeasuring();
    },
    revoke: () => revokeAllSessions(config, userId),
    end: () => ({ task: end(), call: longestCall }),
  };
  Deno.serve({ port: 0, onListen: ({ port }) => console.log(port) }, async (request) => {
    const [, first, action] = new URL(request.url).pathname.split("/");
    if (first === "auth") return await Auth(request, config);
    if (first === "empty") return new Response(await request.text());
    return Response.json(await control[action!]!() ?? null);
  });
}

interface Figures {
  /** Longest tasks in milliseconds, per round. */
  empty: number[];
  signIns: number[];
  reads: number[];
  revocations: number[];
  /** Duration of ending a thousand sessions, in milliseconds. */
  ended: number[];
  /** Longest call of the store in milliseconds, per round of sign-ins. */
  calls: number[];
}

async function measureStore(store: string): Promise<Figures> {
  const folder = await Deno.makeTempDir();
  const server = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", import.meta.filename!, ...Deno.args, `--serve=${store}`, folder],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const watched = watchChild(server, server.stdout);
  try {
    const [, port] = await waitForText(/^(\d+)\n/, watched);
    const origin = `http://localhost:${port}`;
    const control = async (action: string) =>
      await (await fetch(`${origin}/control/${action}`, { method: "POST" })).json();
    const csrf = await fetch(`${origin}/auth/csrf`);
    const csrfCookie = csrf.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
    const { csrfToken } = await csrf.json();
    let user = 0;
    const signIn = async (): Promise<string> => {
      const response = await fetch(`${origin}/auth/callback/credentials`, {
        method: "POST",
        headers: { cookie: csrfCookie },
        body: new URLSearchParams({ csrfToken, user: String(++user) }),
        redirect: "manual",
      });
      await response.body?.cancel();
      const cookie = response.headers.getSetCookie().map((line) => line.split(";")[0]!)
        .find((pair) => pair.includes("session-token="));
      assert(cookie, `signed in: ${response.status} ${response.headers.get("location")}`);
      return cookie;
    };
    const read = async (cookie: string) => {
      const response = await fetch(`${origin}/auth/session`, { headers: { cookie } });
      assertEquals((await response.json()).user.name, "Ada Lovelace");
    };
    const figures: Figures = {
      empty: [],
      signIns: [],
      reads: [],
      revocations: [],
      ended: [],
      calls: [],
    };
    await signIn();
    const post = async () => {
      const body = new URLSearchParams({ csrfToken });
      await (await fetch(`${origin}/empty`, { method: "POST", body })).text();
    };
    for (let round = 0; round < ROUNDS; round++) {
      await control("begin");
      await Promise.all(Array.from({ length: AT_ONCE }, post));
      figures.empty.push((await control("end")).task);
      await control("begin");
      const cookies = await Promise.all(Array.from({ length: AT_ONCE }, signIn));
      const { task, call } = await control("end");
      figures.signIns.push(task);
      figures.calls.push(call);
      await control("begin");
      await Promise.all(cookies.map(read));
      figures.reads.push((await control("end")).task);
      await control("fill");
      await control("begin");
      const start = performance.now();
      const ended = await control("revoke");
      figures.ended.push(performance.now() - start);
      figures.revocations.push((await control("end")).task);
      assert(ended >= SESSIONS_OF_ONE, String(ended));
    }
    return figures;
  } finally {
    server.kill();
    await server.status;
    await Deno.remove(folder, { recursive: true });
  }
}

const served = Deno.args.find((argument) => argument.startsWith("--serve="));
if (served) {
  await serve(served.slice("--serve=".length), Deno.args.at(-1)!);
} else {
  const range = (values: readonly number[]) =>
    `${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)} ms`;
  console.log(
    `Longest task with ${USERS.toLocaleString("en")} users and ` +
      `${EXPIRED.toLocaleString("en")} expired sessions, in ${ROUNDS} rounds\n`,
  );
  const columns = [
    "Store",
    `${AT_ONCE} posts to an empty handler`,
    `${AT_ONCE} sign-ins at once`,
    "longest call of the store in them",
    `${AT_ONCE} session reads at once`,
    "end of 1,000 sessions",
    "its duration",
  ];
  console.log(`| ${columns.join(" | ")} |\n|${"---|".repeat(columns.length)}`);
  for (const store of Object.keys(STORES)) {
    const { empty, signIns, calls, reads, revocations, ended } = await measureStore(store);
    const cells = [empty, signIns, calls, reads, revocations, ended].map(range);
    console.log(`| ${[store, ...cells].join(" | ")} |`);
  }
}

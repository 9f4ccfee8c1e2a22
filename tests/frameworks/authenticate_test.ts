/**
 * `protect` and `authenticate` of every wrapper give the same answer, and the response carries the
 * renewed session.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { signInAs } from "../../src/tools/testing/mod.ts";
import { STRATEGIES, type Strategy } from "../flows/_strategies.ts";
import {
  type Ask,
  type ProtectedApp,
  type ProtectedWrapper,
  protectedWrappers,
  type Reply,
  ROUTES,
} from "./_protected.ts";

const EVIL = "https://evil.example";
const FORM = "application/x-www-form-urlencoded";

/** An answer in the words of the table. */
type Cell = readonly [status: number, error: string, challenge?: string];

const IN: Cell = [200, "u1 session"];
const OUT: Cell = [401, "unauthorized", "Cookie"];
const CROSS: Cell = [403, "invalid_request", "Cookie"];
const NOT_VALID: Cell = [401, "invalid_token", "Cookie"];
const TWO: Cell = [400, "invalid_request"];
const LED: Cell = [303, "{base}/signin?callbackUrl={path}"];

interface Row {
  name: string;
  /** `true` for a browser with a session. */
  isSignedIn?: boolean;
  method?: string;
  headers?: (app: ProtectedApp) => Record<string, string>;
  query?: string;
  cell: Cell;
  /** Answer of `authenticate` of Next, which knows neither method nor URL. */
  inNext?: Cell;
}

const ROWS: readonly Row[] = [
  { name: "no credential", cell: OUT },
  { name: "no credential, HEAD", method: "HEAD", cell: OUT },
  { name: "no credential, POST", method: "POST", cell: OUT },
  {
    name: "no credential, a page",
    headers: () => ({ accept: "text/html,*/*;q=0.8", "sec-fetch-mode": "navigate" }),
    cell: LED,
    inNext: [303, "{base}/signin?callbackUrl=%2F"],
  },
  {
    name: "no credential, a script that accepts pages",
    headers: () => ({ accept: "text/html,*/*;q=0.8", "sec-fetch-mode": "cors" }),
    cell: OUT,
  },
  { name: "session", isSignedIn: true, cell: IN },
  { name: "session, HEAD", isSignedIn: true, method: "HEAD", cell: IN },
  {
    name: "session, GET that names another origin",
    isSignedIn: true,
    headers: () => ({ origin: EVIL }),
    cell: IN,
    inNext: CROSS,
  },
  {
    name: "session, POST of the own site",
    isSignedIn: true,
    method: "POST",
    headers: ({ origin }) => ({ origin, "content-type": FORM }),
    cell: IN,
  },
  {
    name: "session, POST of another site",
    isSignedIn: true,
    method: "POST",
    headers: () => ({ origin: EVIL, "content-type": FORM }),
    cell: CROSS,
  },
  {
    name: "session, POST of another site without an origin",
    isSignedIn: true,
    method: "POST",
    headers: () => ({ "sec-fetch-site": "cross-site", "content-type": FORM }),
    cell: CROSS,
  },
  {
    name: "session, DELETE of another site",
    isSignedIn: true,
    method: "DELETE",
    headers: () => ({ origin: EVIL }),
    cell: CROSS,
  },
  {
    name: "session, WebSocket of another site",
    isSignedIn: true,
    headers: () => ({ origin: EVIL, upgrade: "websocket" }),
    cell: CROSS,
  },
  {
    name: "session, WebSocket of the own site",
    isSignedIn: true,
    headers: ({ origin }) => ({ origin, upgrade: "websocket" }),
    cell: IN,
  },
  {
    name: "session beside an unknown token",
    isSignedIn: true,
    headers: () => ({ authorization: "Bearer abc" }),
    cell: NOT_VALID,
  },
  { name: "unknown token", headers: () => ({ authorization: "Bearer abc" }), cell: NOT_VALID },
  {
    name: "another scheme",
    isSignedIn: true,
    headers: () => ({ authorization: "Basic YTpi" }),
    cell: NOT_VALID,
  },
  {
    name: "two tokens",
    headers: () => ({ authorization: "Bearer abc, Bearer def" }),
    cell: TWO,
  },
  {
    name: "a token in the query",
    isSignedIn: true,
    query: "?access_token=abc",
    cell: TWO,
    inNext: IN,
  },
];

async function createRig(strategy: Strategy, more: Partial<AuthConfig> = {}) {
  const adapter = MemoryAdapter();
  const users = await Promise.all(
    ["u1", "u2"].map((id) =>
      adapter.createUser({ id, name: id, email: `${id}@example.com`, emailVerified: null })
    ),
  );
  const refused: string[] = [];
  const config: AuthConfig = {
    providers: [],
    adapter,
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    limits: false as const,
    logger: { error() {}, warn() {} },
    events: {
      audit(entry) {
        if (entry.name === "credential.refused") refused.push(entry.reason);
      },
    },
    ...more,
    session: { strategy, revocation: {}, ...more.session },
  };
  const auth = defineAuth(config);
  const cookieFor = async (origin: string, id = "u1") => {
    const user = users.find((user) => user.id === id)!;
    return (await signInAs(auth, user, { origin })).headers.get("cookie")!;
  };
  return { auth, config, cookieFor, refused };
}

/** An answer in the words of the table. */
function describe({ status, headers, text }: Reply, app: ProtectedApp, path: string): Cell {
  const location = headers.get("location")?.replace(app.origin, "")
    .replace(app.basePath, "{base}").replace(encodeURIComponent(path), "{path}");
  if (location !== undefined) return [status, location];
  const challenge = headers.get("www-authenticate");
  const body = text === "" ? {} : JSON.parse(text);
  const said = body.error ?? (body.id === undefined ? "" : `${body.id} ${body.via}`);
  return challenge === null ? [status, said] : [status, said, challenge];
}

async function ask(app: ProtectedApp, row: Row, path: string, cookie: string): Promise<Cell> {
  const { method = "GET", query = "" } = row;
  const headers = { ...row.headers?.(app), ...row.isSignedIn ? { cookie } : {} };
  const body = method === "POST" ? "a=1" : undefined;
  const reply = await app.ask({ method, path: path + query, headers, body });
  const cell = describe(reply, app, path);
  // No cache gives the answer for one user to another.
  const cache = reply.headers.get("cache-control");
  if (reply.status >= 300) assertEquals(cache, "private, no-store", row.name);
  else if (path === ROUTES.protect) {
    assertMatch(cache ?? "", /^private, no-(cache|store)$/, row.name);
  }
  // A client of HEAD gets no body.
  return method === "HEAD" ? [cell[0], row.cell[1], ...cell.slice(2)] as unknown as Cell : cell;
}

const expected = ({ cell, inNext }: Row, { name }: ProtectedWrapper, route: string) =>
  name === "Next" && route === "authenticate" ? inNext ?? cell : cell;

for (const strategy of STRATEGIES) {
  for (const wrapper of protectedWrappers) {
    Deno.test(`authenticate, protect: ${wrapper.name} (${strategy}) answers as every wrapper does`, async () => {
      const { auth, config, cookieFor, refused } = await createRig(strategy);
      const app = await wrapper.start(config);
      try {
        const cookie = await cookieFor(app.origin);
        for (const [route, path] of Object.entries(ROUTES)) {
          for (const row of ROWS) {
            const cell = await ask(app, row, path, cookie);
            assertEquals(cell, expected(row, wrapper, route), `${route}: ${row.name}`);
          }
        }
        assertEquals(refused.filter((one) => one === "unknown").length, 4);
        await auth.sessions.revokeAll("u1");
        for (const path of Object.values(ROUTES)) {
          const ended: Row = { name: "ended session", isSignedIn: true, cell: OUT };
          assertEquals(await ask(app, ended, path, cookie), OUT, `${path}: ended session`);
        }
      } finally {
        await app.close?.();
      }
    });

    Deno.test(`authenticate, protect: ${wrapper.name} (${strategy}) renews a session that is due`, async () => {
      const { config, cookieFor } = await createRig(strategy, { session: { updateAge: 0 } });
      const app = await wrapper.start(config);
      try {
        const cookie = await cookieFor(app.origin);
        for (const [route, path] of Object.entries(ROUTES)) {
          // Next has no response to carry it.
          const isNone = wrapper.name === "Next" && route === "authenticate";
          for (const origin of [app.origin, EVIL]) {
            const headers = { cookie, origin, "content-type": FORM };
            const reply = await app.ask({ method: "POST", path, headers, body: "a=1" });
            assertEquals(reply.status, origin === EVIL ? 403 : 200);
            const sets = reply.headers.getSetCookie().filter((line) =>
              line.startsWith("authjs.session-token=") && !/Max-Age=0/i.test(line)
            );
            assertEquals(sets.length, isNone ? 0 : 1, `${route} ${origin}`);
          }
        }
      } finally {
        await app.close?.();
      }
    });

    Deno.test(`protect: ${wrapper.name} (${strategy}) keeps fifty requests at once apart, while sessions end`, async () => {
      const { auth, config, cookieFor } = await createRig(strategy);
      const app = await wrapper.start(config);
      try {
        const cookies = [await cookieFor(app.origin), await cookieFor(app.origin, "u2"), ""];
        const askAll = async () =>
          await Promise.all(Array.from({ length: 50 }, async (_, index) => {
            const headers = { cookie: cookies[index % 3]! };
            const { status, text } = await app.ask({ path: ROUTES.protect, headers });
            return status === 200 ? JSON.parse(text).id : status;
          }));
        const expect = (...facts: unknown[]) =>
          Array.from({ length: 50 }, (_, at) => facts[at % 3]);
        assertEquals(await askAll(), expect("u1", "u2", 401));
        const [during] = await Promise.all([askAll(), auth.sessions.revokeAll("u1")]);
        for (const [index, answer] of during.entries()) {
          const allowed = [["u1", 401], ["u2"], [401]][index % 3]!;
          assert(allowed.includes(answer), `${index}: ${answer}`);
        }
        assertEquals(await askAll(), expect(401, "u2", 401));
      } finally {
        await app.close?.();
      }
    });

    Deno.test(`authenticate, protect: ${wrapper.name} (${strategy}) behind a proxy compares the public origin`, async () => {
      const { config, cookieFor } = await createRig(strategy, { trustHost: { forwardedHops: 1 } });
      const app = await wrapper.start(config);
      try {
        const origin = "https://app.example";
        const forwarded = { "x-forwarded-host": "app.example", "x-forwarded-proto": "https" };
        const cookie = await cookieFor(origin);
        assertMatch(cookie, /^__Secure-/);
        for (const path of Object.values(ROUTES)) {
          const post = async (from: string) => {
            const headers = { cookie, ...forwarded, origin: from, "content-type": FORM };
            return (await app.ask({ method: "POST", path, headers, body: "a=1" })).status;
          };
          assertEquals([await post(origin), await post(app.origin)], [200, 403], path);
          const page: Ask = { path, headers: { ...forwarded, accept: "text/html" } };
          const location = (await app.ask(page)).headers.get("location");
          assert(location?.startsWith(`${origin}${app.basePath}/signin`), `${location}`);
        }
      } finally {
        await app.close?.();
      }
    });
  }
}

for (const wrapper of protectedWrappers.filter(({ seesHosts }) => seesHosts)) {
  Deno.test(`protect: ${wrapper.name} refuses a host that is none`, async () => {
    const { config, cookieFor } = await createRig("jwt");
    const app = await wrapper.start(config);
    try {
      const headers = { cookie: await cookieFor(app.origin), host: "localhost:99999" };
      assertEquals((await app.ask({ path: ROUTES.protect, headers })).status, 400);
    } finally {
      await app.close?.();
    }
  });
}

for (const wrapper of protectedWrappers) {
  Deno.test(`protect: ${wrapper.name} lets no request pass when the kind is not in the config`, async () => {
    const { config, cookieFor } = await createRig("jwt");
    const start = () => wrapper.start(config, { accept: ["session", "key"] });
    const sentence = "add `keys: ApiKeys({ … })`";
    if (wrapper.name !== "Qwik") {
      // The guard is not even made.
      await assertRejects(async () => await start(), TypeError, sentence);
      return;
    }
    const app = await start();
    try {
      const headers = { cookie: await cookieFor(app.origin) };
      // Frameworks answer an error of a route themselves.
      const asked = app.ask({ path: ROUTES.protect, headers });
      const status = await asked.then((reply) => reply.status, ({ message }) => message);
      assertMatch(String(status), /^500$|add `keys: ApiKeys/);
    } finally {
      await app.close?.();
    }
  });
}

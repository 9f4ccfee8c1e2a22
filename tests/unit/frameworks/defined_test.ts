import { assertEquals, assertRejects } from "@std/assert";
import { encode } from "../../../mod.ts";
import { DenoAuth } from "../../../src/frameworks/deno.ts";
import * as express from "../../../src/frameworks/express.ts";
import { FreshAuth } from "../../../src/frameworks/fresh.ts";
import { getSession, HonoAuth, type HonoContext } from "../../../src/frameworks/hono.ts";
import { createNextAuth } from "../../../src/frameworks/next/logic.ts";
import { NodeAuth } from "../../../src/frameworks/node.ts";
import { createQwikAuth, type QwikEvent } from "../../../src/frameworks/qwik/logic.ts";
import * as solid from "../../../src/frameworks/solid_start.ts";
import { createSvelteKitAuth, type KitEvent } from "../../../src/frameworks/sveltekit/logic.ts";
import Credentials from "../../../src/providers/credentials.ts";
import { defineAuth } from "../../../src/frameworks/server.ts";

const secret = "a-secret-of-at-least-32-characters";
const salt = "authjs.session-token";
const APP = "http://localhost:3000/";
const cookie = `${salt}=${await encode({ token: { name: "Ada" }, secret, salt })}`;
const silent = { error: () => {}, warn: () => {} };

const auth = defineAuth({
  providers: [Credentials],
  secret,
  basePath: "/auth",
  logger: silent,
  callbacks: { session: ({ session }) => ({ ...session, plan: 1 }) },
});
type Auth = typeof auth;

const request = () => new Request(APP, { headers: { cookie } });
const node = () => ({ method: "GET", url: "/", headers: { host: "localhost:3000", cookie } });

function honoContext(): HonoContext {
  return { req: { raw: request() }, res: new Response(), header: () => {} };
}

/** Reads the plan of a request's session, per wrapper; `config` is an object or a function. */
const wrappers: Record<string, (config: Auth | (() => Auth)) => Promise<number | undefined>> = {
  deno: async (config) => (await DenoAuth(config).auth(request()))?.plan,
  fresh: async (config) => {
    const state: { auth?: { plan: number } | null } = {};
    const ctx = { req: request(), state, next: () => Promise.resolve(new Response()) };
    await FreshAuth(config)(ctx);
    return state.auth?.plan;
  },
  hono: async (config) => {
    const hono = HonoAuth(config);
    const c = honoContext();
    let plan: number | undefined;
    await hono(c, async () => void (plan = (await hono.getSession(c))?.plan));
    return plan;
  },
  node: async (config) => (await NodeAuth(config).auth(node() as never))?.plan,
  express: async () => (await express.getSession(node() as never, auth))?.plan,
  solid: async () => (await solid.getSession(request(), auth))?.plan,
  next: async (config) => {
    const next = createNextAuth(config as Auth, {
      env: {},
      headers: () => Promise.resolve(new Headers({ host: "localhost:3000", cookie })),
    } as never);
    return (await next.auth() as { plan?: number })?.plan;
  },
  sveltekit: async (config) => {
    const kit = createSvelteKitAuth(config, {
      env: {},
      basePath: () => "/auth",
      isBuilding: false,
      isDevelopment: false,
      redirect: () => {
        throw new Error("not called");
      },
    });
    const session = await kit.auth({ request: request(), url: new URL(APP) } as KitEvent);
    return (session as { plan?: number } | null)?.plan;
  },
  qwik: async (config) => {
    const qwik = createQwikAuth(typeof config === "function" ? config : () => config, {
      isDevelopment: false,
    });
    const event = {
      request: request(),
      url: new URL(APP),
      basePathname: "/",
      env: { get: () => undefined },
      sharedMap: new Map(),
    } as unknown as QwikEvent;
    await qwik.onRequest(event);
    return (qwik.session(event) as { plan?: number } | null)?.plan;
  },
};

for (const [name, read] of Object.entries(wrappers)) {
  Deno.test(`${name}: accepts the result of defineAuth(), as an object and from a function`, async () => {
    assertEquals(await read(auth), 1);
    assertEquals(await read(() => auth), 1);
  });
}

Deno.test("ExpressAuth() and SolidAuth() answer actions for the result of defineAuth()", async () => {
  const { GET } = solid.SolidAuth(auth);
  const response = await GET({
    request: new Request(`${APP}auth/session`, { headers: { cookie } }),
  });
  assertEquals((await response!.json()).plan, 1);
  assertEquals(await GET({ request: request() }), undefined);
  let passed = 0;
  // Mounted at the root, it answers only below the base path.
  const root = { ...node(), originalUrl: "/elsewhere", baseUrl: "", params: {} };
  await express.ExpressAuth(auth)(root as never, {} as never, () => void passed++);
  assertEquals(passed, 1);
});

Deno.test("HonoAuth(): each middleware uses its own config; routes without one have no config", async () => {
  const outer = HonoAuth(auth);
  const inner = HonoAuth({ providers: [], secret, basePath: "/inner", logger: silent });
  const c = honoContext();
  const seen: unknown[] = [];
  await outer(c, async () => {
    await assertRejects(() => inner.getSession(c), TypeError, "HonoAuth is not in front");
    await inner(c, async () => {
      const sessions = [await outer.getSession(c), await inner.getSession(c), await getSession(c)];
      for (const session of sessions) {
        seen.push([session?.user?.name, session && "plan" in session]);
      }
    });
  });
  assertEquals(seen, [["Ada", true], ["Ada", false], ["Ada", false]]);
  for (const act of ["getSession", "signIn", "signOut"] as const) {
    await assertRejects(() => outer[act](honoContext()), TypeError, "HonoAuth is not in front");
  }
});

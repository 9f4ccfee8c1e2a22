/**
 * `authenticate` and `protect` of every wrapper: the principal has the session of the app, and the
 * kinds that are accepted.
 *
 * @module
 */

import { createServer } from "node:http";
import { Hono } from "hono";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import * as express from "../../src/frameworks/express.ts";
import type { ExpressAuthLocals } from "../../src/frameworks/express.ts";
import { FreshAuth, type FreshAuthState, type FreshContext } from "../../src/frameworks/fresh.ts";
import { HonoAuth, type HonoAuthVariables } from "../../src/frameworks/hono.ts";
import * as hono from "../../src/frameworks/hono.ts";
import type NextAuth from "../../src/frameworks/next/mod.ts";
import { NodeAuth } from "../../src/frameworks/node.ts";
import type { serverAuth$ } from "../../src/frameworks/qwik/mod.ts";
import { type AuthenticationRefusal, defineAuth } from "../../src/frameworks/server.ts";
import * as solid from "../../src/frameworks/solid_start.ts";
import type { SvelteKitAuth } from "../../src/frameworks/sveltekit/mod.ts";
import type { KitEvent } from "../../src/frameworks/sveltekit/mod.ts";
import GitHub from "../../src/providers/github.ts";
import type {
  BearerPrincipal,
  KeyPrincipal,
  Principal,
  SessionOf,
  SessionPrincipal,
} from "../../src/types/mod.ts";
import { compiles, expectType, type Same } from "./_expect.ts";

/** An app with an inferred type of session. */
const app = defineAuth({
  providers: [GitHub],
  callbacks: { session: ({ session }) => ({ ...session, plan: 1 }) },
});
type AppSession = SessionOf<typeof app>;
type InSession = SessionPrincipal<string, AppSession>;
type InAny = InSession | BearerPrincipal<string, AppSession> | KeyPrincipal<string>;
const request = new Request("https://app.example");
const ANY = { accept: ["session", "bearer", "key"] } as const;

Deno.test("authenticate(): the principal has the kinds that are accepted, and the app's session", () => {
  const { authenticate } = DenoAuth(app);
  compiles(async () => {
    const who = await authenticate(request);
    expectType<Same<typeof who, InSession | AuthenticationRefusal>>();
    // @ts-expect-error a refusal has no session
    who.session;
    if (!who.ok) return who.response();
    expectType<Same<typeof who.session.plan, number>>();
    expectType<Same<typeof who.via, "session">>();
    const any = await authenticate(request, ANY);
    expectType<Same<typeof any, InAny | AuthenticationRefusal>>();
    // @ts-expect-error a key has no session
    if (any.ok) any.session;
    if (any.ok && any.via !== "key") return any.session.plan;
    const key = await authenticate(request, { accept: ["key"], scopes: ["reports:read"] });
    if (key.ok) expectType<Same<typeof key.name, string>>();
    // @ts-expect-error unknown kind
    await authenticate(request, { accept: ["basic"] });
  });
});

Deno.test("defineAuth().protect(): scopes are the permissions of the app", () => {
  const access = defineAccess({
    permissions: { project: ["read", "write"] },
    roles: { member: { project: "all" } },
  });
  compiles(() => {
    const auth = defineAuth({
      providers: [GitHub],
      adapter: MemoryAdapter(),
      organizations: Organizations({ access }),
      callbacks: { session: ({ session }) => ({ ...session, plan: 1 }) },
    });
    auth.protect((_request, who) => {
      expectType<Same<typeof who.session.plan, number>>();
      // @ts-expect-error no permission of the app
      who.can("project:wirte");
      return Response.json(who.can("project:write"));
    }, { scopes: ["project:read"] });
    // @ts-expect-error no permission of the app
    auth.protect(() => new Response(), { scopes: ["project:raed"] });
  });
});

Deno.test("DenoAuth().protect(): passes on what the server passes on", () => {
  const { protect } = DenoAuth(app);
  compiles(() => {
    Deno.serve(protect((_request, who) => {
      expectType<Same<typeof who, InSession>>();
      return Response.json(who.session.plan);
    }));
    Deno.serve(
      protect((_request, who, info: Deno.ServeHandlerInfo<Deno.NetAddr>) => {
        expectType<Same<typeof who, InAny>>();
        return new Response(info.remoteAddr.hostname);
      }, ANY),
    );
    // @ts-expect-error apps return responses
    protect(() => "text");
  });
});

Deno.test("FreshAuth().protect(): makes a middleware, and the state has the principal", () => {
  const auth = FreshAuth(app);
  compiles(async () => {
    const { state } = {} as FreshContext & { state: FreshAuthState<typeof auth> };
    expectType<Same<typeof state.principal, InSession | undefined>>();
    const { state: both } = {} as { state: FreshAuthState<typeof auth, "key" | "session"> };
    expectType<Same<typeof both.principal, InSession | KeyPrincipal<string> | undefined>>();
    const who = await auth.authenticate({} as FreshContext);
    if (who.ok) expectType<Same<typeof who.session.plan, number>>();
    const response: Promise<Response> = auth.protect(ANY)({} as FreshContext);
    // @ts-expect-error `protect` makes a middleware
    const wrong: Promise<Response> = auth.protect({} as FreshContext);
    return [response, wrong];
  });
});

Deno.test("HonoAuth().protect(): the variables of the app have the principal", () => {
  const auth = HonoAuth(app);
  compiles(() => {
    const server = new Hono<{ Variables: HonoAuthVariables<typeof auth> }>().use(auth);
    server.get("/api/me", auth.protect(ANY), async (c) => {
      const passed = c.get("principal");
      expectType<Same<typeof passed, InSession | undefined>>();
      const who = await auth.authenticate(c);
      if (!who.ok) return who.response();
      return c.json(who.session.plan);
    });
    server.get("/api/you", hono.protect(), (c) => c.json(c.get("principal")?.session.plan));
    // Without the variables, Hono knows no such name.
    new Hono().get("/", hono.protect(), (c) => c.text("public"));
  });
});

Deno.test("NodeAuth().protect(): takes requests and responses of Node", () => {
  const { protect, authenticate } = NodeAuth(app);
  compiles(() => [
    createServer(protect((_req, res, who) => {
      expectType<Same<typeof who, InSession>>();
      res.end(String(who.session.plan));
    })),
    createServer(async (req, res) => {
      const who = await authenticate(req, res, ANY);
      expectType<Same<typeof who, InAny | AuthenticationRefusal>>();
    }),
  ]);
});

Deno.test("protect() of Express: the locals of the response have the principal", () => {
  compiles(async () => {
    const middleware: express.ExpressMiddleware = express.protect(app, ANY);
    const locals = {} as ExpressAuthLocals<typeof app>;
    expectType<Same<typeof locals.principal, InSession>>();
    const both = {} as ExpressAuthLocals<typeof app, "key">;
    expectType<Same<typeof both.principal, KeyPrincipal<string>>>();
    const who = await express.authenticate({} as express.ExpressRequest, app);
    if (who.ok) expectType<Same<typeof who.session.plan, number>>();
    return middleware;
  });
});

Deno.test("protect() of SolidStart: the route gets its event", () => {
  compiles(async () => {
    const GET = solid.protect(
      app,
      (event: solid.SolidEvent & { params: { id: string } }, who) =>
        Response.json([event.params.id, who.session.plan]),
    );
    solid.protect(app, (_event, who) => {
      expectType<Same<typeof who, InAny>>();
      return new Response();
    }, ANY);
    // @ts-expect-error the event lacks its parameters
    await GET({ request });
    const who = await solid.authenticate(request, app);
    if (who.ok) expectType<Same<typeof who.session.plan, number>>();
  });
});

Deno.test("NextAuth().protect(): a route handler with the principal", () => {
  const bind = {} as { NextAuth: typeof NextAuth };
  compiles(async () => {
    const { protect, authenticate } = bind.NextAuth(app);
    const who = await authenticate(ANY);
    expectType<Same<typeof who, InAny | AuthenticationRefusal>>();
    return protect(async (request, who, context) => {
      expectType<Same<typeof who, InSession>>();
      return Response.json([request.nextUrl.pathname, (await context.params).id, who.session.plan]);
    });
  });
});

Deno.test("SvelteKitAuth().protect(): a handler with its event", () => {
  const bind = {} as { SvelteKitAuth: typeof SvelteKitAuth };
  type Event = KitEvent & { params: { id: string } };
  compiles(async () => {
    const { protect, authenticate } = bind.SvelteKitAuth(app);
    const GET: (event: Event) => Promise<Response> = protect((event, who) => {
      expectType<Same<typeof who, InSession>>();
      return Response.json([event.params.id, who.session.plan]);
    });
    const who = await authenticate({} as KitEvent, ANY);
    expectType<Same<typeof who, InAny | AuthenticationRefusal>>();
    return GET;
  });
});

Deno.test("serverAuth$().protect(): a handler of requests", () => {
  const bind = {} as { serverAuth$: typeof serverAuth$ };
  compiles(async () => {
    const { protect, authenticate } = bind.serverAuth$(() => app);
    const onRequest: (event: never) => Promise<void> = protect(ANY);
    const who = await authenticate({} as never);
    expectType<Same<typeof who, InSession | AuthenticationRefusal>>();
    return onRequest;
  });
});

Deno.test("Principal: without parameters it is one of every kind", () => {
  expectType<Same<Principal["via"], "bearer" | "key" | "session" | "token">>();
});

/**
 * An app behind each wrapper with two routes: one that `protect` makes, and one that asks
 * `authenticate` and sends the answer of the refusal.
 *
 * @module
 */

import { createServer } from "node:http";
import express5 from "express";
import { Hono } from "hono";
import type { AuthConfig, Cookie } from "../../mod.ts";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import * as express from "../../src/frameworks/express.ts";
import { FreshAuth, type FreshAuthState, type FreshContext } from "../../src/frameworks/fresh.ts";
import { HonoAuth, type HonoAuthVariables } from "../../src/frameworks/hono.ts";
import { createNextAuth } from "../../src/frameworks/next/logic.ts";
import { NodeAuth, type NodeResponse } from "../../src/frameworks/node.ts";
import { createQwikAuth, type QwikActionEvent } from "../../src/frameworks/qwik/logic.ts";
import * as solid from "../../src/frameworks/solid_start.ts";
import { createSvelteKitAuth, type KitEvent } from "../../src/frameworks/sveltekit/logic.ts";
import { serializeCookie } from "../../src/http/cookie.ts";
import type { AuthenticationRefusal } from "../../src/credentials/refusal.ts";
import type { AuthenticateOptions, Principal } from "../../src/types/principal.ts";
import { listen, serve, type Server } from "./_table_http.ts";
import { send } from "./_wire.ts";

/** Paths of the two routes. */
export const ROUTES = { protect: "/api/protected", authenticate: "/api/asked" } as const;

/** A request to one of them. */
export interface Ask {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Answer as a client receives it. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
}

/** A started app. */
export interface ProtectedApp {
  origin: string;
  /** Base path of its actions. */
  basePath: string;
  ask(request: Ask): Promise<Reply>;
  close?(): Promise<void>;
}

/** An app behind a wrapper. */
export interface ProtectedWrapper {
  name: string;
  /** `true` when requests with an invalid `Host` header reach the wrapper. */
  seesHosts: boolean;
  start(config: AuthConfig, options?: AuthenticateOptions): ProtectedApp | Promise<ProtectedApp>;
}

/** Facts that both routes show. */
const facts = ({ id, via }: Principal) => ({ id, via });
const shown = (who: Principal) => Response.json(facts(who));
const answered = (who: Principal | AuthenticationRefusal) => who.ok ? shown(who) : who.response();

const isAsked = (url: string | undefined) => (url ?? "").startsWith(ROUTES.authenticate);
const pathOf = (request: Request) => new URL(request.url).pathname;

function overWire(basePath: string, { port, close }: Server): ProtectedApp {
  return {
    origin: `http://localhost:${port}`,
    basePath,
    close,
    async ask({ method = "GET", path, headers, body }) {
      const reply = await send(port, { method, path, headers, body });
      if (!reply) throw new Error(`${method} ${path} was not answered`);
      return reply;
    },
  };
}

function startDeno(config: AuthConfig, options?: AuthenticateOptions): ProtectedApp {
  const { handler, authenticate, protect } = DenoAuth(config);
  const guarded = protect((_request, who, _info: unknown) => shown(who), options);
  const app = handler(async (request, info: unknown) =>
    isAsked(pathOf(request))
      ? answered(await authenticate(request, options))
      : await guarded(request, info)
  );
  return overWire("/auth", serve(app));
}

function startFresh(config: AuthConfig, options?: AuthenticateOptions): ProtectedApp {
  const auth = FreshAuth(config);
  const guarded = auth.protect(options);
  const server = serve((req, info) => {
    const state: FreshAuthState<typeof auth> = { auth: null };
    const ctx: FreshContext = {
      req,
      info,
      state,
      next: async () =>
        isAsked(pathOf(req)) ? answered(await auth.authenticate(ctx, options)) : await guarded({
          ...ctx,
          next: () => Promise.resolve(shown(state.principal!)),
        }),
    };
    return auth(ctx);
  });
  return overWire("/auth", server);
}

function startHono(config: AuthConfig, options?: AuthenticateOptions): ProtectedApp {
  const auth = HonoAuth(config);
  const app = new Hono<{ Variables: HonoAuthVariables<typeof auth> }>();
  app.use(auth);
  app.all(ROUTES.authenticate, async (c) => answered(await auth.authenticate(c, options)));
  app.all(ROUTES.protect, auth.protect(options), (c) => c.json(facts(c.get("principal")!)));
  return overWire("/auth", serve(async (request) => await app.fetch(request)));
}

function startSolid(config: AuthConfig, options?: AuthenticateOptions): ProtectedApp {
  const guarded = solid.protect(config, (_event, who) => shown(who), options);
  const server = serve(async (request, info) => {
    const response = { headers: new Headers() };
    const clientAddress = info.remoteAddr.hostname;
    const event: solid.SolidEvent = { request, response, clientAddress };
    const answer = isAsked(pathOf(request))
      ? answered(await solid.authenticate(event, config, options))
      : await guarded(event);
    // SolidStart merges the event's own response like this.
    for (const cookie of response.headers.getSetCookie()) {
      answer.headers.append("set-cookie", cookie);
    }
    return answer;
  });
  return overWire("/api/auth", server);
}

/** Sends what a route of Node has to say about a refusal. */
async function write(
  res: NodeResponse,
  who: Principal | AuthenticationRefusal,
): Promise<void> {
  const response = answered(who);
  res.statusCode = response.status;
  for (const [name, value] of response.headers) res.setHeader(name, value);
  res.end(await response.text());
}

async function startNode(
  config: AuthConfig,
  options?: AuthenticateOptions,
): Promise<ProtectedApp> {
  const { handler, authenticate, protect } = NodeAuth(config);
  const guarded = protect((_req, res, who) => write(res, who), options);
  const listener = handler(async (req, res) =>
    isAsked(req.url)
      ? await write(res, await authenticate(req, res, options))
      : await guarded(req, res)
  );
  return overWire("/auth", await listen(createServer(listener)));
}

async function startExpress(
  config: AuthConfig,
  options?: AuthenticateOptions,
): Promise<ProtectedApp> {
  const app = express5();
  if (typeof config.trustHost === "object") app.set("trust proxy", 1);
  app.use("/auth", express.ExpressAuth(config) as never);
  // deno-lint-ignore no-explicit-any -- the types of Node change global types of other tests
  app.all(ROUTES.authenticate, async (req: any, res: any) => {
    await write(res, await express.authenticate(req, config, options));
  });
  const guarded = express.protect(config, options);
  // deno-lint-ignore no-explicit-any -- the types of Node change global types of other tests
  app.all(ROUTES.protect, guarded as never, (_req: any, res: any) => {
    res.json(facts(res.locals.principal));
  });
  // deno-lint-ignore no-explicit-any -- the types of Node change global types of other tests
  app.use((_error: unknown, _req: any, res: any, _next: unknown) => void res.status(500).end());
  return overWire("/auth", await listen(createServer(app as never)));
}

const ORIGIN = "http://localhost:3000";

/** A request as a server makes it from what a client sends. */
function toRequest({ method = "GET", path, headers, body }: Ask): Request {
  const all = { host: "localhost:3000", ...headers };
  return new Request(ORIGIN + path, { method, headers: all, body });
}

async function toReply(response: Response, cookies: Iterable<string> = []): Promise<Reply> {
  const headers = new Headers(response.headers);
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return { status: response.status, headers, text: await response.text() };
}

function startNext(config: AuthConfig, options?: AuthenticateOptions): ProtectedApp {
  let headers = new Headers();
  const { authenticate, protect } = createNextAuth<Request>(config, {
    env: {},
    headers: () => Promise.resolve(headers),
    setCookie: () => Promise.reject(new Error("server components cannot set cookies")),
    redirect: () => Promise.reject(new Error("unused")),
    next: () => new Response(),
    notFound: () => Promise.reject(new Error("unused")),
    withUrl: (request, url) => new Request(url, request),
  });
  const guarded = protect((_request, who) => shown(who), options);
  return {
    origin: ORIGIN,
    basePath: "/api/auth",
    async ask(asked) {
      const request = toRequest(asked);
      headers = new Headers(request.headers);
      return await toReply(
        isAsked(asked.path)
          ? answered(await authenticate(options))
          : await guarded(request, { params: Promise.resolve({}) }),
      );
    },
  };
}

function startSvelteKit(config: AuthConfig, options?: AuthenticateOptions): ProtectedApp {
  const { authenticate, handle, protect } = createSvelteKitAuth(config, {
    env: {},
    basePath: () => "/auth",
    redirect() {
      throw new Error("unused");
    },
    isBuilding: false,
    isDevelopment: false,
  });
  const guarded = protect((_event, who) => shown(who), options);
  return {
    origin: ORIGIN,
    basePath: "/auth",
    async ask(asked) {
      const jar = new Map<string, string>();
      const request = toRequest(asked);
      const event = {
        request,
        url: new URL(request.url),
        cookies: {
          set: (name, value, options) =>
            void jar.set(name, serializeCookie({ name, value, options } as Cookie)),
        },
        locals: {},
      } satisfies KitEvent;
      const response = await handle({
        event,
        resolve: async (event: KitEvent) =>
          isAsked(asked.path) ? answered(await authenticate(event, options)) : await guarded(event),
      });
      return await toReply(response, jar.values());
    },
  };
}

/** Value that Qwik City throws to stop. */
class Stopped extends Error {
  constructor(readonly response: Response) {
    super();
  }
}

function startQwik(config: AuthConfig, options?: AuthenticateOptions): ProtectedApp {
  const { authenticate, onRequest, protect } = createQwikAuth(() => config, {
    isDevelopment: false,
  });
  const guarded = protect(options);
  return {
    origin: ORIGIN,
    basePath: "/auth",
    async ask(asked) {
      const jar = new Map<string, string>();
      const request = toRequest(asked);
      const event: QwikActionEvent = {
        request,
        url: new URL(request.url),
        basePathname: "/",
        headers: new Headers(),
        sharedMap: new Map(),
        env: { get: () => undefined },
        clientConn: {},
        cookie: {
          set: (name, value, options = {}) =>
            void jar.set(
              name,
              serializeCookie({ name, value: "", options }).replace("=", () => `=${value}`),
            ),
        },
        redirect: () => new Error("unused"),
        send: (response) => new Stopped(response),
        fail: (_status, data) => ({ ...data, failed: true }),
      };
      const run = async (): Promise<Response> => {
        await onRequest(event);
        if (isAsked(asked.path)) return answered(await authenticate(event, options));
        await guarded(event);
        const page = shown(event.sharedMap.get("principal"));
        // As Qwik City does, which sends the headers of the event.
        event.headers.forEach((value, name) => page.headers.set(name, value));
        return page;
      };
      const response = await run().catch((thrown) => {
        if (thrown instanceof Stopped) return thrown.response;
        throw thrown;
      });
      return await toReply(response, jar.values());
    },
  };
}

/** Every wrapper; the others are compared with the first. */
export const protectedWrappers: readonly ProtectedWrapper[] = [
  { name: "Deno", start: startDeno, seesHosts: true },
  { name: "Fresh", start: startFresh, seesHosts: true },
  { name: "Hono", start: startHono, seesHosts: true },
  { name: "Node", start: startNode, seesHosts: true },
  { name: "Express", start: startExpress, seesHosts: true },
  { name: "SolidStart", start: startSolid, seesHosts: false },
  { name: "Next", start: startNext, seesHosts: true },
  { name: "SvelteKit", start: startSvelteKit, seesHosts: false },
  { name: "Qwik", start: startQwik, seesHosts: false },
];

/**
 * Wrappers behind a real server, which receive raw HTTP requests.
 *
 * @module
 */

import { createServer } from "node:http";
import express5 from "express";
import { Hono } from "hono";
import type { AuthConfig, Session } from "../../mod.ts";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import * as express from "../../src/frameworks/express.ts";
import { FreshAuth, type FreshContext } from "../../src/frameworks/fresh.ts";
import * as hono from "../../src/frameworks/hono.ts";
import { NodeAuth } from "../../src/frameworks/node.ts";
import * as solid from "../../src/frameworks/solid_start.ts";
import {
  type Answer,
  type App,
  type Call,
  type Calls,
  fromNode,
  makeCalls,
  redirectOf,
} from "./_table.ts";
import type { Wrapper } from "./_table.ts";
import { send } from "./_wire.ts";

/** Calls of the app while it answers the next request, and their outcome. */
interface Slot {
  calls: readonly Call[];
  made: Omit<Answer, "setCookies">;
}

/** A started server. */
export interface Server {
  port: number;
  close(): Promise<void>;
}

function createApp(basePath: string, { port, close }: Server, slot: Slot): App {
  const origin = `http://localhost:${port}`;
  return {
    origin,
    basePath,
    close,
    async visit({ method, action, headers, body, calls = [] }) {
      Object.assign(slot, { calls, made: { reads: [] } });
      const path = action === undefined ? "/page" : basePath + action;
      const response = await send(port, { method, path, headers, body });
      if (!response) throw new Error(`${method} ${path} was not answered`);
      const isPage = action === undefined && response.status === 200;
      return {
        status: isPage ? undefined : response.status,
        location: response.headers.get("location") ?? undefined,
        text: response.text,
        ...slot.made,
        setCookies: response.headers.getSetCookie(),
      };
    },
  };
}

type Handler = (request: Request, info: Deno.ServeHandlerInfo<Deno.NetAddr>) => Promise<Response>;

/** Serves on a free port. */
export function serve(handler: Handler): Server {
  const server = Deno.serve({ hostname: "localhost", port: 0, onListen() {} }, handler);
  return { port: server.addr.port, close: () => server.shutdown() };
}

/** Runs the calls of a wrapper whose functions return responses; returns the last response. */
async function answerPage(
  slot: Slot,
  app: {
    read: Calls["read"];
    signIn(provider?: string, fields?: Record<string, string>): Promise<Response>;
    signOut(): Promise<Response>;
    impersonate(...how: Parameters<Calls["impersonate"]>): Promise<Response>;
    stopImpersonating(...how: Parameters<Calls["stopImpersonating"]>): Promise<Response>;
    update: Calls["update"];
    proof: Calls["proof"];
    token: Calls["token"];
    require: Calls["require"];
    request: Calls["request"];
  },
): Promise<Response> {
  let last = new Response("page", { headers: { "set-cookie": "app=1" } });
  const noted = (response: Response) => redirectOf(last = response);
  slot.made = await makeCalls(slot.calls, {
    ...app,
    signIn: async (...how) => noted(await app.signIn(...how)),
    signOut: async () => noted(await app.signOut()),
    impersonate: async (...how) => noted(await app.impersonate(...how)),
    stopImpersonating: async (...how) => noted(await app.stopImpersonating(...how)),
  });
  return last;
}

function createFieldStore(): Slot {
  return { calls: [], made: { reads: [] } };
}

const redirectTo = "/home";

function startDeno(config: AuthConfig): App {
  const slot = createFieldStore();
  const app = DenoAuth(config);
  const { handler, auth, signIn, signOut, updateSession, getProof, getAccessToken, requireProof } =
    app;
  const server = serve(handler((request) =>
    answerPage(slot, {
      read: () => auth(request),
      signIn: (...how) => signIn(request, ...how),
      signOut: () => signOut(request, { redirectTo }),
      impersonate: (...how) => app.impersonate(request, ...how),
      stopImpersonating: (options) => app.stopImpersonating(request, options),
      update: (data) => updateSession(request, data),
      proof: () => getProof(request),
      token: () => getAccessToken(request),
      require: (options) => requireProof(request, options),
      request: () => request,
    })
  ));
  return createApp("/auth", server, slot);
}

function startFresh(config: AuthConfig): App {
  const slot = createFieldStore();
  const auth = FreshAuth(config);
  const server = serve((req, info) => {
    const state: { auth?: Session | null } = {};
    const ctx: FreshContext = {
      req,
      info,
      state,
      next: () =>
        answerPage(slot, {
          read: () => Promise.resolve(state.auth ?? null),
          signIn: (...how) => auth.signIn(ctx, ...how),
          signOut: () => auth.signOut(ctx, { redirectTo }),
          impersonate: (...how) => auth.impersonate(ctx, ...how),
          stopImpersonating: (options) => auth.stopImpersonating(ctx, options),
          update: (data) => auth.updateSession(ctx, data),
          proof: () => auth.getProof(ctx),
          token: () => auth.getAccessToken(ctx),
          require: (options) => auth.requireProof(ctx, options),
          request: () => req,
        }),
    };
    return auth(ctx);
  });
  return createApp("/auth", server, slot);
}

function startHono(config: AuthConfig): App {
  const slot = createFieldStore();
  const app = new Hono();
  app.use(hono.HonoAuth(config));
  app.all("*", (c) =>
    answerPage(slot, {
      read: () => hono.getSession(c),
      signIn: (...how) => hono.signIn(c, ...how),
      signOut: () => hono.signOut(c, { redirectTo }),
      impersonate: (...how) => hono.impersonate(c, ...how),
      stopImpersonating: (options) => hono.stopImpersonating(c, options),
      update: (data) => hono.updateSession(c, data),
      proof: () => hono.getProof(c),
      token: () => hono.getAccessToken(c),
      require: (options) => hono.requireProof(c, options),
      request: () => c.req.raw,
    }));
  return createApp("/auth", serve(async (request) => await app.fetch(request)), slot);
}

function startSolid(config: AuthConfig): App {
  const slot = createFieldStore();
  const own: solid.SolidAuthConfig = { ...config, prefix: "/api/auth" };
  const { GET, POST } = solid.SolidAuth(own);
  const server = serve(async (request, info) => {
    const response = { headers: new Headers() };
    const clientAddress = info.remoteAddr.hostname;
    const event: solid.SolidEvent = { request, response, clientAddress };
    const answer = await (request.method === "GET" ? GET : POST)(event) ??
      await answerPage(slot, {
        read: () => solid.getSession(event, own),
        signIn: (...how) => solid.signIn(event, own, ...how),
        signOut: () => solid.signOut(event, own, { redirectTo }),
        impersonate: (...how) => solid.impersonate(event, own, ...how),
        stopImpersonating: (options) => solid.stopImpersonating(event, own, options),
        update: (data) => solid.updateSession(event, own, data),
        proof: () => solid.getProof(event, own),
        token: () => solid.getAccessToken(event, own),
        require: (options) => solid.requireProof(event, own, options),
        request: () => request,
      });
    // SolidStart merges the event's own response like this.
    for (const cookie of response.headers.getSetCookie()) {
      answer.headers.append("set-cookie", cookie);
    }
    return answer;
  });
  return createApp("/api/auth", server, slot);
}

/** A server of Node, with members that are not declared without the types of Node. */
interface NodeServer {
  listen(port: number, host: string, done: () => void): unknown;
  address(): unknown;
  close(done: () => void): unknown;
  closeAllConnections(): void;
}

/** Starts a server of Node on a free port. */
export async function listen(server: NodeServer): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function startNode(config: AuthConfig): Promise<App> {
  const slot = createFieldStore();
  const app = NodeAuth(config);
  const { handler, auth, signIn, signOut, updateSession, getProof, getAccessToken, requireProof } =
    app;
  const listener = handler(async (req, res) => {
    slot.made = await makeCalls(slot.calls, {
      read: () => auth(req, res),
      signIn: async (...how) => ({ location: await signIn(req, res, ...how) }),
      signOut: async () => ({ location: await signOut(req, res, { redirectTo }) }),
      impersonate: async (...how) => ({ location: await app.impersonate(req, res, ...how) }),
      stopImpersonating: async (options) => ({
        location: await app.stopImpersonating(req, res, options),
      }),
      update: (data) => updateSession(req, res, data),
      proof: () => getProof(req),
      token: () => getAccessToken(req, res),
      require: (options) => requireProof(req, options),
      request: () => fromNode(req),
    });
    res.end();
  });
  return createApp("/auth", await listen(createServer(listener)), slot);
}

async function startExpress(config: AuthConfig): Promise<App> {
  const slot = createFieldStore();
  const app = express5();
  app.use("/auth", express.ExpressAuth(config) as never);
  // deno-lint-ignore no-explicit-any -- the types of Node change global types of other tests
  app.all("/page", async (req: any, res: any) => {
    slot.made = await makeCalls(slot.calls, {
      read: () => express.getSession(req, config),
      signIn: async (...how) => ({ location: await express.signIn(req, config, ...how) }),
      signOut: async () => ({ location: await express.signOut(req, config, { redirectTo }) }),
      impersonate: async (...how) => ({
        location: await express.impersonate(req, config, ...how),
      }),
      stopImpersonating: async (options) => ({
        location: await express.stopImpersonating(req, config, options),
      }),
      update: (data) => express.updateSession(req, config, data),
      proof: () => express.getProof(req, config),
      token: () => express.getAccessToken(req, config),
      require: (options) => express.requireProof(req, config, options),
      request: () => fromNode(req),
    });
    res.end();
  });
  return createApp("/auth", await listen(createServer(app as never)), slot);
}

/** Wrappers in the order of the table; the others are compared with the first. */
export const httpWrappers: readonly Wrapper[] = [
  { name: "Deno", start: startDeno, seesHosts: true },
  { name: "Fresh", start: startFresh, seesHosts: true },
  { name: "Hono", start: startHono, seesHosts: true },
  { name: "Node", start: startNode, seesHosts: true },
  { name: "Express", start: startExpress, seesHosts: true },
  { name: "SolidStart", start: startSolid, seesHosts: false },
];

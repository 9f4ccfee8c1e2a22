/**
 * One app with five pages behind `node:http` and frameworks on top of it, each
 * bound as in its recipe.
 *
 * @module
 */

import { createServer } from "node:http";
import { AuthError, type NodeAuthResult } from "../../src/frameworks/node.ts";
import { describeFailure } from "../../src/response/failure.ts";
import { freePort } from "../browser/_demo.ts";
import type { Listening } from "./_in_deno.ts";

/** The functions of the wrapper for one request. */
interface Here {
  method: string;
  path: string;
  /** Fields of the form. */
  fields: Record<string, string>;
  auth: () => ReturnType<NodeAuthResult["auth"]>;
  signIn: (provider?: string, fields?: Record<string, string>) => Promise<string>;
  signOut: () => Promise<string>;
  updateSession: (data: unknown) => ReturnType<NodeAuthResult["updateSession"]>;
}

/** A response before the framework sends it. */
interface Page {
  status: number;
  text: string;
  location?: string;
}

/** Creates a server from the functions of a config. */
export type NodeApp = (functions: NodeAuthResult, port?: number) => Promise<Running>;

/** A server. */
export interface Running extends Listening {
  port: number;
}

/** Pages of the scenario, and forms that call the server. */
async function answer(here: Here): Promise<Page> {
  const session = await here.auth();
  const hello = `Hello ${session?.user?.name}`;
  const redirect = (location: string): Page => ({ status: 303, text: "", location });
  try {
    switch (`${here.method} ${here.path}`) {
      case "GET /":
        return { status: 200, text: session ? hello : "You are not signed in" };
      case "GET /dashboard":
        return session ? { status: 200, text: hello } : redirect(await here.signIn());
      case "POST /login":
        return redirect(await here.signIn("credentials", { redirectTo: "/", ...here.fields }));
      case "POST /logout":
        return redirect(await here.signOut());
      case "POST /rename": {
        const renamed = await here.updateSession(here.fields);
        return { status: 200, text: `Now ${renamed?.user?.name}` };
      }
    }
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const { status, code, error: name } = describeFailure(error);
    return { status, text: code ?? name };
  }
  return { status: 404, text: "Not found" };
}

// deno-lint-ignore no-explicit-any -- the types of Node change global types of other tests
type Any = any;

/** Functions of one request. */
const bindTo = (
  { auth, signIn, signOut, updateSession }: NodeAuthResult,
  req: Any,
  res: Any,
): Pick<Here, "auth" | "signIn" | "signOut" | "updateSession"> => ({
  auth: () => auth(req, res),
  signIn: (...how) => signIn(req, res, ...how),
  signOut: () => signOut(req, res, { redirectTo: "/" }),
  updateSession: (data) => updateSession(req, res, data),
});

const toFields = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text));

async function readText(req: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of req) text += new TextDecoder().decode(chunk);
  return text;
}

/** Members of Node's servers that are used. */
interface NodeServer {
  listen(port: number, host: string, done: () => void): unknown;
  close(done: () => void): unknown;
  closeAllConnections(): void;
}

export async function listen(server: NodeServer, port = freePort()): Promise<Running> {
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Connections that are kept alive would keep the server open.
        server.closeAllConnections();
      }),
  };
}

const startPlain: NodeApp = async (functions, port) => {
  const listener = functions.handler(async (req: Any, res: Any) => {
    const { pathname } = new URL(req.url, "http://localhost");
    const page = await answer({
      ...bindTo(functions, req, res),
      method: req.method,
      path: pathname,
      fields: toFields(await readText(req)),
    });
    const { status, text, location } = page;
    res.appendHeader("set-cookie", "app=1");
    res.writeHead(status, location ? { location } : {}).end(text);
  });
  return await listen(createServer(listener), port);
};

/** A server with a parser that has read the body of every request. */
const startParsed: NodeApp = async (functions, port) => {
  const server = createServer(async (req: Any, res: Any) => {
    const text = await readText(req).catch(() => ""); // the body can end too early
    const isJson = /json/.test(req.headers["content-type"] ?? "");
    req.body = isJson ? JSON.parse(text) : toFields(text);
    if (await functions.handle(req, res)) return;
    const { pathname } = new URL(req.url, "http://localhost");
    const { status, text: body, location } = await answer({
      ...bindTo(functions, req, res),
      method: req.method,
      path: pathname,
      fields: req.body,
    });
    res.appendHeader("set-cookie", "app=1");
    res.writeHead(status, location ? { location } : {}).end(body);
  });
  return await listen(server as Any, port);
};

const startFastify: NodeApp = async (functions, port = freePort()) => {
  const { default: Fastify } = await import("fastify" as string);
  // Connections that are kept alive would keep the server open.
  const app = Fastify({ forceCloseConnections: true });
  app.addHook("onRequest", async (request: Any, reply: Any) => {
    if (await functions.handle(request.raw, reply.raw)) reply.hijack();
  });
  // deno-lint-ignore require-await -- Fastify waits for a promise or a callback
  app.addHook("onSend", async (_request: Any, reply: Any) => {
    const cookies = reply.raw.getHeader("set-cookie");
    if (cookies) reply.header("set-cookie", cookies);
  });
  const forms = "application/x-www-form-urlencoded";
  app.addContentTypeParser(
    forms,
    { parseAs: "string" },
    (_request: Any, body: string, done: (error: null, fields: object) => void) =>
      done(null, toFields(body)),
  );
  app.all("/*", async (request: Any, reply: Any) => {
    const { status, text, location } = await answer({
      ...bindTo(functions, request.raw, reply.raw),
      method: request.method,
      path: request.url,
      fields: request.body ?? {},
    });
    reply.header("set-cookie", "app=1");
    return location ? reply.redirect(location, status) : reply.code(status).send(text);
  });
  await app.listen({ port, host: "localhost" });
  return { port, stop: () => app.close() };
};

const startKoa: NodeApp = async (functions, port) => {
  const { default: Koa } = await import("koa" as string);
  const app = new Koa();
  app.silent = true; // it would print errors of bodies that end too early
  app.use(async (ctx: Any, next: () => Promise<void>) => {
    if (await functions.handle(ctx.req, ctx.res)) ctx.respond = false;
    else await next();
  });
  app.use(async (ctx: Any) => {
    const { status, text, location } = await answer({
      ...bindTo(functions, ctx.req, ctx.res),
      method: ctx.method,
      path: ctx.path,
      fields: toFields(await readText(ctx.req)),
    });
    ctx.cookies.set("app", "1");
    if (location) ctx.redirect(location);
    else ctx.body = text;
    ctx.status = status;
  });
  return await listen(createServer(app.callback()), port);
};

const startH3: NodeApp = async (functions, port) => {
  const h3 = await import("h3" as string);
  const app = h3.createApp();
  app.use(h3.defineEventHandler(async ({ node }: Any) => {
    await functions.handle(node.req, node.res);
  }));
  app.use(h3.defineEventHandler(async (event: Any) => {
    const { node } = event;
    const body = node.req.method === "POST" ? await h3.readRawBody(event) : "";
    const { status, text, location } = await answer({
      ...bindTo(functions, node.req, node.res),
      method: node.req.method,
      path: event.path,
      fields: toFields(body ?? ""),
    });
    h3.setCookie(event, "app", "1");
    if (location) return await h3.sendRedirect(event, location, status);
    h3.setResponseStatus(event, status);
    return text;
  }));
  return await listen(createServer(h3.toNodeListener(app)), port);
};

/** Servers with `@x/auth/node`, by name. */
export const nodeApps: readonly (readonly [string, NodeApp])[] = [
  ["node:http", startPlain],
  ["node:http, bodies read before", startParsed],
  ["Fastify", startFastify],
  ["Koa", startKoa],
  ["h3", startH3],
];

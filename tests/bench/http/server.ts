/**
 * A server with sessions in token cookies, for Deno and, bundled, for Node. It
 * prints a line of JSON with its port and the cookies of many people, answers each
 * line of its input with its CPU time so far in microseconds, and stops when the
 * input ends.
 *
 *     server.ts <deno | node | express> <ours | peer | floor | better>
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { argv, cpuUsage, exit, stdin, stdout } from "node:process";
import { type App, type Jar, openBrowser, ORIGIN } from "../_browser.ts";
import type { Contender } from "../_table.ts";
import { claimsOf, SECRET, SESSION_COOKIE, USERS } from "../_users.ts";

/** Runtime and framework of a server. */
export type ServerKind = "deno" | "node" | "express";

/** First line of a server. */
export interface Listening {
  readonly port: number;
  readonly path: string;
  /** `cookie` headers, one for each person. */
  readonly cookies: readonly string[];
}

type Listener = (req: IncomingMessage, res: ServerResponse) => unknown;

const PATH = "/auth/session";
const BETTER_PATH = "/api/auth/get-session";

const config = {
  providers: [{
    id: "github",
    name: "GitHub",
    type: "oauth" as const,
    clientId: "id",
    clientSecret: "s",
    authorization: "https://github.example/authorize",
    token: "https://github.example/token",
    userinfo: "https://github.example/user",
  }],
  secret: SECRET,
  trustHost: true,
  basePath: "/auth",
  logger: { error() {}, warn() {}, debug() {} },
};

/** A package that only the project on Node has. */
// deno-lint-ignore no-explicit-any -- its types are not here
const load = (specifier: string): Promise<any> => import(specifier);

/** Functions from a request to its answer, for `Deno.serve`. */
const onDeno: Record<Contender, () => Promise<App>> = {
  async ours() {
    const { DenoAuth } = await import("@x/auth/deno");
    const handle = DenoAuth(config).handler(() => new Response("Not found", { status: 404 }));
    return async (request) => await handle(request);
  },
  async peer() {
    const { Auth } = await import("@auth/core");
    return (request) => Auth(request, config) as Promise<Response>;
  },
  async floor() {
    const { answerSession } = await import("../subjects/floor.ts");
    return (request) => Promise.resolve(answerSession(request));
  },
  async better() {
    return (await import("../subjects/better.ts")).createBetterApp();
  },
};

/** Listeners for `node:http`. */
const onNode: Record<Contender, () => Promise<Listener>> = {
  async ours() {
    const { NodeAuth } = await import("@x/auth/node");
    return NodeAuth(config).handler() as Listener;
  },
  async peer() {
    const app = await onDeno.peer();
    // As short as it gets: Auth.js has no function for `node:http`.
    return async (req, res) => {
      const url = `http://${req.headers.host}${req.url}`;
      const response = await app(new Request(url, { headers: req.headers as HeadersInit }));
      res.statusCode = response.status;
      for (const [name, value] of response.headers) res.appendHeader(name, value);
      res.end(await response.text());
    };
  },
  async floor() {
    const { open, sessionOf, tokenIn } = await import("../subjects/floor.ts");
    return (req, res) => {
      const text = JSON.stringify(sessionOf(open(tokenIn(req.headers.cookie!))));
      res.writeHead(200, { "content-type": "application/json" }).end(text);
    };
  },
  async better() {
    const { toNodeHandler } = await import("better-auth/node");
    return toNodeHandler(await onDeno.better());
  },
};

/** Apps of Express, which are listeners too. */
const onExpress: Record<Contender, () => Promise<Listener>> = {
  async ours() {
    const { ExpressAuth } = await load("@x/auth/express");
    return (await load("express")).default().use("/auth", ExpressAuth(config));
  },
  async peer() {
    const { ExpressAuth } = await load("@auth/express");
    return (await load("express")).default().use("/auth", ExpressAuth(config));
  },
  async floor() {
    const { open, sessionOf, tokenIn } = await import("../subjects/floor.ts");
    const answer = (req: IncomingMessage, res: { json(value: unknown): void }) =>
      res.json(sessionOf(open(tokenIn(req.headers.cookie!))));
    return (await load("express")).default().get(PATH, answer);
  },
  async better() {
    return (await load("express")).default().all("/api/auth/*splat", await onNode.better());
  },
};

async function listen(kind: ServerKind, contender: Contender): Promise<number> {
  if (kind === "deno") {
    const app = await onDeno[contender]();
    const { addr } = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, app);
    return addr.port;
  }
  const { createServer } = await import("node:http");
  const listener = await (kind === "node" ? onNode : onExpress)[contender]();
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** The cookies of people who are signed in, as this server and browsers make them. */
async function cookiesOf(contender: Contender, port: number): Promise<string[]> {
  const header = (jar: Jar) => jar.header()[0]![1];
  if (contender === "better") {
    const { createBetterApp, signInAll } = await import("../subjects/better.ts");
    return (await signInAll(createBetterApp(), USERS)).map(header);
  }
  const { seal } = await import("../subjects/floor.ts");
  const app: App = ({ url, headers }) =>
    fetch(url.replace(ORIGIN, `http://127.0.0.1:${port}`), { headers });
  const { Jar } = await import("../_browser.ts");
  // The floor sets no cookies, and gets those of a browser of about the same size.
  const jar = contender === "floor"
    ? new Jar([["authjs.csrf-token", "0".repeat(129)]])
    : (await openBrowser(app)).jar;
  return Array.from(
    { length: USERS },
    (_, index) => header(jar.with(SESSION_COOKIE, seal(claimsOf(index)))),
  );
}

const [kind, contender] = argv.slice(2) as [ServerKind, Contender];
const port = await listen(kind, contender);
const listening: Listening = {
  port,
  path: contender === "better" ? BETTER_PATH : PATH,
  cookies: await cookiesOf(contender, port),
};
stdout.write(`${JSON.stringify(listening)}\n`);
stdin.on("data", () => {
  const { user, system } = cpuUsage();
  stdout.write(`${user + system}\n`);
});
stdin.on("end", () => exit());

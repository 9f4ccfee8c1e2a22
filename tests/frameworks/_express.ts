/**
 * Rows for Express on Node: this package on both major versions, and
 * `@auth/express` with the same app.
 *
 * @module
 */

import { guestbookStep, inExpress } from "./_guestbook.ts";
import { protectedStep, routeInExpress } from "./_protected_route.ts";
import type { FrameworkApp } from "./_rows.ts";

/** Program that compiles with both major versions. */
const TYPES = `
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import express, { type Request } from "express";
import { Hono } from "hono";
import * as auth from "@x/auth/express";
import * as hono from "@x/auth/hono";
import { NodeAuth } from "@x/auth/node";
import GitHub from "@x/auth/providers/github";

const config: auth.ExpressAuthConfig = { providers: [] };
const app = express();
app.use("/auth", auth.ExpressAuth(config));
app.use(express.Router().use("/auth", auth.ExpressAuth(config)));
app.get("/", async (req: Request, res) => {
  const session: auth.Session | null = await auth.getSession(req, config);
  res.send(session?.user?.name satisfies string | null | undefined);
});
app.post("/login", async (req, res) => {
  res.redirect(303, await auth.signIn(req, config, "github", { redirectTo: "/" }));
});
app.post("/logout", async (req, res) => {
  await auth.updateSession(req, config, { name: "Ada" });
  res.redirect(303, await auth.signOut(req, config));
});
// @ts-expect-error unknown option
auth.ExpressAuth({ providers: [], secrets: "" });

const node = NodeAuth({ providers: [GitHub] });
createServer(node.handler());
createServer(node.handler(async (req, res) => {
  const session: auth.Session | null = await node.auth(req, res);
  const again = await node.auth({ headers: req.headers, socket: req.socket });
  if (!session || !again) res.statusCode = 303;
  res.setHeader("location", await node.signIn(req, res, "github", { redirectTo: "/" }));
  res.end("Hello");
}));
createServer(node.handler((_req: IncomingMessage, res: ServerResponse) => {
  res.writeHead(200).end("Members of Node's own, where they are named");
}));
createServer(async (req, res) => {
  if (await node.handle(req, res)) return;
  res.end(await node.signOut(req, res));
});

const typed = new Hono<{ Variables: { other: number } }>();
typed.use(hono.HonoAuth(config));
typed.use("/auth/*", hono.HonoAuth((c) => ({ ...config, debug: c.req.raw.url !== "" })));
typed.get("/", async (c) => {
  const session: hono.Session | null = await hono.getSession(c);
  if (!session) return await hono.signIn(c, "github", { redirectTo: "/" });
  return await hono.signOut(c, { redirectTo: "/" });
});
`;

const COMPILER = {
  compilerOptions: {
    target: "ES2022",
    module: "NodeNext",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    types: ["node"],
  },
  files: ["types.ts"],
};

const express: FrameworkApp = {
  name: "express",
  folder: "examples/express",
  updates: "app.js",
  files: { "types.ts": TYPES, "tsconfig.json": JSON.stringify(COMPILER) },
  dependencies: {
    "@types/express": "^5.0.0",
    "@types/node": "^24.0.0",
    "hono": "^4.0.0",
    "typescript": "^5.9.0",
  },
  check: ["node", "node_modules/typescript/bin/tsc", "-p", "."],
  start: () => ["node", "server.js"],
  basePath: "/auth",
};

/** This package, after a run with `@auth/express` to show that the app is written for it. */
export const expressApps: FrameworkApp[] = [
  {
    ...express,
    name: "express with @auth/express",
    imports: {
      "@x/auth/express": "@auth/express",
      "@x/auth/providers/credentials": "@auth/express/providers/credentials",
    },
    files: {},
    dependencies: { "@x/auth": undefined, "@auth/express": "^0.12.0" },
    check: undefined,
  },
  {
    ...express,
    ...inExpress,
    files: { ...express.files, ...inExpress.files },
    texts: { ...inExpress.texts, ...routeInExpress.texts },
    steps: [guestbookStep, protectedStep],
  },
  {
    ...express,
    name: "express 4",
    dependencies: {
      ...express.dependencies,
      "@types/express": "^4.17.0",
      "express": "^4.22.0",
    },
  },
];

/**
 * Rows for new apps whose minimal files are written here: create-solid and
 * create-hono take their templates from GitHub, which need not be reachable
 * where tests run, and Express has no such command.
 *
 * @module
 */

import type { FrameworkApp } from "./_rows.ts";
import { PACKAGE, starterFiles } from "./_starter_parts.ts";

const solidStart: FrameworkApp = {
  name: "new app of SolidStart",
  files: {
    "package.json": JSON.stringify({
      type: "module",
      dependencies: {
        ...PACKAGE,
        "@solidjs/router": "^1.0.0",
        "@solidjs/start": "^2.0.0",
        "nitro": "3.0.260903-beta",
        "node": "^26.0.0", // it requires at least 24
        "solid-js": "^1.9.0",
        "vite": "^8.0.0",
      },
      allowScripts: { node: true },
    }),
    "vite.config.ts": `import { solidStart } from "@solidjs/start/config";
import { nitro } from "nitro/vite";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [solidStart(), nitro()] });
`,
    ...starterFiles("solid-start"),
    "src/routes/index.tsx": `import { createAsync, query } from "@solidjs/router";
import { getSession } from "@x/auth/solid-start";
import { getRequestEvent } from "solid-js/web";
import { config } from "../auth";

const readSession = query(async () => {
  "use server";
  return await getSession(getRequestEvent()!.request, config);
}, "session");

export default function Home() {
  const session = createAsync(() => readSession(), { deferStream: true });
  return <p>{session()?.user ? \`Hello \${session()?.user?.name}\` : "You are not signed in"}</p>;
}
`,
    "src/app.tsx": `import { Router } from "@solidjs/router";
import { FileRoutes } from "@solidjs/start/router";
import { Suspense } from "solid-js";

export default function App() {
  return (
    <Router root={(props) => <Suspense>{props.children}</Suspense>}>
      <FileRoutes />
    </Router>
  );
}
`,
    "src/entry-client.tsx": `import { mount, StartClient } from "@solidjs/start/client";

mount(() => <StartClient />, document.getElementById("app")!);
`,
    "src/entry-server.tsx": `import { createHandler, StartServer } from "@solidjs/start/server";

export default createHandler(() => (
  <StartServer
    document={({ assets, children, scripts }) => (
      <html lang="en">
        <head>{assets}</head>
        <body>
          <div id="app">{children}</div>
          {scripts}
        </body>
      </html>
    )}
  />
));
`,
  },
  build: ["node", "node_modules/vite/bin/vite.js", "build"],
  start: () => ["node", ".output/server/index.mjs"],
  basePath: "/api/auth",
};

const hono: FrameworkApp = {
  name: "new app of Hono",
  files: {
    "package.json": JSON.stringify({
      type: "module",
      dependencies: { ...PACKAGE, "@hono/node-server": "*", "hono": "*" },
      devDependencies: { "@types/node": "^20.0.0", "typescript": "^5.8.0" },
    }),
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        target: "ESNext",
        module: "NodeNext",
        strict: true,
        verbatimModuleSyntax: true,
        skipLibCheck: true,
        types: ["node"],
        outDir: "dist",
      },
      include: ["src"],
    }),
    ...starterFiles("hono"),
    "src/index.ts": `import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { getSession } from "@x/auth/hono";
import { auth } from "./auth.js";

const app = new Hono();

app.use(auth);

app.get("/", async (c) => {
  const session = await getSession(c);
  return c.text(session?.user ? \`Hello \${session.user.name}\` : "You are not signed in");
});

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) });
`,
  },
  build: ["node", "node_modules/typescript/bin/tsc"],
  start: () => ["node", "dist/index.js"],
  basePath: "/auth",
};

const express: FrameworkApp = {
  name: "new app of Express",
  files: {
    "package.json": JSON.stringify({
      type: "module",
      dependencies: { ...PACKAGE, "express": "*" },
    }),
    ...starterFiles("express"),
    "index.js": `import express from "express";
import { getSession } from "@x/auth/express";
import { auth, config } from "./auth.js";

const app = express();
app.use("/auth", auth);
app.get("/", async (req, res) => {
  const session = await getSession(req, config);
  res.type("text").send(session?.user ? \`Hello \${session.user.name}\` : "You are not signed in");
});
app.listen(process.env.PORT ?? 3000);
`,
  },
  start: () => ["node", "index.js"],
  basePath: "/auth",
};

/** SolidStart, Hono and Express. */
export const writtenStarters: FrameworkApp[] = [solidStart, hono, express];

/**
 * New apps of the frameworks that take `defineAuth`, `NodeAuth` or `ExpressAuth`. Where a
 * framework's own command takes its templates from GitHub, which need not be reachable where tests
 * run, what a reader of the guide has before the first step is written here.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { Step } from "./_scenario.ts";

/** The newest versions of packages of those. */
export const VERSIONS = {
  "@astrojs/check": "0.9.10",
  "@astrojs/node": "11.1.6",
  "@react-router/dev": "8.4.0",
  "@react-router/node": "8.4.0",
  "@react-router/serve": "8.4.0",
  "@tanstack/react-router": "1.170.46",
  "@tanstack/react-start": "1.169.5",
  "@types/node": "26.6.6",
  "@types/react": "19.3.0",
  "@types/react-dom": "19.3.0",
  "@vitejs/plugin-react": "6.3.0",
  "astro": "7.3.5",
  "isbot": "5.2.3",
  "nitro": "3.0.260903-beta", // 3.0.0 does not run with Vite 8
  "node": "26.10.0",
  "nuxt": "4.5.2",
  "react": "19.3.1",
  "react-dom": "19.3.1",
  "react-router": "8.4.0", // the version that its other packages ask for
  "typescript": "6.0.3", // the checks of Astro and Nuxt do not run with 7
  "vite": "8.3.8",
  "vue": "3.5.45",
  "vue-router": "5.5.1",
  "vue-tsc": "3.3.14",
};

const guarded: Step = {
  name: "a handler behind the guard answers 403 without a session, and the session with one",
  async run(_app, { browser, signIn, session }) {
    const refused = await browser.fetch("/api/me");
    await refused.body?.cancel();
    assertEquals(refused.status, 403);
    await (await signIn("ada", "lovelace")).response.body?.cancel();
    const { user } = await (await browser.fetch("/api/me")).json();
    assertEquals(user, (await session())?.user);
    assertEquals(user, { name: "Ada Lovelace" });
  },
};

/** A new app. */
export interface RecipeStarter {
  /** Name of the framework, as its guide writes it. */
  title: string;
  /** Package whose major version the guide names. */
  versionOf: string;
  /** Packages and files before the guide, where it does not begin with the framework's command. */
  packages?: readonly (keyof typeof VERSIONS)[];
  /** Ranges in place of the newest versions. */
  versions?: Readonly<Record<string, string>>;
  /** Name of the guide. Default: that of the starter. */
  guide?: string;
  files?: Readonly<Record<string, string>>;
  build?: string[];
  check?: string[];
  start: string[];
  /** Path of the app's own form that signs out. Default: the action of the library. */
  leave?: string;
  /** Additional steps, after those of every recipe. */
  steps?: Step[];
  /** `true` when links lead to pages without loading the document. */
  routesInBrowser?: boolean;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** Compiler options that the starters share. */
const COMPILER = { strict: true, skipLibCheck: true, types: ["node"] };

const FOR_VITE = {
  ...COMPILER,
  types: ["node", "vite/client"],
  target: "ES2022",
  lib: ["ES2022", "DOM", "DOM.Iterable"],
  module: "ESNext",
  moduleResolution: "bundler",
  jsx: "react-jsx",
  noEmit: true,
};

const astro: RecipeStarter = {
  title: "Astro",
  versionOf: "astro",
  packages: ["@astrojs/check", "@astrojs/node", "astro", "node", "typescript"],
  build: ["npx", "astro", "build"],
  check: ["npx", "astro", "check"],
  start: ["node", "--env-file=.env", "dist/server/entry.mjs"],
  files: {
    "tsconfig.json": json({ extends: "astro/tsconfigs/strict" }),
    "src/pages/index.astro": `<a href="/dashboard">Dashboard</a>\n`,
  },
};

const nuxt: RecipeStarter = {
  title: "Nuxt",
  versionOf: "nuxt",
  packages: ["node", "nuxt", "typescript", "vue", "vue-router", "vue-tsc"],
  build: ["npx", "nuxt", "build"],
  check: ["npx", "nuxt", "typecheck"],
  start: ["node", "--env-file=.env", ".output/server/index.mjs"],
  files: {
    "nuxt.config.ts": `export default defineNuxtConfig({ compatibilityDate: "2026-11-01" });\n`,
    "tsconfig.json": json({
      files: [],
      references: ["app", "server", "shared", "node"].map((part) => ({
        path: `./.nuxt/tsconfig.${part}.json`,
      })),
    }),
    "app/pages/index.vue": `<template>
  <NuxtLink to="/dashboard">Dashboard</NuxtLink>
</template>
`,
  },
  routesInBrowser: true,
};

const reactRouter: RecipeStarter = {
  title: "React Router",
  versionOf: "react-router",
  packages: [
    "@react-router/dev",
    "@react-router/node",
    "@react-router/serve",
    "@types/node",
    "@types/react",
    "@types/react-dom",
    "isbot",
    "node",
    "react",
    "react-dom",
    "react-router",
    "typescript",
    "vite",
  ],
  build: ["npx", "react-router", "build"],
  check: ["bash", "-c", "npx react-router typegen && npx tsc"],
  start: [
    "node",
    "--env-file=.env",
    "node_modules/.bin/react-router-serve",
    "build/server/index.js",
  ],
  files: {
    "vite.config.ts": `import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [reactRouter()] });
`,
    "tsconfig.json": json({
      include: ["**/*", ".react-router/types/**/*"],
      compilerOptions: { ...FOR_VITE, rootDirs: [".", "./.react-router/types"] },
    }),
    "app/root.tsx": `import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";

export default function App() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}
`,
    "app/routes/home.tsx": `import { Link } from "react-router";

export default function Home() {
  return <Link to="/dashboard">Dashboard</Link>;
}
`,
  },
  routesInBrowser: true,
};

const tanstackStart: RecipeStarter = {
  title: "TanStack Start",
  versionOf: "@tanstack/react-start",
  packages: [
    "@tanstack/react-router",
    "@tanstack/react-start",
    "@types/node",
    "@types/react",
    "@types/react-dom",
    "@vitejs/plugin-react",
    "nitro",
    "node",
    "react",
    "react-dom",
    "typescript",
    "vite",
  ],
  build: ["npx", "vite", "build"],
  check: ["npx", "tsc"],
  start: ["node", "--env-file=.env", ".output/server/index.mjs"],
  files: {
    "vite.config.ts": `import { tanstackStart } from "@tanstack/react-start/plugin/vite";
import viteReact from "@vitejs/plugin-react";
import { nitro } from "nitro/vite";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [tanstackStart(), nitro(), viteReact()] });
`,
    "tsconfig.json": json({ include: ["**/*.ts", "**/*.tsx"], compilerOptions: FOR_VITE }),
    "src/router.tsx": `import { createRouter } from "@tanstack/react-router";
import { routeTree } from "./routeTree.gen";

export const getRouter = () => createRouter({ routeTree, scrollRestoration: true });
`,
    "src/routes/__root.tsx":
      `import { createRootRoute, HeadContent, Outlet, Scripts } from "@tanstack/react-router";

export const Route = createRootRoute({
  head: () => ({ meta: [{ charSet: "utf-8" }] }),
  component: () => (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  ),
});
`,
    "src/routes/index.tsx": `import { createFileRoute, Link } from "@tanstack/react-router";

export const Route = createFileRoute("/")({
  component: () => <Link to="/dashboard">Dashboard</Link>,
});
`,
  },
  routesInBrowser: true,
};

const nest: RecipeStarter = {
  title: "NestJS",
  versionOf: "@nestjs/core",
  build: ["npm", "run", "build"],
  start: ["node", "--env-file=.env", "dist/main"],
  leave: "/logout",
  steps: [guarded],
};

/** A server of one file. */
const server = { start: ["node", "--env-file=.env", "server.js"], leave: "/logout" };

const fastify: RecipeStarter = { ...server, title: "Fastify", versionOf: "fastify" };

const koa: RecipeStarter = { ...server, title: "Koa", versionOf: "koa" };

/** The new apps, by the names of their guides. */
export const RECIPE_STARTERS: Readonly<Record<string, RecipeStarter>> = {
  astro,
  fastify,
  koa,
  nest,
  nuxt,
  "react-router": reactRouter,
  "react-router 7": {
    ...reactRouter,
    guide: "react-router",
    versions: {
      "@react-router/dev": "7.18.4",
      "@react-router/node": "7.18.4",
      "@react-router/serve": "7.18.4",
      "react-router": "7.18.4",
      "typescript": "^5.9.0",
      "vite": "^7.0.0",
    },
  },
  "tanstack-start": tanstackStart,
};

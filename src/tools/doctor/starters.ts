/**
 * What `init` knows of each framework beside the files of its guide: how the app is made, which
 * packages it needs, and how it is started. A test compares all of it with the guides.
 *
 * @module
 */

import type { Framework } from "./frameworks.ts";
import { guideUrl } from "./docs.ts";
import guideFiles from "./guide_files.json" with { type: "json" };

/** Files by their path in the app. */
export type GuideFiles = Readonly<Record<string, string>>;

/** The files of each guide, written by `tests/tools/starters.ts`. */
const GUIDE_FILES: Readonly<Record<Framework, GuideFiles>> = guideFiles;

/** A runtime whose commands are printed. */
export type Runtime = "deno" | "node";

/** A starter. */
export interface Starter {
  /** Files by their path in the app, in the order of the guide. */
  readonly files: GuideFiles;
  /** Files that only one runtime needs. */
  readonly filesOf: Readonly<Partial<Record<Runtime, readonly string[]>>>;
  /** URL of the guide. */
  readonly guide: string;
  /** Base path of the actions. */
  readonly basePath: string;
  /** Port of the framework's development server. */
  readonly port: number;
  /** Path of the page to open. */
  readonly page: string;
  /** File with the variables. */
  readonly variables: string;
  /** Command that makes the app; absent where `npm init` does. */
  readonly make?: string;
  /** Packages of npm that the files import, beside this one. */
  readonly packages: readonly string[];
  /** Packages of npm that the commands need. */
  readonly devPackages: readonly string[];
  /** `true` where the files are modules that `package.json` has to call so. */
  readonly isModule: boolean;
  /** Commands that start the app. */
  readonly start: Readonly<Partial<Record<Runtime, readonly string[]>>>;
  /** `true` where only the build of the framework can load the module with the config. */
  readonly needsBuild: boolean;
}

const starter = (
  framework: Framework,
  facts: Partial<Omit<Starter, "files" | "guide">>,
): Starter => ({
  files: GUIDE_FILES[framework],
  filesOf: {},
  guide: guideUrl(framework === "deno" ? "first-app.md" : `frameworks/${framework}.md`),
  basePath: "/auth",
  port: 3000,
  page: "/auth/signin",
  variables: ".env",
  packages: [],
  devPackages: [],
  isModule: false,
  start: { node: ["npm run dev"] },
  needsBuild: false,
  ...facts,
});

const DENO = "deno run --env-file --allow-net --allow-env";
const NODE = "node --env-file=.env";

/** Starters by framework. */
export const STARTERS: Readonly<Record<Framework, Starter>> = {
  deno: starter("deno", { port: 8000, page: "/", start: { deno: [`${DENO} main.ts`] } }),
  fresh: starter("fresh", {
    port: 8000,
    page: "/dashboard",
    start: { deno: [`${DENO} --allow-read main.ts`] },
  }),
  hono: starter("hono", {
    filesOf: { deno: ["main.ts"], node: ["server.ts"] },
    port: 8000,
    page: "/dashboard",
    packages: ["hono", "@hono/node-server"],
    devPackages: ["tsx"],
    isModule: true,
    start: { deno: [`${DENO} main.ts`], node: ["npx tsx --env-file=.env server.ts"] },
  }),
  next: starter("next", {
    basePath: "/api/auth",
    page: "/api/auth/signin",
    make: "npx create-next-app@latest",
  }),
  express: starter("express", {
    packages: ["express"],
    isModule: true,
    start: { deno: [`${DENO} --allow-read index.js`], node: [`${NODE} index.js`] },
  }),
  fastify: starter("fastify", {
    page: "/dashboard",
    packages: ["fastify", "@fastify/formbody"],
    isModule: true,
    start: { node: [`${NODE} server.js`] },
  }),
  koa: starter("koa", {
    page: "/dashboard",
    packages: ["koa"],
    isModule: true,
    start: { node: [`${NODE} server.js`] },
  }),
  nest: starter("nest", {
    page: "/dashboard",
    make: "npx @nestjs/cli@latest new",
    start: { node: ["npm run build", `${NODE} dist/main`] },
  }),
  nuxt: starter("nuxt", { page: "/dashboard", make: "npm create nuxt@latest" }),
  astro: starter("astro", {
    port: 4321,
    page: "/dashboard",
    make: "npm create astro@latest",
    packages: ["@astrojs/node"],
    start: { node: [`${NODE} node_modules/.bin/astro dev`] },
  }),
  "react-router": starter("react-router", {
    port: 5173,
    page: "/dashboard",
    make: "npx create-react-router@latest",
  }),
  sveltekit: starter("sveltekit", {
    port: 5173,
    make: "npx sv@latest create",
    needsBuild: true,
  }),
  "solid-start": starter("solid-start", {
    basePath: "/api/auth",
    page: "/api/auth/signin",
    make: "npm create solid@latest",
  }),
  qwik: starter("qwik", { port: 5173, make: "npx create-qwik@latest", needsBuild: true }),
  "tanstack-start": starter("tanstack-start", {
    page: "/dashboard",
    make: "npm create @tanstack/start@latest",
  }),
  "cloudflare-workers": starter("cloudflare-workers", {
    port: 8787,
    variables: ".dev.vars",
    packages: ["hono"],
    devPackages: ["wrangler"],
    isModule: true,
    start: { node: ["npx wrangler dev"] },
  }),
};

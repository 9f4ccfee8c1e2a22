/**
 * Rows for SolidStart: this package, and `@auth/solid-start` with the same app.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { pressUntil } from "./_press.ts";
import { protectedStep, routeInSolidStart } from "./_protected_route.ts";
import type { FrameworkApp, PageStep } from "./_rows.ts";

const inBrowser: PageStep = {
  name: "the client: sign in with OpenID Connect, sign-out",
  async run(context, { origin }) {
    const page = await context.newPage();
    await page.goto(origin);
    const person = page.getByRole("button", { name: "Grace Hopper" });
    await pressUntil(page.getByRole("button", { name: "Sign in with OpenID Connect" }), person);
    await person.click();
    await page.getByText("Hello Grace Hopper").waitFor();
    assertEquals(page.url(), `${origin}/dashboard`);
    await page.goto(origin);
    const gone = page.getByText("You are not signed in");
    await pressUntil(page.getByRole("button", { name: "Sign out" }), gone);
  },
};

const byActions: PageStep = {
  name: "server actions: wrong password, right password, sign-out",
  async run(context, { origin }) {
    const page = await context.newPage();
    const fill = async (password: string) => {
      await page.getByLabel("User").fill("ada");
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
    };
    await page.goto(`${origin}/login`);
    await fill("wrong");
    await page.getByText("Refused: credentials").waitFor();
    await fill("lovelace");
    await page.getByText("Hello Ada Lovelace").waitFor();
    assertEquals(page.url(), `${origin}/dashboard`);
    await page.goto(`${origin}/login`);
    const gone = page.getByText("You are not signed in");
    await pressUntil(page.getByRole("button", { name: "Sign out" }), gone);
    await page.goto(`${origin}/dashboard`);
    assertEquals(new URL(page.url()).pathname, "/api/auth/signin");
  },
};

const solidStart: FrameworkApp = {
  name: "solid-start",
  folder: "examples/solid_start",
  updates: "src/auth.ts",
  build: ["node", "node_modules/vite/bin/vite.js", "build"],
  start: () => ["node", ".output/server/index.mjs"],
  basePath: "/api/auth",
  pages: [inBrowser],
};

/** This package, after a run with `@auth/solid-start` to show that the app is written for it. */
export const solidStartApps: FrameworkApp[] = [
  {
    ...solidStart,
    name: "solid-start with @auth/solid-start",
    imports: {
      "@x/auth/solid-start": "@auth/solid-start",
      "@x/auth/solid-start/client": "@auth/solid-start/client",
      "@x/auth/providers/credentials": "@auth/solid-start/providers/credentials",
    },
    texts: {
      // It takes nothing about providers from the environment.
      'type: "oidc"': `type: "oidc",
  issuer: process.env.AUTH_OP_ISSUER,
  clientId: process.env.AUTH_OP_ID,
  clientSecret: process.env.AUTH_OP_SECRET`,
    },
    dependencies: { "@x/auth": undefined, "@auth/solid-start": "^0.19.0" },
    files: {
      // Its newest version has a peer dependency on SolidStart before 1.0 that it does not need.
      ".npmrc": "legacy-peer-deps=true\n",
      // It has no functions for server actions.
      "src/login.ts": undefined,
      "src/routes/login.tsx": undefined,
    },
  },
  {
    ...solidStart,
    ...routeInSolidStart,
    steps: [protectedStep],
    pages: [inBrowser, byActions],
    check: ["node", "node_modules/typescript/bin/tsc", "-p", "."],
  },
];

/**
 * Rows for SolidStart: this package, and `@auth/solid-start` with the same app.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { assertLeadsAway, signInWithProvider, signOut, submit } from "./_browser_steps.ts";
import { protectedStep, routeInSolidStart } from "./_protected_route.ts";
import type { FrameworkApp, PageStep } from "./_rows.ts";

const inBrowser: PageStep = {
  name: "the client: sign in with OpenID Connect, sign-out",
  async run(context, { origin }) {
    const page = await context.newPage();
    await page.goto(origin);
    await signInWithProvider(page);
    assertEquals(page.url(), `${origin}/dashboard`);
    await page.goto(origin);
    await signOut(page);
  },
};

const byActions: PageStep = {
  name: "server actions: wrong password, right password, sign-out",
  async run(context, { origin }) {
    const page = await context.newPage();
    await page.goto(`${origin}/login`);
    await submit(page, "wrong");
    await page.getByText("Refused: credentials").waitFor();
    await submit(page, "lovelace");
    await page.getByText("Hello Ada Lovelace").waitFor();
    assertEquals(page.url(), `${origin}/dashboard`);
    await page.goto(`${origin}/login`);
    await signOut(page);
    await assertLeadsAway(page, origin, "/api/auth/signin");
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

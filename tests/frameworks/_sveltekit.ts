/**
 * Rows for SvelteKit: this package, and `@auth/sveltekit` with the same app.
 * `@auth/sveltekit` supports SvelteKit 2 at most.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { assertLeadsAway, clientStep, providerStep, signOut, submit } from "./_browser_steps.ts";
import { protectedStep, routeInSvelteKit } from "./_protected_route.ts";
import type { FrameworkApp, PageStep } from "./_rows.ts";
import type { Step } from "./_scenario.ts";

const steps: Step[] = [
  {
    name: "the protected page is protected under every form of its path",
    async run(_app, { browser }) {
      for (const path of ["/%64ashboard", "/dash%62oard", "/%64ashboard/__data.json"]) {
        const response = await browser.fetch(path);
        const text = await response.text();
        const leadsAway = response.status === 303 || text.startsWith('{"type":"redirect"');
        assertEquals(leadsAway, true, `${path}: ${response.status}`);
      }
    },
  },
  {
    name: "a form that another site posts is refused",
    async run({ origin }, { browser }) {
      for (const path of ["/login", "/auth/signin/op", "/auth/signout"]) {
        const response = await browser.fetch(path, {
          method: "POST",
          headers: { origin: "https://evil.example" },
          body: new URLSearchParams({ providerId: "op", redirectTo: origin }),
        });
        await response.body?.cancel();
        assertEquals(response.status, 403, path);
      }
    },
  },
];

const pages: PageStep[] = [
  {
    name: "form actions: wrong password, right password, sign-out",
    async run(context, { origin }) {
      const page = await context.newPage();
      await page.goto(`${origin}/login`);
      await submit(page, "wrong");
      await page.getByText("CredentialsSignin:credentials").waitFor();
      await submit(page, "lovelace");
      await page.waitForURL(`${origin}/dashboard`);
      await page.getByText("Hello Ada Lovelace").waitFor();
      await signOut(page);
      await assertLeadsAway(page, origin, "/auth/signin");
    },
  },
  providerStep("form actions: sign in with OpenID Connect", "/login", "/dashboard"),
  clientStep("browser functions: credentials, sign-out, OpenID Connect"),
];

const sveltekit: FrameworkApp = {
  name: "sveltekit",
  folder: "examples/sveltekit",
  updates: "src/auth.ts",
  build: ["node", "node_modules/vite/bin/vite.js", "build"],
  start: () => ["node", "build"],
  basePath: "/auth",
  csrf: false,
  steps,
  pages,
};

/** Configuration file of SvelteKit 2. */
const two: Partial<FrameworkApp> = {
  files: {
    "tsconfig.json": `{ "extends": "./.svelte-kit/tsconfig.json" }`,
    "svelte.config.js": `import adapter from "@sveltejs/adapter-node";
export default { kit: { adapter: adapter() } };
`,
    "vite.config.ts": `import { sveltekit } from "@sveltejs/kit/vite";
import { defineConfig } from "vite";
export default defineConfig({ plugins: [sveltekit()] });
`,
  },
  dependencies: { "@sveltejs/kit": "^2.0.0", "@sveltejs/adapter-node": "^5.0.0" },
};

/** This package, after a run with `@auth/sveltekit` to show that the app is written for it. */
export const sveltekitApps: FrameworkApp[] = [
  {
    ...sveltekit,
    ...two,
    name: "sveltekit 2 with @auth/sveltekit",
    imports: {
      "@x/auth/sveltekit": "@auth/sveltekit",
      "@x/auth/sveltekit/client": "@auth/sveltekit/client",
      "@x/auth/providers/credentials": "@auth/sveltekit/providers/credentials",
    },
    // It does not take AUTH_TRUST_HOST from the environment here.
    texts: { "  providers: [\n": "  trustHost: true,\n  providers: [\n" },
    dependencies: { ...two.dependencies, "@x/auth": undefined, "@auth/sveltekit": "1.11.3" },
  },
  { ...sveltekit, ...two, name: "sveltekit 2" },
  {
    ...sveltekit,
    ...routeInSvelteKit,
    steps: [...steps, protectedStep],
    check: ["node", "node_modules/svelte-check/bin/svelte-check", "--output", "human"],
    dependencies: { "svelte-check": "^4.0.0", "@types/node": "^24.0.0" },
  },
];

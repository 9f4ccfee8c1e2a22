/**
 * Rows for new apps: each follows its guide from the framework's own first command.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import type { FrameworkApp, PageStep } from "./_rows.ts";
import { signInAtProvider, type StartedApp, type Step, type Visitor } from "./_scenario.ts";
import { cloudflareWorkers } from "./_cloudflare.ts";
import { solidStart } from "./_solid_starter.ts";
import { PASSWORD_BUTTON, WITH_PROVIDERS } from "./_starter_parts.ts";

/** Steps of every new app. */
const scenario: Step[] = [
  {
    name: "the page says that there is no session",
    async run(_app, visitor) {
      assertStringIncludes((await visitor.read("/")).text, "You are not signed in");
      assertEquals(await visitor.session(), null);
    },
  },
  {
    name: "credentials: page and session show the signed-in user",
    async run(_app, visitor) {
      const { url, response } = await visitor.signIn("ada", "lovelace", "/");
      await response.body?.cancel();
      assertEquals([url.pathname, response.status], ["/", 200]);
      assertStringIncludes((await visitor.read("/")).text, "Hello Ada Lovelace");
      assertEquals((await visitor.session())?.user, { name: "Ada Lovelace" });
    },
  },
  {
    name: "sign-out ends it",
    async run(app, visitor) {
      await leave(app, visitor);
    },
  },
  {
    name: "OpenID Connect: page and session show the user of the provider; sign-out ends it",
    async run(app, visitor) {
      await signInAtProvider(app, visitor, "/");
      assertStringIncludes((await visitor.read("/")).text, "Hello Grace Hopper");
      const user = { name: "Grace Hopper", email: "grace@example.com" };
      assertEquals((await visitor.session())?.user, user);
      await leave(app, visitor);
    },
  },
];

async function leave(app: StartedApp, visitor: Visitor): Promise<void> {
  await (await visitor.post("/signout", { callbackUrl: app.origin })).body?.cancel();
  assertStringIncludes((await visitor.read("/")).text, "You are not signed in");
  assertEquals(await visitor.session(), null);
}

const prefetch: PageStep = {
  name: "links to pages that call auth() are prefetched and followed",
  async run(context, { origin }) {
    const page = await context.newPage();
    await page.goto(`${origin}/api/auth/signin`);
    await page.getByLabel("User").fill("ada");
    await page.getByLabel("Password").fill("lovelace");
    await page.getByRole("button", { name: PASSWORD_BUTTON }).click();
    for (const name of ["Page", "Cached"]) {
      await page.goto(origin, { waitUntil: "networkidle" });
      await page.getByRole("link", { name }).click();
      await page.getByText(`${name}: Ada Lovelace`).waitFor();
    }
  },
};

const next: FrameworkApp = {
  name: "new app of Next.js",
  guide: "next",
  versionOf: "next",
  files: {
    // Without the fonts of the template, which a build fetches from Google.
    "app/layout.tsx": `import type { ReactNode } from "react";
import "./globals.css";

export default function RootLayout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
    "app/page.tsx": `import Link from "next/link";
import { Suspense } from "react";
import { auth } from "@/auth";

async function Who() {
  const session = await auth();
  return <p>{session?.user ? \`Hello \${session.user.name}\` : "You are not signed in"}</p>;
}

export default function Home() {
  return (
    <main>
      <Suspense><Who /></Suspense>
      <Link href="/page">Page</Link> <Link href="/cached">Cached</Link>
    </main>
  );
}
`,
    "app/cached/page.tsx": `import { Suspense } from "react";
import { auth } from "@/auth";

async function readName() {
  "use cache: private";
  return (await auth())?.user?.name;
}

async function Who() {
  return <p>Cached: {await readName()}</p>;
}

export default function Cached() {
  return <Suspense><Who /></Suspense>;
}
`,
  },
  build: ["node", "node_modules/next/dist/bin/next", "build"],
  start: (port) => ["node", "node_modules/next/dist/bin/next", "start", "-p", String(port)],
  basePath: "/api/auth",
  pages: [prefetch],
};

const sveltekit: FrameworkApp = {
  name: "new app of SvelteKit",
  guide: "sveltekit",
  versionOf: "@sveltejs/kit",
  build: ["npm", "run", "build"],
  check: ["npm", "run", "check"],
  start: () => ["node", "--env-file=.env", "build"],
  basePath: "/auth",
  csrf: false,
};

const qwik: FrameworkApp = {
  name: "new app of Qwik City",
  guide: "qwik",
  versionOf: "@builder.io/qwik-city",
  // Types and lint included.
  build: ["node_modules/.bin/qwik", "build", "preview"],
  start: (port) => [
    "node",
    "--env-file=.env",
    "node_modules/vite/bin/vite.js",
    ...`preview --strictPort --port ${port}`.split(" "),
  ],
  basePath: "/auth",
  csrf: false,
};

const hono: FrameworkApp = {
  name: "new app of Hono",
  guide: "hono",
  dependencies: { "@types/node": "^20.0.0", "typescript": "^5.8.0" },
  files: {
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        target: "ESNext",
        module: "NodeNext",
        strict: true,
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        types: ["node"],
        noEmit: true,
      },
      files: ["server.ts"],
    }),
  },
  check: ["node", "node_modules/typescript/bin/tsc"],
  start: () => ["node_modules/.bin/tsx", "--env-file=.env", "server.ts"],
  basePath: "/auth",
};

const express: FrameworkApp = {
  name: "new app of Express",
  guide: "express",
  versionOf: "express",
  start: () => ["node", "--env-file=.env", "index.js"],
  basePath: "/auth",
};

/** New apps, which must print no errors. */
export const starters: FrameworkApp[] = [next, sveltekit, qwik, solidStart, hono, express]
  .map((app) => ({ ...app, texts: WITH_PROVIDERS, scenario, quiet: /error|warn/i }));

/** The same steps in a runtime whose own development server warns. */
export const workers: FrameworkApp = { ...cloudflareWorkers, scenario };

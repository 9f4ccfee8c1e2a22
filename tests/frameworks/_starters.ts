/**
 * Rows for new apps, created by each framework's own command, with the lines
 * that our examples say to add.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import type { FrameworkApp, PageStep } from "./_rows.ts";
import { signInAtProvider, type StartedApp, type Step, type Visitor } from "./_scenario.ts";
import { PACKAGE, PASSWORD_BUTTON, starterFiles } from "./_starter_parts.ts";
import { writtenStarters } from "./_starters_written.ts";

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
  create: [
    "create-next-app@latest",
    "app",
    ..."--yes --ts --app --no-tailwind --no-eslint --no-src-dir --use-npm --skip-install --disable-git"
      .split(" "),
  ],
  dependencies: PACKAGE,
  files: {
    ...starterFiles("next"),
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
    "app/page/page.tsx": `import { Suspense } from "react";
import { auth } from "@/auth";

async function Who() {
  return <p>Page: {(await auth())?.user?.name}</p>;
}

export default function Page() {
  return (
    <Suspense>
      <Who />
    </Suspense>
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
  create: [
    "sv@latest",
    "create",
    "app",
    ..."--template minimal --types ts --no-install --add sveltekit-adapter=adapter:node".split(" "),
  ],
  dependencies: PACKAGE,
  files: {
    ...starterFiles("sveltekit"),
    "src/routes/+page.svelte": `<script lang="ts">
  let { data } = $props();
</script>

<p>{data.session?.user ? \`Hello \${data.session.user.name}\` : "You are not signed in"}</p>
`,
  },
  build: ["npm", "run", "build"],
  check: ["npm", "run", "check"],
  start: () => ["node", "build"],
  basePath: "/auth",
  csrf: false,
};

const qwik: FrameworkApp = {
  name: "new app of Qwik City",
  create: ["create-qwik@latest", "empty", "app"],
  dependencies: PACKAGE,
  files: {
    ...starterFiles("qwik"),
    "src/routes/index.tsx": `import { component$ } from "@builder.io/qwik";
import { useSession } from "./plugin@auth";

export default component$(() => {
  const session = useSession();
  return (
    <p>{session.value?.user ? \`Hello \${session.value.user.name}\` : "You are not signed in"}</p>
  );
});
`,
  },
  // Types and lint included.
  build: ["node_modules/.bin/qwik", "build", "preview"],
  start: (port) => [
    "node",
    "node_modules/vite/bin/vite.js",
    ...`preview --strictPort --port ${port}`.split(" "),
  ],
  basePath: "/auth",
  csrf: false,
};

/** New apps, which must print no errors. */
export const starters: FrameworkApp[] = [next, sveltekit, qwik, ...writtenStarters]
  .map((app) => ({ ...app, scenario, quiet: /error|warn/i }));

/**
 * The provider that `useSession` needs stands around the pages of either router.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { inApp, planOf } from "./_apps.ts";

const SHELL = `export default function App({ Component, pageProps }) {
  return <main><Component {...pageProps} /></main>;
}
`;

const LAYOUT = `export default function Layout({ children }) {
  return <body>{children}</body>;
}
`;

const app = (path: string, own: Record<string, string>) => ({
  "package.json": JSON.stringify({
    dependencies: { next: "^16.0.0", "better-auth": "^1.7.25" },
  }),
  "lib/auth.ts": `import { betterAuth } from "better-auth";
import { Pool } from "pg";

export const auth = betterAuth({ database: new Pool() });
`,
  "lib/auth-client.ts": `import { createAuthClient } from "better-auth/react";

export const authClient = createAuthClient();
`,
  [path]: `"use client";

import { authClient } from "@/lib/auth-client";

export default function Inbox() {
  const { data } = authClient.useSession();
  return <p>{data?.user.name}</p>;
}
`,
  "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }',
  ...own,
});

/** The line of the shell with the provider, and whether a person is asked for it. */
async function moved(path: string, own: Record<string, string>) {
  return await inApp({ files: app(path, own) }, async (folder) => {
    const { plan } = await planOf(folder);
    const lines = Object.keys(own).flatMap((shell) =>
      plan.changes.find((change) => change.path === shell)?.after.split("\n")
        .filter((line) => line.includes("return")).map((line) => line.trim()) ?? []
    );
    const isLeft = plan.notes.some(({ kind, text }) =>
      kind === "left" && text.startsWith("put `<SessionProvider>`")
    );
    return { lines, isLeft };
  });
}

const IN_PAGES =
  "return <main><SessionProvider><Component {...pageProps} /></SessionProvider></main>;";
const IN_APP = "return <body><SessionProvider>{children}</SessionProvider></body>;";

Deno.test("move: Better Auth: the provider stands in the shell of the router that has the page", async () => {
  const both = { "pages/_app.tsx": SHELL, "app/layout.tsx": LAYOUT };
  assertEquals(await moved("pages/inbox.tsx", both), { lines: [IN_PAGES], isLeft: false });
  assertEquals(await moved("app/inbox/page.tsx", both), { lines: [IN_APP], isLeft: false });
  const pages = { "pages/_app.tsx": SHELL };
  assertEquals(await moved("components/inbox.tsx", pages), { lines: [IN_PAGES], isLeft: false });
});

Deno.test("move: Better Auth: without a shell of its router, a page asks for the provider", async () => {
  assertEquals(await moved("pages/inbox.tsx", { "app/layout.tsx": LAYOUT }), {
    lines: [],
    isLeft: true,
  });
  assertEquals(await moved("pages/inbox.tsx", {}), { lines: [], isLeft: true });
});

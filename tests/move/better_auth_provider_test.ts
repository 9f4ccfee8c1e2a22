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
    assertEquals(plan.notes.filter(({ kind }) => kind === "stop"), []);
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
  const second = app("pages/second.tsx", {})["pages/second.tsx"]!;
  assertEquals(await moved("pages/inbox.tsx", { ...pages, "pages/second.tsx": second }), {
    lines: [IN_PAGES, "return <p>{data?.user.name}</p>;"],
    isLeft: false,
  });
  assertEquals(await moved("components/inbox.tsx", pages), { lines: [IN_PAGES], isLeft: false });
});

Deno.test("move: Better Auth: without a shell of its router, a page asks for the provider", async () => {
  assertEquals(await moved("pages/inbox.tsx", { "app/layout.tsx": LAYOUT }), {
    lines: [],
    isLeft: true,
  });
  assertEquals(await moved("pages/inbox.tsx", {}), { lines: [], isLeft: true });
});

Deno.test("move: Better Auth: what the provider in the shell might not reach is left to a person", async () => {
  const guard = {
    "components/guard.jsx": "export const Guard = ({ children }) => children;\n",
  };
  const page = "<Component {...pageProps} />";
  const shell = (tags: string, head = "") => ({
    "pages/_app.tsx":
      `${head}export default function App({ Component, pageProps }) {\n${tags}\n}\n`,
  });
  const around = (specifier: string) =>
    shell(`  return <Guard><p>${page}</p></Guard>;`, `import { Guard } from "${specifier}";\n`);
  const wrapped = `return <Guard><p><SessionProvider>${page}</SessionProvider></p></Guard>;`;
  const own = await moved("pages/inbox.tsx", { ...around("../components/guard"), ...guard });
  assertEquals(own, { lines: [wrapped], isLeft: true });
  const inFile = await moved(
    "pages/inbox.tsx",
    shell(`  return <Guard><p>${page}</p></Guard>;`, "const Guard = ({ children }) => children;\n"),
  );
  assertEquals(inFile, { lines: [wrapped], isLeft: true });
  const ofPackage = await moved("pages/inbox.tsx", around("next-themes"));
  assertEquals(ofPackage, { lines: [wrapped], isLeft: false });
  const two = shell(`  if (Component.isOpen) return ${page};\n  return <p>${page}</p>;`);
  assertEquals(await moved("pages/inbox.tsx", two), { lines: [], isLeft: true });
  const withChildren = shell("  return <Component><p /></Component>;");
  assertEquals(await moved("pages/inbox.tsx", withChildren), { lines: [], isLeft: true });
  const using = shell(
    `  const { data } = authClient.useSession();\n  if (!data) return null;\n  return ${page};`,
    'import { authClient } from "@/lib/auth-client";\n',
  );
  assertEquals((await moved("pages/inbox.tsx", using)).isLeft, true);
  assertEquals((await moved("lib/last.tsx", using)).isLeft, true);
  const reading = shell(
    `  return ${page};`,
    'import { auth } from "@/lib/auth";\nexport const get = (request: Request) => auth.api.getSession({ headers: request.headers });\n',
  );
  assertEquals((await moved("pages/inbox.tsx", reading)).isLeft, true);
});

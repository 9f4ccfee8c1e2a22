/**
 * Workspaces that are moved, built and visited.
 *
 * @module
 */

import {
  HOME,
  LAYOUT,
  NEXT,
  next,
  NEXT_TSCONFIG,
  tokensOfNextAuth4,
  TYPES_OF_NEXT,
} from "./_moved_parts.ts";
import type { MovedBuild } from "./_moved_rows.ts";
import { AUGMENTED, OPTIONS } from "./_moved_tokens.ts";

const LIBRARY = { "next-auth": "^4.24.11" };

/** The apps. */
export const movedMonorepos: readonly MovedBuild[] = [
  {
    name: "moved next-auth 4 monorepo",
    has: "workspace: options in a package, app router in an app",
    ...next,
    build: ["npm", "run", "build", "--workspace=web"],
    startBefore: (port) => [
      ...["npm", "run", "dev", "--workspace=web", "--"],
      ...["-p", String(port)],
    ],
    start: (port) => ["npm", "run", "start", "--workspace=web", "--", "-p", String(port)],
    folders: ["packages/auth", "apps/web"],
    files: {
      "package.json": JSON.stringify({ private: true, workspaces: ["apps/*", "packages/*"] }),
      "packages/auth/package.json": JSON.stringify({
        name: "@acme/auth",
        private: true,
        type: "module",
        exports: { ".": "./src/index.ts", "./client": "./src/client.tsx" },
        dependencies: { ...NEXT, ...LIBRARY },
        devDependencies: TYPES_OF_NEXT,
      }),
      "packages/auth/tsconfig.json": NEXT_TSCONFIG,
      "packages/auth/src/index.ts": `import { getServerSession } from "next-auth";
import { authOptions } from "./options";

export { authOptions };

/** The session of the request. */
export const currentSession = () => getServerSession(authOptions);
`,
      "packages/auth/src/options.ts": `${AUGMENTED}\n${OPTIONS}`,
      "packages/auth/src/client.tsx": `"use client";

export { SessionProvider, signIn, signOut, useSession } from "next-auth/react";
`,
      "packages/auth/src/handler.ts": `import NextAuth from "next-auth";
import { authOptions } from "./options";

export const handler = NextAuth(authOptions);
`,
      "apps/web/package.json": JSON.stringify({
        name: "web",
        private: true,
        scripts: { build: "next build", dev: "next dev", start: "next start" },
        dependencies: { "@acme/auth": "*", ...NEXT, ...LIBRARY },
        devDependencies: TYPES_OF_NEXT,
      }),
      "apps/web/tsconfig.json": NEXT_TSCONFIG,
      "apps/web/next.config.mjs": `export default { transpilePackages: ["@acme/auth"] };
`,
      "apps/web/app/layout.tsx": LAYOUT,
      "apps/web/app/page.tsx": HOME,
      "apps/web/app/sign-out.tsx": `"use client";

import { signOut } from "next-auth/react";

export function SignOut() {
  return <button onClick={() => signOut()}>Sign out</button>;
}
`,
      "apps/web/app/dashboard/page.tsx": `import { currentSession } from "@acme/auth";
import { redirect } from "next/navigation";
import { SignOut } from "../sign-out";

export default async function Dashboard() {
  const session = await currentSession();
  if (!session) redirect("/api/auth/signin");
  return <p>Hello {session.user?.name} <SignOut /></p>;
}
`,
      "apps/web/app/api/auth/[...nextauth]/route.ts": `import { authOptions } from "@acme/auth";
import NextAuth from "next-auth";

const handler = NextAuth(authOptions);

export { handler as GET, handler as POST };
`,
    },
    before: tokensOfNextAuth4,
  },
];

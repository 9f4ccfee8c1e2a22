/**
 * Apps of Better Auth that are moved, built and visited.
 *
 * @module
 */

import { BETTER_AUTH, fromBetterAuth } from "./_moved_better_auth_data.ts";
import {
  exampleWith,
  HOME,
  LAYOUT,
  manifest,
  NEXT,
  next,
  NEXT_TSCONFIG,
  NODE_TSCONFIG,
  SVELTEKIT,
  SVELTEKIT_PACKAGES,
  TYPES_OF_NEXT,
} from "./_moved_parts.ts";
import type { MovedBuild } from "./_moved_rows.ts";

/** Its config in the frameworks that have no functions of their own in it. */
const betterAuthModule = `import { DatabaseSync } from "node:sqlite";
import { betterAuth } from "better-auth";

export const auth = betterAuth({
  database: new DatabaseSync("app.db"),
  secret: process.env.BETTER_AUTH_SECRET,
  emailAndPassword: { enabled: true },
});
`;

/** The apps. */
export const movedBetterAuth: readonly MovedBuild[] = [
  {
    name: "moved better-auth",
    has: "app router, SQLite, middleware, client",
    ...next,
    files: {
      "package.json": manifest({
        ...NEXT,
        "better-auth": "^1.7.25",
        node: "^26.0.0",
        nodemailer: "^7.0.7",
      }, TYPES_OF_NEXT),
      "tsconfig.json": NEXT_TSCONFIG,
      "app/layout.tsx": LAYOUT,
      "app/page.tsx": HOME,
      "app/dashboard/page.tsx": `import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { auth } from "@/lib/auth";
import { SignOut } from "./sign-out";

export default async function Dashboard() {
  const session = await auth.api.getSession({ headers: await headers() });
  if (!session) redirect("/login");
  return <p>Hello {session.user.name} <SignOut /></p>;
}
`,
      "app/dashboard/sign-out.tsx": `"use client";

import { authClient } from "@/lib/auth-client";

export function SignOut() {
  return <button onClick={() => authClient.signOut()}>Sign out</button>;
}
`,
      "app/api/auth/[...all]/route.ts": `import { toNextJsHandler } from "better-auth/next-js";
import { auth } from "@/lib/auth";

export const { GET, POST } = toNextJsHandler(auth);
`,
      "app/inbox/page.tsx": `"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { authClient } from "@/lib/auth-client";

export default function Inbox() {
  const { data: session, isPending } = authClient.useSession();
  const router = useRouter();
  useEffect(() => {
    if (!isPending && !session) router.push("/login");
  }, [isPending, session, router]);
  if (!session) return null;
  return <p>Inbox of {session.user.name}</p>;
}
`,
      "app/login/page.tsx": `export default function Login() {
  return <p>Sign in here</p>;
}
`,
      "app/reports/page.tsx": `export default function Reports() {
  return <p>Reports of Ada Lovelace</p>;
}
`,
      "lib/auth-client.ts": `import { createAuthClient } from "better-auth/react";

export const authClient = createAuthClient();
`,
      "lib/auth.ts": `import { DatabaseSync } from "node:sqlite";
import { betterAuth } from "better-auth";
import { nextCookies } from "better-auth/next-js";

export const auth = betterAuth({
  database: new DatabaseSync("app.db"),
  secret: process.env.BETTER_AUTH_SECRET,
  emailAndPassword: { enabled: true },
  plugins: [nextCookies()],
});
`,
      "proxy.ts": `import { getSessionCookie } from "better-auth/cookies";
import { NextResponse, type NextRequest } from "next/server";

export function proxy(request: NextRequest) {
  if (!getSessionCookie(request)) return NextResponse.redirect(new URL("/login", request.url));
  return NextResponse.next();
}

export const config = { matcher: ["/reports/:path*"] };
`,
    },
    ...fromBetterAuth(),
    closed: ["/dashboard", "/reports"],
    inBrowser: "/inbox",
  },
  {
    name: "moved better-auth express",
    has: "SQLite, a guard of its own",
    files: {
      "package.json": manifest({ ...BETTER_AUTH, express: "^5.0.0" }, {
        "@types/express": "^5.0.0",
        "@types/node": "^24.0.0",
        typescript: "^5.9.0",
      }),
      "tsconfig.json": NODE_TSCONFIG,
      "src/auth.ts": betterAuthModule,
      "src/server.ts": `import { fromNodeHeaders, toNodeHandler } from "better-auth/node";
import express, { type NextFunction, type Request, type Response } from "express";
import { auth } from "./auth.js";

const app = express();
app.all("/api/auth/*splat", toNodeHandler(auth));

async function requireUser(req: Request, res: Response, next: NextFunction) {
  const session = await auth.api.getSession({ headers: fromNodeHeaders(req.headers) });
  if (!session) return res.status(401).send("Nobody");
  res.locals.name = session.user.name;
  next();
}

app.get("/", (_req, res) => {
  res.send("For everybody");
});
app.get("/dashboard", requireUser, (_req, res) => {
  res.send("Hello " + res.locals.name);
});
app.listen(Number(process.env.PORT));
`,
    },
    ...fromBetterAuth(),
    build: ["tsc"],
    start: () => ["node", "dist/server.js"],
    open: "/",
    page: "/dashboard",
  },
  {
    name: "moved better-auth hono",
    has: "SQLite, a guard of its own",
    files: {
      "package.json": manifest({
        ...BETTER_AUTH,
        "@hono/node-server": "^1.19.0",
        hono: "^4.0.0",
      }, { "@types/node": "^24.0.0", typescript: "^5.9.0" }),
      "tsconfig.json": NODE_TSCONFIG,
      "src/auth.ts": betterAuthModule,
      "src/index.ts": `import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { auth } from "./auth.js";

const app = new Hono<{ Variables: { name?: string | null } }>();

app.on(["POST", "GET"], "/api/auth/*", (c) => auth.handler(c.req.raw));

app.use("/dashboard/*", async (c, next) => {
  const session = await auth.api.getSession({ headers: c.req.raw.headers });
  if (!session) return c.text("Nobody", 401);
  c.set("name", session.user.name);
  await next();
});

app.get("/", (c) => c.text("For everybody"));
app.get("/dashboard", (c) => c.text(\`Hello \${c.get("name")}\`));

serve({ fetch: app.fetch, port: Number(process.env.PORT) });
`,
    },
    ...fromBetterAuth(),
    build: ["tsc"],
    start: () => ["node", "dist/index.js"],
    open: "/",
    page: "/dashboard",
  },
  {
    name: "moved better-auth sveltekit",
    has: "SQLite, hooks, client",
    files: {
      ...SVELTEKIT,
      "package.json": manifest(BETTER_AUTH, ...SVELTEKIT_PACKAGES),
      "src/app.d.ts": `declare global {
	namespace App {
		interface Locals {
			name?: string | null;
		}
	}
}

export {};
`,
      "src/lib/auth.ts": betterAuthModule,
      "src/lib/auth-client.ts": `import { createAuthClient } from 'better-auth/svelte';

export const authClient = createAuthClient();
`,
      "src/hooks.server.ts": `import { building } from '$app/environment';
import { auth } from '$lib/auth';
import { redirect, type Handle } from '@sveltejs/kit';
import { svelteKitHandler } from 'better-auth/svelte-kit';

export const handle: Handle = async ({ event, resolve }) => {
	const session = await auth.api.getSession({ headers: event.request.headers });
	if (!session && event.url.pathname.startsWith('/dashboard')) redirect(303, '/');
	event.locals.name = session?.user.name;
	return svelteKitHandler({ event, resolve, auth, building });
};
`,
      "src/routes/+page.svelte": `<p>For everybody</p>
`,
      "src/routes/dashboard/+page.server.ts": `import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => ({ name: locals.name });
`,
      "src/routes/dashboard/+page.svelte": `<script lang="ts">
	import { authClient } from '$lib/auth-client';
	let { data } = $props();
	const out = () => authClient.signOut();
</script>

<p>Hello {data.name}</p>
<button onclick={out}>Out</button>
`,
    },
    ...fromBetterAuth(),
    build: ["vite", "build"],
    start: () => ["node", "build"],
    open: "/",
    page: "/dashboard",
  },
  {
    name: "moved better-auth solid-start",
    has: "SQLite, queries, client",
    files: {
      ...exampleWith("solid_start", {
        imports: {},
        without: [
          ...["src/login.ts", "src/routes/login.tsx"],
          "src/routes/api/auth/[...solidauth].ts",
        ],
        dependencies: { "better-auth": "^1.7.25", nodemailer: "^7.0.7" },
      }),
      "src/auth.ts": betterAuthModule,
      "src/client.ts": `import { createAuthClient } from "better-auth/solid";

export const client = createAuthClient();
`,
      "src/routes/api/auth/[...all].ts":
        `import { toSolidStartHandler } from "better-auth/solid-start";
import { auth } from "../../../auth";

export const { GET, POST } = toSolidStartHandler(auth);
`,
      "src/routes/index.tsx": `import { client } from "../client";

export default function Home() {
  return <button onClick={() => client.signOut()}>For everybody</button>;
}
`,
      "src/session.ts": `import { query, redirect } from "@solidjs/router";
import { getRequestEvent } from "solid-js/web";
import { auth } from "./auth";

export const requireSession = query(async (_path: string) => {
  "use server";
  const event = getRequestEvent()!;
  const session = await auth.api.getSession({ headers: event.request.headers });
  if (!session) throw redirect("/");
  return { user: { name: session.user.name } };
}, "required session");
`,
    },
    ...fromBetterAuth(),
    build: ["vite", "build"],
    start: () => ["node", ".output/server/index.mjs"],
    open: "/",
    page: "/dashboard",
  },
];

/**
 * Apps of the other packages of Auth.js v5 that are moved, built and visited.
 *
 * @module
 */

import {
  authJs,
  exampleWith,
  manifest,
  NODE_TSCONFIG,
  SVELTEKIT,
  SVELTEKIT_PACKAGES,
} from "./_moved_parts.ts";
import type { MovedBuild } from "./_moved_rows.ts";

/** The apps. */
export const movedAuthJs: readonly MovedBuild[] = [
  {
    name: "moved express",
    has: "callbacks, augmentation, a guard of its own",
    files: {
      "package.json": manifest({ "@auth/express": "^0.12.0", express: "^5.0.0" }, {
        "@types/express": "^5.0.0",
        "@types/node": "^24.0.0",
        typescript: "^5.9.0",
      }),
      "tsconfig.json": NODE_TSCONFIG,
      "src/auth.ts": `import type { ExpressAuthConfig } from "@auth/express";
import Credentials from "@auth/express/providers/credentials";
import type { DefaultSession } from "@auth/express";

declare module "@auth/core/types" {
  interface Session {
    role?: string;
    user?: DefaultSession["user"];
  }
}

export const config: ExpressAuthConfig = {
  providers: [
    Credentials({
      credentials: { password: { label: "Password", type: "password" } },
      authorize: ({ password }) =>
        password === "lovelace" ? { id: "1", name: "Ada Lovelace" } : null,
    }),
  ],
  callbacks: {
    session({ session, token }) {
      session.role = token.role as string | undefined;
      return session;
    },
  },
};
`,
      "src/server.ts": `import { ExpressAuth, getSession } from "@auth/express";
import express, { type NextFunction, type Request, type Response } from "express";
import { config } from "./auth.js";

const app = express();
app.set("trust proxy", true);
app.use("/auth/*splat", ExpressAuth(config));

async function requireAdmin(req: Request, res: Response, next: NextFunction) {
  const session = res.locals.session ?? await getSession(req, config);
  if (session?.role !== "admin") return res.redirect("/auth/signin");
  res.locals.session = session;
  next();
}

app.get("/", (_req, res) => {
  res.send("For everybody");
});
app.get("/dashboard", requireAdmin, (_req, res) => {
  res.send("Hello " + res.locals.session.user.name);
});
app.listen(Number(process.env.PORT));
`,
    },
    before: authJs("@auth/core/jwt"),
    build: ["tsc"],
    start: () => ["node", "dist/server.js"],
    open: "/",
    page: "/dashboard",
  },
  {
    name: "moved hono",
    has: "`verifyAuth`",
    files: {
      "package.json": manifest({
        "@auth/core": "^0.41.0",
        "@hono/auth-js": "^1.1.0",
        "@hono/node-server": "^1.19.0",
        hono: "^4.0.0",
      }, { "@types/node": "^24.0.0", typescript: "^5.9.0" }),
      "tsconfig.json": NODE_TSCONFIG,
      "src/index.ts": `import Credentials from "@auth/core/providers/credentials";
import { serve } from "@hono/node-server";
import { authHandler, initAuthConfig, verifyAuth } from "@hono/auth-js";
import { Hono } from "hono";

const app = new Hono();

app.use("*", initAuthConfig(() => ({
  secret: process.env.AUTH_SECRET,
  providers: [
    Credentials({
      credentials: { password: { type: "password" } },
      authorize: ({ password }) =>
        password === "lovelace" ? { id: "1", name: "Ada Lovelace" } : null,
    }),
  ],
})));

app.use("/api/auth/*", authHandler());

app.use("/api/*", verifyAuth());

app.get("/", (c) => c.text("For everybody"));

app.get("/api/me", (c) => {
  const auth = c.get("authUser");
  return c.text(\`Hello \${auth.session.user?.name}\`);
});

serve({ fetch: app.fetch, port: Number(process.env.PORT) });
`,
    },
    before: authJs("@auth/core/jwt"),
    build: ["tsc"],
    start: () => ["node", "dist/index.js"],
    open: "/",
    page: "/api/me",
  },
  {
    name: "moved sveltekit",
    has: "hooks, augmentation, client",
    files: {
      ...SVELTEKIT,
      "package.json": manifest(
        { "@auth/core": "^0.41.0", "@auth/sveltekit": "^1.11.0" },
        ...SVELTEKIT_PACKAGES,
      ),
      "src/app.d.ts": `import type { DefaultSession } from "@auth/sveltekit";

declare module "@auth/sveltekit" {
	interface Session {
		role?: string;
		user?: DefaultSession["user"];
	}
}
`,
      "src/auth.ts": `import { SvelteKitAuth } from '@auth/sveltekit';
import Credentials from '@auth/sveltekit/providers/credentials';

export const { handle, signIn, signOut } = SvelteKitAuth({
	trustHost: true,
	providers: [
		Credentials({
			credentials: { password: { type: 'password' } },
			authorize: ({ password }) => (password === 'lovelace' ? { id: '1', name: 'Ada Lovelace' } : null)
		})
	],
	callbacks: {
		session({ session, token }) {
			return Object.assign(session, { role: token.role });
		}
	}
});
`,
      "src/hooks.server.ts": `import { sequence } from '@sveltejs/kit/hooks';
import { redirect, type Handle } from '@sveltejs/kit';
import { handle as authenticate } from './auth';

const authorize: Handle = async ({ event, resolve }) => {
	if (event.url.pathname.startsWith('/dashboard')) {
		const session = await event.locals.auth();
		if (!session) redirect(303, '/auth/signin');
	}
	return resolve(event);
};

export const handle: Handle = sequence(authenticate, authorize);
`,
      "src/routes/+layout.server.ts": `import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = async (event) => ({ session: await event.locals.auth() });
`,
      "src/routes/+page.svelte": `<script lang="ts">
	import { signIn, signOut } from '@auth/sveltekit/client';
</script>

<p>For everybody</p>
<button onclick={() => signIn()}>In</button>
<button onclick={() => signOut()}>Out</button>
`,
      "src/routes/dashboard/+page.svelte": `<script lang="ts">
	let { data } = $props();
</script>

<p>Hello {data.session?.user?.name}</p>
`,
    },
    before: authJs("@auth/core/jwt"),
    build: ["vite", "build"],
    start: () => ["node", "build"],
    open: "/",
    page: "/dashboard",
  },
  {
    name: "moved solid-start",
    has: "queries, client",
    files: {
      ...exampleWith("solid_start", {
        imports: {
          '"@x/auth/solid-start/client"': '"@auth/solid-start/client"',
          '"@x/auth/solid-start"': '"@auth/solid-start"',
          '"@x/auth/providers/credentials"': '"@auth/solid-start/providers/credentials"',
        },
        // It has no functions for server actions.
        without: ["src/login.ts", "src/routes/login.tsx"],
        dependencies: { "@auth/solid-start": "^0.19.0" },
      }),
      // Its newest version has a peer dependency on SolidStart before 1.0 that it does not need.
      ".npmrc": "legacy-peer-deps=true\n",
    },
    before: authJs("@auth/core/jwt"),
    build: ["vite", "build"],
    start: () => ["node", ".output/server/index.mjs"],
    open: "/",
    page: "/dashboard",
  },
  {
    name: "moved qwik",
    has: "plugin",
    files: exampleWith("qwik", {
      imports: {
        '"@x/auth/qwik"': '"@auth/qwik"',
        '"@x/auth/providers/credentials"': '"@auth/qwik/providers/credentials"',
      },
      texts: { serverAuth$: "QwikAuth$" },
      dependencies: { "@auth/qwik": "0.9.1" },
    }),
    before: authJs("@auth/core/jwt"),
    build: ["npm", "run", "build"],
    start: () => ["node", "server/entry.node-server.js"],
    open: "/",
    page: "/dashboard",
  },
];

/**
 * Apps of Auth.js v5 without Next.js, with sessions in a database, that are moved, built and visited.
 *
 * @module
 */

import {
  databaseSession,
  DRIZZLE,
  manifest,
  migrated,
  NODE_TSCONFIG,
  SVELTEKIT,
  SVELTEKIT_PACKAGES,
} from "./_moved_parts.ts";
import { PRISMA } from "./_moved_prisma.ts";
import type { MovedBuild } from "./_moved_rows.ts";

const DATABASE = `import { createClient } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";

export const db = drizzle(createClient({ url: "file:app.db" }));
`;

const EXPRESS_TYPES = {
  "@types/express": "^5.0.0",
  "@types/node": "^24.0.0",
  typescript: "^5.9.0",
};

/** A server of Express whose module of the config is elsewhere. */
const EXPRESS_SERVER = `import { ExpressAuth, getSession } from "@auth/express";
import express, { type NextFunction, type Request, type Response } from "express";
import { authConfig } from "./config/auth.config.js";

const app = express();
app.set("trust proxy", true);
app.use("/auth/*splat", ExpressAuth(authConfig));

async function currentSession(req: Request, res: Response, next: NextFunction) {
  res.locals.session = await getSession(req, authConfig);
  next();
}

function authenticatedUser(_req: Request, res: Response, next: NextFunction) {
  if (res.locals.session?.user) next();
  else res.status(401).send("Nobody");
}

app.use(currentSession);
app.get("/", (_req, res) => {
  res.send("For everybody");
});
app.get("/dashboard", authenticatedUser, (_req, res) => {
  res.send("Hello " + res.locals.session.user.name);
});
app.listen(Number(process.env.PORT));
`;

const node = {
  build: ["tsc"],
  open: "/",
  page: "/dashboard",
};

/** The apps. */
export const movedServers: readonly MovedBuild[] = [
  {
    name: "moved express drizzle",
    has: "Drizzle, database sessions, a guard of its own",
    ...node,
    start: () => ["node", "dist/server.js"],
    files: {
      "package.json": manifest(
        { ...DRIZZLE, "@auth/express": "^0.12.0", express: "^5.0.0" },
        EXPRESS_TYPES,
      ),
      "tsconfig.json": NODE_TSCONFIG,
      "src/db.ts": DATABASE,
      "src/config/auth.config.ts": `import { DrizzleAdapter } from "@auth/drizzle-adapter";
import GitHub from "@auth/express/providers/github";
import { db } from "../db.js";

export const authConfig = {
  adapter: DrizzleAdapter(db),
  trustHost: true,
  providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
};
`,
      "src/server.ts": EXPRESS_SERVER,
    },
    before: databaseSession("authjs.session-token"),
    after: migrated,
  },
  {
    name: "moved express prisma",
    has: "Prisma, database sessions, a guard of its own",
    ...node,
    start: () => ["node", "dist/server.js"],
    files: {
      "package.json": manifest({
        ...PRISMA.packages,
        "@auth/express": "^0.12.0",
        "@auth/prisma-adapter": "^2.11.0",
        express: "^5.0.0",
      }, { ...PRISMA.tools, ...EXPRESS_TYPES }),
      "tsconfig.json": NODE_TSCONFIG,
      "prisma.config.ts": PRISMA.files["prisma.config.ts"],
      "prisma/schema.prisma": PRISMA.ofAuthJs.schema,
      "src/db.ts": PRISMA.files["lib/prisma.ts"],
      "src/config/auth.config.ts": `import { PrismaAdapter } from "@auth/prisma-adapter";
import type { ExpressAuthConfig } from "@auth/express";
import GitHub from "@auth/express/providers/github";
import { prisma } from "../db.js";

export const authConfig: ExpressAuthConfig = {
  adapter: PrismaAdapter(prisma),
  providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
};
`,
      "src/server.ts": EXPRESS_SERVER,
    },
    engine: PRISMA.engine,
    begin: ["npx prisma migrate dev --name begin", "npx prisma generate"],
    before: PRISMA.ofAuthJs.before,
    after: PRISMA.after,
  },
  {
    name: "moved hono drizzle",
    has: "Drizzle, database sessions, a config in a module of its own, a chain of routes",
    ...node,
    start: () => ["node", "dist/index.js"],
    files: {
      "package.json": manifest({
        ...DRIZZLE,
        "@auth/core": "^0.41.0",
        "@hono/auth-js": "^1.1.0",
        "@hono/node-server": "^1.19.0",
        hono: "^4.0.0",
      }, { "@types/node": "^24.0.0", typescript: "^5.9.0" }),
      "tsconfig.json": NODE_TSCONFIG,
      "src/db.ts": DATABASE,
      "src/auth.ts": `import GitHub from "@auth/core/providers/github";
import { DrizzleAdapter } from "@auth/drizzle-adapter";
import type { AuthConfig } from "@hono/auth-js";
import type { Context } from "hono";
import { db } from "./db.js";

export function authConfig(_context: Context): AuthConfig {
  return {
    adapter: DrizzleAdapter(db),
    secret: process.env.AUTH_SECRET,
    providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
    session: { strategy: "database" },
  };
}
`,
      "src/index.ts": `import { serve } from "@hono/node-server";
import { authHandler, initAuthConfig, verifyAuth } from "@hono/auth-js";
import { Hono } from "hono";
import { authConfig } from "./auth.js";

const app = new Hono()
  .use("*", initAuthConfig(authConfig))
  .use("/api/auth/*", authHandler())
  .get("/", (c) => c.text("For everybody"))
  .use("/dashboard", verifyAuth())
  .get("/dashboard", (c) => {
    const { session } = c.get("authUser");
    return c.text(\`Hello \${session.user?.name}\`);
  });

serve({ fetch: app.fetch, port: Number(process.env.PORT) });
`,
    },
    before: databaseSession("authjs.session-token"),
    after: migrated,
  },
  {
    name: "moved sveltekit drizzle",
    has: "Drizzle, database sessions, a config of its own for each request, form actions",
    build: ["vite", "build"],
    start: () => ["node", "build"],
    open: "/",
    page: "/dashboard",
    files: {
      ...SVELTEKIT,
      "package.json": manifest(
        { ...DRIZZLE, "@auth/sveltekit": "^1.11.0" },
        ...SVELTEKIT_PACKAGES,
      ),
      "src/app.d.ts": `declare global {
	namespace App {}
}

export {};
`,
      "src/lib/server/db.ts": DATABASE,
      "src/auth.ts": `import { DrizzleAdapter } from '@auth/drizzle-adapter';
import { SvelteKitAuth } from '@auth/sveltekit';
import GitHub from '@auth/sveltekit/providers/github';
import { db } from '$lib/server/db';

export const { handle, signIn, signOut } = SvelteKitAuth(async () => ({
	adapter: DrizzleAdapter(db),
	providers: [GitHub({ clientId: 'id', clientSecret: 'secret' })],
	secret: process.env.AUTH_SECRET,
	trustHost: true,
	session: { strategy: 'database' },
	callbacks: {
		session({ session, user }) {
			session.user.id = user.id;
			return session;
		}
	}
}));
`,
      "src/hooks.server.ts": `export { handle } from './auth';
`,
      "src/routes/+page.svelte": `<script lang="ts">
	import { SignIn, SignOut } from '@auth/sveltekit/components';
</script>

<p>For everybody</p>
<SignIn />
<SignOut />
`,
      "src/routes/signin/+page.server.ts": `import { signIn } from '../../auth';
import type { Actions } from './$types';

export const actions: Actions = { default: signIn };
`,
      "src/routes/signout/+page.server.ts": `import { signOut } from '../../auth';
import type { Actions } from './$types';

export const actions: Actions = { default: signOut };
`,
      "src/routes/dashboard/+page.server.ts": `import { redirect } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ locals }) => {
	const session = await locals.auth();
	if (!session?.user) redirect(303, '/auth/signin');
	return { name: session.user.name };
};
`,
      "src/routes/dashboard/+page.svelte": `<script lang="ts">
	let { data } = $props();
</script>

<p>Hello {data.name}</p>
`,
    },
    before: databaseSession("authjs.session-token"),
    after: migrated,
  },
];

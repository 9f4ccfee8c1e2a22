/**
 * The apps of other libraries that the command `move` moves, and that are built and visited then.
 *
 * @module
 */

import { PRISMA } from "./_moved_prisma.ts";
import type { MovedBuild } from "./_moved_rows.ts";

/** Sessions of Auth.js v5, made by its own function. */
const authJs = (module: string) =>
  `import { writeFileSync } from "node:fs";
import { encode } from "${module}";

const salt = "authjs.session-token";
const token = { sub: "1", name: "Ada Lovelace", role: "admin" };
const cookie = async (secret) => salt + "=" + await encode({ token, secret, salt });
writeFileSync("cookies.json", JSON.stringify({
  mine: await cookie(process.env.AUTH_SECRET),
  strange: await cookie("the-secret-of-another-app-altogether"),
}));
`;

/** A row of the database of next-auth 4 with Drizzle, by the adapter that the app has. */
const databaseSession = `import { writeFileSync } from "node:fs";
import { createClient } from "@libsql/client";
import { DrizzleAdapter } from "@auth/drizzle-adapter";
import { drizzle } from "drizzle-orm/libsql";

const client = createClient({ url: "file:app.db" });
await client.executeMultiple(\`
  create table user (id text primary key, name text, email text unique, emailVerified integer, image text);
  create table account (userId text not null references user(id) on delete cascade, type text not null,
    provider text not null, providerAccountId text not null, refresh_token text, access_token text,
    expires_at integer, token_type text, scope text, id_token text, session_state text,
    primary key (provider, providerAccountId));
  create table session (sessionToken text primary key, userId text not null references user(id) on delete cascade,
    expires integer not null);
  create table verificationToken (identifier text not null, token text not null, expires integer not null,
    primary key (identifier, token));
\`);
const adapter = DrizzleAdapter(drizzle(client));
const user = await adapter.createUser({
  id: "1", name: "Ada Lovelace", email: "ada@example.com", emailVerified: new Date(),
});
const sessionToken = crypto.randomUUID();
const expires = new Date(Date.now() + 86_400_000);
await adapter.createSession({ sessionToken, userId: user.id, expires });
const cookie = (token) => "next-auth.session-token=" + token;
writeFileSync("cookies.json", JSON.stringify({
  mine: cookie(sessionToken),
  strange: cookie(crypto.randomUUID()),
}));
`;

/** The migration of the adapter of Drizzle, which the plan asks for. */
const migrated: MovedBuild["after"] = {
  files: {
    "setup.mjs": `import { createClient } from "@libsql/client";
import { DrizzleAdapter } from "@x/auth/drizzle";
import { drizzle } from "drizzle-orm/libsql";

await DrizzleAdapter(drizzle(createClient({ url: "file:app.db" }))).setup();
`,
  },
  run: ["node", "setup.mjs"],
};

/** A user of Better Auth with a session, and then what the guide says for the data. */
const fromBetterAuth: Pick<MovedBuild, "before" | "after"> = {
  before: `import { writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";

const database = new DatabaseSync("app.db");
const options = {
  database,
  baseURL: "http://localhost:3000",
  secret: process.env.BETTER_AUTH_SECRET,
  emailAndPassword: { enabled: true },
};
await (await getMigrations(options)).runMigrations();
const person = { name: "Ada Lovelace", email: "ada@example.com", password: "correct horse battery" };
const cookieOf = async (auth, body) => {
  const answer = await auth.api.signUpEmail({ body, asResponse: true });
  return answer.headers.getSetCookie()[0].split(";")[0];
};
const mine = await cookieOf(betterAuth(options), person);
const other = betterAuth({ ...options, secret: "the-secret-of-another-app-altogether" });
const strange = await cookieOf(other, { ...person, email: "eve@example.com" });
database.exec("DELETE FROM user WHERE email = 'eve@example.com'");
database.exec("UPDATE user SET emailVerified = 1");
writeFileSync("cookies.json", JSON.stringify({ mine, strange }));
`,
  after: {
    files: {
      "import.mjs": `import { DatabaseSync } from "node:sqlite";
import { SqliteAdapter } from "@x/auth/adapters/sqlite";
import { betterAuth, betterAuthRows, importBetterAuth } from "@x/auth/legacy/better-auth";
import Nodemailer from "@x/auth/providers/nodemailer";
import Password from "@x/auth/providers/password";

const database = new DatabaseSync("app.db");
const tables = Object.fromEntries(
  ["user", "account", "session", "verification"].map((name) => [
    name,
    database.prepare(\`SELECT * FROM "\${name}"\`).all(),
  ]),
);
const config = {
  providers: [
    Nodemailer({ server: process.env.EMAIL_SERVER, from: process.env.EMAIL_FROM }),
    Password(),
  ],
  adapter: SqliteAdapter(database),
  session: { strategy: "jwt", revocation: {} },
  legacy: betterAuth(),
  secret: process.env.AUTH_SECRET,
};
const { problems } = await importBetterAuth(config, betterAuthRows(tables), {
  secret: process.env.BETTER_AUTH_SECRET,
});
// Columns that are not read are counted: none of them opens anything.
const left = problems.filter(({ reason }) => reason !== "column");
if (left.length > 0) throw new Error(JSON.stringify(left));
`,
    },
    run: ["node", "import.mjs"],
  },
};

/** Packages of an app of Better Auth: its database comes with Node 22. */
const BETTER_AUTH = { "better-auth": "^1.7.25", node: "^26.0.0", nodemailer: "^7.0.7" };

/** Its config in the frameworks that have no functions of their own in it. */
const betterAuthModule = `import { DatabaseSync } from "node:sqlite";
import { betterAuth } from "better-auth";

export const auth = betterAuth({
  database: new DatabaseSync("app.db"),
  secret: process.env.BETTER_AUTH_SECRET,
  emailAndPassword: { enabled: true },
});
`;

const manifest = (
  dependencies: Record<string, string>,
  devDependencies: Record<string, string>,
  scripts: Record<string, string> = {},
) =>
  JSON.stringify(
    {
      ...{ name: "app", private: true, type: "module", scripts, dependencies, devDependencies },
      // The package `node` has a script that npm runs only if it is allowed.
      ...dependencies.node ? { allowScripts: { node: true } } : {},
    },
    null,
    2,
  ) + "\n";

const NODE_TSCONFIG = JSON.stringify({
  compilerOptions: {
    strict: true,
    target: "ES2022",
    module: "nodenext",
    moduleResolution: "nodenext",
    outDir: "dist",
    skipLibCheck: true,
  },
  include: ["src"],
});

const NEXT_TSCONFIG = JSON.stringify(
  {
    compilerOptions: {
      strict: true,
      noEmit: true,
      target: "ES2022",
      lib: ["dom", "dom.iterable", "esnext"],
      module: "esnext",
      moduleResolution: "bundler",
      jsx: "react-jsx",
      allowJs: true,
      incremental: true,
      skipLibCheck: true,
      esModuleInterop: true,
      isolatedModules: true,
      resolveJsonModule: true,
      plugins: [{ name: "next" }],
      paths: { "@/*": ["./*"] },
    },
    include: [
      "next-env.d.ts",
      "**/*.ts",
      "**/*.tsx",
      ".next/types/**/*.ts",
      ".next/dev/types/**/*.ts",
    ],
    exclude: ["node_modules"],
  },
  null,
  2,
) + "\n";

const NEXT = { next: "^16.0.0", react: "^19.0.0", "react-dom": "^19.0.0" };

const TYPES_OF_NEXT = {
  "@types/node": "^24.0.0",
  "@types/react": "^19.0.0",
  "@types/react-dom": "^19.0.0",
  typescript: "^5.9.0",
};

const DRIZZLE = {
  "@auth/drizzle-adapter": "^1.10.0",
  "@libsql/client": "^0.15.0",
  "drizzle-orm": "^0.45.0",
};

const next = {
  build: ["next", "build"],
  start: (port: number) => ["next", "start", "-p", String(port)],
  open: "/",
  page: "/dashboard",
};

/** What an app of SvelteKit has besides its routes. */
const SVELTEKIT = {
  "svelte.config.js": `import adapter from "@sveltejs/adapter-node";
export default { kit: { adapter: adapter() } };
`,
  "vite.config.ts": `import { sveltekit } from "@sveltejs/kit/vite";
import { defineConfig } from "vite";
export default defineConfig({ plugins: [sveltekit()] });
`,
  "tsconfig.json":
    '{ "extends": "./.svelte-kit/tsconfig.json", "compilerOptions": { "skipLibCheck": true } }\n',
  "src/app.html":
    "<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>\n",
};

/** Its packages for the development, and its scripts. */
const SVELTEKIT_PACKAGES = [{
  "@sveltejs/adapter-node": "^5.0.0",
  "@sveltejs/kit": "^2.0.0",
  "@sveltejs/vite-plugin-svelte": "^6.0.0",
  "@types/node": "^24.0.0",
  svelte: "^5.0.0",
  "svelte-check": "^4.0.0",
  typescript: "^5.9.0",
  vite: "^7.0.0",
}, { check: "svelte-kit sync && svelte-check --output human" }] as const;

const LAYOUT = `export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`;

const HOME = `export default function Home() {
  return <p>For everybody</p>;
}
`;

const SERVER_PAGE = `import { getServerSession } from "next-auth";
import { redirect } from "next/navigation";
import { authOptions } from "@/lib/auth";

export default async function Dashboard() {
  const session = await getServerSession(authOptions);
  if (!session) redirect("/api/auth/signin");
  return <p>Hello {session.user?.name}</p>;
}
`;

const ROUTE_OF_NEXT_AUTH_4 = `import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth";

const handler = NextAuth(authOptions);

export { handler as GET, handler as POST };
`;

const DATABASE = `import { createClient } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";

export const db = drizzle(createClient({ url: "file:app.db" }));
`;

/** An example as it is with the packages of Auth.js, as other rows run it too. */
function exampleWith(
  folder: string,
  change: {
    readonly imports: Readonly<Record<string, string>>;
    readonly texts?: Readonly<Record<string, string>>;
    readonly without?: readonly string[];
    readonly dependencies: Readonly<Record<string, string>>;
  },
): Record<string, string> {
  const root = new URL(`../../examples/${folder}/`, import.meta.url);
  const files: Record<string, string> = {};
  const replaced = { ...change.imports, ...change.texts };
  const read = (below: string) => {
    for (const { name, isDirectory } of Deno.readDirSync(new URL(below || ".", root))) {
      const path = below + name;
      if (isDirectory) read(`${path}/`);
      else if (!change.without?.includes(path) && /\.(tsx?|json)$/.test(name)) {
        let text = Deno.readTextFileSync(new URL(path, root));
        // The longer specifiers first.
        for (const [from, to] of Object.entries(replaced)) text = text.replaceAll(from, to);
        files[path] = text;
      }
    }
  };
  read("");
  const { "@x/auth": _, ...own } = JSON.parse(files["package.json"]!).dependencies;
  const whole = {
    ...JSON.parse(files["package.json"]!),
    dependencies: { ...own, ...change.dependencies },
  };
  files["package.json"] = JSON.stringify(whole, null, 2) + "\n";
  return files;
}

/** The apps. */
export const movedBuilds: readonly MovedBuild[] = [
  {
    name: "moved express",
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
  {
    name: "moved next-auth 5",
    ...next,
    files: {
      "package.json": manifest({ ...NEXT, "next-auth": "5.0.0-beta.30" }, TYPES_OF_NEXT),
      "tsconfig.json": NEXT_TSCONFIG,
      "app/layout.tsx": LAYOUT,
      "app/page.tsx": HOME,
      "app/dashboard/page.tsx": `import { auth, signOut } from "@/auth";

export default async function Dashboard() {
  const session = await auth();
  return (
    <form
      action={async () => {
        "use server";
        await signOut();
      }}
    >
      Hello {session?.user?.name}
      <button>Sign out</button>
    </form>
  );
}
`,
      "app/api/auth/[...nextauth]/route.ts": `import { handlers } from "@/auth";

export const { GET, POST } = handlers;
`,
      "auth.ts": `import NextAuth, { CredentialsSignin, type DefaultSession } from "next-auth";
import Credentials from "next-auth/providers/credentials";

declare module "next-auth" {
  interface Session {
    user: { role?: string } & DefaultSession["user"];
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    role?: string;
  }
}

class Wrong extends CredentialsSignin {
  code = "wrong";
}

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    Credentials({
      credentials: { password: { type: "password" } },
      authorize({ password }) {
        if (password !== "lovelace") throw new Wrong();
        return { id: "1", name: "Ada Lovelace" };
      },
    }),
  ],
  callbacks: {
    authorized: ({ auth, request }) =>
      request.nextUrl.pathname === "/" || auth?.user.role === "admin",
    session({ session, token }) {
      session.user.role = token.role as string | undefined;
      return session;
    },
  },
});
`,
      "proxy.ts": `export { auth as proxy } from "./auth";

export const config = { matcher: ["/", "/dashboard/:path*"] };
`,
    },
    before: authJs("next-auth/jwt"),
  },
  {
    name: "moved next-auth 4",
    ...next,
    files: {
      "package.json": manifest({ ...NEXT, ...DRIZZLE, "next-auth": "^4.24.11" }, TYPES_OF_NEXT),
      "tsconfig.json": NEXT_TSCONFIG,
      "app/layout.tsx": LAYOUT,
      "app/page.tsx": HOME,
      "app/dashboard/page.tsx": SERVER_PAGE,
      "app/api/auth/[...nextauth]/route.ts": ROUTE_OF_NEXT_AUTH_4,
      "lib/db.ts": DATABASE,
      "lib/auth.ts": `import { DrizzleAdapter } from "@auth/drizzle-adapter";
import type { NextAuthOptions } from "next-auth";
import type { Adapter } from "next-auth/adapters";
import GithubProvider from "next-auth/providers/github";
import { db } from "./db";

export const authOptions: NextAuthOptions = {
  adapter: DrizzleAdapter(db) as Adapter,
  providers: [
    GithubProvider({
      clientId: process.env.GITHUB_ID ?? "id",
      clientSecret: process.env.GITHUB_SECRET ?? "secret",
    }),
  ],
  session: { strategy: "database" },
};
`,
    },
    before: databaseSession,
    after: migrated,
  },
  {
    name: "moved next-auth 4 pages",
    ...next,
    files: {
      "package.json": manifest({ ...NEXT, ...DRIZZLE, "next-auth": "^4.24.11" }, TYPES_OF_NEXT),
      "tsconfig.json": NEXT_TSCONFIG,
      "pages/_app.tsx": `import { SessionProvider } from "next-auth/react";
import type { AppProps } from "next/app";

export default function App({ Component, pageProps: { session, ...pageProps } }: AppProps) {
  return (
    <SessionProvider session={session}>
      <Component {...pageProps} />
    </SessionProvider>
  );
}
`,
      "pages/index.tsx": HOME,
      "pages/dashboard.tsx": `import type { GetServerSideProps } from "next";
import { getServerSession } from "next-auth/next";
import { authOptions } from "./api/auth/[...nextauth]";

export const getServerSideProps: GetServerSideProps = async ({ req, res }) => {
  const session = await getServerSession(req, res, authOptions);
  if (!session) return { redirect: { destination: "/api/auth/signin", permanent: false } };
  return { props: { name: session.user?.name ?? "" } };
};

export default function Dashboard({ name }: { name: string }) {
  return <p>Hello {name}</p>;
}
`,
      "pages/api/me.ts": `import type { NextApiRequest, NextApiResponse } from "next";
import { getServerSession } from "next-auth";
import { authOptions } from "./auth/[...nextauth]";

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const session = await getServerSession(req, res, authOptions);
  if (!session) return res.status(401).json({});
  res.json({ name: session.user?.name });
}
`,
      "pages/api/auth/[...nextauth].ts": `import { DrizzleAdapter } from "@auth/drizzle-adapter";
import NextAuth, { type AuthOptions } from "next-auth";
import GithubProvider from "next-auth/providers/github";
import { db } from "../../../lib/db";

export const authOptions = {
  adapter: DrizzleAdapter(db) as AuthOptions["adapter"],
  providers: [
    GithubProvider({
      clientId: process.env.GITHUB_ID ?? "id",
      clientSecret: process.env.GITHUB_SECRET ?? "secret",
    }),
  ],
} satisfies AuthOptions;

export default NextAuth(authOptions);
`,
      "lib/db.ts": DATABASE,
    },
    before: databaseSession,
    after: migrated,
    closed: ["/dashboard", "/api/me"],
  },
  {
    name: "moved next-auth 4 prisma",
    ...next,
    files: {
      "package.json": manifest(
        {
          ...{ ...NEXT, ...PRISMA.packages },
          ...{ "@next-auth/prisma-adapter": "^1.0.7", "next-auth": "^4.24.11" },
        },
        { ...PRISMA.tools, ...TYPES_OF_NEXT },
      ),
      "tsconfig.json": NEXT_TSCONFIG,
      ...PRISMA.files,
      "prisma/schema.prisma": PRISMA.ofNextAuth4.schema,
      "app/layout.tsx": LAYOUT,
      "app/page.tsx": HOME,
      "app/dashboard/page.tsx": SERVER_PAGE,
      "app/api/auth/[...nextauth]/route.ts": ROUTE_OF_NEXT_AUTH_4,
      "lib/auth.ts": `import { PrismaAdapter } from "@next-auth/prisma-adapter";
import type { NextAuthOptions } from "next-auth";
import GithubProvider from "next-auth/providers/github";
import { prisma } from "./prisma";

export const authOptions: NextAuthOptions = {
  adapter: PrismaAdapter(prisma),
  providers: [GithubProvider({ clientId: "id", clientSecret: "secret" })],
};
`,
    },
    engine: PRISMA.engine,
    begin: ["npx prisma migrate dev --name begin", "npx prisma generate"],
    before: PRISMA.ofNextAuth4.before,
    after: PRISMA.after,
  },
  {
    name: "moved next-auth 5 prisma",
    ...next,
    files: {
      "package.json": manifest(
        {
          ...{ ...NEXT, ...PRISMA.packages },
          ...{ "@auth/prisma-adapter": "^2.11.0", "next-auth": "5.0.0-beta.30" },
        },
        { ...PRISMA.tools, ...TYPES_OF_NEXT },
      ),
      "tsconfig.json": NEXT_TSCONFIG,
      ...PRISMA.files,
      "prisma/schema.prisma": PRISMA.ofAuthJs.schema,
      "app/layout.tsx": LAYOUT,
      "app/page.tsx": HOME,
      "app/dashboard/page.tsx": `import { redirect } from "next/navigation";
import { auth } from "@/auth";

export default async function Dashboard() {
  const session = await auth();
  if (!session) redirect("/api/auth/signin");
  return <p>Hello {session.user?.name}</p>;
}
`,
      "app/api/auth/[...nextauth]/route.ts": `import { handlers } from "@/auth";

export const { GET, POST } = handlers;
`,
      "auth.ts": `import { PrismaAdapter } from "@auth/prisma-adapter";
import NextAuth from "next-auth";
import GitHub from "next-auth/providers/github";
import { prisma } from "./lib/prisma";

export const { handlers, auth } = NextAuth({
  adapter: PrismaAdapter(prisma),
  providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
});
`,
    },
    engine: PRISMA.engine,
    begin: ["npx prisma migrate dev --name begin", "npx prisma generate"],
    before: PRISMA.ofAuthJs.before,
    after: PRISMA.after,
  },
  {
    name: "moved better-auth",
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
    ...fromBetterAuth,
    closed: ["/dashboard", "/reports"],
    inBrowser: "/inbox",
  },
  {
    name: "moved better-auth express",
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
    ...fromBetterAuth,
    build: ["tsc"],
    start: () => ["node", "dist/server.js"],
    open: "/",
    page: "/dashboard",
  },
  {
    name: "moved better-auth hono",
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
    ...fromBetterAuth,
    build: ["tsc"],
    start: () => ["node", "dist/index.js"],
    open: "/",
    page: "/dashboard",
  },
  {
    name: "moved better-auth sveltekit",
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
    ...fromBetterAuth,
    build: ["vite", "build"],
    start: () => ["node", "build"],
    open: "/",
    page: "/dashboard",
  },
  {
    name: "moved better-auth solid-start",
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
    ...fromBetterAuth,
    build: ["vite", "build"],
    start: () => ["node", ".output/server/index.mjs"],
    open: "/",
    page: "/dashboard",
  },
];

/**
 * Apps of Better Auth 1.7, as people write them.
 *
 * @module
 */

import type { MoveApp } from "./_apps.ts";

const manifest = (dependencies: Record<string, string>) =>
  JSON.stringify(
    {
      name: "app",
      private: true,
      type: "module",
      dependencies,
      devDependencies: { typescript: "^5.9.0" },
    },
    null,
    2,
  ) + "\n";

const NEXT = { next: "15.5.4", react: "19.2.0", "react-dom": "19.2.0" };

const tsconfig = (options: object = {}) =>
  JSON.stringify({
    compilerOptions: {
      strict: true,
      noEmit: true,
      target: "ES2022",
      lib: ["dom", "dom.iterable", "esnext"],
      module: "esnext",
      moduleResolution: "bundler",
      jsx: "preserve",
      skipLibCheck: true,
      isolatedModules: true,
      paths: { "@/*": ["./*"], "$lib/*": ["./src/lib/*"] },
      ...options,
    },
    include: ["**/*.ts", "**/*.tsx"],
    exclude: ["node_modules"],
  });

const LAYOUT = `export default function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`;

/** A client of Prisma as it is generated, as far as these apps use it. */
const PRISMA = `export const prisma = {
  $queryRawUnsafe: async (_query: string, ..._values: unknown[]): Promise<unknown> => [],
  $executeRawUnsafe: async (_query: string, ..._values: unknown[]): Promise<number> => 0,
} as unknown as import("@x/auth/prisma").PrismaDatabase;
`;

/** The apps, by what is special about each. */
export const betterAuthApps: readonly MoveApp[] = [
  {
    name: "Better Auth, Next.js app router with Prisma, passwords, middleware",
    files: {
      "package.json": manifest({ "better-auth": "^1.7.25", ...NEXT }),
      "tsconfig.json": tsconfig(),
      "lib/prisma.ts": PRISMA,
      "lib/auth.ts": `import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { nextCookies } from "better-auth/next-js";
import { prisma } from "./prisma";

export const auth = betterAuth({
  database: prismaAdapter(prisma, { provider: "postgresql" }),
  secret: process.env.BETTER_AUTH_SECRET,
  baseURL: process.env.BETTER_AUTH_URL,
  emailAndPassword: {
    enabled: true,
    minPasswordLength: 10,
    async sendResetPassword({ user, url }) {
      console.log(user.email, url);
    },
  },
  socialProviders: {
    github: {
      clientId: process.env.GITHUB_CLIENT_ID as string,
      clientSecret: process.env.GITHUB_CLIENT_SECRET as string,
    },
    microsoft: {
      clientId: process.env.MICROSOFT_CLIENT_ID as string,
      clientSecret: process.env.MICROSOFT_CLIENT_SECRET as string,
      tenantId: process.env.MICROSOFT_TENANT_ID as string,
    },
  },
  session: { expiresIn: 60 * 60 * 24 * 14, updateAge: 60 * 60 * 24 },
  plugins: [nextCookies()],
});

export type Session = typeof auth.$Infer.Session;
export type User = typeof auth.$Infer.Session.user;
`,
      "lib/auth-client.ts": `import { createAuthClient } from "better-auth/react";

export const authClient = createAuthClient();

export const { signIn, signOut, useSession } = authClient;
`,
      "app/api/auth/[...all]/route.ts": `import { toNextJsHandler } from "better-auth/next-js";
import { auth } from "@/lib/auth";

export const { GET, POST } = toNextJsHandler(auth);
`,
      "app/layout.tsx": LAYOUT,
      "app/dashboard/page.tsx": `import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { auth } from "@/lib/auth";

export default async function Page() {
  const session = await auth.api.getSession({ headers: await headers() });
  if (!session) redirect("/login");
  return <p>Hello {session.user.name}</p>;
}
`,
      "app/api/me/route.ts": `import { auth } from "@/lib/auth";

export async function GET(request: Request) {
  const session = await auth.api.getSession({ headers: request.headers });
  if (!session) return new Response(null, { status: 401 });
  return Response.json({ email: session.user.email });
}
`,
      "app/login/page.tsx": `"use client";

import { authClient } from "@/lib/auth-client";

export default function Login() {
  const { data: session, isPending } = authClient.useSession();
  if (isPending) return null;
  if (session) return <button onClick={() => authClient.signOut()}>{session.user.name}</button>;
  return (
    <button
      onClick={() => authClient.signIn.social({ provider: "microsoft", callbackURL: "/dashboard" })}
    >
      Sign in
    </button>
  );
}
`,
      "middleware.ts": `import { getSessionCookie } from "better-auth/cookies";
import { type NextRequest, NextResponse } from "next/server";

// Only a hint: the pages look at the session themselves.
export function middleware(request: NextRequest) {
  const sessionCookie = getSessionCookie(request);
  if (!sessionCookie) return NextResponse.redirect(new URL("/login", request.url));
  return NextResponse.next();
}

export const config = { matcher: ["/dashboard/:path*"] };
`,
    },
  },
  {
    name: "Better Auth, Next.js with Drizzle, organizations, two factors, passkeys, keys",
    files: {
      "package.json": manifest({
        "@better-auth/api-key": "^1.7.5",
        "@better-auth/passkey": "^1.7.6",
        "better-auth": "^1.7.25",
        "drizzle-orm": "^0.45.0",
        ...NEXT,
        pg: "^8.0.0",
        resend: "^6.0.0",
      }),
      "tsconfig.json": tsconfig(),
      "src/db.ts": `import { drizzle } from "drizzle-orm/node-postgres";

export const db = drizzle(process.env.DATABASE_URL!);
`,
      "src/auth.ts": `import { apiKey } from "@better-auth/api-key";
import { passkey } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { emailOTP, haveIBeenPwned, organization, twoFactor } from "better-auth/plugins";
import { db } from "./db";

export const auth = betterAuth({
  appName: "Acme",
  database: drizzleAdapter(db, { provider: "pg" }),
  trustedOrigins: ["https://acme.example"],
  emailAndPassword: { enabled: true, disableSignUp: true },
  plugins: [
    organization({ allowUserToCreateOrganization: false }),
    twoFactor({ issuer: "Acme" }),
    passkey({ rpID: "acme.example", rpName: "Acme" }),
    apiKey({ defaultPrefix: "acme_" }),
    emailOTP({
      async sendVerificationOTP({ email, otp }) {
        console.log(email, otp);
      },
    }),
    haveIBeenPwned(),
  ],
});
`,
      "src/client.ts":
        `import { organizationClient, twoFactorClient } from "better-auth/client/plugins";
import { createAuthClient } from "better-auth/react";

export const client = createAuthClient({ plugins: [organizationClient(), twoFactorClient()] });
`,
      "src/app/api/auth/[...all]/route.ts": `import { toNextJsHandler } from "better-auth/next-js";
import { auth } from "../../../../auth";

export const { POST, GET } = toNextJsHandler(auth.handler);
`,
      "src/app/teams/page.tsx": `import { headers } from "next/headers";
import { auth } from "../../auth";

export default async function Teams() {
  const requestHeaders = await headers();
  const session = await auth.api.getSession({ headers: requestHeaders });
  return <p>{session?.user.email}</p>;
}
`,
      "src/app/teams/two_factor.tsx": `"use client";

import { client } from "../../client";

export function TwoFactor({ password }: { password: string }) {
  return <button onClick={() => client.twoFactor.enable({ password })}>Enable</button>;
}
`,
    },
  },
  {
    name: "Better Auth, Express with SQLite",
    files: {
      "package.json": manifest({
        "better-auth": "^1.7.25",
        "better-sqlite3": "^12.0.0",
        express: "^5.0.0",
      }),
      "tsconfig.json": tsconfig({ types: ["node"] }),
      "auth.ts": `import { betterAuth } from "better-auth";
import Database from "better-sqlite3";

export const auth = betterAuth({
  database: new Database("app.db"),
  socialProviders: {
    google: { clientId: process.env.GOOGLE_ID!, clientSecret: process.env.GOOGLE_SECRET! },
  },
});
`,
      "server.ts": `import { fromNodeHeaders, toNodeHandler } from "better-auth/node";
import express from "express";
import { auth } from "./auth";

const app = express();

app.all("/api/auth/*splat", toNodeHandler(auth));
app.use(express.json());

app.get("/api/me", async (req, res) => {
  const session = await auth.api.getSession({ headers: fromNodeHeaders(req.headers) });
  if (!session) return void res.status(401).end();
  res.json(session.user);
});

app.listen(3000);
`,
    },
  },
  {
    name: "Better Auth, Hono with PostgreSQL",
    files: {
      "package.json": manifest({ "better-auth": "^1.7.25", hono: "^4.0.0", pg: "^8.0.0" }),
      "tsconfig.json": tsconfig({ types: ["node"] }),
      "src/auth.ts": `import { betterAuth } from "better-auth"
import { Pool } from "pg"

export const auth = betterAuth({
  database: new Pool({ connectionString: process.env.DATABASE_URL }),
  basePath: "/auth",
  socialProviders: {
    github: { clientId: process.env.GITHUB_ID!, clientSecret: process.env.GITHUB_SECRET! }
  }
})
`,
      "src/index.ts": `import { Hono } from "hono"
import { auth } from "./auth"

const app = new Hono<{ Variables: { user: { name?: string | null } | null } }>()

app.on(["POST", "GET"], "/auth/*", (c) => auth.handler(c.req.raw))

app.use("*", async (c, next) => {
  const session = await auth.api.getSession({ headers: c.req.raw.headers })
  c.set("user", session?.user ?? null)
  await next()
})

app.get("/me", (c) => {
  const user = c.get("user")
  return user ? c.json({ name: user.name }) : c.body(null, 401)
})

export default app
`,
    },
  },
  {
    name: "Better Auth, SvelteKit",
    files: {
      "package.json": manifest({
        "@sveltejs/kit": "^2.0.0",
        "better-auth": "^1.7.25",
        "better-sqlite3": "^12.0.0",
        svelte: "^5.0.0",
      }),
      "tsconfig.json": tsconfig({ types: ["node"] }),
      "src/app-environment.d.ts": `declare module "$app/environment" {
  export const building: boolean;
}
`,
      "src/lib/auth.ts": `import { betterAuth } from 'better-auth';
import Database from 'better-sqlite3';

const database = new Database('app.db');

export const auth = betterAuth({
	database,
	emailAndPassword: { enabled: true },
	socialProviders: {
		discord: { clientId: process.env.DISCORD_ID!, clientSecret: process.env.DISCORD_SECRET! }
	}
});
`,
      "src/lib/auth-client.ts": `import { createAuthClient } from 'better-auth/svelte';

export const authClient = createAuthClient();
`,
      "src/hooks.server.ts": `import { svelteKitHandler } from 'better-auth/svelte-kit';
import { building } from '$app/environment';
import { redirect, type Handle } from '@sveltejs/kit';
import { auth } from '$lib/auth';

export const handle: Handle = async ({ event, resolve }) => {
	if (event.route.id?.startsWith('/dashboard')) {
		const session = await auth.api.getSession({ headers: event.request.headers });
		if (!session) redirect(303, '/');
	}
	return svelteKitHandler({ event, resolve, auth, building });
};
`,
      "src/routes/+page.svelte": `<script lang="ts">
	import { authClient } from '$lib/auth-client';
</script>

<button onclick={() => authClient.signIn.social({ provider: 'discord' })}>Sign in</button>
`,
    },
  },
  {
    name: "Better Auth, Next.js, both routers, a result that another module passes on",
    files: {
      "package.json": manifest({ "better-auth": "^1.7.25", ...NEXT, resend: "^6.0.0" }),
      "tsconfig.json": tsconfig(),
      "server/auth/config.ts": `import { betterAuth } from "better-auth";
import { magicLink } from "better-auth/plugins";
import { Pool } from "pg";

export const auth = betterAuth({
  database: new Pool({ connectionString: process.env.DATABASE_URL }),
  socialProviders: {
    github: {
      clientId: process.env.GITHUB_ID!,
      clientSecret: process.env.GITHUB_SECRET!,
      redirectURI: "http://localhost:3000/api/auth/callback/github",
    },
  },
  plugins: [magicLink({ sendMagicLink: ({ email, url }) => console.log(email, url) })],
});
`,
      "server/auth/index.ts": `export { auth as serverAuth } from "./config";
`,
      "server/auth/server.ts": `import { headers } from "next/headers";
import { cache } from "react";
import { serverAuth } from ".";

export const getSession = cache(async () =>
  serverAuth.api.getSession({ headers: await headers() })
);
`,
      "server/trpc.ts": `import { serverAuth as auth } from "@/server/auth";

export const createContext = async (opts: { headers: Headers }) => ({
  session: await auth.api.getSession({ headers: opts.headers }),
});
`,
      "pages/api/auth/[...all].ts": `import { toNodeHandler } from "better-auth/node";
import { serverAuth } from "@/server/auth";

export const config = { api: { bodyParser: false } };

export default toNodeHandler(serverAuth.handler);
`,
      "pages/api/me.ts": `import { fromNodeHeaders } from "better-auth/node";
import type { NextApiRequest, NextApiResponse } from "next";
import { serverAuth } from "@/server/auth";

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const session = await serverAuth.api.getSession({ headers: fromNodeHeaders(req.headers) });
  if (!session) return res.status(401).json({});
  res.json({ name: session.user.name });
}
`,
      "lib/client.ts": `import { createAuthClient } from "better-auth/react";

export const authClient = createAuthClient();
`,
      "app/layout.tsx": LAYOUT,
      "app/sign-in.tsx": `"use client";

import { authClient } from "@/lib/client";

export function SignIn({ email }: { email: string }) {
  const signIn = async () => {
    await authClient.signIn.magicLink({ email, callbackURL: "/" });
  };
  return <button onClick={signIn}>Send a link</button>;
}
`,
      "app/page.tsx": `import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { serverAuth } from "@/server/auth";
import { getSession } from "@/server/auth/server";

export default async function Home() {
  const session = await getSession();
  return (
    <form>
      <p>{session?.user?.name}</p>
      <button
        formAction={async () => {
          "use server";
          const result = await serverAuth.api.signInSocial({
            body: { provider: "github", callbackURL: "/" },
          });
          if (!result.url) throw new Error("No URL");
          redirect(result.url);
        }}
      >
        In
      </button>
      <button
        formAction={async () => {
          "use server";
          await serverAuth.api.signOut({ headers: await headers() });
          redirect("/");
        }}
      >
        Out
      </button>
    </form>
  );
}
`,
    },
  },
];

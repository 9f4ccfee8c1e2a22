/**
 * Apps of Auth.js v5, as people write them.
 *
 * @module
 */

import type { MoveApp } from "./_apps.ts";

const manifest = (dependencies: Record<string, string>) =>
  JSON.stringify(
    { name: "app", private: true, dependencies, devDependencies: { typescript: "^5.9.0" } },
    null,
    2,
  ) + "\n";

const NEXT = {
  next: "16.0.0",
  "next-auth": "5.0.0-beta.30",
  react: "19.2.0",
  "react-dom": "19.2.0",
};

const TSCONFIG = JSON.stringify({
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
    paths: { "@/*": ["./*"] },
  },
  include: ["**/*.ts", "**/*.tsx"],
  exclude: ["node_modules"],
});

/** The apps, by what is special about each. */
export const authJsApps: readonly MoveApp[] = [
  {
    name: "next-auth 5, middleware, server actions, augmentation, custom pages",
    files: {
      "package.json": manifest(NEXT),
      "tsconfig.json": TSCONFIG,
      "auth.config.ts": `import type { NextAuthConfig } from "next-auth";

export const authConfig = {
  pages: { signIn: "/login" },
  callbacks: {
    // Everything but the start needs a session.
    authorized({ auth, request: { nextUrl } }) {
      return nextUrl.pathname === "/" || !!auth?.user;
    },
  },
  providers: [],
} satisfies NextAuthConfig;
`,
      "auth.ts": `import NextAuth, { CredentialsSignin, type DefaultSession } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import GitHub from "next-auth/providers/github";
import Twitter from "next-auth/providers/twitter";
import { authConfig } from "./auth.config";

declare module "next-auth" {
  interface Session {
    user: { role?: string } & DefaultSession["user"];
  }
  interface User {
    role?: string;
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

export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth({
  ...authConfig,
  providers: [
    GitHub,
    Twitter,
    Credentials({
      credentials: { password: { label: "Password", type: "password" } },
      async authorize({ password }) {
        if (password !== "lovelace") throw new Wrong();
        return { id: "1", name: "Ada", role: "admin" };
      },
    }),
  ],
  callbacks: {
    ...authConfig.callbacks,
    jwt({ token, user }) {
      if (user) token.role = user.role;
      return token;
    },
    session({ session, token }) {
      session.user.role = token.role as string | undefined;
      return session;
    },
  },
});
`,
      "app/api/auth/[...nextauth]/route.ts": `import { handlers } from "@/auth";
export const { GET, POST } = handlers;
`,
      "proxy.ts": `import NextAuth from "next-auth";
import { authConfig } from "./auth.config";

export default NextAuth(authConfig).auth;

export const config = { matcher: ["/((?!api|_next/static).*)"] };
`,
      "app/actions.ts": `"use server";

import { AuthError } from "next-auth";
import { signIn } from "@/auth";

export async function authenticate(_state: string | undefined, form: FormData) {
  try {
    await signIn("credentials", form);
  } catch (error) {
    if (error instanceof AuthError) return error.type;
    throw error;
  }
}
`,
      "app/layout.tsx": `import { SessionProvider } from 'next-auth/react';

export default function Layout({ children }: { children: React.ReactNode }) {
  return <html><body><SessionProvider>{children}</SessionProvider></body></html>;
}
`,
    },
  },
  {
    name: "next-auth 5, Prisma, the types of @auth/core, emails without a sender",
    files: {
      "package.json": manifest({
        "@auth/core": "^0.41.0",
        "@auth/prisma-adapter": "^2.11.0",
        ...NEXT,
        nodemailer: "^6.10.0",
      }),
      "auth.ts": `import { PrismaAdapter } from "@auth/prisma-adapter"
import type { Provider } from "@auth/core/providers"
import NextAuth from "next-auth"
import Nodemailer from "next-auth/providers/nodemailer"
import { prisma } from "./prisma"

const providers: Provider[] = [Nodemailer({ server: process.env.EMAIL_SERVER })]

export const { auth, handlers } = NextAuth({ adapter: PrismaAdapter(prisma), providers })
`,
      "middleware.ts": `export { auth as middleware } from "@/auth"
`,
    },
    isTyped: false,
  },
  {
    name: "SvelteKit",
    files: {
      "package.json": manifest({
        "@auth/core": "^0.41.0",
        "@auth/sveltekit": "^1.11.0",
        "@sveltejs/kit": "^2.0.0",
      }),
      "src/auth.ts": `import { SvelteKitAuth } from '@auth/sveltekit';
import GitHub from '@auth/core/providers/github';

export const { handle, signIn, signOut } = SvelteKitAuth({ providers: [GitHub] });
`,
      "src/hooks.server.ts": `export { handle } from './auth';
`,
      "src/app.d.ts": `import type { DefaultSession } from '@auth/core/types';

declare module '@auth/core/types' {
	interface Session {
		user?: { role?: string } & DefaultSession['user'];
	}
}
`,
      "src/routes/+layout.svelte": `<script lang="ts">
	import { signIn, signOut } from '@auth/sveltekit/client';
	import { page } from '$app/stores';
</script>

<!-- '@auth/sveltekit/client' signs in -->
{#if $page.data.session}<button on:click={() => signOut()}>Out</button>{:else}
	<button on:click={() => signIn('github')}>In</button>
{/if}
<slot />
`,
    },
    isTyped: false,
  },
  {
    name: "SvelteKit, its components",
    files: {
      "package.json": manifest({ "@auth/sveltekit": "^1.11.0", "@sveltejs/kit": "^2.0.0" }),
      "src/auth.ts": `import { SvelteKitAuth } from '@auth/sveltekit';
import GitHub from '@auth/sveltekit/providers/github';

export const { handle, signIn, signOut } = SvelteKitAuth(async (event) => ({ providers: [GitHub] }));
`,
      "src/routes/+page.svelte": `<script>
	import { SignIn } from '@auth/sveltekit/components';
</script>

<SignIn provider="github" />
`,
    },
    isTyped: false,
  },
  {
    name: "Express",
    files: {
      "package.json": manifest({ "@auth/express": "^0.12.0", express: "^5.0.0" }),
      "src/app.ts": `import { ExpressAuth, getSession, type ExpressAuthConfig } from "@auth/express"
import GitHub from "@auth/express/providers/github"
import express from "express"

const config: ExpressAuthConfig = { providers: [GitHub] }

export const app = express()
app.set("trust proxy", true)
app.use("/auth/*splat", ExpressAuth(config))
app.get("/", async (req, res) => {
  const session = await getSession(req, config)
  res.send(session?.user?.name ?? "nobody")
})
`,
    },
    isTyped: false,
  },
  {
    name: "SolidStart",
    files: {
      "package.json": manifest({
        "@auth/core": "^0.41.0",
        "@auth/solid-start": "^0.1.0",
        "@solidjs/start": "^1.0.0",
      }),
      "src/routes/api/auth/[...solidauth].ts":
        `import { SolidAuth, type SolidAuthConfig } from "@auth/solid-start";
import GitHub from "@auth/core/providers/github";

export const authOptions: SolidAuthConfig = {
  providers: [GitHub({ clientId: process.env.GITHUB_ID, clientSecret: process.env.GITHUB_SECRET })],
};

export const { GET, POST } = SolidAuth(authOptions);
`,
      "src/routes/index.tsx": `import { signIn, signOut } from "@auth/solid-start/client";

export default () => <button onClick={() => signIn("github")}>In</button>;
`,
    },
    isTyped: false,
  },
  {
    name: "Qwik",
    files: {
      "package.json": manifest({ "@auth/qwik": "^0.9.0", "@builder.io/qwik-city": "^1.10.0" }),
      "src/routes/plugin@auth.ts": `import { QwikAuth$ } from "@auth/qwik";
import GitHub from "@auth/qwik/providers/github";

export const { onRequest, useSession, useSignIn, useSignOut } = QwikAuth$(
  () => ({ providers: [GitHub] }),
);
`,
    },
    isTyped: false,
  },
  {
    name: "Hono",
    files: {
      "package.json": manifest({
        "@auth/core": "^0.41.0",
        "@hono/auth-js": "^1.1.0",
        hono: "^4.0.0",
      }),
      "src/index.ts": `import { Hono, type Context } from "hono"
import { authHandler, initAuthConfig, verifyAuth, type AuthConfig } from "@hono/auth-js"
import GitHub from "@auth/core/providers/github"

const app = new Hono<{ Bindings: { AUTH_SECRET: string; GITHUB_ID: string } }>()

function getAuthConfig(c: Context): AuthConfig {
  return {
    secret: c.env.AUTH_SECRET,
    providers: [GitHub({ clientId: c.env.GITHUB_ID })],
  }
}

app.use("*", initAuthConfig(getAuthConfig))

app.use("/api/auth/*", authHandler())

// The rest is for users.
app.use("/api/*", verifyAuth())

app.get("/api/me", (c) => {
  const auth = c.get("authUser")
  return c.json({ name: auth.session.user?.name })
})

export default app
`,
      "client/main.tsx": `import { SessionProvider } from "@hono/auth-js/react"

export default () => <SessionProvider>{null}</SessionProvider>
`,
    },
    isTyped: false,
  },
  {
    name: "Hono, a chain and a config in the call",
    files: {
      "package.json": manifest({
        "@auth/core": "^0.41.0",
        "@hono/auth-js": "^1.1.0",
        hono: "^4.0.0",
      }),
      "src/index.ts": `import { Hono } from "hono";
import { authHandler, initAuthConfig, verifyAuth } from "@hono/auth-js";
import GitHub from "@auth/core/providers/github";

export const app = new Hono()
  .use(initAuthConfig((c) => ({
    secret: c.env.AUTH_SECRET,
    providers: [GitHub({ clientId: c.env.GITHUB_ID, clientSecret: c.env.GITHUB_SECRET })],
  })))
  .use("/auth/*", authHandler())
  .use("/me", verifyAuth())
  .get("/me", async (c) => c.text("You"));
`,
    },
    isTyped: false,
  },
  {
    name: "@auth/core in Deno",
    files: {
      "deno.json": `{
  "imports": {
    "@auth/core": "npm:@auth/core@^0.41.0",
    "hono": "jsr:@hono/hono@^4.0.0" // the server
  }
}
`.replace(" // the server", ""),
      "main.ts": `import { Auth, type AuthConfig } from "@auth/core";
import GitHub from "@auth/core/providers/github";
import { getToken } from "@auth/core/jwt";

const config: AuthConfig = { providers: [GitHub], basePath: "/auth", trustHost: true };

Deno.serve(async (request) => {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/auth/")) return await Auth(request, config);
  return Response.json(await getToken({ req: request, secret: "s" }));
});
`,
    },
    isTyped: false,
  },
];

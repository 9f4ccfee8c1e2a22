/**
 * First files of an app, by framework. The one for `Deno.serve` is the first example of the
 * README; the tests sign in to apps made of all others.
 *
 * @module
 */

import type { Framework } from "./frameworks.ts";

/** A starter. */
export interface Starter {
  /** Files by their path in the app. */
  readonly files: Readonly<Record<string, string>>;
  /** Base path of the actions. */
  readonly basePath: string;
  /** Port of the framework's development server. */
  readonly port: number;
  /** Last step, after the variables are set. */
  readonly step: string;
}

const GITHUB = `import GitHub from "@x/auth/providers/github";\n`;

/** Starters by framework. */
export const STARTERS: Readonly<Record<Framework, Starter>> = {
  deno: {
    files: {
      "main.ts": `import { DenoAuth } from "@x/auth/deno";
${GITHUB}
const { handler, auth } = DenoAuth({ providers: [GitHub] });

Deno.serve(handler(async (request) => {
  const session = await auth(request);
  return new Response(session ? \`Hello \${session.user?.name}\` : "Go to /auth/signin");
}));
`,
    },
    basePath: "/auth",
    port: 8000,
    step: "deno run --env-file --allow-net --allow-env main.ts",
  },
  fresh: {
    files: {
      "auth.ts": `import { FreshAuth } from "@x/auth/fresh";
${GITHUB}
export const auth = FreshAuth({ providers: [GitHub] });
`,
    },
    basePath: "/auth",
    port: 8000,
    step: "write `.use(auth)` after `new App()` in main.ts; `ctx.state.auth` is the session",
  },
  hono: {
    files: {
      "src/auth.ts": `import { HonoAuth } from "@x/auth/hono";
${GITHUB}
export const auth = HonoAuth({ providers: [GitHub] });
`,
    },
    basePath: "/auth",
    port: 3000,
    step: "write `app.use(auth)` after `new Hono()`; `await getSession(c)` is the session",
  },
  next: {
    files: {
      "auth.ts": `import NextAuth from "@x/auth/next";
${GITHUB}
export const { handlers, auth, signIn, signOut } = NextAuth({ providers: [GitHub] });
`,
      "app/api/auth/[...nextauth]/route.ts": `import { handlers } from "@/auth";

export const { GET, POST } = handlers;
`,
    },
    basePath: "/api/auth",
    port: 3000,
    step: "npm run dev; `await auth()` is the session in pages and actions",
  },
  express: {
    files: {
      "auth.js": `import { ExpressAuth } from "@x/auth/express";
${GITHUB}
export const config = { providers: [GitHub] };

export const auth = ExpressAuth(config);
`,
    },
    basePath: "/auth",
    port: 3000,
    step: 'write `app.use("/auth", auth)`; `await getSession(req, config)` is the session',
  },
  "solid-start": {
    files: {
      "src/auth.ts": `import type { SolidAuthConfig } from "@x/auth/solid-start";
${GITHUB}
export const config: SolidAuthConfig = { basePath: "/api/auth", providers: [GitHub] };
`,
      "src/routes/api/auth/[...solidauth].ts": `import { SolidAuth } from "@x/auth/solid-start";
import { config } from "../../../auth";

export const { GET, POST } = SolidAuth(config);
`,
    },
    basePath: "/api/auth",
    port: 3000,
    step: "npm run dev; `await getSession(getRequestEvent()!.request, config)` is the session",
  },
  sveltekit: {
    files: {
      "src/auth.ts": `import { SvelteKitAuth } from "@x/auth/sveltekit";
${GITHUB}
export const { handle, signIn, signOut } = SvelteKitAuth({ providers: [GitHub] });
`,
      "src/hooks.server.ts": `export { handle } from "./auth";
`,
      "src/routes/+layout.server.ts": `import type { LayoutServerLoad } from "./$types";

export const load: LayoutServerLoad = async ({ locals }) => ({ session: await locals.auth() });
`,
    },
    basePath: "/auth",
    port: 5173,
    step: "npm run dev; `data.session` is the session in pages",
  },
  qwik: {
    files: {
      "src/routes/plugin@auth.ts": `import { serverAuth$ } from "@x/auth/qwik";
${GITHUB}
export const { onRequest, useSession, useSignIn, useSignOut } = serverAuth$(() => ({
  providers: [GitHub],
}));
`,
    },
    basePath: "/auth",
    port: 5173,
    step: "npm run dev; `useSession()` of plugin@auth.ts is the session in components",
  },
};

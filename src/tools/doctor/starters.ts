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

/**
 * A line with the specifier of a module. Written out below, it would look like an import of this
 * file, which the build of the npm package rewrites.
 */
const line = (word: "import" | "export", names: string, specifier: string): string =>
  `${word} ${names} from ${JSON.stringify(specifier)};\n`;
const imported = (names: string, specifier: string) => line("import", names, specifier);
const reexported = (names: string, specifier: string) => line("export", names, specifier);

const GITHUB = imported("GitHub", "@x/auth/providers/github");

/** Starters by framework. */
export const STARTERS: Readonly<Record<Framework, Starter>> = {
  deno: {
    files: {
      "main.ts": `${imported("{ DenoAuth }", "@x/auth/deno")}${GITHUB}
const { handler, auth } = DenoAuth({ providers: [GitHub] });

Deno.serve(handler(async (request) => {
  const session = await auth(request);
  return new Response(session ? \`Hello \${session.user?.name}\` : "Go to /auth/signin");
}));
`,
    },
    basePath: "/auth",
    port: 8000,
    step: "Run `deno run --env-file --allow-net --allow-env main.ts`",
  },
  fresh: {
    files: {
      "auth.ts": `${imported("{ FreshAuth }", "@x/auth/fresh")}${GITHUB}
export const auth = FreshAuth({ providers: [GitHub] });
`,
    },
    basePath: "/auth",
    port: 8000,
    step: "Write `.use(auth)` after `new App()` in main.ts; `ctx.state.auth` is the session",
  },
  hono: {
    files: {
      "src/auth.ts": `${imported("{ HonoAuth }", "@x/auth/hono")}${GITHUB}
export const auth = HonoAuth({ providers: [GitHub] });
`,
    },
    basePath: "/auth",
    port: 3000,
    step: "Write `app.use(auth)` after `new Hono()`; `await getSession(c)` is the session",
  },
  next: {
    files: {
      "auth.ts": `${imported("NextAuth", "@x/auth/next")}${GITHUB}
export const { handlers, auth, signIn, signOut } = NextAuth({ providers: [GitHub] });
`,
      "app/api/auth/[...nextauth]/route.ts": `${imported("{ handlers }", "@/auth")}
export const { GET, POST } = handlers;
`,
    },
    basePath: "/api/auth",
    port: 3000,
    step: "Run `npm run dev`; `await auth()` is the session in pages and actions",
  },
  express: {
    files: {
      "auth.js": `${imported("{ ExpressAuth }", "@x/auth/express")}${GITHUB}
export const config = { providers: [GitHub] };

export const auth = ExpressAuth(config);
`,
    },
    basePath: "/auth",
    port: 3000,
    step: 'Write `app.use("/auth", auth)`; `await getSession(req, config)` is the session',
  },
  "solid-start": {
    files: {
      "src/auth.ts": `${imported("type { SolidAuthConfig }", "@x/auth/solid-start")}${GITHUB}
export const config: SolidAuthConfig = { basePath: "/api/auth", providers: [GitHub] };
`,
      "src/routes/api/auth/[...solidauth].ts": `${
        imported("{ SolidAuth }", "@x/auth/solid-start")
      }${imported("{ config }", "../../../auth")}
export const { GET, POST } = SolidAuth(config);
`,
    },
    basePath: "/api/auth",
    port: 3000,
    step:
      "Run `npm run dev`; `await getSession(getRequestEvent()!.request, config)` is the session",
  },
  sveltekit: {
    files: {
      "src/auth.ts": `${imported("{ SvelteKitAuth }", "@x/auth/sveltekit")}${GITHUB}
export const { handle, signIn, signOut } = SvelteKitAuth({ providers: [GitHub] });
`,
      "src/hooks.server.ts": reexported("{ handle }", "./auth"),
      "src/routes/+layout.server.ts": `${imported("type { LayoutServerLoad }", "./$types")}
export const load: LayoutServerLoad = async ({ locals }) => ({ session: await locals.auth() });
`,
    },
    basePath: "/auth",
    port: 5173,
    step: "Run `npm run dev`; `data.session` is the session in pages",
  },
  qwik: {
    files: {
      "src/routes/plugin@auth.ts": `${imported("{ serverAuth$ }", "@x/auth/qwik")}${GITHUB}
export const { onRequest, useSession, useSignIn, useSignOut } = serverAuth$(() => ({
  providers: [GitHub],
}));
`,
    },
    basePath: "/auth",
    port: 5173,
    step: "Run `npm run dev`; `useSession()` of plugin@auth.ts is the session in components",
  },
};

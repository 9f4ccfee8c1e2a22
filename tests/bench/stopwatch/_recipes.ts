/**
 * The ways that are compared. All of them sign in with the same OpenID Provider, whose id, secret
 * and issuer are in the same three variables. A peer's way is that of its own first pages, with
 * the fewest lines that work.
 *
 * @module
 */

import { AUTH_JS } from "../../outside/_project.ts";
import type { Recipe, Step } from "./_recipe.ts";

const source = (path: string) => Deno.readTextFile(new URL(`apps/${path}`, import.meta.url));

/** What the provider gives to an app; `<…>` is filled in when the step is taken. */
const CLIENT = `AUTH_OP_ID=<id>
AUTH_OP_SECRET=<secret>
AUTH_OP_ISSUER=<issuer>
`;

const variables = (text = ""): Step => ({ kind: "add", path: ".env", text: text + CLIENT });
const command = (line: string): Step => ({ kind: "command", line });
const start = (line: string): Step => ({ kind: "start", line });
const write = async (path: string, from: string): Promise<Step> => ({
  kind: "write",
  path,
  text: await source(from),
});

/** The first files of `init` have GitHub; the provider takes its place. */
const otherProvider = (path: string, from: string, to: string): readonly Step[] => [
  { kind: "replace", path, from: 'import GitHub from "@x/auth/providers/github";\n', to: "" },
  { kind: "replace", path, from, to },
];

/** Sign-in on the built-in page, below a base path. */
const builtIn = (basePath: string) => ({
  callbackPath: `${basePath}/callback/op`,
  authMethod: "client_secret_basic",
  signInPath: `${basePath}/signin`,
  hasButton: true,
} as const);

/** Better Auth sends the secret in the body. */
const better = {
  library: "Better Auth",
  package: "better-auth",
  callbackPath: "/api/auth/callback/op",
  authMethod: "client_secret_post",
} as const;

/** Every way, those of an app beside each other. */
export const RECIPES: readonly Recipe[] = [
  {
    library: "@x/auth",
    app: "Deno.serve",
    ...builtIn("/auth"),
    steps: [
      command("deno run -A jsr:@x/auth/doctor init"),
      ...otherProvider(
        "main.ts",
        "const { handler, auth } = DenoAuth({ providers: [GitHub] });\n",
        'const { handler, auth } = DenoAuth({ providers: [{ id: "op", name: "OP", type: "oidc" }] });\n',
      ),
      variables(),
      start("deno run --env-file --allow-net --allow-env main.ts"),
    ],
  },
  {
    library: "Auth.js",
    app: "Deno.serve",
    package: "@auth/core",
    ...builtIn("/auth"),
    steps: [
      command("deno add npm:@auth/core"),
      await write("main.ts", "deno/auth_js/main.ts"),
      variables("AUTH_SECRET=<random>\n"),
      start("deno run --env-file --allow-net --allow-env main.ts"),
    ],
  },
  {
    ...better,
    app: "Deno.serve",
    signInPath: "/signin",
    hasButton: false,
    steps: [
      command("deno add npm:better-auth"),
      await write("main.ts", "deno/better_auth/main.ts"),
      variables("BETTER_AUTH_SECRET=<random>\nBETTER_AUTH_URL=<origin>\n"),
      start("deno run -A --env-file main.ts"),
    ],
  },
  {
    library: "@x/auth",
    app: "Next.js",
    ...builtIn("/api/auth"),
    steps: [
      command("npm install @x/auth"),
      command("npx @x/auth doctor init"),
      ...otherProvider(
        "auth.ts",
        "NextAuth({ providers: [GitHub] });\n",
        'NextAuth({\n  providers: [{ id: "op", name: "OP", type: "oidc" }],\n});\n',
      ),
      await write("app/page.tsx", "next/page.tsx"),
      variables(),
      start("npm run dev"),
    ],
  },
  {
    library: "Auth.js",
    app: "Next.js",
    package: "next-auth",
    ...builtIn("/api/auth"),
    steps: [
      // Its pages say `next-auth@beta`, a tag that some mirrors of npm lack.
      command(`npm install next-auth@${AUTH_JS["next-auth"]}`),
      await write("auth.ts", "next/auth_js/auth.ts"),
      await write("app/api/auth/[...nextauth]/route.ts", "next/auth_js/route.ts"),
      await write("app/page.tsx", "next/page.tsx"),
      variables("AUTH_SECRET=<random>\n"),
      start("npm run dev"),
    ],
  },
  {
    ...better,
    app: "Next.js",
    signInPath: "/",
    hasButton: true,
    steps: [
      command("npm install better-auth"),
      await write("auth.ts", "next/better_auth/auth.ts"),
      await write("app/api/auth/[...all]/route.ts", "next/better_auth/route.ts"),
      await write("app/page.tsx", "next/better_auth/page.tsx"),
      variables("BETTER_AUTH_SECRET=<random>\nBETTER_AUTH_URL=<origin>\n"),
      start("npm run dev"),
    ],
  },
];

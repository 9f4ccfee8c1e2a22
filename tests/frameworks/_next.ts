/**
 * Rows for Next.js: this package, and `next-auth` with the same app.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { assertLeadsAway, providerStep, signIn, signOut, submit } from "./_browser_steps.ts";
import { guestbookStep, inNext } from "./_guestbook.ts";
import { TEAMS, teamsStep } from "./_next_teams.ts";
import { movedFiles, movedSteps } from "./_moved.ts";
import { protectedStep, routeInNext } from "./_protected_route.ts";
import type { FrameworkApp, PageStep } from "./_rows.ts";
import type { Step } from "./_scenario.ts";

/** A step that reads the session through a route. */
const routeStep = (name: string, path: string): Step => ({
  name,
  async run(app, visitor) {
    const who = async () => (await (await visitor.browser.fetch(path)).json()).name;
    assertEquals(await who(), null);
    await (await visitor.signIn("ada", "lovelace")).response.body?.cancel();
    assertEquals(await who(), "Ada Lovelace");
    await (await visitor.post("/signout", { callbackUrl: app.origin })).body?.cancel();
    assertEquals(await who(), null);
  },
});

const steps: Step[] = [
  routeStep("route handlers read the session", "/api/me"),
  {
    name: "the proxy keeps the requested path as the callback URL",
    async run({ origin }, { browser }) {
      const response = await browser.fetch("/dashboard?tab=2");
      await response.body?.cancel();
      assertEquals(response.status, 307);
      const location = new URL(response.headers.get("location") ?? "", origin);
      assertEquals(location.pathname, "/api/auth/signin");
      assertEquals(location.searchParams.get("callbackUrl"), `${origin}/dashboard?tab=2`);
    },
  },
];

const pages: PageStep[] = [
  {
    name: "server actions: wrong password, right password, update, sign-out",
    async run(context, { origin }) {
      const page = await context.newPage();
      await page.goto(`${origin}/login`);
      await submit(page, "wrong");
      await page.getByText("CredentialsSignin:credentials").waitFor();
      await submit(page, "lovelace");
      await page.waitForURL(`${origin}/dashboard`);
      await page.getByText("Hello Ada Lovelace").waitFor();
      await page.getByLabel("New name").fill("Countess");
      await page.getByRole("button", { name: "Update" }).click();
      await page.getByText("Hello Countess").waitFor();
      await signOut(page);
      await assertLeadsAway(page, origin, "/api/auth/signin");
    },
  },
  providerStep("server actions: sign in with OpenID Connect", "/login", "/dashboard"),
  {
    name: "client components: wrong password, right password, update, and the other tab is updated",
    async run(context, { origin }) {
      const [page, other] = [await context.newPage(), await context.newPage()];
      await other.goto(`${origin}/client`);
      await other.getByText("You are not signed in").waitFor();
      await page.goto(`${origin}/client`);
      await submit(page, "wrong");
      await page.getByText("CredentialsSignin:credentials").waitFor();
      await signIn(page);
      await page.getByRole("button", { name: "Rename" }).click();
      await page.getByText("Hello Countess").waitFor();
      await other.getByText("Hello Countess").waitFor();
      await signOut(page);
      await other.getByText("You are not signed in").waitFor();
    },
  },
  providerStep("client components: sign in with OpenID Connect", "/client"),
];

const next: FrameworkApp = {
  name: "next",
  folder: "examples/next",
  build: ["node", "node_modules/next/dist/bin/next", "build"],
  start: (port) => ["node", "node_modules/next/dist/bin/next", "start", "-p", String(port)],
  basePath: "/api/auth",
  steps,
  pages,
};

/** The oldest release that the guide names. */
async function readMinimum(): Promise<string> {
  const url = new URL("../../docs/frameworks/next.md", import.meta.url);
  const [, version] = /Next\.js (\d+\.\d+\.\d+) or newer/.exec(await Deno.readTextFile(url)) ?? [];
  if (version === undefined) throw new Error("The guide for Next.js names no oldest release");
  return version;
}

/** Changes of the app for the releases before Next.js 16. */
const onOlder: FrameworkApp["files"] = {
  // They support neither this file nor the options in it.
  "next.config.ts": undefined,
  "proxy.ts": undefined,
  // This middleware runs in the edge runtime, which has no Node API.
  "middleware.ts": `export { auth as middleware } from "./auth";

export const config = { matcher: ["/dashboard/:path*"] };
`,
};

/**
 * The files of an app that comes from next-auth 4: the options and the routes are where they were,
 * and its middleware needs no callback.
 */
const moved: FrameworkApp["files"] = {
  ...onOlder,
  "auth.ts": `import NextAuth, { type NextAuthOptions } from "@x/auth/next";
import { nextAuth4 } from "@x/auth/legacy/next-auth-4";
import Credentials from "@x/auth/providers/credentials";

export const authOptions: NextAuthOptions = {
  providers: [
    Credentials({
      credentials: { username: { label: "User" }, password: { type: "password" } },
      async authorize(credentials) {
        if (credentials?.username !== "ada" || credentials.password !== "lovelace") return null;
        return { id: "1", name: "Ada Lovelace" };
      },
    }),
    { id: "op", name: "OpenID Connect", type: "oidc" },
  ],
  callbacks: {
    jwt({ token, trigger, session }) {
      const name = session?.name ?? session?.user?.name;
      if (trigger === "update" && typeof name === "string") token.name = name;
      return token;
    },
  },
  legacy: nextAuth4(),
};

export const nextAuth = NextAuth(authOptions);
export const { handlers, auth, signIn, signOut, unstable_update } = nextAuth;
`,
  "pages/api/old.ts": `import type { NextApiRequest, NextApiResponse } from "next";
import { getServerSession } from "@x/auth/next";
import { auth, authOptions } from "../../auth";

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const session = await getServerSession(req, res, authOptions);
  const same = await auth({ req });
  res.json({ name: session?.user?.name === same?.user?.name ? session?.user?.name ?? null : "two" });
}
`,
};

/** What the compiler refuses, written in JavaScript. */
const WRONG = `import NextAuth from "@x/auth/next";
import { getSession } from "@x/auth/next/react";
import { authOptions } from "../../auth";

export default async function handler(req, res) {
  const messageOf = (run) => run().then(() => "nothing", (error) => error.message);
  res.json([
    await messageOf(() => getSession({ req })),
    await messageOf(async () => NextAuth(req, res, authOptions)),
  ]);
}
`;

const wrongStep: Step = {
  name: "calls of next-auth 4 that no function takes say what to write",
  async run(_app, { browser }) {
    const messages = await (await browser.fetch("/api/wrong")).json();
    assertStringIncludes(messages[0], "write `auth({ req })`");
    assertStringIncludes(messages[1], "write `NextAuth(options)`");
  },
};

/** This package, after a run with `next-auth` to show that the app is written for it. */
export const nextApps: FrameworkApp[] = [
  {
    ...next,
    name: "next with next-auth",
    imports: {
      "@x/auth/next": "next-auth",
      "@x/auth/next/react": "next-auth/react",
      "@x/auth/providers/credentials": "next-auth/providers/credentials",
    },
    dependencies: { "@x/auth": undefined, "next-auth": "5.0.0-beta.32" },
  },
  {
    ...next,
    ...inNext,
    files: { ...inNext.files, ...TEAMS, ...routeInNext.files },
    texts: { ...inNext.texts, ...routeInNext.texts },
    pages: [...pages, teamsStep],
    // `next-auth` cannot be loaded there without `transpilePackages`.
    steps: [
      ...steps,
      routeStep("API routes read the session", "/api/legacy"),
      guestbookStep,
      protectedStep,
    ],
  },
  {
    ...next,
    name: "next 15",
    dependencies: { "next": "^15.5.0" },
    files: {
      ...onOlder,
      ...movedFiles,
      "auth.ts": `import NextAuth from "@x/auth/next";
import { authOptions as old } from "./options";

const op = { id: "op", name: "OpenID Connect", type: "oidc" } as const;
export const authOptions = { ...old, providers: [...old.providers, op] };
export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth(authOptions);
`,
      "app/api/auth/[...nextauth]/route.ts": undefined,
      "pages/api/auth/[...nextauth].ts": `import NextAuth from "@x/auth/next";
import { authOptions } from "../../../auth";

export default NextAuth(authOptions);
`,
      "pages/api/wrong.js": WRONG,
    },
    steps: [
      ...steps,
      routeStep("the moved calls read the session", "/api/old"),
      ...movedSteps,
      wrongStep,
    ],
  },
  {
    ...next,
    name: "next 14 on the edge",
    dependencies: {
      "next": await readMinimum(),
      "react": "^18.0.0",
      "react-dom": "^18.0.0",
      "@types/react": "^18.0.0",
      "@types/react-dom": "^18.0.0",
    },
    files: {
      ...moved,
      "app/api/auth/[...nextauth]/route.ts": `import NextAuth from "@x/auth/next";
import { authOptions } from "../../../../auth";

const handler = NextAuth(authOptions);

export { handler as GET, handler as POST };
`,
    },
    steps: [...steps, routeStep("getServerSession() reads the session", "/api/old")],
    pages: undefined,
  },
];

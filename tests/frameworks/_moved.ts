/**
 * An app of next-auth 4 in the pages router, whose files the command `move` writes: a session that
 * began before goes on, and what was protected is protected.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { EncryptJWT } from "jose";
import { hkdfSync } from "node:crypto";
import { inApp, planOf } from "../move/_apps.ts";
import type { Step } from "./_scenario.ts";

const SECRET = "the-secret-of-the-app-with-next-auth-4";

/** The app as it was; its own `auth.ts` makes what the pages of the example import. */
const BEFORE: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({ dependencies: { next: "^15.5.0", "next-auth": "^4.24.11" } }),
  "options.ts": `import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";

async function check(name: string, password: string) {
  return name === "ada" && password === "lovelace";
}

export const authOptions: NextAuthOptions = {
  secret: "${SECRET}",
  providers: [
    CredentialsProvider({
      credentials: { username: { label: "User" }, password: { type: "password" } },
      async authorize(credentials) {
        if (!credentials) return null;
        const isRight = await check(credentials.username, credentials.password);
        return isRight ? { id: "1", name: "Ada Lovelace" } : null;
      },
    }),
  ],
  session: { strategy: "jwt" },
  callbacks: {
    jwt({ token, trigger, session }) {
      const name = session?.name ?? session?.user?.name;
      if (trigger === "update" && typeof name === "string") token.name = name;
      return token;
    },
  },
};
`,
  "middleware.ts": `import { withAuth } from "next-auth/middleware";

export default withAuth({
  callbacks: {
    authorized: ({ req, token }) => {
      if (req.nextUrl.pathname.startsWith("/dashboard/admin")) return token?.role === "admin";
      return token !== null;
    },
  },
});

export const config = { matcher: ["/dashboard/:path*"] };
`,
  "pages/api/auth/[...nextauth].ts": `import NextAuth from "next-auth";
import { authOptions } from "../../../options";

export default NextAuth(authOptions);
`,
  "pages/api/old.ts": `import type { NextApiRequest, NextApiResponse } from "next";
import { getServerSession } from "next-auth";
import { getToken } from "next-auth/jwt";
import { getSession } from "next-auth/react";
import { authOptions } from "../../options";

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const session = await getServerSession(req, res, authOptions);
  const same = await getSession({ req });
  const token = await getToken({ req, secret: authOptions.secret });
  const names = new Set([session?.user?.name, same?.user?.name, token?.name]);
  res.json({ name: names.size === 1 ? session?.user?.name ?? null : "three" });
}
`,
};

/** The files that the command has changed. */
export const movedFiles: Readonly<Record<string, string>> = await inApp(
  { files: BEFORE },
  async (folder) => {
    const { plan } = await planOf(folder);
    const changes = plan.changes.filter(({ path }) => path !== "package.json");
    return Object.fromEntries(changes.map(({ path, after }) => [path, after]));
  },
);

/** The cookie that a browser has from next-auth 4. */
async function oldCookie(claims: Record<string, unknown>): Promise<string> {
  const key = hkdfSync("sha256", SECRET, "", "NextAuth.js Generated Encryption Key", 32);
  const token = await new EncryptJWT(claims)
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setIssuedAt()
    .setExpirationTime("30d")
    .setJti(crypto.randomUUID())
    .encrypt(new Uint8Array(key));
  return `next-auth.session-token=${token}`;
}

/** Steps of the moved app. */
export const movedSteps: readonly Step[] = [
  {
    name: "a session that began before the move goes on, and opens what it opened",
    async run({ origin }) {
      const visit = async (path: string, claims: Record<string, unknown>) => {
        const headers = { cookie: await oldCookie(claims) };
        const response = await fetch(origin + path, { headers, redirect: "manual" });
        return { status: response.status, text: await response.text() };
      };
      const ada = { sub: "1", name: "Ada Lovelace" };
      assertEquals((await visit("/api/old", ada)).text, '{"name":"Ada Lovelace"}');
      assertEquals((await visit("/dashboard", ada)).status, 200);
      assertEquals((await visit("/dashboard/admin", ada)).status, 307);
      // There is no such page: the middleware let the request pass.
      assertEquals((await visit("/dashboard/admin", { ...ada, role: "admin" })).status, 404);
    },
  },
];

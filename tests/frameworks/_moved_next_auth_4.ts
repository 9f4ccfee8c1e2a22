/**
 * Apps of next-auth 4 that are moved, built and visited.
 *
 * @module
 */

import {
  DATABASE,
  databaseSession,
  DRIZZLE,
  HOME,
  LAYOUT,
  manifest,
  migrated,
  NEXT,
  next,
  NEXT_TSCONFIG,
  TYPES_OF_NEXT,
} from "./_moved_parts.ts";
import { PRISMA } from "./_moved_prisma.ts";
import type { MovedBuild } from "./_moved_rows.ts";

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

/** The apps. */
export const movedNextAuth4: readonly MovedBuild[] = [
  {
    name: "moved next-auth 4",
    has: "app router, Drizzle, database sessions",
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
    before: databaseSession("next-auth.session-token"),
    after: migrated,
  },
  {
    name: "moved next-auth 4 pages",
    has: "pages router, Drizzle, database sessions, API route",
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
    before: databaseSession("next-auth.session-token"),
    after: migrated,
    closed: ["/dashboard", "/api/me"],
  },
  {
    name: "moved next-auth 4 prisma",
    has: "app router, Prisma, database sessions",
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
];

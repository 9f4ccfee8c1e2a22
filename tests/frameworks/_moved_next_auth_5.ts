/**
 * Apps of next-auth 5 that are moved, built and visited.
 *
 * @module
 */

import {
  authJs,
  HOME,
  LAYOUT,
  manifest,
  NEXT,
  next,
  NEXT_TSCONFIG,
  TYPES_OF_NEXT,
} from "./_moved_parts.ts";
import { PRISMA } from "./_moved_prisma.ts";
import type { MovedBuild } from "./_moved_rows.ts";

/** The apps. */
export const movedNextAuth5: readonly MovedBuild[] = [
  {
    name: "moved next-auth 5",
    has: "app router, `authorized`, server actions, augmentation",
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
    name: "moved next-auth 5 prisma",
    has: "app router, Prisma, database sessions",
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
];

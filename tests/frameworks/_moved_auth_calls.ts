/**
 * Apps of next-auth 5 that call `auth` in many places and are moved, built and visited.
 *
 * @module
 */

import {
  authJs,
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
  VITEST,
  VITEST_CONFIG,
} from "./_moved_parts.ts";
import type { MovedBuild } from "./_moved_rows.ts";

const LIBRARY = { "next-auth": "5.0.0-beta.30" };

const ROUTE = `import { handlers } from "@/auth";

export const { GET, POST } = handlers;
`;

const CREDENTIALS = `Credentials({
      credentials: { password: { type: "password" } },
      authorize: ({ password }) =>
        password === "lovelace" ? { id: "1", name: "Ada Lovelace", role: "admin" } : null,
    })`;

const AUGMENTED = `import type { DefaultSession } from "next-auth";
import type { JWT } from "next-auth/jwt";

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

export type { JWT };
`;

/** The apps. */
export const movedAuthCalls: readonly MovedBuild[] = [
  {
    name: "moved next-auth 5 split",
    has: "app router, a config of its own for the middleware, own sign-in page, server actions, " +
      "augmentation, tests with mocks",
    ...next,
    files: {
      "package.json": manifest({ ...NEXT, ...LIBRARY }, { ...TYPES_OF_NEXT, ...VITEST }),
      "tsconfig.json": NEXT_TSCONFIG,
      "vitest.config.ts": VITEST_CONFIG,
      "types.d.ts": AUGMENTED,
      "auth.config.ts": `import type { NextAuthConfig } from "next-auth";

export const authConfig = {
  pages: { signIn: "/login" },
  callbacks: {
    authorized({ auth, request: { nextUrl } }) {
      const isIn = !!auth?.user;
      if (nextUrl.pathname.startsWith("/admin")) return auth?.user.role === "admin";
      if (nextUrl.pathname.startsWith("/dashboard")) return isIn;
      if (isIn && nextUrl.pathname === "/login") {
        return Response.redirect(new URL("/dashboard", nextUrl));
      }
      return true;
    },
    session({ session, token }) {
      session.user.role = token.role as string | undefined;
      return session;
    },
  },
  providers: [],
} satisfies NextAuthConfig;
`,
      "auth.ts": `import NextAuth from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { authConfig } from "./auth.config";

export const { handlers, auth, signIn, signOut } = NextAuth({
  ...authConfig,
  providers: [
    ${CREDENTIALS},
  ],
  callbacks: {
    ...authConfig.callbacks,
    jwt({ token, user }) {
      if (user) token.role = user.role;
      return token;
    },
  },
});
`,
      "proxy.ts": `import NextAuth from "next-auth";
import { authConfig } from "./auth.config";

export default NextAuth(authConfig).auth;

export const config = { matcher: ["/((?!api|_next/static|_next/image|.*\\\\.png$).*)"] };
`,
      "app/layout.tsx": LAYOUT,
      "app/page.tsx": HOME,
      "app/api/auth/[...nextauth]/route.ts": ROUTE,
      "app/actions.ts": `"use server";

import { AuthError } from "next-auth";
import { signIn } from "@/auth";

export async function authenticate(_state: string | undefined, form: FormData) {
  try {
    await signIn("credentials", form);
  } catch (error) {
    if (error instanceof AuthError) {
      switch (error.type) {
        case "CredentialsSignin":
          return "Wrong password";
        default:
          return "Something went wrong";
      }
    }
    throw error;
  }
}
`,
      "app/login/page.tsx": `"use client";

import { useActionState } from "react";
import { authenticate } from "../actions";

export default function Login() {
  const [problem, action] = useActionState(authenticate, undefined);
  return (
    <form action={action}>
      <input name="password" type="password" />
      <button>Sign in</button>
      {problem}
    </form>
  );
}
`,
      "app/admin/page.tsx": `export default function Admin() {
  return <p>For administrators</p>;
}
`,
      "app/dashboard/page.tsx": `import { auth } from "@/auth";

export default async function Dashboard() {
  const session = await auth();
  return <p>Hello {session?.user.name}</p>;
}
`,
      "test/dashboard.test.tsx": `import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import Dashboard from "@/app/dashboard/page";
import { authenticate } from "@/app/actions";
import { auth, signIn } from "@/auth";

vi.mock("@/auth", () => ({ auth: vi.fn(), signIn: vi.fn() }));
vi.mock("next-auth", () => {
  class AuthError extends Error {
    type = "CredentialsSignin";
  }
  return { AuthError };
});

test("greets Ada", async () => {
  vi.mocked(auth as () => Promise<unknown>).mockResolvedValue({
    user: { name: "Ada Lovelace" },
    expires: "2030-01-01",
  });
  expect(renderToStaticMarkup(await Dashboard())).toBe("<p>Hello Ada Lovelace</p>");
});

test("says what is wrong", async () => {
  const { AuthError } = await import("next-auth");
  vi.mocked(signIn).mockRejectedValue(new AuthError());
  expect(await authenticate(undefined, new FormData())).toBe("Wrong password");
});
`,
    },
    before: authJs("next-auth/jwt"),
    tests: ["vitest", "run"],
    closed: ["/dashboard", "/admin"],
    forAdmins: ["/admin"],
  },
  {
    name: "moved next-auth 5 drizzle",
    has: "app router, Drizzle, database sessions, wrapped route handlers, client components",
    ...next,
    files: {
      "package.json": manifest({ ...NEXT, ...DRIZZLE, ...LIBRARY }, TYPES_OF_NEXT),
      "tsconfig.json": NEXT_TSCONFIG,
      "lib/db.ts": DATABASE,
      "auth.ts": `import { DrizzleAdapter } from "@auth/drizzle-adapter";
import NextAuth from "next-auth";
import GitHub from "next-auth/providers/github";
import { db } from "@/lib/db";

export const { handlers, auth, signIn, signOut } = NextAuth({
  adapter: DrizzleAdapter(db),
  providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
  session: { strategy: "database" },
  callbacks: {
    session({ session, user }) {
      session.user.id = user.id;
      return session;
    },
  },
});
`,
      "app/layout.tsx": `import { SessionProvider } from "next-auth/react";

export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body><SessionProvider>{children}</SessionProvider></body></html>;
}
`,
      "app/page.tsx": HOME,
      "app/login/page.tsx": `import { signIn } from "@/auth";

export default function Login() {
  return (
    <form
      action={async () => {
        "use server";
        await signIn("github", { redirectTo: "/dashboard" });
      }}
    >
      <button>Sign in</button>
    </form>
  );
}
`,
      "app/inbox/page.tsx": `"use client";

import { useSession } from "next-auth/react";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

export default function Inbox() {
  const { data: session, status } = useSession();
  const { push } = useRouter();
  useEffect(() => {
    if (status === "unauthenticated") push("/login");
  }, [push, status]);
  return session ? <p>Inbox of {session.user?.name}</p> : null;
}
`,
      "app/dashboard/page.tsx": `import { redirect } from "next/navigation";
import { auth } from "@/auth";

export default async function Dashboard() {
  const session = await auth();
  if (!session?.user) redirect("/login");
  return <p>Hello {session.user.name}</p>;
}
`,
      "app/api/auth/[...nextauth]/route.ts": ROUTE,
      "app/api/me/route.ts": `import { NextResponse } from "next/server";
import { auth } from "@/auth";

export const GET = auth((req) => {
  if (!req.auth) return NextResponse.json({ message: "Nobody" }, { status: 401 });
  return NextResponse.json({ name: req.auth.user?.name });
});
`,
    },
    before: databaseSession("authjs.session-token"),
    after: migrated,
    closed: ["/dashboard", "/api/me"],
    inBrowser: "/inbox",
  },
  {
    name: "moved next-auth 5 pages",
    has: "pages router, wrapped middleware, API route, JavaScript beside types",
    ...next,
    files: {
      "package.json": manifest({ ...NEXT, ...LIBRARY }, TYPES_OF_NEXT),
      "tsconfig.json": NEXT_TSCONFIG,
      // Its modules import those of Next.js without an ending, which Node finds in a bundle alone.
      "next.config.mjs": `export default { transpilePackages: ["next-auth"] };
`,
      "auth.ts": `import NextAuth from "next-auth";
import Credentials from "next-auth/providers/credentials";

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    ${CREDENTIALS},
  ],
  session: { strategy: "jwt", maxAge: 86400 },
});
`,
      "proxy.ts": `import { NextResponse } from "next/server";
import { auth } from "@/auth";

export default auth((req) => {
  if (!req.auth && req.nextUrl.pathname !== "/") {
    return NextResponse.redirect(new URL("/api/auth/signin", req.nextUrl.origin));
  }
});

export const config = { matcher: ["/", "/reports"] };
`,
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
      "pages/reports.jsx": `import { useSession } from "next-auth/react";

export default function Reports() {
  const { data } = useSession();
  return <p>Reports of {data?.user?.name}</p>;
}
`,
      "pages/dashboard.tsx": `import type { GetServerSideProps } from "next";
import { auth } from "@/auth";

export const getServerSideProps: GetServerSideProps = async (context) => {
  const session = await auth(context);
  if (!session) return { redirect: { destination: "/api/auth/signin", permanent: false } };
  return { props: { session, name: session.user?.name ?? "" } };
};

export default function Dashboard({ name }: { name: string }) {
  return <p>Hello {name}</p>;
}
`,
      "pages/api/me.ts": `import type { NextApiRequest, NextApiResponse } from "next";
import { auth } from "@/auth";

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const session = await auth(req, res);
  if (!session) return res.status(401).json({ message: "Nobody" });
  res.json({ name: session.user?.name });
}
`,
      "app/layout.tsx": LAYOUT,
      "app/api/auth/[...nextauth]/route.ts": ROUTE,
    },
    before: authJs("next-auth/jwt"),
    closed: ["/dashboard", "/reports", "/api/me"],
  },
];

/**
 * Apps of next-auth 4 with sessions in tokens that are moved, built and visited.
 *
 * @module
 */

import {
  HOME,
  LAYOUT,
  manifest,
  NEXT,
  next,
  NEXT_TSCONFIG,
  tokensOfNextAuth4,
  TYPES_OF_NEXT,
  VITEST,
  VITEST_CONFIG,
} from "./_moved_parts.ts";
import type { MovedBuild } from "./_moved_rows.ts";

const LIBRARY = { "next-auth": "^4.24.11" };

/** Types of a role. */
export const AUGMENTED = `import type { DefaultSession } from "next-auth";

declare module "next-auth" {
  interface Session {
    user: { id?: string; role?: string } & DefaultSession["user"];
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
`;

/** Options with a role in the token. */
export const OPTIONS = `import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";

export const authOptions: NextAuthOptions = {
  providers: [
    CredentialsProvider({
      name: "Name",
      credentials: {
        username: { label: "Name", type: "text" },
        password: { label: "Password", type: "password" },
      },
      async authorize(credentials) {
        if (credentials?.password !== "lovelace") return null;
        return { id: "1", name: "Ada Lovelace", role: "admin" };
      },
    }),
  ],
  session: { strategy: "jwt", maxAge: 24 * 60 * 60 },
  pages: { signIn: "/login" },
  callbacks: {
    async jwt({ token, user }) {
      if (user) token.role = user.role;
      return token;
    },
    async session({ session, token }) {
      if (session.user) {
        session.user.id = token.sub;
        session.user.role = token.role;
      }
      return session;
    },
  },
};
`;

const IN_JAVASCRIPT = OPTIONS
  .replace('import type { NextAuthOptions } from "next-auth";\n', "")
  .replace(": NextAuthOptions", "");

const LOGIN = `import { signIn, useSession } from "next-auth/react";
import { useRouter } from "next/router";
import { type FormEvent, useState } from "react";

export default function Login() {
  const { status } = useSession();
  const { query, push } = useRouter();
  const [error, setError] = useState<string>();
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    const result = await signIn("credentials", { ...fields, redirect: false });
    if (result?.error) setError(result.error);
    else await push(String(query.callbackUrl ?? "/"));
  }
  if (status === "authenticated") return <p>You are in</p>;
  return (
    <form onSubmit={submit}>
      <input name="username" />
      <input name="password" type="password" />
      <button>Sign in</button>
      {error}
    </form>
  );
}
`;

const SHELL = `import { SessionProvider } from "next-auth/react";
import type { AppProps } from "next/app";

export default function App({ Component, pageProps: { session, ...pageProps } }: AppProps) {
  return (
    <SessionProvider session={session}>
      <Component {...pageProps} />
    </SessionProvider>
  );
}
`;

const ROUTE = `import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth";

const handler = NextAuth(authOptions);

export { handler as GET, handler as POST };
`;

const SERVER_PAGE = `import { getServerSession } from "next-auth";
import { redirect } from "next/navigation";
import { authOptions } from "@/lib/auth";

export default async function Dashboard() {
  const session = await getServerSession(authOptions);
  if (!session) redirect("/login");
  return <p>Hello {session.user?.name}</p>;
}
`;

/** The apps. */
export const movedTokens: readonly MovedBuild[] = [
  {
    name: "moved next-auth 4 login",
    has: "pages router, own sign-in page, `withAuth` with roles, augmentation, tests with mocks",
    ...next,
    files: {
      "package.json": manifest({ ...NEXT, ...LIBRARY }, { ...TYPES_OF_NEXT, ...VITEST }),
      "tsconfig.json": NEXT_TSCONFIG,
      "vitest.config.ts": VITEST_CONFIG,
      "types/next-auth.d.ts": AUGMENTED,
      "lib/auth.ts": OPTIONS,
      "middleware.ts": `import { withAuth } from "next-auth/middleware";

export default withAuth({
  pages: { signIn: "/login" },
  callbacks: {
    authorized({ req, token }) {
      if (req.nextUrl.pathname.startsWith("/admin")) return token?.role === "admin";
      return !!token;
    },
  },
});

export const config = { matcher: ["/admin/:path*", "/dashboard", "/reports"] };
`,
      "pages/_app.tsx": SHELL,
      "pages/index.tsx": HOME,
      "pages/login.tsx": LOGIN,
      "pages/reports.tsx": `export default function Reports() {
  return <p>Reports of Ada Lovelace</p>;
}
`,
      "pages/admin/index.tsx": `export default function Admin() {
  return <p>For administrators</p>;
}
`,
      "pages/dashboard.tsx": `import type { GetServerSideProps } from "next";
import { getServerSession } from "next-auth/next";
import { authOptions } from "@/lib/auth";

export const getServerSideProps: GetServerSideProps = async (context) => {
  const session = await getServerSession(context.req, context.res, authOptions);
  return { props: { session, name: session?.user.name ?? "" } };
};

export default function Dashboard({ name }: { name: string }) {
  return <p>Hello {name}</p>;
}
`,
      "pages/api/auth/[...nextauth].ts": `import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth";

export default NextAuth(authOptions);
`,
      "pages/api/me.ts": `import type { NextApiRequest, NextApiResponse } from "next";
import { getToken } from "next-auth/jwt";

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const token = await getToken({ req });
  if (!token) return res.status(401).json({ error: "Nobody" });
  res.json({ name: token.name, role: token.role });
}
`,
      "test/login.test.tsx": `import { signIn, useSession } from "next-auth/react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import Login from "../pages/login";

vi.mock("next-auth/react", () => ({ signIn: vi.fn(), useSession: vi.fn() }));
vi.mock("next/router", () => ({ useRouter: () => ({ query: {}, push: vi.fn() }) }));

beforeEach(() => vi.clearAllMocks());

test("a form for a stranger", () => {
  vi.mocked(useSession).mockReturnValue({
    data: null,
    status: "unauthenticated",
    update: vi.fn(),
  });
  expect(renderToStaticMarkup(<Login />)).toContain("Sign in");
  expect(signIn).not.toHaveBeenCalled();
});

test("no form for Ada", () => {
  vi.mocked(useSession).mockReturnValue({
    data: { user: { name: "Ada Lovelace", role: "admin" }, expires: "2030-01-01" },
    status: "authenticated",
    update: vi.fn(),
  });
  expect(renderToStaticMarkup(<Login />)).toBe("<p>You are in</p>");
});
`,
    },
    before: tokensOfNextAuth4,
    tests: ["vitest", "run"],
    closed: ["/dashboard", "/reports", "/admin", "/api/me"],
    forAdmins: ["/admin"],
  },
  {
    name: "moved next-auth 4 middleware",
    has: "app router, middleware that reads the token, client components, tests with mocks",
    ...next,
    files: {
      "package.json": manifest({ ...NEXT, ...LIBRARY }, { ...TYPES_OF_NEXT, ...VITEST }),
      "tsconfig.json": NEXT_TSCONFIG,
      "vitest.config.ts": VITEST_CONFIG,
      "types/next-auth.d.ts": AUGMENTED,
      "lib/auth.ts": OPTIONS,
      "middleware.ts": `import { type NextRequestWithAuth, withAuth } from "next-auth/middleware";
import { NextResponse } from "next/server";

export default withAuth(
  function middleware(request: NextRequestWithAuth) {
    const { pathname } = request.nextUrl;
    if (pathname.startsWith("/admin") && request.nextauth.token?.role !== "admin") {
      return NextResponse.redirect(new URL("/", request.url));
    }
  },
  { callbacks: { authorized: ({ token }) => !!token }, pages: { signIn: "/login" } },
);

export const config = { matcher: ["/admin/:path*", "/dashboard/:path*"] };
`,
      "app/providers.tsx": `"use client";

import { SessionProvider } from "next-auth/react";
import type { ReactNode } from "react";

export function Providers({ children }: { children: ReactNode }) {
  return <SessionProvider>{children}</SessionProvider>;
}
`,
      "app/layout.tsx": `import { Providers } from "./providers";

export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body><Providers>{children}</Providers></body></html>;
}
`,
      "app/page.tsx": HOME,
      "app/login/page.tsx": `"use client";

import { signIn } from "next-auth/react";

export default function Login() {
  return <button onClick={() => signIn("credentials", { callbackUrl: "/dashboard" })}>In</button>;
}
`,
      "app/inbox/page.tsx": `"use client";

import { useSession } from "next-auth/react";
import { useRouter } from "next/navigation";

export default function Inbox() {
  const { push } = useRouter();
  const { data: session } = useSession({ required: true, onUnauthenticated: () => push("/login") });
  return <p>{session ? \`Inbox of \${session.user.name}\` : "Wait"}</p>;
}
`,
      "app/admin/page.tsx": `export default function Admin() {
  return <p>For administrators</p>;
}
`,
      "app/dashboard/page.tsx": SERVER_PAGE,
      "app/api/auth/[...nextauth]/route.ts": ROUTE,
      "test/dashboard.test.tsx": `import { getServerSession } from "next-auth";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import Dashboard from "@/app/dashboard/page";

vi.mock("next-auth", () => ({ getServerSession: vi.fn() }));

test("greets Ada", async () => {
  vi.mocked(getServerSession).mockResolvedValue({
    user: { name: "Ada Lovelace" },
    expires: "2030-01-01",
  });
  expect(renderToStaticMarkup(await Dashboard())).toBe("<p>Hello Ada Lovelace</p>");
});

test("sends a stranger away", async () => {
  vi.mocked(getServerSession).mockResolvedValue(null);
  await expect(Dashboard()).rejects.toThrow("NEXT_REDIRECT");
});
`,
    },
    before: tokensOfNextAuth4,
    tests: ["vitest", "run"],
    closed: ["/dashboard", "/admin"],
    forAdmins: ["/admin"],
    inBrowser: "/inbox",
  },
  {
    name: "moved next-auth 4 javascript",
    has: "app router, JavaScript without types, `withAuth`, own sign-in page",
    ...next,
    isTyped: false,
    files: {
      "package.json": manifest({ ...NEXT, ...LIBRARY }, {}),
      "jsconfig.json": JSON.stringify({ compilerOptions: { paths: { "@/*": ["./*"] } } }),
      "lib/auth.js": IN_JAVASCRIPT,
      "middleware.js": `import { withAuth } from "next-auth/middleware";

export default withAuth({ pages: { signIn: "/login" } });

export const config = { matcher: ["/dashboard", "/reports"] };
`,
      "app/layout.jsx": LAYOUT.replace(/: \{ children: React\.ReactNode \}/, ""),
      "app/page.jsx": HOME,
      "app/login/page.jsx": `"use client";

import { signIn } from "next-auth/react";

export default function Login() {
  return <button onClick={() => signIn("credentials", { callbackUrl: "/dashboard" })}>In</button>;
}
`,
      "app/reports/page.jsx": `export default function Reports() {
  return <p>Reports of Ada Lovelace</p>;
}
`,
      "app/dashboard/page.jsx": SERVER_PAGE,
      "app/api/auth/[...nextauth]/route.js": ROUTE,
      "app/api/me/route.js": `import { getServerSession } from "next-auth/next";
import { authOptions } from "@/lib/auth";

export async function GET() {
  const session = await getServerSession(authOptions);
  if (!session) return new Response("Nobody", { status: 401 });
  return Response.json(session.user);
}
`,
    },
    before: tokensOfNextAuth4,
    closed: ["/dashboard", "/reports", "/api/me"],
  },
];

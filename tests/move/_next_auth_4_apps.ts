/**
 * Apps of next-auth 4, as people write them.
 *
 * @module
 */

import type { MoveApp } from "./_apps.ts";

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
    allowJs: true,
    esModuleInterop: true,
    isolatedModules: true,
    resolveJsonModule: true,
    paths: { "@/*": ["./*"] },
  },
  include: ["**/*.ts", "**/*.tsx"],
  exclude: ["node_modules"],
});

const IN_SRC = TSCONFIG.replace('"./*"', '"./src/*"');

const manifest = (more: Record<string, string> = {}, next = "^15.5.0") =>
  JSON.stringify(
    {
      name: "app",
      private: true,
      scripts: { dev: "next dev", build: "next build" },
      dependencies: {
        next,
        "next-auth": "^4.24.11",
        react: "^19.0.0",
        "react-dom": "^19.0.0",
        ...more,
      },
      devDependencies: { typescript: "^5.9.0" },
    },
    null,
    2,
  ) + "\n";

const ROUTE = `import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth";

const handler = NextAuth(authOptions);

export { handler as GET, handler as POST };
`;

const GITHUB = `import type { NextAuthOptions } from "next-auth";
import GithubProvider from "next-auth/providers/github";

// Who may sign in.
export const authOptions: NextAuthOptions = {
  providers: [
    GithubProvider({
      clientId: process.env.GITHUB_ID ?? "",
      clientSecret: process.env.GITHUB_SECRET ?? "",
    }),
  ],
  session: { strategy: "jwt" },
};
`;

const CREDENTIALS = `import { type NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";

async function findUser(email: string) {
  return email === "ada@example.com" ? { id: "1", name: "Ada", email, hash: "lovelace" } : null;
}

async function compare(password: string, hash: string) {
  return password === hash;
}

export const authOptions: NextAuthOptions = {
  providers: [
    CredentialsProvider({
      name: "Email",
      credentials: {
        email: { label: "Email", type: "email" },
        password: { label: "Password", type: "password" },
      },
      async authorize(credentials, req) {
        if (!credentials?.email || !credentials?.password) {
          throw new Error("Type both.");
        }
        const user = await findUser(credentials.email.toLowerCase());
        if (!user || !(await compare(credentials.password, user.hash))) return null;
        console.log("signed in from", req.headers?.["user-agent"]);
        return user;
      },
    }),
  ],
  session: { strategy: "jwt", maxAge: 60 * 60 },
  pages: { signIn: "/login" },
  callbacks: {
    jwt({ token, user }) {
      if (user) token.role = user.role;
      return token;
    },
    session({ session, token }) {
      session.user.role = token.role;
      return session;
    },
  },
};
`;

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

const PROVIDERS = `"use client";

import { SessionProvider } from "next-auth/react";

export function Providers({ children }: { children: React.ReactNode }) {
  return <SessionProvider>{children}</SessionProvider>;
}
`;

const LOGIN = `"use client";

import { signIn, useSession } from "next-auth/react";

export default function Login() {
  const { data, status } = useSession();
  async function submit() {
    const result = await signIn("credentials", { redirect: false, email: "ada@example.com" });
    if (result?.error) alert(result.error);
  }
  return status === "authenticated" ? <p>{data.user?.name}</p> : <button onClick={submit}>In</button>;
}
`;

const LAYOUT = `import { Providers } from "./providers";

export default function Layout({ children }: { children: React.ReactNode }) {
  return <html><body><Providers>{children}</Providers></body></html>;
}
`;

const PAGE = `import { getServerSession } from "next-auth";
import { redirect } from "next/navigation";
import { authOptions } from "@/lib/auth";

export default async function Page() {
  const session = await getServerSession(authOptions);
  if (!session) redirect("/api/auth/signin");
  return <h1>Hello {session.user?.name}</h1>;
}
`;

const app = (own: Record<string, string>): Record<string, string> => ({
  "package.json": manifest(),
  "tsconfig.json": TSCONFIG,
  "app/layout.tsx": LAYOUT,
  "app/providers.tsx": PROVIDERS,
  "app/api/auth/[...nextauth]/route.ts": ROUTE,
  "lib/auth.ts": GITHUB,
  "app/dashboard/page.tsx": PAGE,
  ...own,
});

const pages = (own: Record<string, string>): Record<string, string> => ({
  "package.json": manifest(),
  "tsconfig.json": TSCONFIG,
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
  ...own,
});

/** The apps, by what is special about each. */
export const nextAuth4Apps: readonly MoveApp[] = [
  { name: "app router, options in a module", files: app({}) },
  {
    name: "app router, middleware re-exported",
    files: app({
      "middleware.ts": `export { default } from "next-auth/middleware";

export const config = { matcher: ["/dashboard/:path*"] };
`,
    }),
  },
  {
    name: "app router, credentials, roles in the middleware, augmentation",
    files: app({
      "lib/auth.ts": CREDENTIALS,
      "types/next-auth.d.ts": AUGMENTED,
      "app/login/page.tsx": LOGIN,
      "middleware.ts": `import { withAuth } from "next-auth/middleware";

// Administrators alone see the administration.
export default withAuth({
  callbacks: {
    authorized: ({ req, token }) => {
      if (req.nextUrl.pathname.startsWith("/admin")) return token?.role === "admin";
      return !!token;
    },
  },
  pages: { signIn: "/login" },
});

export const config = { matcher: ["/dashboard/:path*", "/admin/:path*"] };
`,
    }),
  },
  {
    name: "app router, handler in the middleware that reads the token",
    files: app({
      "lib/auth.ts": CREDENTIALS,
      "types/next-auth.d.ts": AUGMENTED,
      "middleware.ts": `import { withAuth, type NextRequestWithAuth } from "next-auth/middleware";
import { NextResponse } from "next/server";

export default withAuth(
  function middleware(request: NextRequestWithAuth) {
    const isAdmin = request.nextauth.token?.role === "admin";
    if (request.nextUrl.pathname.startsWith("/admin") && !isAdmin) {
      return NextResponse.rewrite(new URL("/denied", request.url));
    }
  },
  { callbacks: { authorized: ({ token }) => !!token } },
);

export const config = { matcher: ["/admin/:path*"] };
`,
    }),
  },
  {
    name: "app router, options in the route",
    files: {
      ...app({
        "app/api/auth/[...nextauth]/route.ts": `import NextAuth from "next-auth";
import GithubProvider from "next-auth/providers/github";
import { allowed } from "../../../../lib/allowed";

export const dynamic = "force-dynamic";

const handler = NextAuth({
  // The office alone.
  callbacks: { signIn: ({ user }) => allowed(user.email) },
  providers: [
    GithubProvider({ clientId: process.env.GITHUB_ID!, clientSecret: process.env.GITHUB_SECRET! }),
  ],
});

export { handler as GET, handler as POST };
`,
        "lib/allowed.ts":
          `export const allowed = (email?: string | null) => email?.endsWith("@example.com") === true;
`,
        "middleware.ts": `export { default } from "next-auth/middleware";
`,
        "app/dashboard/page.tsx": `import { getServerSession } from "next-auth/next";

export default async function Page() {
  return <h1>{(await getServerSession())?.user?.name}</h1>;
}
`,
      }),
      "lib/auth.ts": undefined,
    },
  },
  {
    name: "app router in src, Prisma, T3",
    files: {
      "package.json": manifest({
        "@next-auth/prisma-adapter": "^1.0.7",
        "@prisma/client": "^6.0.0",
      }),
      "tsconfig.json": IN_SRC,
      "src/server/db.ts": `export const db = {} as never;
`,
      "src/server/auth.ts": `import { PrismaAdapter } from "@next-auth/prisma-adapter";
import { getServerSession, type DefaultSession, type NextAuthOptions } from "next-auth";
import { type Adapter } from "next-auth/adapters";
import DiscordProvider from "next-auth/providers/discord";
import { db } from "@/server/db";

/**
 * Module augmentation for \`next-auth\` types.
 */
declare module "next-auth" {
  interface Session extends DefaultSession {
    user: { id: string } & DefaultSession["user"];
  }
}

export const authOptions: NextAuthOptions = {
  callbacks: {
    session: ({ session, user }) => ({ ...session, user: { ...session.user, id: user.id } }),
  },
  adapter: PrismaAdapter(db) as Adapter,
  providers: [
    DiscordProvider({
      clientId: process.env.DISCORD_CLIENT_ID ?? "",
      clientSecret: process.env.DISCORD_CLIENT_SECRET ?? "",
    }),
  ],
};

export const getServerAuthSession = () => getServerSession(authOptions);
`,
      "src/app/api/auth/[...nextauth]/route.ts": `import NextAuth from "next-auth";
import { authOptions } from "@/server/auth";

// eslint-disable-next-line
const handler = NextAuth(authOptions);
export { handler as GET, handler as POST };
`,
      "src/app/page.tsx": `import { getServerAuthSession } from "@/server/auth";

export default async function Home() {
  return <p>{(await getServerAuthSession())?.user.id}</p>;
}
`,
    },
  },
  {
    name: "pages router, options in the route, session of a request",
    files: pages({
      "pages/api/auth/[...nextauth].ts": `import NextAuth, { NextAuthOptions } from 'next-auth'
import GoogleProvider from 'next-auth/providers/google'

export const authOptions: NextAuthOptions = {
  providers: [
    GoogleProvider({
      clientId: process.env.GOOGLE_ID as string,
      clientSecret: process.env.GOOGLE_SECRET as string,
    }),
  ],
  secret: process.env.NEXTAUTH_SECRET,
}

export default NextAuth(authOptions)
`,
      "pages/api/me.ts": `import { getServerSession } from 'next-auth/next'
import { getToken } from 'next-auth/jwt'
import type { NextApiRequest, NextApiResponse } from 'next'
import { authOptions } from './auth/[...nextauth]'

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const session = await getServerSession(req, res, authOptions)
  const token = await getToken({ req, secret: process.env.NEXTAUTH_SECRET })
  res.json({ name: session?.user?.name ?? null, sub: token?.sub ?? null })
}
`,
      "pages/protected.tsx": `import { getSession } from 'next-auth/react'
import type { GetServerSideProps } from 'next'

export default function Protected({ name }: { name: string }) {
  return <p>{name}</p>
}

export const getServerSideProps: GetServerSideProps = async (context) => {
  const session = await getSession(context)
  if (!session) return { redirect: { destination: '/api/auth/signin', permanent: false } }
  return { props: { name: session.user?.name ?? '' } }
}
`,
      "pages/api/old.ts": `import { getSession } from 'next-auth/react'
import type { NextApiRequest, NextApiResponse } from 'next'

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const session = await getSession({ req })
  if (!session) return res.status(401).end()
  res.json(session)
}
`,
      "middleware.ts": `import { withAuth } from 'next-auth/middleware'

export default withAuth

export const config = { matcher: ['/protected'] }
`,
    }),
  },
  {
    name: "pages router, options in the call",
    files: pages({
      "pages/api/auth/[...nextauth].ts": `import NextAuth from "next-auth";
import GitHubProvider from "next-auth/providers/github";

export default NextAuth({
  providers: [GitHubProvider({ clientId: "id", clientSecret: "secret" })],
});
`,
      "pages/api/me.ts": `import type { NextApiRequest, NextApiResponse } from "next";
import { getSession } from "next-auth/react";

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  res.json(await getSession({ req }));
}
`,
    }),
  },
  {
    name: "pages router, a handler that makes its options",
    files: pages({
      "pages/api/auth/[...nextauth].ts":
        `import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import { authOptions } from "../../../lib/auth";

export default async function auth(req: NextApiRequest, res: NextApiResponse) {
  return await NextAuth(req, res, authOptions);
}
`,
      "lib/auth.ts": GITHUB,
    }),
  },
  {
    name: "cookie with a domain, tenant, signed-in company",
    files: app({
      "lib/auth.ts": `import type { NextAuthOptions } from "next-auth";
import AzureADProvider from "next-auth/providers/azure-ad";

export const authOptions: NextAuthOptions = {
  providers: [
    AzureADProvider({
      clientId: process.env.AZURE_ID!,
      clientSecret: process.env.AZURE_SECRET!,
      tenantId: process.env.AZURE_TENANT,
    }),
  ],
  cookies: {
    sessionToken: {
      name: "sid",
      options: { domain: ".example.com", path: "/", httpOnly: true, sameSite: "lax", secure: true },
    },
  },
};
`,
    }),
  },
  {
    name: "fields taken apart, a custom middleware with the token",
    files: app({
      "lib/auth.ts": `import NextAuth, { AuthOptions, getServerSession } from "next-auth";
import Credentials from "next-auth/providers/credentials";

export const authOptions = {
  providers: [
    Credentials({
      credentials: { username: {}, password: { type: "password" } },
      authorize: async (credentials) => {
        if (!credentials) return null;
        const { username, password } = credentials;
        return username === "ada" && password.length > 3 ? { id: "1", name: username } : null;
      },
    }),
  ],
  session: { strategy: "jwt" as const },
} satisfies AuthOptions;

export async function currentUser() {
  const session = await getServerSession(authOptions);
  return session?.user;
}

export const nextAuth = NextAuth(authOptions);
`,
      "middleware.ts": `import { getToken } from "next-auth/jwt";
import { NextResponse, type NextRequest } from "next/server";

export async function middleware(req: NextRequest) {
  const token = await getToken({ req });
  if (!token) return NextResponse.redirect(new URL("/api/auth/signin", req.url));
  return NextResponse.next();
}
`,
    }),
  },
  {
    name: "tests with mocks",
    files: app({
      "test/page.test.ts": `import { vi, test, expect } from "vitest";
import { getServerSession } from "next-auth";

vi.mock("next-auth", () => ({ getServerSession: vi.fn() }));
vi.mock("next-auth/react", () => ({ useSession: () => ({ data: null, status: "unauthenticated" }) }));

test("nobody", () => {
  vi.mocked(getServerSession).mockResolvedValue(null);
  expect(1).toBe(1);
});
`,
    }),
  },
  {
    name: "JavaScript without types",
    files: {
      "package.json": manifest(),
      "jsconfig.json": JSON.stringify({ compilerOptions: { paths: { "@/*": ["./*"] } } }),
      "app/api/auth/[...nextauth]/route.js": `import NextAuth from "next-auth"
import { options } from "@/options"

const handler = NextAuth(options)
export { handler as GET, handler as POST }
`,
      "options.js": `import GitHub from "next-auth/providers/github"

export const options = { providers: [GitHub({ clientId: "id", clientSecret: "secret" })] }
`,
      "app/page.jsx": `import { getServerSession } from "next-auth"
import { options } from "@/options"

export default async function Page() {
  const session = await getServerSession(options)
  return <p>{session?.user?.name}</p>
}
`,
      "middleware.js": `import { withAuth } from "next-auth/middleware"

export default withAuth({ pages: { signIn: "/login" } })
`,
    },
    isTyped: false,
  },
  {
    name: "pages router in src, Drizzle, an own createUser, sign-in page with providers",
    files: {
      "package.json": manifest({ "@auth/drizzle-adapter": "^1.0.0", "drizzle-orm": "^0.45.0" }),
      "tsconfig.json": IN_SRC,
      "src/db.ts": `export const db = {} as never;
`,
      "src/pages/api/auth/[...nextauth].ts":
        `import NextAuth, { type NextAuthOptions } from "next-auth";
import EmailProvider from "next-auth/providers/email";
import { DrizzleAdapter } from "@auth/drizzle-adapter";
import { db } from "@/db";

export const authOptions: NextAuthOptions = {
  adapter: {
    ...DrizzleAdapter(db),
    // The plan of new users is free.
    createUser: async (user: object) => ({ ...user, plan: "free" }) as never,
  } as NextAuthOptions["adapter"],
  session: { strategy: "database" },
  providers: [EmailProvider({ server: process.env.EMAIL_SERVER, from: "app@example.com" })],
  events: { signIn: ({ user }) => console.log(user.email) },
  pages: { signIn: "/signin" },
};

export default NextAuth(authOptions);
`,
      "src/pages/signin.tsx": `import { getProviders, signIn } from "next-auth/react";
import type { InferGetServerSidePropsType } from "next";

export default function SignIn(
  { providers }: InferGetServerSidePropsType<typeof getServerSideProps>,
) {
  return Object.values(providers ?? {}).map((provider) => (
    <button key={provider.id} onClick={() => signIn(provider.id, { callbackUrl: "/" })}>
      {provider.name}
    </button>
  ));
}

export async function getServerSideProps() {
  return { props: { providers: await getProviders() } };
}
`,
      "src/pages/index.tsx": `import { getServerSession } from "next-auth";
import type { GetServerSidePropsContext } from "next";
import { authOptions } from "./api/auth/[...nextauth]";

export default function Home({ name }: { name: string }) {
  return <p>{name}</p>;
}

export async function getServerSideProps({ req, res }: GetServerSidePropsContext) {
  const session = await getServerSession(req, res, authOptions);
  return { props: { name: session?.user?.name ?? "" } };
}
`,
    },
  },
  {
    name: "a package of a monorepo, which its apps import",
    files: {
      "package.json": manifest().replace('"name": "app"', '"name": "@acme/auth"'),
      "tsconfig.json": TSCONFIG,
      "index.ts": `import { getServerSession, type NextAuthOptions } from "next-auth";
import Google from "next-auth/providers/google";

export const authOptions: NextAuthOptions = {
  providers: [Google({ clientId: "id", clientSecret: "secret" })],
};

/** The session of the request. */
export const auth = () => getServerSession(authOptions);

export { default as NextAuth, type Session } from "next-auth";
`,
      "handler.ts": `import NextAuth from "next-auth";
import { authOptions } from "./index";

export const handler = NextAuth(authOptions);
`,
    },
  },
  {
    name: "Next.js 14, middleware with an adapter and names that are taken",
    files: app({
      "package.json": manifest({ "@auth/prisma-adapter": "^2.0.0" }, "14.2.35"),
      "lib/prisma.ts": `export const prisma = {} as never;
`,
      "lib/auth.ts": `import { PrismaAdapter } from "@auth/prisma-adapter";
import type { NextAuthOptions } from "next-auth";
import GitHub from "next-auth/providers/github";
import { prisma } from "./prisma";

export const authOptions: NextAuthOptions = {
  adapter: PrismaAdapter(prisma) as NextAuthOptions["adapter"],
  session: { strategy: "jwt" },
  providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
};
`,
      "app/dashboard/page.tsx": `import { getServerSession } from "next-auth";
import { authOptions } from "@/lib/auth";

export default async function Page() {
  const auth = await getServerSession(authOptions);
  return <h1>Hello {auth?.user?.name}</h1>;
}
`,
      "middleware.ts": `import middleware from "next-auth/middleware";

export default middleware;

export const config = { matcher: ["/dashboard/:path*"] };
`,
    }),
  },
  {
    name: "types that have other names, a left-over name, a provider with stable ids",
    files: app({
      "app/login/buttons.tsx": `"use client";

import type { BuiltInProviderType } from "next-auth/providers";
import { signIn, type ClientSafeProvider, type LiteralUnion } from "next-auth/react";

type Providers = Record<LiteralUnion<BuiltInProviderType, string>, ClientSafeProvider>;

export function Buttons({ providers }: { providers: Providers }) {
  return <button onClick={() => signIn(providers.github?.id)}>In</button>;
}
`,
      "lib/profile.ts": `import type { ISODateString } from "next-auth";
import type { GithubProfile } from "next-auth/providers/github";
import Trakt from "next-auth/providers/trakt";

export interface Seen {
  at: ISODateString;
  profile: GithubProfile;
}

export const trakt = Trakt({ clientId: "id", clientSecret: "secret" });
`,
      "next.config.mjs": `export default { transpilePackages: ["next-auth"] };
`,
    }),
  },
  {
    name: "options that another module passes on",
    files: app({
      "lib/index.ts": `export * from "./auth";
`,
      "app/api/auth/[...nextauth]/route.ts": ROUTE.replace("@/lib/auth", "@/lib"),
      "app/dashboard/page.tsx": PAGE.replace("@/lib/auth", "@/lib"),
    }),
  },
  {
    name: "middleware together with another one",
    files: app({
      "middleware.ts": `import { withAuth } from "next-auth/middleware";
import type { NextRequest } from "next/server";
import { NextResponse } from "next/server";

const languages = (_request: NextRequest) => NextResponse.next();

const authMiddleware = withAuth((request) => languages(request), {
  callbacks: { authorized: (params) => params.token != null },
  pages: { signIn: "/login" },
});

export default function middleware(request: NextRequest) {
  const isPublic = request.nextUrl.pathname === "/";
  return isPublic ? languages(request) : (authMiddleware as any)(request);
}
`,
    }),
  },
  {
    name: "Windows line ends, no semicolons, a role for each path",
    files: {
      ...app({
        "lib/auth.ts": GITHUB.replaceAll(";", "").replaceAll("\n", "\r\n"),
        "middleware.ts": `import { withAuth } from 'next-auth/middleware'

export default withAuth({
  callbacks: {
    authorized: ({ token }) => token?.email?.endsWith('@example.com') ?? false,
  },
})
`.replaceAll("\n", "\r\n"),
      }),
    },
  },
];

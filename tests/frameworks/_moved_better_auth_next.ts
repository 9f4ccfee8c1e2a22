/**
 * Apps of Better Auth in Next.js, with plugins and in the pages router, that are moved, built and
 * visited.
 *
 * @module
 */

import { BETTER_AUTH, fromBetterAuth } from "./_moved_better_auth_data.ts";
import {
  HOME,
  LAYOUT,
  manifest,
  NEXT,
  next,
  NEXT_TSCONFIG,
  TYPES_OF_NEXT,
} from "./_moved_parts.ts";
import type { MovedBuild } from "./_moved_rows.ts";

const CLIENT = `import { createAuthClient } from "better-auth/react";

export const { signIn, signOut, signUp, useSession } = createAuthClient();
`;

/** The apps. */
export const movedBetterAuthNext: readonly MovedBuild[] = [
  {
    name: "moved better-auth plugins",
    has: "app router, SQLite, organizations, second factors, passkeys, API keys",
    ...next,
    files: {
      "package.json": manifest({
        ...NEXT,
        ...BETTER_AUTH,
        "@better-auth/api-key": "^1.7.5",
        "@better-auth/passkey": "^1.7.6",
        "@simplewebauthn/server": "^14.0.0",
      }, TYPES_OF_NEXT),
      // The newest plugins have a peer dependency that the newest library does not have.
      ".npmrc": "legacy-peer-deps=true\n",
      "tsconfig.json": NEXT_TSCONFIG,
      "app/layout.tsx": LAYOUT,
      "app/page.tsx": HOME,
      "app/api/auth/[...all]/route.ts": `import { toNextJsHandler } from "better-auth/next-js";
import { auth } from "@/lib/auth";

export const { GET, POST } = toNextJsHandler(auth.handler);
`,
      "app/dashboard/page.tsx": `import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { auth } from "@/lib/auth";

export default async function Dashboard() {
  const session = await auth.api.getSession({ headers: await headers() });
  if (!session) redirect("/login");
  return <p>Hello {session.user.name}</p>;
}
`,
      "app/inbox/page.tsx": `"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { client } from "@/lib/client";

export default function Inbox() {
  const { data: session, isPending } = client.useSession();
  const router = useRouter();
  useEffect(() => {
    if (!isPending && !session) router.push("/login");
  }, [isPending, session, router]);
  if (!session) return null;
  return (
    <p>
      Inbox of {session.user.name} <button onClick={() => client.signOut()}>Sign out</button>
    </p>
  );
}
`,
      "app/login/page.tsx": `export default function Login() {
  return <p>Sign in here</p>;
}
`,
      "lib/client.ts": `import { passkeyClient } from "@better-auth/passkey/client";
import { organizationClient, twoFactorClient } from "better-auth/client/plugins";
import { createAuthClient } from "better-auth/react";

export const client = createAuthClient({
  plugins: [organizationClient(), twoFactorClient(), passkeyClient()],
});
`,
      "lib/auth.ts": `import { DatabaseSync } from "node:sqlite";
import { apiKey } from "@better-auth/api-key";
import { passkey } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import { nextCookies } from "better-auth/next-js";
import { organization, twoFactor } from "better-auth/plugins";

export const auth = betterAuth({
  database: new DatabaseSync("app.db"),
  secret: process.env.BETTER_AUTH_SECRET,
  emailAndPassword: { enabled: true },
  plugins: [
    organization(),
    twoFactor({ issuer: "Acme" }),
    passkey({ rpID: "localhost", rpName: "Acme", origin: "http://localhost:3000" }),
    apiKey({ defaultPrefix: "acme_" }),
    nextCookies(),
  ],
});
`,
    },
    ...fromBetterAuth({
      imports: `import { apiKey } from "@better-auth/api-key";
import { passkey } from "@better-auth/passkey";
import { organization, twoFactor } from "better-auth/plugins";
`,
      plugins:
        'organization(), twoFactor({ issuer: "Acme" }), passkey(), apiKey({ defaultPrefix: "acme_" })',
      made: `const { api } = betterAuth(options);
const headers = new Headers({ cookie: mine });
await api.createOrganization({ body: { name: "Acme", slug: "acme" }, headers });
await api.createApiKey({ body: { name: "Nightly build" }, headers });
`,
      tables: ["organization", "member", "invitation", "twoFactor", "passkey", "apikey"],
      movedImports: `import { RecoveryCodes, Totp } from "@x/auth/factors";
import { ApiKeys } from "@x/auth/keys";
import { defineAccess, Organizations } from "@x/auth/organizations";
import Passkey from "@x/auth/providers/passkey";

const access = defineAccess({
  permissions: {},
  roles: { admin: { member: "all", organization: ["update"] }, member: {} },
  grants: { admin: ["member"] },
});
`,
      providers: 'Passkey({ relayingParty: { id: "localhost", name: "Acme" } }),',
      members: `organizations: Organizations({ access }),
  factors: [Totp({ issuer: "Acme" }), RecoveryCodes()],
  keys: ApiKeys({ prefix: "acme", scopes: [], legacy: true }),`,
    }),
    inBrowser: "/inbox",
  },
  {
    name: "moved better-auth pages",
    has: "pages router, SQLite, API route, functions of the client by name",
    ...next,
    files: {
      "package.json": manifest({ ...NEXT, ...BETTER_AUTH }, TYPES_OF_NEXT),
      "tsconfig.json": NEXT_TSCONFIG,
      "lib/auth.ts": `import { DatabaseSync } from "node:sqlite";
import { betterAuth } from "better-auth";

export const auth = betterAuth({
  database: new DatabaseSync("app.db"),
  secret: process.env.BETTER_AUTH_SECRET,
  emailAndPassword: { enabled: true, minPasswordLength: 10 },
  session: { expiresIn: 60 * 60 * 24 * 7 },
});
`,
      "lib/auth-client.ts": CLIENT,
      "pages/_app.tsx": `import type { AppProps } from "next/app";

export default function App({ Component, pageProps }: AppProps) {
  return <Component {...pageProps} />;
}
`,
      "pages/index.tsx": HOME,
      "pages/login.tsx": `export default function Login() {
  return <p>Sign in here</p>;
}
`,
      "pages/inbox.tsx": `import { useRouter } from "next/router";
import { useEffect } from "react";
import { signOut, useSession } from "@/lib/auth-client";

export default function Inbox() {
  const { data, isPending } = useSession();
  const { push } = useRouter();
  useEffect(() => {
    if (!isPending && !data) void push("/login");
  }, [data, isPending, push]);
  if (!data) return null;
  return (
    <p>
      Inbox of {data.user.name} <button onClick={() => signOut()}>Sign out</button>
    </p>
  );
}
`,
      "pages/dashboard.tsx": `import { fromNodeHeaders } from "better-auth/node";
import type { GetServerSideProps } from "next";
import { auth } from "@/lib/auth";

export const getServerSideProps: GetServerSideProps = async ({ req }) => {
  const session = await auth.api.getSession({ headers: fromNodeHeaders(req.headers) });
  if (!session) return { redirect: { destination: "/login", permanent: false } };
  return { props: { name: session.user.name } };
};

export default function Dashboard({ name }: { name: string }) {
  return <p>Hello {name}</p>;
}
`,
      "pages/api/auth/[...all].ts": `import { toNodeHandler } from "better-auth/node";
import { auth } from "@/lib/auth";

export const config = { api: { bodyParser: false } };

export default toNodeHandler(auth);
`,
      "pages/api/me.ts": `import { fromNodeHeaders } from "better-auth/node";
import type { NextApiRequest, NextApiResponse } from "next";
import { auth } from "@/lib/auth";

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const session = await auth.api.getSession({ headers: fromNodeHeaders(req.headers) });
  if (!session) return res.status(401).json({ message: "Nobody" });
  res.json({ name: session.user.name });
}
`,
    },
    ...fromBetterAuth(),
    closed: ["/dashboard", "/api/me"],
    inBrowser: "/inbox",
  },
];

/**
 * Apps that commands of others create, and that the command `move` moves. They need the registry of npm.
 *
 * @module
 */

import type { MovedBuild } from "./_moved_rows.ts";

/** Fonts are fetched while Next.js builds, so the layout goes without. */
const WITHOUT_FONTS: NonNullable<MovedBuild["changes"]> = {
  "src/app/layout.tsx": [
    ['import { Geist } from "next/font/google";\n', ""],
    ['const geist = Geist({\n  subsets: ["latin"],\n});\n', ""],
    [" className={geist.className}", ""],
  ],
};

/** create-t3-app, with tRPC and without what has no part in sign-ins. */
const t3 = (...options: string[]) => [
  ...["create-t3-app@7.40.0", "app", "--CI", "--noGit", "--noInstall", "--appRouter", "true"],
  ...["--trpc", "true", "--tailwind", "false", "--eslint", "false", "--biome", "false"],
  ...options,
];

/** A page for who is signed in. */
const DASHBOARD = `import { redirect } from "next/navigation";
import { auth } from "~/server/auth";

export default async function Dashboard() {
  const session = await auth();
  if (!session) redirect("/api/auth/signin");
  return <p>Hello {session.user.name}</p>;
}
`;

/** Apps of starters. */
export const movedStarters: readonly MovedBuild[] = [
  {
    name: "moved create-t3-app",
    has: "tRPC, Drizzle, sessions in the database",
    create: t3("--dbProvider", "sqlite", "--nextAuth", "true", "--drizzle", "true"),
    changes: {
      ...WITHOUT_FONTS,
      ".env": [
        ['AUTH_DISCORD_ID=""', 'AUTH_DISCORD_ID="id"'],
        ['AUTH_DISCORD_SECRET=""', 'AUTH_DISCORD_SECRET="secret"'],
        ["db.sqlite", "app.db"],
      ],
    },
    files: { "src/app/dashboard/page.tsx": DASHBOARD },
    begin: ["npx drizzle-kit generate --name begin", "npx drizzle-kit migrate"],
    before: `import { createClient } from "@libsql/client";
import { writeFileSync } from "node:fs";

const client = createClient({ url: "file:./app.db" });
await client.execute(
  "insert into app_user (id, name, email) values ('1', 'Ada Lovelace', 'ada@example.com')",
);
const token = crypto.randomUUID();
await client.execute({
  sql: "insert into app_session values (?, '1', ?)",
  args: [token, Math.floor(Date.now() / 1000) + 86_400],
});
const cookie = (text) => "authjs.session-token=" + text;
writeFileSync("cookies.json", JSON.stringify({
  mine: cookie(token),
  strange: cookie(crypto.randomUUID()),
}));
`,
    after: {
      printed: "src/server/db/schema.ts",
      // The plan says that the key is missing.
      changes: [[
        "email: d.text({ length: 255 }).notNull()",
        "email: d.text({ length: 255 }).notNull().unique()",
      ]],
    },
    build: ["next", "build"],
    start: (port) => ["next", "start", "-p", String(port)],
    open: "/",
    page: "/dashboard",
    closed: ["/dashboard", "/api/trpc/post.getSecretMessage"],
  },
  {
    name: "moved create-t3-app without a database",
    has: "tRPC, sessions in cookies",
    create: t3("--nextAuth", "true"),
    changes: {
      ...WITHOUT_FONTS,
      ".env": [
        ['AUTH_DISCORD_ID=""', 'AUTH_DISCORD_ID="id"'],
        ['AUTH_DISCORD_SECRET=""', 'AUTH_DISCORD_SECRET="secret"'],
      ],
    },
    files: { "src/app/dashboard/page.tsx": DASHBOARD },
    before: `import { encode } from "next-auth/jwt";
import { writeFileSync } from "node:fs";

const salt = "authjs.session-token";
const token = { sub: "1", name: "Ada Lovelace", email: "ada@example.com" };
const cookie = async (secret) => salt + "=" + await encode({ token, secret, salt });
writeFileSync("cookies.json", JSON.stringify({
  mine: await cookie(process.env.AUTH_SECRET),
  strange: await cookie("another-secret-that-the-app-does-not-have"),
}));
`,
    build: ["next", "build"],
    start: (port) => ["next", "start", "-p", String(port)],
    open: "/",
    page: "/dashboard",
    closed: ["/dashboard", "/api/trpc/post.getSecretMessage"],
  },
];

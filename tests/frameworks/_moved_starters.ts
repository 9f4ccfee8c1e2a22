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

/** create-t3-app 7, with tRPC and without what has no part in sign-ins. */
const t3 = (...options: string[]) => [
  ...["create-t3-app@7", "app", "--CI", "--noGit", "--noInstall", "--appRouter", "true"],
  ...["--trpc", "true", "--tailwind", "false", "--eslint", "false", "--biome", "false"],
  ...["--dbProvider", "sqlite", ...options],
];

/** Apps of starters. */
export const movedStarters: readonly MovedBuild[] = [
  {
    name: "moved create-t3-app",
    has: "tRPC, Drizzle, sessions in the database",
    create: t3("--nextAuth", "true", "--drizzle", "true"),
    changes: {
      ...WITHOUT_FONTS,
      ".env": [
        ['AUTH_DISCORD_ID=""', 'AUTH_DISCORD_ID="id"'],
        ['AUTH_DISCORD_SECRET=""', 'AUTH_DISCORD_SECRET="secret"'],
        ["db.sqlite", "app.db"],
      ],
    },
    files: {
      "src/app/dashboard/page.tsx": `import { redirect } from "next/navigation";
import { auth } from "~/server/auth";

export default async function Dashboard() {
  const session = await auth();
  if (!session) redirect("/api/auth/signin");
  return <p>Hello {session.user.name}</p>;
}
`,
    },
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
];

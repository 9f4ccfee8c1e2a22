/**
 * Apps with Prisma that the command `move` moves. Migrations run as the plan prints them, by Prisma's
 * own command and its own engine: that of npm, since the other one is no package.
 *
 * @module
 */

import type { MovedBuild } from "./_moved_rows.ts";

/**
 * The engine that Prisma's command starts for migrations. It is the same code as a module of
 * WebAssembly, for which the driver is made here.
 */
const ENGINE = `#!/usr/bin/env node
import { createClient } from "@libsql/client";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as glue from "@prisma/schema-engine-wasm/schema_engine_bg";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const args = process.argv.slice(2);
const { url } = JSON.parse(args[args.indexOf("--datasource") + 1]);
// It is asked whether there is a database: the driver makes one.
if (args.includes("cli")) process.exit(0);
// The module takes no error of this driver for a table that is missing.
await createClient({ url }).execute(\`CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  id TEXT PRIMARY KEY NOT NULL, checksum TEXT NOT NULL, finished_at DATETIME,
  migration_name TEXT NOT NULL, logs TEXT, rolled_back_at DATETIME,
  started_at DATETIME NOT NULL DEFAULT current_timestamp,
  applied_steps_count INTEGER UNSIGNED NOT NULL DEFAULT 0
)\`);
const path = fileURLToPath(import.meta.resolve("@prisma/schema-engine-wasm/schema_engine_bg"));
const { instance } = await WebAssembly.instantiate(
  readFileSync(path.replace(/js$/, "wasm")),
  { "./schema_engine_bg.js": glue },
);
glue.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start?.();
class Driver extends PrismaLibSql {
  async connectToShadowDb() {
    const shadow = await super.connectToShadowDb();
    const execute = shadow.executeRaw.bind(shadow);
    // The driver runs the first statement of a text alone.
    shadow.executeRaw = async (query) => {
      if (query.args.length > 0) return await execute(query);
      await shadow.executeScript(query.sql);
      return 0;
    };
    return shadow;
  }
}
const driver = bindMigrationAwareSqlAdapterFactory(new Driver({ url }));
const engine = await glue.SchemaEngine.new({ datamodels: undefined }, () => {}, driver);
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === "") continue;
  const { id, method, params } = JSON.parse(line);
  const answer = await engine[method](params).then(
    (result) => ({ result }),
    ({ code, message }) => ({
      error: { code: 4466, message, data: { is_panic: false, message, error_code: code } },
    }),
  );
  process.stdout.write(JSON.stringify({ id, jsonrpc: "2.0", ...answer }) + "\\n");
}
`;

/** Models as the guides of both adapters have them; those of next-auth 4 have ids of their own. */
const schema = (idOf: { account: string; session: string }) =>
  `generator client {
  provider = "prisma-client-js"
}

datasource db {
  provider = "sqlite"
}

model User {
  id            String    @id @default(cuid())
  name          String?
  email         String?   @unique
  emailVerified DateTime?
  image         String?
  accounts      Account[]
  sessions      Session[]
}

model Account {
  ${idOf.account}
  userId            String
  type              String
  provider          String
  providerAccountId String
  refresh_token     String?
  access_token      String?
  expires_at        Int?
  token_type        String?
  scope             String?
  id_token          String?
  session_state     String?
  user              User    @relation(fields: [userId], references: [id], onDelete: Cascade)
}

model Session {
  ${idOf.session}
  sessionToken String   @unique
  userId       String
  expires      DateTime
  user         User     @relation(fields: [userId], references: [id], onDelete: Cascade)
}

model VerificationToken {
  identifier String
  token      String
  expires    DateTime

  @@unique([identifier, token])
}
`;

const CLIENT = `import { PrismaLibSql } from "@prisma/adapter-libsql";
import { PrismaClient } from "@prisma/client";

export const prisma = new PrismaClient({ adapter: new PrismaLibSql({ url: "file:./app.db" }) });
`;

/** A session in the database, by the adapter that the app has. */
const session = (adapter: string, cookie: string) =>
  `import { PrismaAdapter } from "${adapter}";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { PrismaClient } from "@prisma/client";
import { writeFileSync } from "node:fs";

const prisma = new PrismaClient({ adapter: new PrismaLibSql({ url: "file:./app.db" }) });
const adapter = PrismaAdapter(prisma);
const user = await adapter.createUser({
  name: "Ada Lovelace", email: "ada@example.com", emailVerified: new Date(),
});
const sessionToken = crypto.randomUUID();
const expires = new Date(Date.now() + 86_400_000);
await adapter.createSession({ sessionToken, userId: user.id, expires });
writeFileSync("cookies.json", JSON.stringify({
  mine: "${cookie}=" + sessionToken,
  strange: "${cookie}=" + crypto.randomUUID(),
}));
`;

/** What both apps have; the rest is in the rows. */
export const PRISMA = {
  packages: {
    "@libsql/client": "^0.15.0",
    "@prisma/adapter-libsql": "^7.0.0",
    "@prisma/client": "^7.0.0",
  },
  tools: { prisma: "^7.0.0" },
  files: {
    "prisma.config.ts": `import { defineConfig } from "prisma/config";

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: "file:./app.db" },
});
`,
    "lib/prisma.ts": CLIENT,
  },
  ofNextAuth4: {
    schema: schema({
      account: "id String @id @default(cuid())\n  @@unique([provider, providerAccountId])",
      session: "id String @id @default(cuid())",
    }),
    before: session("@next-auth/prisma-adapter", "next-auth.session-token"),
  },
  ofAuthJs: {
    schema: schema({ account: "@@id([provider, providerAccountId])", session: "" }),
    before: session("@auth/prisma-adapter", "authjs.session-token"),
  },
  engine: {
    text: ENGINE,
    packages: [
      "@libsql/client@0.15",
      "@prisma/adapter-libsql@7",
      "@prisma/schema-engine-wasm@8.1.0-2.59be4fda12412a79eeb9c2ae727b6aa723593323",
    ],
    variable: "PRISMA_SCHEMA_ENGINE_BINARY",
  },
  after: { printed: "prisma/schema.prisma" },
} satisfies Record<string, unknown> & Pick<MovedBuild, "engine" | "after">;

/**
 * The schemas for Drizzle, Prisma and Kysely, as the tools read them: on real servers, and by the
 * parser of Prisma.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { sql } from "kysely";
import { DatabaseSync } from "node:sqlite";
import { DrizzleAdapter } from "../../adapters/drizzle.ts";
import { KyselyAdapter } from "../../adapters/kysely.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import type { AdapterUser } from "../../src/types/adapter.ts";
import { connect, onSqlite as drizzleOnSqlite } from "../adapters/_drizzle.ts";
import { type AnyKysely, onMysql, onPostgres, onSqlite } from "../adapters/_kysely.ts";
import { openEmpty as openMysql, withMysql } from "../adapters/_mysql.ts";
import { openEmpty as openPostgres, withPostgres } from "../adapters/_postgres.ts";
import { withPackages } from "../_packages.ts";
import { isChosen } from "../_stride.ts";
import { endOfHanging } from "../_wait.ts";
import { runSchema } from "./_run.ts";

const ADA: AdapterUser = { id: "ada", email: "ada@example.com", emailVerified: new Date(1e12) };

/** What an adapter over a printed schema does. */
async function tryAdapter(adapter: ReturnType<typeof KyselyAdapter>): Promise<void> {
  await adapter.createUser!(ADA);
  assertEquals((await adapter.getUserByEmail!(ADA.email))?.emailVerified, ADA.emailVerified);
  const session = { sessionToken: "token", userId: "ada", expires: new Date(2e12) };
  await adapter.createSession!(session);
  assertEquals((await adapter.getSessionAndUser!("token"))?.session.expires, session.expires);
  const entry = { kind: "a", id: "b", owner: "ada", version: 1, expires: null, data: 1 };
  assert(await adapter.records!.put(entry, null));
  assertEquals((await adapter.records!.list("ada", "a")).length, 1);
  await adapter.deleteUser!("ada");
}

/** Imports a text as a module. */
// deno-lint-ignore no-explicit-any -- what is printed has no types here
async function importText(text: string): Promise<any> {
  const folder = await Deno.makeTempDir({ prefix: "auth-schema-" });
  await Deno.writeTextFile(`${folder}/printed.ts`, withPackages(text));
  try {
    return await import(`file://${folder}/printed.ts`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const config = () => ({ providers: [{ type: "webauthn" }], adapter: SqliteAdapter(":memory:") });

/** The migration of Kysely makes the tables, and `--diff` says what they lack. */
async function tryKysely(db: AnyKysely, dialect: string): Promise<void> {
  const { code, text, said } = await runSchema(config(), ["--kysely", "--sql", dialect]);
  assertEquals([code, said], [0, ""]);
  const { up, down } = await importText(text);
  await up(db);
  const adapter = KyselyAdapter(db, { tables: { authenticators: "Authenticator" } });
  const own = { providers: [], adapter };
  assertEquals(await runSchema(own, ["--diff"]), { code: 0, text: "", said: "" });
  await tryAdapter(adapter);
  assertMatch((await runSchema(own)).text, /^CREATE TABLE IF NOT EXISTS ["`]User["`]/);
  const seen = { ...own, organizations: {}, keys: {}, factors: [{}], oauthServer: {} };
  const { statements } = JSON.parse((await runSchema(seen, ["--views", "--json"])).text);
  const views = statements.filter((one: string) => /\bVIEW\b/.test(one));
  for (const one of views) await sql.raw(one).execute(db);
  const lackingViews = async () => {
    const { code, text, said } = await runSchema(seen, ["--views", "--diff", "--json"]);
    const { missing } = JSON.parse(text) as { missing: string[] };
    assertEquals([code, said], [missing.length > 0 ? 1 : 0, ""]);
    return missing;
  };
  assertEquals(await lackingViews(), []);
  for (
    const name of ["organizations", "memberships", "invitations", "api_keys", "factors", "grants"]
  ) {
    assertEquals((await sql.raw(`SELECT * FROM auth_${name}`).execute(db)).rows, []);
    await db.schema.dropView(`auth_${name}`).execute();
    const missing = await lackingViews();
    assertMatch(missing.at(-1)!, new RegExp(`VIEW ["\`]?auth_${name}\\b`));
  }
  assertEquals(await lackingViews(), views);
  await db.schema.dropTable("Session").execute();
  await db.schema.alterTable("Account").dropColumn("type").execute();
  const lacking = await runSchema(own, ["--diff", "--json"]);
  assertEquals(lacking.code, 1);
  const { missing } = JSON.parse(lacking.text) as { missing: string[] };
  assertMatch(missing.join("\n"), /ALTER TABLE ["`]Account["`] ADD COLUMN ["`]type["`]/);
  assertMatch(missing.join("\n"), /CREATE TABLE IF NOT EXISTS ["`]Session["`]/);
  assert(missing.every((one) => /["`](Account|Session)["`]/.test(one)), lacking.text);
  // The names of the store, in place of the usual ones.
  assertStringIncludes((await runSchema(own, ["--kysely"])).text, '"Authenticator": {');
  await down(db);
  assertEquals((await runSchema(own, ["--diff"])).code, 1);
}

/** Tables of Drizzle as printed: the tool and the adapter read each other's rows. */
// deno-lint-ignore no-explicit-any -- databases of each dialect
async function tryDrizzle(db: any, dialect: string): Promise<void> {
  const { code, text, said } = await runSchema(config(), ["--drizzle", "--sql", dialect]);
  assertEquals([code, said], [0, ""]);
  const tables = await importText(text);
  const adapter = DrizzleAdapter(db, tables);
  await adapter.setup();
  const own = { providers: [], adapter };
  assertEquals(await runSchema(own, ["--diff"]), { code: 0, text: "", said: "" });
  await tryAdapter(adapter);
  await db.insert(tables.usersTable).values(ADA);
  assertEquals((await adapter.getUserByEmail!(ADA.email))?.emailVerified, ADA.emailVerified);
  await adapter.linkAccount!({
    ...{ userId: "ada", type: "oauth", provider: "p", providerAccountId: "1", expires_at: 5 },
  });
  const [account] = await db.select().from(tables.accountsTable);
  assertEquals([account.userId, account.providerAccountId, account.expires_at], ["ada", "1", 5]);
}

/** The version of `tests/adapters/foreign/prisma_test.ts`. */
const PRISMA = "npm:prisma@7.10.0";

Deno.test("schema: Prisma takes the printed models", async () => {
  const folder = await Deno.makeTempDir({ prefix: "auth-schema-" });
  const validate = async (models: string, dialect: string) => {
    const provider = dialect === "postgres" ? "postgresql" : dialect;
    const source = `datasource db {\n  provider = "${provider}"\n}\n\n${models}\n`;
    await Deno.writeTextFile(`${folder}/schema.prisma`, source);
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--allow-all", "--no-check", "--no-lock", "--quiet"],
        ...[PRISMA, "validate", "--schema=schema.prisma"],
      ],
      cwd: folder,
      // Only migrations need this program; without a path, the command downloads it.
      env: { CHECKPOINT_DISABLE: "1", PRISMA_SCHEMA_ENGINE_BINARY: Deno.execPath() },
      signal: endOfHanging(),
    }).output();
    const text = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
    return { success, text };
  };
  for (const [index, dialect] of ["sqlite", "postgres", "mysql"].entries()) {
    if (!isChosen(index, 3)) continue;
    const { code, text } = await runSchema(config(), ["--prisma", "--sql", dialect]);
    assertEquals(code, 0);
    assertEquals(text.match(/^model \w+/gm)!.length, 6);
    const valid = await validate(text, dialect);
    assert(valid.success, `${dialect}: ${valid.text}`);
    if (dialect !== "sqlite") continue;
    const broken = await validate(text.replace("accounts Account[]", ""), dialect);
    assertMatch(broken.text, /missing an opposite relation field/);
    assertEquals(broken.success, false);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("schema: a wrong command line about tools has exit code 2, and says the right one", async () => {
  const without = { providers: [] };
  const cases: [string[], RegExp][] = [
    [["--drizzle", "--kysely"], /^Pass one of --drizzle, --prisma, --kysely/],
    [["--drizzle", "--diff"], /^--drizzle takes neither --diff nor --views, which are SQL/],
    [["--prisma"], /^Name the database, such as `--prisma --sql postgres`\.$/],
  ];
  for (const [args, words] of cases) {
    const { code, text, said } = await runSchema(without, args);
    assertEquals([code, text], [2, ""]);
    assertMatch(said, words);
  }
});

Deno.test("schema: SQLite: the migration of Kysely runs", async () => {
  const db = onSqlite();
  await tryKysely(db, "sqlite");
  await db.destroy();
});

Deno.test("schema: SQLite: Drizzle reads and writes the printed tables", async () => {
  using db = new DatabaseSync(":memory:");
  await tryDrizzle(drizzleOnSqlite(db), "sqlite");
});

withPostgres("schema: PostgreSQL", (server) => {
  Deno.test("schema: PostgreSQL: the migration of Kysely runs", async () => {
    await using opened = await openPostgres(server());
    await tryKysely(onPostgres(opened.pool as never), "postgres");
  });

  Deno.test("schema: PostgreSQL: Drizzle reads and writes the printed tables", async () => {
    await using opened = await openPostgres(server());
    await tryDrizzle(connect.PostgreSQL(opened.pool as never), "postgres");
  });
});

withMysql("schema: MariaDB", (server) => {
  Deno.test("schema: MariaDB: the migration of Kysely runs", async () => {
    await using opened = await openMysql(server());
    await tryKysely(onMysql(opened.pool), "mysql");
  });

  Deno.test("schema: MariaDB: Drizzle reads and writes the printed tables", async () => {
    await using opened = await openMysql(server());
    await tryDrizzle(connect.MariaDB(opened.pool), "mysql");
  });
});

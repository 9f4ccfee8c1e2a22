/**
 * The PostgreSQL adapter on the tables of `@auth/pg-adapter`, with rows which that adapter
 * has written.
 *
 * @module
 */

import PgAdapter from "@auth/pg-adapter";
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { PostgresAdapter, postgresSchema } from "../../adapters/postgres.ts";
import type { AuthConfig } from "../../mod.ts";
import { AdapterError } from "../../src/errors.ts";
import type { AdapterUser } from "../../src/types/adapter.ts";
import { createRig, run } from "../flows/_passkeys.ts";
import { findPostgres } from "../_postgres.ts";
import { createApp } from "./_app.ts";
import { openEmpty, type Pool, withPostgres } from "./_postgres.ts";
import { PUBLISHED_SCHEMA, SCHEMA } from "./foreign/_pg_schema.ts";
import { runSchema } from "../schema/_run.ts";

const APP = "https://app.example";
const AFTER = `${APP}/after`;

const newUser = (name: string): AdapterUser => ({
  id: crypto.randomUUID(),
  name,
  email: `${name}@example.com`,
  emailVerified: null,
  image: null,
});

/** Columns, indexes and constraints of the schema. */
async function describe(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query(`
    SELECT table_name || '.' || column_name || ' ' || data_type AS line
      FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace
    ORDER BY 1`);
  return rows.map(({ line }) => String(line));
}

withPostgres("PostgresAdapter on tables of @auth/pg-adapter", (server) => {
  Deno.test("postgresSchema(): rows of @auth/pg-adapter stay, sessions and sign-ins go on", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    await pool.query(PUBLISHED_SCHEMA);
    const theirs = PgAdapter(pool);
    const app = await createApp(theirs as AuthConfig["adapter"], {
      callbacks: { session: ({ session, user }) => ({ ...session, member: user }) },
    });
    const { signIn } = app;
    const before = await signIn("ada");
    assertEquals((await before.session())?.user?.email, "ada@example.com");
    await signIn("grace");
    const expires = new Date(Math.ceil(Date.now() / 1000) * 1000 + 60_000);
    const token = { identifier: "ada@example.com", token: "hash", expires };
    await theirs.createVerificationToken!(token);
    // The app's own column, and a user without an address.
    await pool.query("ALTER TABLE users ADD COLUMN role text DEFAULT 'member'");
    await pool.query("INSERT INTO users (name) VALUES ('nameless'), ('nameless')");

    await pool.query(postgresSchema());
    const shape = await describe(pool);
    await pool.query(postgresSchema());
    assertEquals(await describe(pool), shape, "the second time changes nothing");

    const adapter = PostgresAdapter(pool);
    app.config = { ...app.config, adapter };
    const session = await before.session();
    assertEquals(session?.user?.email, "ada@example.com");
    const { member } = session as unknown as { member: AdapterUser & { role: string } };
    assertEquals([member.id, member.role], ["1", "member"]);

    const again = await signIn("ada");
    assertEquals((await again.session())?.user?.email, "ada@example.com");
    const ada = await adapter.getUserByEmail("ada@example.com");
    assertEquals(ada?.id, "1");
    const [account, ...others] = await adapter.listAccounts("1");
    assertEquals(others, []);
    assertEquals([account!.userId, account!.provider, typeof account!.expires_at], [
      "1",
      "idp",
      "number",
    ]);
    assertEquals((await adapter.listSessions("1")).length, 2);
    assertEquals(await adapter.useVerificationToken(token), token);
    assertEquals((await adapter.updateUser({ id: "1", name: "Countess" })).name, "Countess");

    // The version of the app before goes on beside the new one.
    assertEquals((await theirs.getUser!("1"))?.name, "Countess");
    const other = await theirs.createUser!(newUser("eve"));
    assertEquals((await adapter.getUserByEmail("eve@example.com"))?.id, String(other.id));

    await adapter.deleteUser("1");
    assertEquals([await before.session(), await again.session()], [null, null]);
    assertEquals((await pool.query("SELECT FROM users")).rows.length, 4);
    const newcomer = await signIn("ada");
    assertEquals((await newcomer.session())?.user?.email, "ada@example.com");
  });

  Deno.test("postgresSchema(): unique keys and references that exist are used", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    await pool.query(SCHEMA);
    const before = await describe(pool);
    await pool.query(postgresSchema());
    const added = await describe(pool);
    for (const line of before) added.splice(added.indexOf(line), 1);
    const doubled = added.filter((line) =>
      /UNIQUE|FOREIGN/.test(line) && !/^authenticators|\bauth\w+_pkey\b/.test(line)
    );
    assertEquals(doubled, []);
    assert(added.some((line) => line.startsWith("authenticators FOREIGN KEY")));
  });

  Deno.test("postgresSchema(): as a file for psql, migrates, or fails with its message", async () => {
    const file = await Deno.makeTempFile();
    await Deno.writeTextFile(file, postgresSchema());
    const migrate = async () => {
      const { success, stderr } = await new Deno.Command(`${findPostgres()}/psql`, {
        args: [server().connectionString, "--set", "ON_ERROR_STOP=1", "--file", file],
        stdout: "null",
      }).output();
      return success || new TextDecoder().decode(stderr);
    };
    await using opened = await openEmpty(server());
    const { pool } = opened;
    await pool.query(PUBLISHED_SCHEMA);
    await pool.query("INSERT INTO users (email) VALUES ('a@example.com'), ('a@example.com')");
    assertStringIncludes(String(await migrate()), 'Cannot migrate "users"');
    await pool.query("DELETE FROM users WHERE id = 2");
    assertEquals(await migrate(), true);
    assertEquals((await PostgresAdapter(pool).getUserByEmail("a@example.com"))?.id, "1");
    await Deno.remove(file);
  });

  Deno.test("PostgresAdapter: on tables that were not migrated, asks for the migration, and changes nothing", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    await pool.query(PUBLISHED_SCHEMA);
    const before = await describe(pool);
    const adapter = PostgresAdapter(pool);
    for (const call of [() => adapter.getUser("1"), () => adapter.createUser(newUser("ada"))]) {
      await assertRejects(
        async () => await call(),
        AdapterError,
        "it lacks what this adapter adds; run the SQL of `npx @x/auth schema",
      );
    }
    assertEquals(await describe(pool), before);
    await adapter.setup();
    assertEquals((await adapter.createUser(newUser("ada"))).id, "1");
  });

  Deno.test("PostgresAdapter: ids of a type that does not tell all strings apart are refused", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    await pool.query(`CREATE COLLATION any_case (
      provider = icu, locale = 'und-u-ks-level2', deterministic = false)`);
    await pool.query("CREATE DOMAIN loose AS text COLLATE any_case");
    await pool.query("CREATE TABLE users (id loose PRIMARY KEY, email text)");
    const adapter = PostgresAdapter(pool);
    await adapter.setup();
    await assertRejects(async () => await adapter.getUser("1"), AdapterError, '"loose"');
  });

  Deno.test("postgresSchema(): what --diff prints completes the tables in the same way", async () => {
    const made: unknown[] = [];
    for (const published of [PUBLISHED_SCHEMA, ""]) {
      for (const isDiff of [true, false]) {
        await using opened = await openEmpty(server());
        const { pool } = opened;
        await pool.query(published);
        const adapter = PostgresAdapter(pool);
        const printed = await runSchema({ providers: [], adapter }, ["--diff"]);
        assertEquals(printed.code, 1);
        await pool.query(isDiff ? printed.text : postgresSchema());
        assertEquals((await runSchema({ providers: [], adapter }, ["--diff"])).text, "");
        made.push(await describe(pool));
        await adapter.createUser(newUser("ada"));
      }
    }
    assertEquals(made[0], made[1]);
    assertEquals(made[2], made[3]);
  });

  Deno.test("postgresSchema(): a table of users without ids is refused", async () => {
    await using opened = await openEmpty(server());
    await opened.pool.query("CREATE TABLE users (name text)");
    const adapter = PostgresAdapter(opened.pool);
    await assertRejects(() => adapter.setup(), Error, "no column id");
    await assertRejects(async () => await adapter.getUser("1"), Error, "no column id");
  });

  const BROKEN: Record<string, { rows: string; tells: string[] }> = {
    "an address of two users": {
      rows: `INSERT INTO users (email) VALUES ('a@example.com'), ('a@example.com')`,
      tells: ['Cannot migrate "users": (email) is not unique', "GROUP BY email"],
    },
    "an account of two users": {
      rows: `INSERT INTO users (name) VALUES ('a'), ('b');
        INSERT INTO accounts ("userId", type, provider, "providerAccountId")
        VALUES (1, 'oauth', 'github', '1'), (2, 'oauth', 'github', '1')`,
      tells: ['Cannot migrate "accounts"', 'GROUP BY provider, "providerAccountId"'],
    },
    "a token of two sessions": {
      rows: `INSERT INTO users (name) VALUES ('a');
        INSERT INTO sessions ("userId", expires, "sessionToken")
        VALUES (1, now(), 'x'), (1, now(), 'x')`,
      tells: ['Cannot migrate "sessions"', 'GROUP BY "sessionToken"'],
    },
    "an account of no user": {
      rows: `INSERT INTO accounts ("userId", type, provider, "providerAccountId")
        VALUES (7, 'oauth', 'github', '1')`,
      tells: ['Cannot migrate "accounts": rows of no user: 1', 'DELETE FROM "accounts"'],
    },
  };
  for (const [name, { rows, tells }] of Object.entries(BROKEN)) {
    Deno.test(`postgresSchema(): with ${name}, fails with the query that finds it, and changes nothing`, async () => {
      await using opened = await openEmpty(server());
      const { pool } = opened;
      await pool.query(PUBLISHED_SCHEMA);
      await pool.query(rows);
      const before = await describe(pool);
      const adapter = PostgresAdapter(pool);
      for (const attempt of [() => pool.query(postgresSchema()), () => adapter.setup()]) {
        const error = await assertRejects(attempt, Error, tells[0]);
        for (const part of tells) assertStringIncludes(error.message, part);
        assert(!error.message.includes("example.com"), "no address in the message");
      }
      assertEquals(await describe(pool), before);
      // The remedy of the message, or of the app, and then another try of the same adapter.
      const remedy = /DELETE FROM .+$/.exec(tells.join("\n"));
      await pool.query(
        remedy
          ? `DELETE FROM accounts AS t WHERE NOT EXISTS (SELECT FROM users AS u WHERE u.id = t."userId")`
          : "DELETE FROM accounts; DELETE FROM sessions; DELETE FROM users",
      );
      await adapter.setup();
    });
  }

  Deno.test("PostgresAdapter: ids that a column of integers cannot hold, or holds in another form, find no user", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    await pool.query(PUBLISHED_SCHEMA + postgresSchema());
    const adapter = PostgresAdapter(pool);
    const user = await adapter.createUser(newUser("ada"));
    assertEquals(user.id, "1");
    assertEquals(await adapter.generatesUserIds(), true);
    const strange = ["01", " 1", "1 ", "+1", "1.0", "-1", "0x1", "", "one", "1\0", "2147483648"];
    for (const userId of [...strange, crypto.randomUUID(), "9".repeat(40)]) {
      assertEquals(await adapter.getUser(userId), null, userId);
      assertEquals(await adapter.listSessions(userId), [], userId);
      assertEquals(await adapter.deleteSessions(userId, ["x"]), [], userId);
      assertEquals(await adapter.deleteUser(userId), null, userId);
      const expires = new Date();
      await assertRejects(
        async () => await adapter.createSession({ sessionToken: "x", userId, expires }),
        Error,
        "no user has this id",
      );
      await assertRejects(
        async () => await adapter.updateUser({ id: userId, name: "Eve" }),
        Error,
        "no user has this id",
      );
    }
    assertEquals(await adapter.getUser("1"), user);
  });

  Deno.test("PostgresAdapter: in a table with UUIDs, users keep those they have", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    await pool.query(
      PUBLISHED_SCHEMA.replaceAll('"userId" INTEGER', '"userId" uuid')
        .replaceAll("id SERIAL", "id uuid DEFAULT gen_random_uuid()"),
    );
    const adapter = PostgresAdapter(pool);
    await adapter.setup();
    const ada = newUser("ada");
    assertEquals(await adapter.generatesUserIds(), false);
    assertEquals(await adapter.createUser(ada), ada);
    const { id } = await adapter.createUser({ ...newUser("grace"), id: "grace" });
    assertEquals((await adapter.getUser(id))?.name, "grace");
    for (const strange of [ada.id.toUpperCase(), `{${ada.id}}`, "grace", "1"]) {
      assertEquals(await adapter.getUser(strange), null);
    }
  });

  Deno.test("PostgresAdapter: a user who signed up with a passkey signs in with it, also where the table makes the ids", async () => {
    for (const schema of ["", PUBLISHED_SCHEMA]) {
      await using opened = await openEmpty(server());
      await opened.pool.query(schema + postgresSchema());
      const rig = createRig({ adapter: PostgresAdapter(opened.pool) });
      const signUp = { action: "register", email: "ada@example.com" };
      assertEquals((await run(rig, rig.openBrowser(), signUp)).href, AFTER);
      const browser = rig.openBrowser();
      assertEquals((await run(rig, browser, { action: "authenticate" })).href, AFTER);
      assertEquals((await browser.session())?.user?.email, "ada@example.com");
      assertEquals(rig.errors, []);
    }
  });
});

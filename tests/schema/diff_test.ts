/**
 * What the command prints makes the tables, and `--diff` prints what they lack: on real servers.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { forEachDialect, type TestDatabase } from "./_databases.ts";
import { apply, runSchema } from "./_run.ts";

/** What is removed, and what is printed then; names of columns are those of each dialect. */
const LOSSES: readonly {
  readonly what: string;
  readonly lose: (db: TestDatabase) => readonly string[];
  readonly prints: (db: TestDatabase) => readonly (string | RegExp)[];
}[] = [
  {
    what: "a column",
    lose: ({ table }) => [`ALTER TABLE ${table("accounts")} DROP COLUMN session_state`],
    prints: ({ dialect, table, quote }) => [
      `ALTER TABLE ${dialect === "sqlite" ? table("accounts") : quote(table("accounts"))} ` +
      `ADD COLUMN session_state ${
        { sqlite: "TEXT", postgres: "text", mysql: "LONGTEXT" }[dialect]
      }`,
    ],
  },
  {
    what: "the column of all other members",
    lose: ({ dialect, table }) => [
      `ALTER TABLE ${table("users")} DROP COLUMN ${
        dialect === "postgres" ? "auth_extra" : "extra"
      }`,
    ],
    prints: ({ dialect, table, quote }) => [
      {
        sqlite: `ALTER TABLE ${table("users")} ADD COLUMN extra TEXT NOT NULL DEFAULT '{}'`,
        postgres: `ALTER TABLE ${quote("users")} ADD COLUMN auth_extra text`,
        mysql: `ALTER TABLE ${
          quote(table("users"))
        } ADD COLUMN extra LONGTEXT NOT NULL DEFAULT ('{}')`,
      }[dialect],
    ],
  },
  {
    what: "an index",
    lose: ({ dialect, table }) => [
      dialect === "mysql"
        ? `ALTER TABLE ${table("records")} DROP KEY by_expiry`
        : `DROP INDEX ${table("records")}_by_expiry`,
    ],
    prints: ({ dialect }) => [
      dialect === "mysql"
        ? "ALTER TABLE `auth_records` ADD KEY by_expiry (expires)"
        : /^CREATE INDEX IF NOT EXISTS "?auth_records_by_expiry"?\s+ON "?auth_records"? \(expires\)\s+WHERE expires IS NOT NULL$/,
    ],
  },
  {
    what: "a table with its indexes",
    lose: ({ table }) => [`DROP TABLE ${table("sessions")}`],
    prints: ({ dialect }) => [
      /^CREATE TABLE IF NOT EXISTS ["`]?(auth_)?sessions["`]? \(/,
      ...{
        mysql: [],
        sqlite: [/INDEX .*sessions_of_user/, /INDEX .*sessions_by_expiry/],
        postgres: [
          /INDEX .*sessions_of_user/,
          /INDEX .*sessions_by_expiry/,
          /^ALTER TABLE "sessions" ADD FOREIGN KEY/,
        ],
      }[dialect],
    ],
  },
  {
    what: "the table of records",
    lose: ({ table }) => [`DROP TABLE ${table("records")}`],
    prints: ({ dialect }) => [
      /^CREATE TABLE IF NOT EXISTS ["`]?auth_records["`]? \(/,
      ...dialect === "mysql" ? [] : [/records_of_owner/, /records_by_expiry/],
    ],
  },
];

forEachDialect("schema: diff", 1, (title, open) => {
  Deno.test(`schema: ${title}: what is printed makes the tables, and --diff prints what they lack`, async () => {
    await using db = await open();
    const config = () => ({ providers: [], adapter: db.adapter() });
    const printed = await runSchema(config(), ["--json", "--sql", db.dialect]);
    assertEquals([printed.code, printed.said], [0, ""]);
    if (db.dialect !== "sqlite") {
      const empty = await runSchema(config(), ["--diff"]);
      assertEquals(empty.code, 1, "nothing was missing in an empty database");
    }
    await apply(db.run, printed.text);
    const adapter = db.adapter();
    const whole = { providers: [], adapter };
    assertEquals(await runSchema(whole, ["--diff"]), { code: 0, text: "", said: "" });
    for (const { what, lose, prints } of LOSSES) {
      for (const statement of lose(db)) await db.run(statement);
      const { code, text, said } = await runSchema(whole, ["--diff", "--json"]);
      const missing: string[] = JSON.parse(text).missing;
      assertEquals([code, said], [1, ""], what);
      const wanted = prints(db);
      assertEquals(missing.length, wanted.length, `${what}: ${missing.join("\n")}`);
      for (const [index, one] of wanted.entries()) {
        if (typeof one === "string") assertEquals(missing[index], one, what);
        else assertMatch(missing[index]!, one);
      }
      await apply(db.run, text);
      assertEquals(await runSchema(whole, ["--diff"]), { code: 0, text: "", said: "" }, what);
    }
    // What was mended works.
    const user = await adapter.createUser!(
      { id: "ada", email: "ada@example.com", emailVerified: null, more: 1 } as never,
    );
    const session = { sessionToken: "token", userId: user.id, expires: new Date(2e12) };
    await adapter.createSession!(session);
    assertEquals((await adapter.getSessionAndUser!("token"))?.user.id, user.id);
    const records = adapter.records!;
    const entry = { kind: "a", id: "b", owner: "ada", version: 1, expires: null, data: 1 };
    assert(await records.put(entry, null));
    assertEquals((await records.list("ada", "a")).length, 1);
  });
});

/**
 * The command line: exit codes, output, and what is said of a config that it cannot use.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { d1Schema } from "../../adapters/d1.ts";
import { mysqlSchema } from "../../adapters/mysql.ts";
import { PostgresAdapter, postgresSchema } from "../../adapters/postgres.ts";
import { PostgresRecords, recordsTable } from "../../adapters/records/postgres.ts";
import { DynamoDBRecords } from "../../adapters/records/dynamodb.ts";
import { RedisRecords } from "../../adapters/records/redis.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { RUN_SCHEMA } from "../../src/base/store_facts.ts";
import { main } from "../../src/tools/schema/command.ts";
import { runScript } from "../doctor/_run.ts";
import { examine } from "../doctor/_rig.ts";
import { runSchema } from "./_run.ts";

/** A client of a server that is not there. */
const away = {
  query: () => Promise.reject(new AggregateError([new Error("connect ECONNREFUSED 127.0.0.1:1")])),
};

/** SQL without its form. */
const plain = (sql: string) => sql.replaceAll(/[\s;]+/g, " ").trim();

Deno.test("schema: a wrong command line has exit code 2, prints nothing, and says the right one", async () => {
  const wrong = [
    [["--jsno"], "There is no option --jsno"],
    [["--sql"], "--sql needs a value"],
    [["--sql", "oracle"], "There is no dialect oracle: use postgres, mysql, sqlite"],
    [["--diff", "--sql", "mysql"], "--diff asks the database of the config, so it takes no --sql"],
    [["a.ts", "b.ts"], "Pass one module"],
  ] as const;
  for (const [args, words] of wrong) {
    const [printed, warned]: string[][] = [[], []];
    const host = {
      print: (line: string) => void printed!.push(line),
      warn: (line: string) => void warned!.push(line),
    };
    assertEquals(await main(args, host), 2);
    assertEquals(printed, []);
    assertStringIncludes(warned!.join("\n"), words);
    assertStringIncludes(warned!.join("\n"), "Usage:");
  }
});

Deno.test("schema: what it cannot do has exit code 2, prints nothing, and is one sentence with its cure", async () => {
  const foreign = { createUser: () => null };
  const cases: [object | string, string[], RegExp][] = [
    ["export const nothing = 1;", [], /^\S+auth\.ts makes no config that could be read\. Pass/],
    ['throw new Error("no DATABASE_URL");', [], /^Cannot load .*: no DATABASE_URL\. Correct/],
    [
      { adapter: PostgresAdapter(away) },
      ["--diff"],
      /^Cannot ask PostgreSQL what it has: .*REFUSED 127.0.0.1:1\. Start/,
    ],
    [{ adapter: foreign }, [], /none of this library.*name a dialect, such as `--sql postgres`\.$/],
    [
      { adapter: foreign, records: RedisRecords({ eval() {}, evalSha() {} } as never) },
      [],
      /Redis needs no schema/,
    ],
  ];
  for (const [config, args, words] of cases) {
    const outcome = typeof config === "string"
      ? await runSchema(undefined, args, { module: config })
      : await runSchema({ providers: [], ...config }, args);
    assertEquals([outcome.code, outcome.text], [2, ""], outcome.said);
    assertMatch(outcome.said, words);
    assert(!outcome.said.includes("\n"), outcome.said);
  }
  const said: string[] = [];
  const host = { print() {}, warn: (line: string) => void said.push(line) };
  assertEquals(await main(["nowhere.ts"], host), 2);
  assertStringIncludes(said.join(), "There is no file nowhere.ts");
  assertEquals(await main(["--env-file", "nowhere/.env"], host), 2);
  assertStringIncludes(said.join(), "Cannot read the variables in nowhere/.env");
});

Deno.test("schema: a message has no password", async () => {
  const query = () => Promise.reject(new Error("cannot reach postgres://app:s3cr3t-word@db/app"));
  const { code, said } = await runSchema(
    { providers: [], adapter: PostgresAdapter({ query }) },
    ["--diff"],
    { env: { DATABASE_URL: "postgres://app:s3cr3t-word@db/app" } },
  );
  assertEquals(code, 2);
  assertStringIncludes(said, "postgres://app:[hidden]@db/app");
});

Deno.test("schema: a store without tables needs none", async () => {
  const kv = await Deno.openKv(":memory:");
  const { DenoKvAdapter } = await import("../../adapters/deno_kv.ts");
  const { MemoryAdapter } = await import("../../adapters/memory.ts");
  const cases: [object, RegExp][] = [
    [{ adapter: DenoKvAdapter(kv) }, /^Deno KV needs no schema\.$/],
    [{ adapter: MemoryAdapter() }, /^Memory needs no schema\.$/],
    [{ records: RedisRecords({ eval() {}, evalSha() {} } as never) }, /^Redis needs no schema\.$/],
    [
      { records: DynamoDBRecords({ send() {} } as never) },
      /^DynamoDB needs no SQL: `recordsTable\(\)`/,
    ],
    [{}, /neither `adapter` nor `records`, so it needs no schema/],
  ];
  for (const [config, words] of cases) {
    for (const args of [[], ["--diff"], ["--views"]]) {
      const { code, text, said } = await runSchema({ providers: [], ...config }, args);
      assertEquals([code, text], [0, ""], said);
      assertMatch(said, words);
    }
  }
  kv.close();
});

Deno.test("schema: prints what the functions of the adapters return, for the dialect that is asked for", async () => {
  const sqlite = { providers: [], adapter: SqliteAdapter(":memory:") };
  const print = async (config: object, ...args: string[]) => {
    const { code, text, said } = await runSchema(config, args);
    assertEquals(code, 0, said);
    return plain(text);
  };
  assertEquals(await print(sqlite), plain(d1Schema()));
  assertEquals(await print(sqlite, "--sql", "mysql"), plain(mysqlSchema()));
  assertEquals(await print(sqlite, "--sql=postgres"), plain(postgresSchema()));
  assertEquals(await print({ providers: [] }, "--sql", "postgres"), plain(postgresSchema()));
  const named = { prefix: "two_", schema: "own" };
  const own = { providers: [], adapter: PostgresAdapter(away, named) };
  assertEquals(await print(own), plain(postgresSchema(named)));
  assertEquals(await print(own, "--sql", "mysql"), plain(mysqlSchema({ prefix: "two_" })));
  const { text } = await runSchema({ ...own, organizations: {} }, ["--views"]);
  assertStringIncludes(text, 'CREATE OR REPLACE VIEW "own"."two_memberships"');
  assertStringIncludes(text, 'FROM "own"."two_records" AS m');
});

Deno.test("schema: of a store of records beside another adapter, the table of records alone", async () => {
  const config = {
    providers: [],
    adapter: { createUser: () => null },
    records: PostgresRecords(away),
  };
  const { code, text, said } = await runSchema(config);
  assertEquals([code, plain(text)], [0, plain(recordsTable())]);
  assertMatch(said, /^The adapter is none of this library/);
  const other = await runSchema({ providers: [], adapter: config.adapter }, ["--sql", "postgres"]);
  assertEquals([other.code, plain(other.text)], [0, plain(recordsTable())]);
});

Deno.test("schema: JSON is all that is printed, with the statements one by one", async () => {
  const config = { providers: [], adapter: SqliteAdapter(":memory:") };
  const { statements } = JSON.parse((await runSchema(config, ["--json"])).text);
  assertEquals(plain(statements.join(";")), plain(d1Schema()));
  const diff = await runSchema(config, ["--diff", "--json"]);
  assertEquals([diff.code, JSON.parse(diff.text)], [0, { missing: [] }]);
});

Deno.test("schema: as a process, it reads the variables of a file, and ends with pools open", async () => {
  const folder = await Deno.makeTempDir({ prefix: "auth-schema-" });
  await Deno.writeTextFile(`${folder}/.env`, "PREFIX=own_\n");
  await Deno.writeTextFile(
    `${folder}/auth.ts`,
    `import { SqliteAdapter } from "@x/auth/adapters/sqlite";
    setInterval(() => {}, 1000);
    console.log("begun");
    export const config = {
      providers: [],
      adapter: SqliteAdapter(":memory:", { prefix: Deno.env.get("PREFIX") }),
    };`,
  );
  const run = async (...args: string[]) =>
    await runScript("src/tools/schema/mod.ts", [`${folder}/auth.ts`, ...args], {});
  const { code, stdout } = await run("--env-file", `${folder}/.env`);
  assertEquals(code, 0);
  assertEquals(plain(stdout), plain(d1Schema({ prefix: "own_" })));
  const help = await run("--help");
  assertEquals(help.code, 0);
  assertMatch(help.stdout, /--env-file/);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("schema: the doctor names the command where a table is missing", async () => {
  const fails = (message: string) => ({
    getUserByEmail: () => Promise.reject(new Error(message)),
  });
  for (const message of ['relation "users" does not exist', `auth_users is gone; ${RUN_SCHEMA}`]) {
    const { json } = await examine({
      config: { providers: [], adapter: fails(message), session: { strategy: "jwt" } } as never,
      env: { AUTH_SECRET: "Xk3vQ9-fW2_mZ7rT5yL8bN1cH4jD6sG0pA" },
    });
    const [found] = json.findings.filter(({ id }: { id: string }) => id === "store-failed");
    assertMatch(found.cure, /npx @x\/auth schema --diff/);
  }
});

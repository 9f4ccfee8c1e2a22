/**
 * What every adapter over an app's own tool has to do, on each database: the tests of Drizzle,
 * Prisma and Kysely.
 *
 * @module
 */

import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import type pg from "pg";
import type { AppAdapter } from "../../adapters/kysely.ts";
import { AdapterError } from "../../src/errors.ts";
import { needsOf } from "../../src/tools/schema/needs.ts";
import { missingIn } from "../../src/tools/schema/print.ts";
import type { FullAdapter } from "../../src/tools/testing/adapter/check.ts";
import type { AuthConfig } from "../../mod.ts";
import { createPool } from "../_pool.ts";
import { isChosen } from "../_stride.ts";
import { openPool as openMysqlPool, type Pool as MysqlPool } from "../_mysql.ts";
import type { MysqlServer } from "../_mysql.ts";
import type { PostgresServer } from "../_postgres.ts";
import { waitUntil } from "../_wait.ts";
import { createApp } from "./_app.ts";
import { account, user } from "./_calls.ts";
import { openEmpty as openEmptyMysql } from "./_mysql.ts";
import { openEmpty as openEmptyPostgres } from "./_postgres.ts";
import { assertNothingLostOrDoubled, type Pair, signInDuring } from "./_sign_ins_during.ts";

/** Name of a database. */
export type EngineName = "PostgreSQL" | "MariaDB" | "SQLite";

/** What a door is opened on, for its database. */
export interface Connections {
  PostgreSQL: pg.Pool;
  MariaDB: MysqlPool;
  SQLite: DatabaseSync;
}

/** An adapter over a tool. */
export interface Door {
  /** Its name in tests. */
  readonly name: string;
  /** Databases that it is tried on. */
  readonly engines: readonly EngineName[];
  /** Opens the adapter on tables that are there, or that it makes. */
  open<Name extends EngineName>(
    engine: Name,
    connection: Connections[Name],
    options?: { createTables?: boolean },
  ): AppAdapter;
  /** The adapter of Auth.js for the tool. */
  theirs<Name extends EngineName>(engine: Name, connection: Connections[Name]): unknown;
  /** Closes what was opened on a connection. */
  close?(connection: unknown): Promise<void>;
  /** `true` when it opens connections of its own, and knows the columns of its schema alone. */
  readonly isApart?: boolean;
  /** The tables of its documentation, one statement each. */
  readonly published: Readonly<Record<EngineName, readonly string[]>>;
  /** Names of the tables and columns in statements of the tests. */
  readonly users: string;
  readonly accounts: string;
  readonly sessions: string;
}

/** A database of a test, with plain statements on it. */
interface Opened<Name extends EngineName> extends AsyncDisposable {
  connection: Connections[Name];
  rows(sql: string): Promise<Record<string, unknown>[]>;
}

/** Servers of the tests. */
export interface Servers {
  postgres(): PostgresServer;
  mysql(): MysqlServer;
}

const quoted = (engine: EngineName, sql: string) =>
  engine === "MariaDB" ? sql.replaceAll('"', "`") : sql;

async function openEmpty<Name extends EngineName>(
  engine: Name,
  servers: Servers,
): Promise<Opened<Name>> {
  const open: { [Each in EngineName]: () => Promise<Opened<Each>> } = {
    async PostgreSQL() {
      const { pool } = await openEmptyPostgres(servers.postgres());
      const rows = async (sql: string) => (await pool.query(sql)).rows;
      return {
        connection: pool as pg.Pool,
        rows,
        [Symbol.asyncDispose]: () => pool.end(),
      };
    },
    async MariaDB() {
      const { pool } = await openEmptyMysql(servers.mysql());
      const rows = async (sql: string) => {
        const [rows] = await pool.query(quoted(engine, sql));
        return rows as Record<string, unknown>[];
      };
      return { connection: pool, rows, [Symbol.asyncDispose]: () => pool.end() };
    },
    SQLite() {
      // A file, since some tools open connections of their own.
      const folder = Deno.makeTempDirSync();
      const connection = new DatabaseSync(`${folder}/app.db`);
      connection.exec("PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000");
      return Promise.resolve({
        connection,
        rows: (sql: string) => Promise.resolve(connection.prepare(sql).all()),
        async [Symbol.asyncDispose]() {
          connection.close();
          await Deno.remove(folder, { recursive: true });
        },
      });
    },
  };
  return await open[engine]() as Opened<Name>;
}

/** Persons of each worker who sign in while a server crashes. */
const PERSONS = 5;

/** Error of a call, which says what to do. */
async function refusal(call: () => unknown): Promise<string> {
  const error = await assertRejects(async () => await call(), AdapterError, "Cannot use ");
  return error.message;
}

const seconds = (ms: number) => new Date(Math.ceil((Date.now() + ms) / 1000) * 1000);

/** Registers the tests of a door beside the suites. */
export function testDoor(door: Door, servers: Servers): void {
  const { name, users, accounts, sessions } = door;
  for (const [place, engine] of door.engines.entries()) {
    let number = place;
    const test = (
      what: string,
      run: (opened: Opened<EngineName>) => Promise<void>,
    ) =>
      isChosen(number++, door.engines.length) &&
      Deno.test(`${name} on ${engine}: ${what}`, async () => {
        await using opened = await openEmpty(engine, servers);
        try {
          await run(opened);
        } finally {
          await door.close?.(opened.connection);
        }
      });
    const publish = async ({ rows }: Opened<EngineName>) => {
      for (const statement of door.published[engine]) await rows(statement);
    };

    test("tables of Auth.js are used as they are, and nobody is signed out", async (opened) => {
      const { connection, rows } = opened;
      await publish(opened);
      const theirs = door.theirs(engine, connection) as FullAdapter;
      const app = await createApp(theirs as AuthConfig["adapter"]);
      const before = await app.signIn("ada");
      assertEquals((await before.session())?.user?.email, "ada@example.com");
      const token = { identifier: "ada@example.com", token: "hash", expires: seconds(60_000) };
      await theirs.createVerificationToken(token);
      const known = await theirs.getUserByEmail("ada@example.com");

      assertStringIncludes(
        await refusal(() => door.open(engine, connection).getUser("1")),
        'the table "auth_records" does not exist',
      );
      await door.open(engine, connection).setup();
      const ours = door.open(engine, connection);
      app.config = { ...app.config, adapter: ours, session: { revocation: {} } };
      const { expires } = (await before.session())!;
      assert(Date.parse(expires) > Date.now() + 29 * 24 * 60 * 60 * 1000, expires);
      assertEquals((await ours.getUserByEmail("ada@example.com"))?.id, known?.id);
      assertEquals(await ours.getUserByEmail("ada@example.com"), known);
      await app.signIn("ada");
      assertEquals((await rows(`SELECT * FROM ${users}`)).length, 1, "ada is still one user");
      assertEquals((await rows(`SELECT * FROM ${sessions}`)).length, 2);
      assertEquals(
        (await ours.useVerificationToken(token))?.expires,
        token.expires,
        "a link that was sent before",
      );

      // What ours wrote, theirs reads.
      const { type: _, ...key } = account("grace");
      const mine = await ours.createUserWithAccount(
        { ...user(crypto.randomUUID()), name: "Grace", emailVerified: seconds(0) },
        { ...account("grace"), expires_at: 7 },
      );
      assertEquals(await theirs.getUser(mine!.id), await ours.getUser(mine!.id));
      assertEquals((await theirs.getUserByAccount(key))?.id, mine!.id);
      const sessionToken = crypto.randomUUID();
      await ours.createSession({ sessionToken, userId: mine!.id, expires: token.expires });
      const { session } = (await theirs.getSessionAndUser(sessionToken))!;
      assertEquals(session.expires, token.expires);
      assertEquals(await ours.deleteUser(mine!.id), mine);
      assertEquals((await rows(`SELECT * FROM ${accounts}`)).length, 1);
    });

    test("a member without a column is left out, with a warning once", async (opened) => {
      const { connection, rows } = opened;
      await publish(opened);
      await rows(`ALTER TABLE ${users} ADD COLUMN role varchar(20) DEFAULT 'member'`);
      await door.open(engine, connection).setup();
      const adapter = door.open(engine, connection);
      const warnings: string[] = [];
      // A process warns once of each member.
      const seat = `seat_${name}_${engine}`;
      const app = await createApp(adapter, {
        logger: {
          error: (error) => {
            throw error;
          },
          warn: (code: string, about?: string) => void warnings.push(`${code} ${about ?? ""}`),
          debug() {},
        },
      });
      const [provider] = app.config.providers as { profile?: unknown }[];
      app.config.providers = [
        {
          ...provider,
          profile: ({ sub, email }: never) => ({ id: sub, email, [seat]: "4C" }),
        } as never,
      ];
      await app.signIn("ada");
      await app.signIn("grace");
      const about = warnings.filter((one) => one.startsWith("member-without-column"));
      assertEquals(about.length, 1, warnings.join());
      assertStringIncludes(about[0]!, seat);
      const ada = await adapter.getUserByEmail("ada@example.com") as { role?: string };
      assertEquals(ada.role, door.isApart ? undefined : "member", "a column of the app");
    });

    test("what is missing is one sentence with the cure, and nothing is written", async (opened) => {
      const { connection, rows } = opened;
      const tables = async () => await door.open(engine, connection).getUser("1");
      const missing = await refusal(tables);
      for (const words of ["does not exist", "setup()", "npx @x/auth schema --"]) {
        assertStringIncludes(missing, words);
      }
      await door.open(engine, connection).setup();
      assertEquals(await tables(), null);
      await rows(`ALTER TABLE ${sessions} RENAME COLUMN expires TO ended`);
      assertStringIncludes(await refusal(tables), "has no column expires");
      await rows(`ALTER TABLE ${sessions} RENAME COLUMN ended TO expires`);
      await rows(`DROP TABLE auth_records`);
      assertStringIncludes(await refusal(tables), 'the table "auth_records" does not exist');
      const adapter = door.open(engine, connection, { createTables: true });
      assertEquals(await adapter.getUser("1"), null);
      // A table that goes away while the app runs.
      await rows(`DROP TABLE auth_records`);
      const gone = adapter.deleteUser("1");
      assertStringIncludes(await refusal(() => gone), "does not exist");
      assertEquals(await rows(`SELECT * FROM ${users}`), []);
    });

    test("`schema --diff --views` prints what is missing, and running it makes that", async (opened) => {
      const { connection, rows } = opened;
      const adapter = door.open(engine, connection);
      const configs = [
        { providers: [], adapter, organizations: {}, keys: {}, factors: [{}], oauthServer: {} },
      ] as unknown as AuthConfig[];
      const missing = async () => {
        const { data } = await missingIn(needsOf(configs), {
          ...{ dialect: undefined, tool: undefined, hasViews: true },
        });
        return (data as { missing: string[] }).missing;
      };
      const make = async () => {
        for (const statement of await missing()) await rows(statement);
        assertEquals(await missing(), []);
      };
      assert((await missing()).some((one) => /VIEW ["`]?auth_grants/.test(one)));
      await make();
      assertEquals(await adapter.getUser("1"), null);
      assertEquals(await rows("SELECT * FROM auth_api_keys"), []);
      await rows("DROP VIEW auth_api_keys");
      assertMatch(
        (await missing()).join(),
        /^(DROP VIEW.*,)?CREATE [A-Z ]*VIEW ["`]?auth_api_keys/,
      );
      await make();
      await rows(`DROP TABLE ${sessions}`);
      assertMatch((await missing()).join(), /^CREATE TABLE /);
      await make();
    });

    test("each of fifty at once gets a user or nothing, also over one connection", async (opened) => {
      const connection = engine === "PostgreSQL"
        ? createPool(servers.postgres().connectionString, { max: 1 })
        : engine === "MariaDB"
        ? openMysqlPool(servers.mysql().uri, { connectionLimit: 1 })
        : opened.connection;
      const one = door.open(engine, connection, { createTables: true });
      const other = door.open(engine, opened.connection, { createTables: true });
      await one.getUser("1");
      await other.getUser("1");
      for (const adapter of [one, other]) {
        const made = await Promise.all(
          Array.from(
            { length: 50 },
            (_, index) => adapter.createUserWithAccount(user(`${index}`), account("same")),
          ),
        );
        assertEquals(made.filter((found) => found !== null).length, 1);
        assertEquals((await opened.rows(`SELECT * FROM ${users}`)).length, 1);
        const { id } = made.find((found) => found !== null)!;
        const entry = { kind: "test", id: "1", owner: id, expires: null, data: null };
        const puts = await Promise.all(
          Array.from(
            { length: 50 },
            (_, index) => adapter.records.put({ ...entry, version: index + 1 }, null),
          ),
        );
        assertEquals(puts.filter(Boolean).length, 1);
        const gone = await Promise.all(Array.from({ length: 50 }, () => adapter.deleteUser(id)));
        assertEquals(gone.filter(Boolean).length, 1);
        assertEquals(await adapter.records.list(id, "test"), []);
        assertEquals(await opened.rows(`SELECT * FROM ${accounts}`), []);
      }
      if (connection !== opened.connection) {
        await door.close?.(connection);
        await (connection as pg.Pool).end();
      }
    });

    // Nothing but the connection itself can refuse a write to a file.
    const mayLimit = !door.isApart || engine !== "SQLite";
    const testLimited = mayLimit ? test : () => {};
    testLimited(
      "a user who may only read gets one sentence with the cure, and writes nothing",
      async (opened) => {
        await door.open(engine, opened.connection, { createTables: true }).getUser("1");
        await using limited = await readOnly(engine, opened, servers);
        const adapter = door.open(engine, limited.connection);
        const { close } = door;
        await using _ = { [Symbol.asyncDispose]: async () => await close?.(limited.connection) };
        assertEquals(await adapter.getUser("1"), null);
        const writes = [
          () => adapter.createUserWithAccount(user("1"), account("1")),
          () =>
            adapter.records.put(
              { kind: "test", id: "1", version: 1, expires: null, data: null },
              null,
            ),
        ];
        for (const write of writes) {
          assert(/lacks a right|read-only/.test(await refusal(write)));
        }
        for (const table of [users, accounts, '"auth_records"']) {
          assertEquals(await opened.rows(`SELECT * FROM ${table}`), []);
        }
      },
    );

    test("an error has no value of what was written", async (opened) => {
      const { connection, rows } = opened;
      const adapter = door.open(engine, connection, { createTables: true });
      await adapter.createUser(user("ada"));
      await rows(`DROP TABLE ${accounts}`);
      const secret = "secret-of-the-provider";
      const linked = adapter.linkAccount({
        ...account(secret),
        userId: "ada",
        access_token: secret,
      });
      const error = await assertRejects(
        () => Promise.resolve(linked),
        Error,
        accounts.slice(1, -1),
      );
      assert(!Deno.inspect(error, { depth: 20, showHidden: true }).includes(secret));
    });

    if (engine === "SQLite") continue;
    test("while the server crashes and starts again, no sign-in is lost or doubled", async (opened) => {
      const adapter = door.open(engine, opened.connection, { createTables: true });
      await adapter.getUser("1");
      const server = engine === "PostgreSQL" ? servers.postgres() : servers.mysql();
      const { received, failures, times } = await signInDuring(
        () => server.restart(),
        adapter,
        PERSONS,
      );
      assert(times > 2 && failures > 0, `${times} crashes, ${failures} failures`);
      const pairs = await waitUntil(
        "the server answers",
        () =>
          opened.rows(`SELECT u.email, a."providerAccountId" AS person FROM ${users} AS u
          LEFT JOIN ${accounts} AS a ON a."userId" = u.id`).catch(() => undefined),
      );
      await assertNothingLostOrDoubled(
        received,
        adapter as never,
        () => Promise.resolve(pairs as unknown as Pair[]),
        PERSONS,
      );
    });
  }
}

/** The same database for a user who may only read. */
async function readOnly<Name extends EngineName>(
  engine: Name,
  opened: Opened<EngineName>,
  servers: Servers,
): Promise<{ connection: Connections[Name] } & AsyncDisposable> {
  const open: {
    [Each in EngineName]: () => Promise<{ connection: Connections[Each] } & AsyncDisposable>;
  } = {
    async PostgreSQL() {
      await opened.rows("CREATE ROLE reader LOGIN");
      await opened.rows("GRANT USAGE ON SCHEMA public TO reader");
      await opened.rows("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader");
      const url = new URL(servers.postgres().connectionString);
      url.username = "reader";
      const pool = createPool(url.href);
      return {
        connection: pool,
        async [Symbol.asyncDispose]() {
          await pool.end();
          await opened.rows("DROP OWNED BY reader");
          await opened.rows("DROP ROLE reader");
        },
      };
    },
    async MariaDB() {
      await opened.rows("CREATE USER reader");
      await opened.rows("GRANT SELECT ON *.* TO reader");
      const pool = openMysqlPool(servers.mysql().uri.replace("root@", "reader@"));
      return {
        connection: pool,
        async [Symbol.asyncDispose]() {
          await pool.end();
          await opened.rows("DROP USER reader");
        },
      };
    },
    SQLite() {
      const connection = opened.connection as DatabaseSync;
      connection.exec("PRAGMA query_only = ON");
      return Promise.resolve({
        connection,
        [Symbol.asyncDispose]: () => Promise.resolve(connection.exec("PRAGMA query_only = OFF")),
      });
    },
  };
  return await open[engine]() as { connection: Connections[Name] } & AsyncDisposable;
}

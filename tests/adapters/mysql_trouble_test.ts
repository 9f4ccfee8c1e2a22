/**
 * MySQL in trouble: servers, connections and tables that could lose or confuse rows, deadlocks,
 * connections that are cut, and a server that crashes.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { MysqlAdapter, type MysqlPool } from "../../adapters/mysql.ts";
import { MysqlRecords } from "../../adapters/records/mysql.ts";
import { AdapterError } from "../../src/errors.ts";
import { openPool, type Pool, rowsOf } from "../_mysql.ts";
import { testInTurn } from "../_stride.ts";
import { endOfHanging, waitUntil } from "../_wait.ts";
import { account, user } from "./_calls.ts";
import { type Around, asMysql, openEmpty, seen, withMysql } from "./_mysql.ts";
import { assertNothingLostOrDoubled, type Pair, signInDuring } from "./_sign_ins_during.ts";

const PROCESSES = 4;
const made = { createTables: true };
const entry = (id: string, version = 1) => ({
  kind: "test",
  id,
  owner: "ada",
  version,
  expires: null,
  data: null,
});

withMysql("MySQL, bad settings", (server) => {
  const settings: Record<string, [(uri: string) => Pool, words: string]> = {
    "another character set": [
      (uri) => openPool(uri, { charset: "latin1" }),
      'create the pool with `charset: "utf8mb4"`',
    ],
    "a sql_mode that shortens values": [
      (uri) => openPool(uri, {}, "SET sql_mode = ''"),
      "its `sql_mode` lacks STRICT_TRANS_TABLES",
    ],
    "connections without autocommit": [
      (uri) => openPool(uri, {}, "SET autocommit = 0"),
      "`autocommit` is off",
    ],
    "reads of what is not committed": [
      (uri) => openPool(uri, {}, "SET SESSION TRANSACTION ISOLATION LEVEL READ UNCOMMITTED"),
      "set `transaction_isolation` to READ-COMMITTED or a stricter level",
    ],
    "transactions that only read": [
      (uri) => openPool(uri, {}, "SET SESSION TRANSACTION READ ONLY"),
      "pass a pool of the primary",
    ],
  };
  for (const [name, [open, words]] of Object.entries(settings)) {
    Deno.test(`MysqlAdapter and MysqlRecords: ${name}: refused, and nothing is made`, async () => {
      await using opened = await openEmpty(server());
      const pool = open(server().uri);
      await using _ = { [Symbol.asyncDispose]: () => pool.end() };
      const stores = [
        () => MysqlAdapter(pool, made).createUser(user("1")),
        () => MysqlRecords(pool).put(entry("1"), null),
        () => MysqlRecords(pool).setup(),
      ];
      for (const call of stores) await assertRejects(async () => await call(), AdapterError, words);
      assertEquals(await rowsOf(opened.pool, "SHOW TABLES"), []);
    });
  }

  Deno.test("MysqlAdapter: a version that is too old is refused, and newer ones are not", async () => {
    await using opened = await openEmpty(server());
    const as = (version: string) =>
      seen(opened.pool, async <T>(call: () => PromiseLike<T>, sql: string) => {
        const answer = await call();
        if (!sql.startsWith("SHOW VARIABLES")) return answer;
        const [rows, fields] = answer as unknown as [{ Value: string }[], unknown];
        const told = rows.map((row) => /Maria/.test(row.Value) ? { ...row, Value: version } : row);
        return [told, fields] as T;
      });
    for (const version of ["5.7.44-log", "10.5.26-MariaDB", "10.1.48-mariadb"]) {
      await assertRejects(
        async () => await MysqlAdapter(as(version), made).getUser("1"),
        AdapterError,
        `version ${version} is too old; use MySQL 8.0, MariaDB 10.6, or newer`,
      );
    }
    for (const version of ["8.0.11", "8.4.3", "9.1.0", "10.6.1-MariaDB", "11.4.2-MariaDB-log"]) {
      assertEquals(await MysqlAdapter(as(version), made).getUser("1"), null, version);
    }
  });

  const tables: Record<string, [statement: string, words: string]> = {
    "text where bytes belong": [
      "ALTER TABLE auth_records MODIFY id VARCHAR(512) NOT NULL",
      "the column id of `auth_records` is varchar with the collation utf8mb4_bin, which could take " +
      "two values for one; its type is VARBINARY",
    ],
    "a character set that lacks characters": [
      "ALTER TABLE auth_records MODIFY data LONGTEXT CHARACTER SET latin1 NOT NULL",
      "the column data of `auth_records` is longtext with the collation latin1_swedish_ci",
    ],
    "a missing column": [
      "ALTER TABLE auth_records DROP COLUMN expires",
      "`auth_records` has no column expires, so it is not a table of this release",
    ],
    "another primary key": [
      "ALTER TABLE auth_records DROP PRIMARY KEY",
      "the primary key of `auth_records` is not (kind, id)",
    ],
    "an engine without transactions": [
      "ALTER TABLE auth_records DROP PRIMARY KEY, DROP KEY of_owner, ENGINE=MyISAM",
      "run ALTER TABLE `auth_records` ENGINE=InnoDB",
    ],
  };
  for (const [name, [statement, words]] of Object.entries(tables)) {
    Deno.test(`MysqlAdapter and MysqlRecords: a table with ${name} is refused`, async () => {
      await using opened = await openEmpty(server());
      const { pool } = opened;
      await MysqlAdapter(pool, made).setup();
      await pool.query(statement);
      for (const records of [MysqlRecords(pool), MysqlAdapter(pool, made).records]) {
        await assertRejects(async () => await records.put(entry("1"), null), AdapterError, words);
      }
      assertEquals(await rowsOf(pool, "SELECT * FROM auth_records"), []);
      await pool.query("DROP TABLE auth_records");
      assertEquals(await MysqlRecords(pool).put(entry("1"), null), true, "and the cure helps");
    });
  }

  Deno.test("MysqlAdapter: a table that is gone while the app runs is named with its cure", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    const adapter = MysqlAdapter(pool, made);
    await adapter.getUser("1");
    await pool.query("DROP TABLE auth_sessions");
    await assertRejects(
      async () => await adapter.getSessionAndUser("1"),
      AdapterError,
      "a table does not exist; call `setup()` of the store",
    );
    await adapter.setup();
    assertEquals(await adapter.getSessionAndUser("1"), null);
  });

  Deno.test("MysqlAdapter: a replica is refused, and so are writes after a primary became one", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    await MysqlAdapter(pool, made).setup();
    await pool.query("CREATE USER app");
    await pool.query("GRANT SELECT, INSERT, UPDATE, DELETE ON *.* TO app");
    const app = openPool(server().uri.replace("root@", "app@"));
    const before = MysqlAdapter(app);
    await before.createUserWithAccount(user("1"), account("1"));
    try {
      await pool.query("SET GLOBAL read_only = 1");
      for (const open of [MysqlAdapter, MysqlRecords]) {
        const store = open(app);
        const call = "records" in store ? () => store.getUser("1") : () => store.get("a", "1");
        await assertRejects(async () => await call(), AdapterError, "pass a pool of the primary");
      }
      const writes = [
        () => before.createUserWithAccount(user("2"), account("2")),
        () => before.updateUser({ id: "1", name: "Ada" }),
        () => before.deleteUser("1"),
        () => before.records.put(entry("1"), null),
      ];
      for (const write of writes) {
        await assertRejects(async () => await write(), AdapterError, "pass a pool of the primary");
      }
    } finally {
      await pool.query("SET GLOBAL read_only = 0");
      await pool.query("DROP USER app");
    }
    assertEquals(await before.getUser("1"), user("1"));
    assertEquals((await before.listAccounts("1")).length, 1);
    assertEquals(await before.getUser("2"), null);
    await app.end();
  });
});

withMysql("MySQL, conflicts", (server) => {
  Deno.test("MysqlAdapter: a call that a real deadlock has undone is repeated", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    let deadlocks = 0;
    const around: Around = async (call) => {
      try {
        return await call();
      } catch (error) {
        if ((error as { errno?: number }).errno === 1213) deadlocks++;
        throw error;
      }
    };
    const adapter = MysqlAdapter(seen(pool, around), made);
    await adapter.createUser(user("ada"));
    await adapter.createUser(user("grace"));
    for (let id = 0; id < 3; id++) await adapter.records.put(entry(`${id}`), null);
    // The other transaction has changed more, so the server undoes the one of the adapter.
    const other = await pool.getConnection();
    await other.beginTransaction();
    await other.query("UPDATE auth_records SET version = version + 1 WHERE owner = 'ada'");
    await other.query(`INSERT INTO auth_verification_tokens
      SELECT seq, seq, 0, '' FROM seq_1_to_1000`);
    const deleted = adapter.deleteUser("ada");
    const waits = "SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_current_waits'";
    await waitUntil(
      "the adapter waits",
      async () => Number((await rowsOf(pool, waits))[0]!.Value) > 0,
    );
    await other.query("UPDATE auth_users SET name = 'Ada' WHERE id = 'ada'");
    await other.rollback();
    other.release();
    assertEquals((await deleted)?.id, "ada");
    assertEquals(await adapter.records.list("ada", "test"), []);
    assertEquals(deadlocks, 1);
  });

  Deno.test("MysqlAdapter: a lock that another transaction holds for long makes the call fail, without effect", async () => {
    await using opened = await openEmpty(server());
    const pool = openPool(server().uri, {}, "SET innodb_lock_wait_timeout = 0");
    await using _ = { [Symbol.asyncDispose]: () => pool.end() };
    const adapter = MysqlAdapter(pool, made);
    await adapter.createUserWithAccount(user("ada"), account("1"));
    await adapter.records.put(entry("1"), null);
    const other = await opened.pool.getConnection();
    await other.beginTransaction();
    await other.query("SELECT * FROM auth_records FOR UPDATE");
    const calls = [
      () => adapter.deleteUser("ada"),
      () => adapter.records.put(entry("1", 2), 1),
      () => adapter.records.take("test", "1"),
    ];
    for (const call of calls) await assertRejects(async () => await call(), Error, "Lock wait");
    await other.rollback();
    other.release();
    assertEquals((await adapter.getUserByAccount(account("1")))?.id, "ada");
    assertEquals((await adapter.records.get("test", "1"))?.version, 1);
    assertEquals((await adapter.deleteUser("ada"))?.id, "ada");
  });
});

withMysql("MySQL, connections that are cut", (server) => {
  Deno.test("MysqlAdapter: a connection that is lost at any call of a transaction leaves all or nothing, and says so", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    await MysqlAdapter(pool, made).setup();
    const knife = await pool.getConnection();
    let left = 0;
    let moment = "before";
    const cut = async () => {
      const [found] = await knife.query(
        "SELECT id FROM information_schema.PROCESSLIST WHERE db = DATABASE() AND id <> CONNECTION_ID()",
      );
      for (const { id } of found) await knife.query(`KILL ${id}`).catch(() => {});
    };
    for (const as of [(pool: MysqlPool) => pool, asMysql]) {
      const around: Around = async (call) => {
        const isCut = --left === 0;
        if (isCut && moment === "before") await cut();
        const answer = await call();
        if (isCut && moment === "after") await cut();
        return answer;
      };
      const adapter = MysqlAdapter(seen(as(pool), around));
      await adapter.getUser("1");
      const state = async () => {
        const users = await rowsOf(pool, "SELECT id FROM auth_users");
        const accounts = await rowsOf(pool, "SELECT userId FROM auth_accounts");
        const records = await rowsOf(pool, "SELECT id FROM auth_records");
        return [users.length, accounts.length, records.length];
      };
      let failures = 0;
      for (moment of ["before", "after"]) {
        for (const act of ["create", "delete"] as const) {
          for (let at = 1;; at++) {
            if (act === "delete") {
              await adapter.createUserWithAccount(user("ada"), account("ada"));
              await adapter.records.put(entry("1"), null);
            }
            left = at;
            const failed = await Promise.resolve(
              act === "create"
                ? adapter.createUserWithAccount(user("ada"), account("ada"))
                : adapter.deleteUser("ada"),
            ).then(() => undefined, (error: unknown) => error);
            const wasCut = left <= 0;
            left = 0;
            if (failed) {
              failures++;
              assert(failed instanceof AdapterError, String(failed));
              assert(/its connection was lost/.test(failed.message), failed.message);
            }
            const found = await state();
            const [none, all] = [[0, 0, 0], act === "create" ? [1, 1, 0] : [1, 1, 1]];
            assert([none, all].some((one) => `${one}` === `${found}`), `${act} ${at}: ${found}`);
            await adapter.deleteUser("ada");
            assertEquals(await state(), none, "the next call connects again");
            if (!wasCut) break;
          }
        }
      }
      assert(failures > 5, `${failures}`);
    }
    knife.release();
  });

  Deno.test("MysqlAdapter and MysqlRecords: no read fails when idle connections were cut", async () => {
    await using opened = await openEmpty(server());
    await using knife = await openEmpty(server());
    const { pool } = opened;
    const adapter = MysqlAdapter(pool, made);
    await adapter.createUser(user("1"));
    await adapter.records.put(entry("1"), null);
    for (let round = 0; round < 20; round++) {
      // Several connections, all of them idle afterwards.
      await Promise.all(Array.from({ length: 4 }, () => pool.query("DO SLEEP(0.001)")));
      const found = await rowsOf(
        knife.pool,
        "SELECT id FROM information_schema.PROCESSLIST WHERE db = DATABASE() AND id <> CONNECTION_ID()",
      );
      for (const { id } of found) await knife.pool.query(`KILL ${id}`).catch(() => {});
      assertEquals((await adapter.getUserByEmail("1@example.com"))?.id, "1");
      assertEquals((await adapter.records.get("test", "1"))?.version, 1);
    }
  });
});

/** Every user with its account. */
const pairsOf = (pool: Pool) => async (): Promise<Pair[]> => {
  const select = "SELECT CONVERT(u.email USING utf8mb4) AS email, " +
    "CONVERT(a.providerAccountId USING utf8mb4) AS person FROM auth_users AS u";
  return await rowsOf(
    pool,
    `${select} LEFT JOIN auth_accounts AS a ON a.userId = u.id UNION ALL
     ${select} RIGHT JOIN auth_accounts AS a ON a.userId = u.id WHERE u.id IS NULL`,
  ) as Pair[];
};

withMysql("MysqlAdapter in trouble", (server) => {
  Deno.test("MysqlAdapter: four processes with fifty first sign-ins of one person each make one user and one account", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    const sets = ["one_", "two_"];
    const runs = await Promise.all(Array.from({ length: PROCESSES }, async () => {
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: [
          ...["run", "-A", "--no-check", "tests/adapters/_sign_ins_at_once.ts"],
          ...["mysql", server().uri, String(PROCESSES), ...sets],
        ],
        stderr: "inherit",
        signal: endOfHanging(),
      }).output();
      return JSON.parse(new TextDecoder().decode(stdout)) as (string | null)[][];
    }));
    for (const [index, set] of sets.entries()) {
      const users = await rowsOf(
        pool,
        `SELECT CONVERT(id USING utf8mb4) AS id FROM ${set}users`,
      );
      assertEquals(users.length, 1, set);
      const ids = runs.flatMap((run) => run[index]);
      assertEquals(ids, Array(50 * PROCESSES).fill(users[0]!.id), set);
      const count = async (table: string) =>
        (await rowsOf(pool, `SELECT 1 FROM ${set}${table}`)).length;
      assertEquals([await count("accounts"), await count("sessions")], [1, 50 * PROCESSES], set);
    }
  });

  for (const [name, as] of [["MariaDB", (pool: MysqlPool) => pool], ["MySQL", asMysql]] as const) {
    testInTurn(
      "Mysql",
      0,
      `MysqlAdapter, ${name}: while the server crashes and starts again, no sign-in is lost or doubled`,
      async () => {
        await using opened = await openEmpty(server());
        const { pool } = opened;
        const adapter = MysqlAdapter(as(pool), made);
        const { received, failures, times } = await signInDuring(() => server().restart(), adapter);
        assert(times > 2 && failures > 0, `${times} crashes, ${failures} failures`);
        await assertNothingLostOrDoubled(received, adapter, pairsOf(pool));
        console.log(`${received.length} sign-ins, ${times} crashes, ${failures} logged failures`);
      },
    );
  }

  Deno.test("MysqlAdapter: while connections are cut, no sign-in is lost or doubled", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    const knife = openPool(server().uri, { connectionLimit: 1 });
    await using _ = { [Symbol.asyncDispose]: () => knife.end() };
    const cut = async () => {
      const found = await rowsOf(
        knife,
        "SELECT id FROM information_schema.PROCESSLIST WHERE db = DATABASE() AND id <> CONNECTION_ID()",
      );
      for (const { id } of found) await knife.query(`KILL ${id}`).catch(() => {});
    };
    const adapter = MysqlAdapter(pool, made);
    const { received, failures, times } = await signInDuring(cut, adapter);
    assert(times > 2 && failures > 0, `${times} cuts, ${failures} failures`);
    await assertNothingLostOrDoubled(received, adapter, pairsOf(pool));
    console.log(`${received.length} sign-ins, ${times} cuts, ${failures} logged failures`);
  });
});

/**
 * The adapter over Kysely, on each database.
 *
 * @module
 */

import { KyselyAdapter as TheirAdapter } from "@auth/kysely-adapter";
import { DatabaseSync } from "node:sqlite";
import { KyselyAdapter, type KyselyAdapterOptions } from "../../adapters/kysely.ts";
import { testDatabase } from "./_databases.ts";
import { type Connections, type Door, testDoor } from "./_doors.ts";
import { PUBLISHED } from "./_kysely_tables.ts";
import { faultyKysely, onMysql, onPostgres, onSqlite } from "./_kysely.ts";
import { emptiedPool as emptiedMysql, withMysql } from "./_mysql.ts";
import { emptiedPool as emptiedPostgres, withPostgres } from "./_postgres.ts";
import { testOnEach, testRecordsOnEach } from "./_variants.ts";
import { Faults } from "./records/_faults.ts";

const connect = {
  PostgreSQL: (pool: Connections["PostgreSQL"]) => onPostgres(pool),
  MariaDB: (pool: Connections["MariaDB"]) => onMysql(pool),
  SQLite: (database: Connections["SQLite"]) => onSqlite(database),
};

/** Kysely on each database, in the form of Auth.js. */
const door: Door = {
  name: "KyselyAdapter",
  engines: ["PostgreSQL", "MariaDB", "SQLite"],
  open: (engine, connection, options) =>
    KyselyAdapter(connect[engine](connection as never), options),
  theirs: (engine, connection) => TheirAdapter(connect[engine](connection as never)),
  published: PUBLISHED,
  users: '"User"',
  accounts: '"Account"',
  sessions: '"Session"',
};

const options: KyselyAdapterOptions = {
  createTables: true,
  tables: { authenticators: "Authenticator" },
};

withPostgres("KyselyAdapter on PostgreSQL", (postgres) => {
  withMysql("KyselyAdapter on MariaDB", (mysql) => {
    const onPool = emptiedPostgres(postgres, "kysely");
    const onServer = emptiedMysql(mysql, "kysely");
    testOnEach(0, {
      "KyselyAdapter on PostgreSQL": async () => ({
        adapter: KyselyAdapter(onPostgres(await onPool()), options),
      }),
      "KyselyAdapter on MariaDB": async () => ({
        adapter: KyselyAdapter(onMysql(await onServer()), options),
      }),
      "KyselyAdapter on SQLite": () => {
        const database = new DatabaseSync(":memory:");
        return {
          adapter: KyselyAdapter(onSqlite(database), options),
          close: () => database.close(),
        };
      },
    });

    testDoor(door, { postgres, mysql });

    testDatabase("kysely-postgres", async () => ({
      adapter: KyselyAdapter(onPostgres(await onPool()), { createTables: true }),
    }));
    testDatabase("kysely-mysql", async () => ({
      adapter: KyselyAdapter(onMysql(await onServer()), { createTables: true }),
    }));
    testDatabase("kysely-sqlite", () => ({
      adapter: KyselyAdapter(onSqlite(), { createTables: true }),
    }));

    const open = [
      ["PostgreSQL", async () => onPostgres(await onPool())],
      ["MariaDB", async () => onMysql(await onServer())],
      ["SQLite", () => Promise.resolve(onSqlite())],
    ] as const;
    testRecordsOnEach(
      0,
      Object.fromEntries(
        open.map(([name, connect]) => [`KyselyAdapter.records on ${name}`, async () => {
          const faults = new Faults();
          const adapter = KyselyAdapter(faultyKysely(await connect(), faults), options);
          await adapter.setup();
          await adapter.getUser("1");
          return { store: adapter.records, failAt: faults.failAt };
        }]),
      ),
    );
  });
});

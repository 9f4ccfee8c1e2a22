/**
 * The adapter over Drizzle, on each database.
 *
 * @module
 */

import { DrizzleAdapter as TheirAdapter } from "@auth/drizzle-adapter";
import { DatabaseSync } from "node:sqlite";
import { DrizzleAdapter } from "../../adapters/drizzle.ts";
import { testDatabase } from "./_databases.ts";
import { type Door, testDoor } from "./_doors.ts";
import { connect, onLibsql, onSqlite, PUBLISHED } from "./_drizzle.ts";
import { openMemory } from "./_libsql.ts";
import { emptiedPool as emptiedMysql, faultyPool, withMysql } from "./_mysql.ts";
import { emptiedPool as emptiedPostgres, withPostgres } from "./_postgres.ts";
import { testOnEach, testRecordsOnEach } from "./_variants.ts";
import { Faults, faultyClient, faultySqlite } from "./records/_faults.ts";

const made = { createTables: true };

/** Drizzle on each database, in the form of Auth.js. */
const door: Door = {
  name: "DrizzleAdapter",
  engines: ["PostgreSQL", "MariaDB", "SQLite"],
  open: (engine, connection, options) =>
    DrizzleAdapter(connect[engine](connection as never), {}, options),
  theirs: (engine, connection) => TheirAdapter(connect[engine](connection as never) as never),
  published: PUBLISHED,
  users: '"user"',
  accounts: '"account"',
  sessions: '"session"',
};

withPostgres("DrizzleAdapter on PostgreSQL", (postgres) => {
  withMysql("DrizzleAdapter on MariaDB", (mysql) => {
    const onPool = emptiedPostgres(postgres, "drizzle_door");
    const onServer = emptiedMysql(mysql, "drizzle_door");
    testOnEach(0, {
      "DrizzleAdapter on PostgreSQL": async () => ({
        adapter: DrizzleAdapter(connect.PostgreSQL(await onPool()), {}, made),
      }),
      "DrizzleAdapter on MariaDB": async () => ({
        adapter: DrizzleAdapter(connect.MariaDB(await onServer()), {}, made),
      }),
      "DrizzleAdapter on SQLite": () => {
        const database = new DatabaseSync(":memory:");
        return {
          adapter: DrizzleAdapter(onSqlite(database), {}, made),
          close: () => database.close(),
        };
      },
      "DrizzleAdapter on libSQL": () => {
        const { client } = openMemory();
        return {
          adapter: DrizzleAdapter(onLibsql(client), {}, made),
          close: () => client.close(),
        };
      },
    });

    testDoor(door, { postgres, mysql });

    testDatabase("drizzle-postgres", async () => ({
      adapter: DrizzleAdapter(connect.PostgreSQL(await onPool()), {}, made),
    }));
    testDatabase("drizzle-mysql", async () => ({
      adapter: DrizzleAdapter(connect.MariaDB(await onServer()), {}, made),
    }));
    testDatabase("drizzle-sqlite", () => ({
      adapter: DrizzleAdapter(onSqlite(new DatabaseSync(":memory:")), {}, made),
    }));

    // The driver's client, with faults at every call.
    const open = {
      PostgreSQL: async (faults: Faults) => {
        const db = connect.PostgreSQL(await onPool());
        return Object.assign(db, { $client: faultyClient(db.$client as never, faults) });
      },
      MariaDB: async (faults: Faults) => {
        const db = connect.MariaDB(await onServer());
        return Object.assign(db, { $client: faultyPool(db.$client as never, faults) });
      },
      SQLite: (faults: Faults) => {
        const db = onSqlite(new DatabaseSync(":memory:"));
        return Object.assign(db, { $client: faultySqlite(db.$client as never, faults) });
      },
    };
    testRecordsOnEach(
      0,
      Object.fromEntries(
        Object.entries(open).map((
          [name, connect],
        ) => [`DrizzleAdapter.records on ${name}`, async () => {
          const faults = new Faults();
          const adapter = DrizzleAdapter(await connect(faults), {}, made);
          await adapter.getUser("1");
          return { store: adapter.records, failAt: faults.failAt };
        }]),
      ),
    );
  });
});

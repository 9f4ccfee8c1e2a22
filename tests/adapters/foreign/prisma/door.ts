/**
 * The adapter over Prisma on each database, in a process of its own as `check.ts`: `deno test` runs
 * it, with the URLs of the generated clients in the variable `PRISMA_CLIENTS`.
 *
 * @module
 */

import { PrismaAdapter as TheirAdapter } from "npm:@auth/prisma-adapter@2.11.3";
import { PrismaLibSql } from "npm:@prisma/adapter-libsql@7.10.0";
import { PrismaMariaDb } from "npm:@prisma/adapter-mariadb@7.10.0";
import { PrismaPg } from "npm:@prisma/adapter-pg@7.10.0";
import { assertThrows } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { PrismaAdapter } from "../../../../adapters/prisma.ts";
import { AuthError } from "../../../../src/errors.ts";
import { testDatabase } from "../../_databases.ts";
import { type Door, type EngineName, testDoor } from "../../_doors.ts";
import { emptiedPool as emptiedMysql, withMysql } from "../../_mysql.ts";
import { emptiedPool as emptiedPostgres, withPostgres } from "../../_postgres.ts";
import { testOnEach, testRecordsOnEach } from "../../_variants.ts";
import { Faults } from "../../records/_faults.ts";
import { PUBLISHED } from "../_prisma_schema.ts";

const clients: Record<EngineName, string> = JSON.parse(Deno.env.get("PRISMA_CLIENTS")!);
const classes = Object.fromEntries(
  await Promise.all(
    Object.entries(clients).map(async ([name, url]) => [name, (await import(url)).PrismaClient]),
  ),
);

const drivers = {
  PostgreSQL: (pool: any) => new PrismaPg(pool),
  MariaDB: (pool: any) => {
    const { connectionLimit, connectionConfig } = pool.pool.config;
    const { host, port, user, database } = connectionConfig;
    return new PrismaMariaDb({ host, port, user, database, connectionLimit });
  },
  SQLite: (database: DatabaseSync) => new PrismaLibSql({ url: `file:${database.location()}` }),
};

const opened = new Map<unknown, any>();

function connect(engine: EngineName, connection: any): any {
  const known = opened.get(connection) ??
    new classes[engine]({ adapter: (drivers[engine] as any)(connection) });
  opened.set(connection, known);
  return known;
}

async function close(connection: unknown): Promise<void> {
  const prisma = opened.get(connection);
  opened.delete(connection);
  // A pool of `pg` belongs to the test.
  if (!(connection as any).totalCount) await prisma?.$disconnect();
}

// When its server goes away, the driver `mariadb` rejects a promise that no caller has.
addEventListener("unhandledrejection", (event) => {
  if (/ECONNRESET|socket has unexpectedly been closed/.test(String(event.reason))) event.preventDefault();
});

const made = { createTables: true };

const door: Door = {
  name: "PrismaAdapter",
  engines: ["PostgreSQL", "MariaDB", "SQLite"],
  open: (engine, connection, options) => PrismaAdapter(connect(engine, connection), options),
  theirs: (engine, connection) => TheirAdapter(connect(engine, connection)),
  close,
  isApart: true,
  published: PUBLISHED,
  users: '"User"',
  accounts: '"Account"',
  sessions: '"Session"',
};

/** An empty database in a file. */
function openFile() {
  const folder = Deno.makeTempDirSync();
  const database = new DatabaseSync(`${folder}/app.db`);
  database.exec("PRAGMA journal_mode = WAL");
  return {
    prisma: connect("SQLite", database),
    async close() {
      await close(database);
      database.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** A client, with faults at every statement and transaction. */
function faulty(prisma: any, faults: Faults): any {
  const executor = (own: any) => ({
    $queryRawUnsafe: (...args: unknown[]) => faults.run(async () => await own.$queryRawUnsafe(...args)),
    $executeRawUnsafe: (...args: unknown[]) =>
      faults.run(async () => await own.$executeRawUnsafe(...args)),
  });
  return {
    ...executor(prisma),
    _activeProvider: prisma._activeProvider,
    _runtimeDataModel: prisma._runtimeDataModel,
    $transaction: (work: any, options: unknown) =>
      faults.run(async () => await prisma.$transaction((own: any) => work(executor(own)), options)),
  };
}

Deno.test("PrismaAdapter: what is no client is refused, and so is a missing model", () => {
  assertThrows(() => PrismaAdapter({} as never), AuthError, "the first argument is no client");
  const client = { $queryRawUnsafe() {}, $executeRawUnsafe() {}, $transaction() {} };
  assertThrows(
    () => PrismaAdapter({ ...client, _activeProvider: "mongodb" } as never),
    AuthError,
    "does not speak to mongodb",
  );
  assertThrows(
    () => PrismaAdapter({ ...client, _activeProvider: "sqlite" } as never),
    AuthError,
    "the client has no model User",
  );
});

withPostgres("PrismaAdapter on PostgreSQL", (postgres) => {
  withMysql("PrismaAdapter on MariaDB", (mysql) => {
    const onPool = emptiedPostgres(postgres, "prisma_door");
    const onServer = emptiedMysql(mysql, "prisma_door");
    const onPostgres = async () => connect("PostgreSQL", await onPool());
    const onMariaDb = async () => connect("MariaDB", await onServer());
    Deno.test.afterAll(async () => {
      for (const connection of [...opened.keys()]) await close(connection);
    });
    testOnEach(1, {
      "PrismaAdapter on PostgreSQL": async () => ({
        adapter: PrismaAdapter(await onPostgres(), made),
      }),
      "PrismaAdapter on MariaDB": async () => ({ adapter: PrismaAdapter(await onMariaDb(), made) }),
      "PrismaAdapter on SQLite": () => {
        const { prisma, close } = openFile();
        return { adapter: PrismaAdapter(prisma, made), close };
      },
    });

    testDoor(door, { postgres, mysql });

    testDatabase("prisma-postgres", async () => ({
      adapter: PrismaAdapter(await onPostgres(), made),
    }));
    testDatabase("prisma-mysql", async () => ({
      adapter: PrismaAdapter(await onMariaDb(), made),
    }));
    testDatabase("prisma-sqlite", () => {
      const { prisma, close } = openFile();
      return { adapter: PrismaAdapter(prisma, made), close };
    });

    const open = {
      PostgreSQL: async () => ({ prisma: await onPostgres(), close: undefined }),
      MariaDB: async () => ({ prisma: await onMariaDb(), close: undefined }),
      SQLite: openFile,
    };
    testRecordsOnEach(1, Object.fromEntries(Object.entries(open).map(([name, connect]) => [`PrismaAdapter.records on ${name}`, async () => {
        const faults = new Faults();
        const { prisma, close } = await connect();
        const adapter = PrismaAdapter(faulty(prisma, faults), made);
        await adapter.getUser("1");
        return { store: adapter.records, failAt: faults.failAt, ...close && { close } };
      }])));
  });
});

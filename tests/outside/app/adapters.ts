/** Adapters of other packages, whose types lack the members that this app adds. */
import type { AuthConfig } from "@x/auth";
import type { Adapter, AdapterUser, JsonValue } from "@x/auth/adapters";
import { DenoKvAdapter, type KvStore } from "@x/auth/adapters/deno-kv";
import { MemoryAdapter } from "@x/auth/adapters/memory";
import {
  PostgresAdapter as OwnPostgresAdapter,
  type PostgresAdapterInstance,
} from "@x/auth/adapters/postgres";
import { D1Adapter, type D1AdapterInstance } from "@x/auth/adapters/d1";
import { LibsqlAdapter, type LibsqlAdapterInstance } from "@x/auth/adapters/libsql";
import { MysqlAdapter, type MysqlAdapterInstance } from "@x/auth/adapters/mysql";
import { SqliteAdapter } from "@x/auth/adapters/sqlite";
import { D1Records, type D1RecordStore } from "@x/auth/records/d1";
import { LibsqlRecords, type LibsqlRecordStore } from "@x/auth/records/libsql";
import { MysqlRecords, type MysqlRecordStore } from "@x/auth/records/mysql";
import { PostgresRecords, type PostgresRecordStore } from "@x/auth/records/postgres";
import { checkAdapter } from "@x/auth/testing/adapter";
import { DrizzleAdapter } from "@auth/drizzle-adapter";
import PostgresAdapter from "@auth/pg-adapter";
import { PrismaAdapter } from "@auth/prisma-adapter";
import { UnstorageAdapter } from "@auth/unstorage-adapter";
import type { Adapter as AuthJsAdapter } from "@auth/core/adapters";
import type { D1Database } from "@cloudflare/workers-types";
import type { Client as LibsqlClient } from "@libsql/client";
import type { Pool as MysqlPool } from "mysql2/promise";

declare const pool: Parameters<typeof PostgresAdapter>[0];
declare const prisma: Parameters<typeof PrismaAdapter>[0];
declare const drizzle: Parameters<typeof DrizzleAdapter>[0];
declare const storage: Parameters<typeof UnstorageAdapter>[0];
declare const authJs: AuthJsAdapter;
declare const kv: KvStore;
declare const d1: D1Database;
declare const libsql: LibsqlClient;
declare const mysql: MysqlPool;

/** An adapter of the app, with those members. */
const own: Adapter = {
  getUser: (id): AdapterUser => ({ id, email: "", emailVerified: null, role: "member" }),
};
const { adapter }: AuthConfig = { providers: [], adapter: process.env.NO_STORE ? undefined : own };

export const configs: AuthConfig[] = [
  { providers: [], adapter },
  { providers: [], adapter: PostgresAdapter(pool) },
  { providers: [], adapter: PrismaAdapter(prisma) },
  { providers: [], adapter: DrizzleAdapter(drizzle) },
  { providers: [], adapter: UnstorageAdapter(storage) },
  { providers: [], adapter: authJs },
  { providers: [], adapter: MemoryAdapter() },
  { providers: [], adapter: SqliteAdapter(":memory:", { prefix: process.env.PREFIX }) },
  { providers: [], adapter: DenoKvAdapter(kv) },
  { providers: [], adapter: OwnPostgresAdapter(pool, { schema: process.env.SCHEMA }) },
  { providers: [], adapter: D1Adapter(d1, { prefix: process.env.PREFIX }) },
  { providers: [], adapter: LibsqlAdapter(libsql, { prefix: process.env.PREFIX }) },
  { providers: [], adapter: MysqlAdapter(mysql, { prefix: process.env.PREFIX }) },
  // @ts-expect-error -- a user has an id, an address and `emailVerified`
  { providers: [], adapter: { getUser: () => ({ name: "Ada" }) } },
];

// @ts-expect-error -- users of this app have a role
export const lacking: Adapter = { getUser: (id) => ({ id, email: "", emailVerified: null }) };
export const adapters: PostgresAdapterInstance[] = [OwnPostgresAdapter(pool)];
export const records: PostgresRecordStore = PostgresRecords(pool, { prefix: process.env.PREFIX });
export const d1Adapters: D1AdapterInstance[] = [D1Adapter(d1)];
export const d1Records: D1RecordStore = D1Records(d1, { prefix: process.env.PREFIX });
export const libsqlAdapters: LibsqlAdapterInstance[] = [LibsqlAdapter(libsql)];
export const libsqlRecords: LibsqlRecordStore = LibsqlRecords(libsql, {
  prefix: process.env.PREFIX,
});
export const mysqlAdapters: MysqlAdapterInstance[] = [MysqlAdapter(mysql)];
export const mysqlRecords: MysqlRecordStore = MysqlRecords(mysql, { prefix: process.env.PREFIX });
export const results = checkAdapter(() => ({ adapter: PostgresAdapter(pool) }));
export const json: JsonValue = { list: [1, null, "a"] };

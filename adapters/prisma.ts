/**
 * Stores all data by the app's own client of Prisma, in PostgreSQL, MySQL, MariaDB or SQLite: an
 * adapter and its records in one value, over the connections of the client.
 *
 * The tables are those of the models of `@auth/prisma-adapter`: `User`, `Account`, `Session` and
 * `VerificationToken`, with `auth_records` beside them. `@map` and `@@map` count, and fields that the
 * app has added are members.
 *
 * @module
 */

import { AuthError } from "../src/errors.ts";
import { type AppAdapter, openAppStore } from "./_app_store.ts";
import type { AppTables } from "./_app_tables.ts";
import { findTable, makeDatabase, type PrismaDatabase } from "./_prisma_client.ts";
import { TABLE_NAMES } from "./_tables.ts";

export type { AppAdapter } from "./_app_store.ts";
export type { PrismaDatabase, PrismaExecutor } from "./_prisma_client.ts";

/** Names of the models of {@linkcode PrismaAdapter}. */
export interface PrismaModels {
  /** Users. Default `User`. */
  users?: string | undefined;
  /** Accounts at providers. Default `Account`. */
  accounts?: string | undefined;
  /** Sessions. Default `Session`. */
  sessions?: string | undefined;
  /** One-time tokens. Default `VerificationToken`. */
  verificationTokens?: string | undefined;
  /** Passkeys. Default `Authenticator` where there is this model, else records keep them. */
  authenticators?: string | undefined;
  /** Records. Default `AuthRecord` where there is this model, else the table `auth_records`. */
  records?: string | undefined;
}

/** Options of {@linkcode PrismaAdapter}. */
export interface PrismaAdapterOptions {
  /** Names of the models. Default: those of `@auth/prisma-adapter`. */
  models?: PrismaModels | undefined;
  /**
   * `true` makes the tables and unique keys that are missing at the first call, for development and
   * tests. Default `false`: calls without them throw `AdapterError`, which says how to make them.
   */
  createTables?: boolean | undefined;
  /**
   * How times are in SQLite: the option of this name of the driver adapter. Default `"iso8601"`, as
   * there.
   */
  timestampFormat?: "iso8601" | "unixepoch-ms" | undefined;
}

/**
 * Makes an adapter. A deadlock, or a transaction that cannot be serialized, is repeated with random
 * pauses, at most a hundred times, and a lock that was waited for too long three times.
 *
 * The first call looks at the tables. One that is missing, lacks a column or a unique key, and
 * settings with which rows could be lost or confused throw `AdapterError`, which says what to
 * change. A member without a field is left out, with the warning `member-without-column`, unless
 * the table has a column `auth_extra` for all of them.
 *
 * Expired sessions and one-time tokens are removed by later writes where `expires` has an index, at
 * most 200 at a time, a day after their expiry.
 *
 * @throws {AuthError} when the first argument is no client of Prisma, speaks to another database, or
 * lacks a model
 *
 * @example
 * ```ts ignore
 * import { PrismaAdapter } from "@x/auth/prisma";
 * import { PrismaPg } from "@prisma/adapter-pg";
 * import { PrismaClient } from "./generated/prisma/client.ts";
 *
 * const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: DATABASE_URL }) });
 * const adapter = PrismaAdapter(prisma);
 * ```
 */
export function PrismaAdapter(
  prisma: PrismaDatabase,
  { models = {}, createTables = false, timestampFormat = "iso8601" }: PrismaAdapterOptions = {},
): AppAdapter {
  const database = makeDatabase(
    prisma,
    timestampFormat === "iso8601" ? "iso-offset" : "milliseconds",
  );
  const usual = { ...TABLE_NAMES.prisma, records: "AuthRecord" };
  const wanted = Object.entries(usual).flatMap(([role, name]) => {
    const given = models[role as keyof PrismaModels];
    const table = findTable(prisma, given ?? name);
    if (table) return [[role, table] as const];
    if (!given && role === "authenticators") return [];
    if (!given && role === "records") {
      return [[role, { name: TABLE_NAMES.prisma.records }] as const];
    }
    throw new AuthError(
      `Cannot use Prisma: the client has no model ${given ?? name}; add it to the schema and run ` +
        `\`prisma generate\`, or name yours: \`models: { ${role}: "…" }\``,
    );
  });
  return openAppStore(database, {
    tool: "prisma",
    title: "Prisma",
    // Every table that has to be there has a model, or a name by default.
    tables: Object.fromEntries(wanted) as unknown as AppTables,
    makes: createTables,
  });
}

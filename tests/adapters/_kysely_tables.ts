/**
 * The tables that the documentation of `@auth/kysely-adapter` makes.
 *
 * @module
 */

import type { EngineName } from "./_doors.ts";

const tables = (id: string, text: string, date: string): string[] => [
  `CREATE TABLE "User" (
    id ${id}, name ${text}, email ${text} UNIQUE, "emailVerified" ${date} NULL, image ${text}
  )`,
  `CREATE TABLE "Account" (
    id ${id}, "userId" ${id.split(" ")[0]} NOT NULL REFERENCES "User" (id) ON DELETE CASCADE,
    type ${text} NOT NULL, provider ${text} NOT NULL, "providerAccountId" ${text} NOT NULL,
    refresh_token ${text}, access_token ${text}, expires_at bigint, token_type ${text},
    scope ${text}, id_token ${text}, session_state ${text}
  )`,
  `CREATE TABLE "Session" (
    id ${id}, "userId" ${id.split(" ")[0]} NOT NULL REFERENCES "User" (id) ON DELETE CASCADE,
    "sessionToken" ${text} NOT NULL UNIQUE, expires ${date} NOT NULL
  )`,
  `CREATE TABLE "VerificationToken" (
    identifier ${text} NOT NULL, token ${text} NOT NULL UNIQUE, expires ${date} NOT NULL
  )`,
];

/** The tables, for each database. */
export const PUBLISHED: Readonly<Record<EngineName, readonly string[]>> = {
  PostgreSQL: tables("uuid PRIMARY KEY DEFAULT gen_random_uuid()", "text", "timestamptz"),
  MariaDB: tables("varchar(36) PRIMARY KEY DEFAULT (uuid())", "varchar(255)", "datetime(3)"),
  SQLite: tables("text PRIMARY KEY DEFAULT (lower(hex(randomblob(16))))", "text", "text"),
};

/**
 * What a store says of itself to tools, and what messages say of its tables.
 *
 * @module
 */

import type { Awaitable } from "../types/entities.ts";

/** What a message says where tables are missing, or of an earlier release. */
export const RUN_SCHEMA =
  "run the SQL of `npx @x/auth schema --diff` (in Deno, `deno run -A jsr:@x/auth/schema --diff`)";

/** Databases with SQL. */
export type SqlDialect = "mysql" | "postgres" | "sqlite";

/** Tables that belong to Drizzle, Prisma or Kysely. */
export interface ToolTables {
  readonly tool: "drizzle" | "kysely" | "prisma";
  /** Names of the tables, by what is in them. */
  readonly names: Readonly<Record<string, string>>;
  /** Statements that make them. */
  create(): string[];
  /** Statements that make what the database lacks. */
  missing(): Promise<string[]>;
}

/** The tables of a store, and how they are asked. */
export interface SqlTables {
  readonly dialect: SqlDialect;
  /** The table of records alone, or all. */
  readonly set: "records" | "all";
  /** Prefix of names. Absent: the default one */
  readonly prefix?: string | undefined;
  /** Schema of PostgreSQL. Absent: the first of the `search_path` */
  readonly schema?: string | undefined;
  /** Tables that belong to a tool of the app. Absent: they are those of this library */
  readonly own?: ToolTables;
  /** Runs a statement with the placeholders of the dialect, whether the tables are there or not. */
  query(
    text: string,
    params?: readonly (string | number | null)[],
  ): Awaitable<Record<string, unknown>[]>;
}

/** What a store says of itself to tools. */
export interface StoreFacts {
  /** Name of the database, as messages have it. */
  readonly name: string;
  /** Its tables; absent where there are none to make with SQL. */
  readonly tables?: SqlTables;
}

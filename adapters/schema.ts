/**
 * The tables of a store as statements, for tools: all that make them, and those that a database
 * lacks. The adapters and the stores of records load none of it.
 *
 * @module
 */

import type { SqlDialect, SqlTables } from "../src/base/store_facts.ts";
import * as mysql from "./_mysql_missing.ts";
import { createTables as createMysql } from "./_mysql_schema.ts";
import * as postgres from "./_postgres_missing.ts";
import { createTables as createPostgres } from "./_postgres_schema.ts";
import * as sqlite from "./_sqlite_missing.ts";
import { createTables as createSqlite } from "./_sqlite_schema.ts";
import { recordStatements } from "./records/_postgres_table.ts";

export { createTable } from "./_app_schema.ts";
export type { AppTables } from "./_app_tables.ts";
export {
  type ColumnKind,
  type ColumnShape,
  REQUIRED_ROLES,
  TABLE_NAMES,
  type TableRole,
  TABLES,
  type TableShape,
  type Tool,
} from "./_tables.ts";

/** Prefix of the names in each database, unless the app has another one. */
const PREFIX = "auth_";

/** A dialect with the names of its tables. */
export type Tables = Omit<SqlTables, "query">;

interface Statements {
  /** Makes all tables. */
  create(tables: Tables): string[];
  /** Makes what a database lacks. */
  missing(tables: SqlTables): Promise<string[]>;
}

const STATEMENTS: Readonly<Record<SqlDialect, Statements>> = {
  mysql: {
    create: ({ set, prefix = PREFIX }) => createMysql(set, prefix),
    missing({ set, prefix = PREFIX, query }) {
      const run = async (text: string, params?: Parameters<typeof query>[1]) => {
        const rows = await query(text, params);
        return { rows, count: rows.length };
      };
      return mysql.missingTables({ run }, set, prefix);
    },
  },
  postgres: {
    create: ({ set, prefix, schema }) =>
      set === "all"
        ? [withoutEnd(createPostgres({ prefix, schema }))]
        : recordStatements({ prefix, schema }),
    missing({ set, prefix, schema, query }) {
      const find = set === "all" ? postgres.missingTables : postgres.missingRecordTable;
      return find(async (text, params) => await query(text, params), { prefix, schema });
    },
  },
  sqlite: {
    create: ({ set, prefix = PREFIX }) => createSqlite(set, prefix).map(evenly),
    async missing({ set, prefix = PREFIX, query }) {
      const run = async (text: string, params?: Parameters<typeof query>[1]) =>
        await query(text, params);
      const batch = () => Promise.reject(new Error("Only statements that read are run"));
      return (await sqlite.missingTables({ run, batch }, set, prefix)).map(evenly);
    },
  },
};

/**
 * The statements that make the tables of a store, without semicolons at their ends. Each may run
 * again.
 *
 * @throws {AdapterError} when prefix or schema are no parts of identifiers
 */
export function createStatements(tables: Tables): string[] {
  return tables.own?.create() ?? STATEMENTS[tables.dialect].create(tables);
}

/**
 * The statements that make what the database of a store lacks: tables, columns, keys, references and
 * indexes. Types of columns are not compared. Nothing is changed.
 *
 * @throws {AdapterError} when the tables are newer than this code
 */
export function missingStatements(tables: SqlTables): Promise<string[]> {
  return tables.own?.missing() ?? STATEMENTS[tables.dialect].missing(tables);
}

/** A statement without the indentation of the source. */
function evenly(statement: string): string {
  return statement.replaceAll(/\n {6}/g, "\n  ").replace(/\n {4}\)/, "\n)");
}

function withoutEnd(text: string): string {
  return text.trimEnd().replace(/;$/, "");
}

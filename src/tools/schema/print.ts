/**
 * What the command prints.
 *
 * @module
 */

import {
  createStatements,
  missingStatements,
  REQUIRED_ROLES,
  TABLE_NAMES,
  type Tool,
} from "../../../adapters/schema.ts";
import type { SqlDialect, SqlTables } from "../../base/store_facts.ts";
import { AdapterError } from "../../errors.ts";
import { messageOf } from "../doctor/finding.ts";
import type { Needs, StoreNeeds } from "./needs.ts";
import { type Names, printFor } from "./tools.ts";
import { missingViews, viewsFor } from "./views.ts";

/** What was asked for. */
export interface Asked {
  /** Default: the one of the store. */
  readonly dialect: SqlDialect | undefined;
  /** Default: SQL. */
  readonly tool: Tool | undefined;
  /** Views are wanted too. */
  readonly hasViews: boolean;
}

/** What is printed. */
export interface Printed {
  /** The text; an empty one when there is nothing to print. */
  readonly text: string;
  /** The same for programs. */
  readonly data: object;
  /** A sentence beside it, for people. */
  readonly note: string | undefined;
}

/** Names of databases, as messages have them. */
const TITLES: Readonly<Record<SqlDialect, string>> = {
  mysql: "MySQL",
  postgres: "PostgreSQL",
  sqlite: "SQLite",
};

/** What is said of an adapter that says nothing of itself. */
const FOREIGN =
  "The adapter is none of this library, so the schema of its tables is that of its package";

/**
 * The tables that stores need.
 *
 * @throws {Error} with a sentence when the adapter does not say what it needs
 */
export function schemaFor(needs: Needs, asked: Asked): Printed {
  const { dialect, tool, hasViews } = asked;
  if (tool) return toolSchema(needs, tool, dialect);
  const stores = dialect === undefined ? needs.stores : storesIn(dialect, needs);
  const note = noteFor(needs, stores);
  const made = stores.flatMap(({ tables }) => createStatements(tables));
  const views = hasViews ? stores.flatMap(({ tables, owners }) => viewsFor(tables, owners)) : [];
  const statements = unique([...made, ...views.flatMap((view) => view.statements)]);
  return { text: toScript(statements), data: { statements }, note };
}

/**
 * The statements that the databases of the stores lack.
 *
 * @throws {Error} with a sentence when a database cannot be asked, or has newer tables
 */
export async function missingIn(needs: Needs, { hasViews }: Asked): Promise<Printed> {
  const note = noteFor(needs, needs.stores);
  const all: string[] = [];
  for (const { tables, owners } of needs.stores) {
    const views = hasViews ? viewsFor(tables, owners) : [];
    try {
      all.push(...await missingStatements(tables), ...await missingViews(tables, views));
    } catch (error) {
      throw error instanceof AdapterError ? error : new Error(
        `Cannot ask ${TITLES[tables.dialect]} what it has: ${
          reasonOf(error)
        }. Start the database, ` +
          "or correct its URL and password.",
      );
    }
  }
  const missing = unique(all);
  return { text: toScript(missing), data: { missing }, note };
}

/** The tables as a schema of a tool: those that its store names, else the usual ones. */
function toolSchema(needs: Needs, tool: Tool, asked: SqlDialect | undefined): Printed {
  const own = needs.stores.find(({ tables }) => tables.own?.tool === tool)?.tables;
  const dialect = asked ?? (own ?? needs.stores[0]?.tables)?.dialect;
  if (dialect === undefined) {
    throw new Error(`Name the database, such as \`--${tool} --sql postgres\`.`);
  }
  const roles = needs.hasPasskeys ? [...REQUIRED_ROLES, "authenticators" as const] : REQUIRED_ROLES;
  const usual = Object.fromEntries(roles.map((role) => [role, TABLE_NAMES[tool][role]]));
  const names: Names = own?.own?.names ?? usual;
  const text = printFor(tool, dialect, names);
  return { text, data: { tool, dialect, text }, note: undefined };
}

/** The stores of a dialect; without one, the tables of a store that the app could have there. */
function storesIn(dialect: SqlDialect, { stores, owners, isForeign }: Needs): StoreNeeds[] {
  const own = stores.filter(({ tables }) => tables.dialect === dialect);
  if (own.length > 0) return own;
  const prefix = stores[0]?.tables.prefix;
  const tables: SqlTables = {
    dialect,
    set: isForeign ? "records" : "all",
    // The default one of PostgreSQL is another.
    ...prefix === undefined || prefix === "auth_" ? {} : { prefix },
    query: () => Promise.reject(new Error("There is no database")),
  };
  return [{ tables, owners }];
}

function noteFor(
  { without, isForeign }: Needs,
  stores: readonly StoreNeeds[],
): string | undefined {
  if (stores.length > 0) return isForeign ? `${FOREIGN}.` : undefined;
  const names = [...without].join(" and ");
  if (isForeign) {
    const cure = without.size > 0
      ? `${names} needs no schema`
      : "for those of `records`, name a dialect, such as `--sql postgres`";
    throw new Error(`${FOREIGN}; ${cure}.`);
  }
  if (without.size === 0) {
    return "The config has neither `adapter` nor `records`, so it needs no schema: sessions are cookies.";
  }
  return without.has("DynamoDB")
    ? "DynamoDB needs no SQL: `recordsTable()` of @x/auth/records/dynamodb is its table."
    : `${names} needs no schema.`;
}

/** Each statement once: two stores may have one table. */
function unique(statements: readonly string[]): string[] {
  return [...new Set(statements)];
}

function toScript(statements: readonly string[]): string {
  return statements.map((statement) => `${statement};`).join("\n\n");
}

/** Message of an error; that of a connection to several addresses is in its parts. */
function reasonOf(error: unknown): string {
  const { errors: [first] = [], code } = Object(error) as { errors?: unknown[]; code?: string };
  const reason = messageOf(error) || messageOf(first ?? code ?? "it does not answer");
  return reason.replace(/\.$/, "");
}

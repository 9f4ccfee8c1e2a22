/**
 * The functions that each database offers to the adapters over a tool of the app, such as Kysely,
 * Drizzle and Prisma.
 *
 * @module
 */

import type { AppTables, ColumnForms, Found, FoundColumn, FoundIndex } from "./_app_tables.ts";
import type { Row, Value } from "./_rows.ts";
import type { Dialect, Ids } from "./_sql.ts";
import type { Engine, TableRole } from "./_tables.ts";

/** A database behind a tool. */
export interface AppDatabase extends ColumnForms {
  readonly engine: Engine;
  /** Its name in errors. */
  readonly title: string;
  /**
   * Looks at the settings of the connections.
   *
   * @throws {AdapterError} when the database could lose or confuse rows
   */
  inspect(this: void): Promise<void>;
  /** Looks for the tables. */
  find(this: void, wanted: AppTables): Promise<Found>;
  /**
   * The ids of users in a column.
   *
   * @throws {AdapterError} for a type that the adapter does not take
   */
  idsIn(this: void, column: FoundColumn): Ids;
  /** The dialect, for tables that are there. */
  dialect(this: void, found: Found, ids: Ids): Dialect;
  /** An error of the driver with what is wrong and its cure. Default: its client says so. */
  explain?(this: void, error: unknown): unknown;
  /** Runs a statement that returns rows. */
  query(this: void, text: string, params?: readonly Value[]): Promise<Row[]>;
  /** Runs a statement that makes a table or an index. */
  execute(this: void, statement: string): Promise<unknown>;
}

/** Puts rows of columns and indexes together, whose names of roles and columns every engine has. */
export function toFound(
  columns: readonly (FoundColumn & { readonly role: TableRole })[],
  indexes: readonly Row[],
): Found {
  const found = new Map<
    TableRole,
    { columns: Map<string, FoundColumn>; indexes: (FoundIndex & { columns: string[] })[] }
  >();
  for (const { role, ...column } of columns) {
    const table = found.get(role) ?? { columns: new Map(), indexes: [] };
    table.columns.set(column.name, column);
    found.set(role, table);
  }
  const byKey = new Map<string, { columns: string[]; isUnique: boolean }>();
  for (const { role, key, name, is_unique } of indexes) {
    const id = JSON.stringify([role, key]);
    const index = byKey.get(id) ?? { columns: [], isUnique: Number(is_unique) === 1 };
    if (!byKey.has(id)) found.get(role as TableRole)?.indexes.push(index);
    index.columns.push(String(name));
    byKey.set(id, index);
  }
  return found;
}

/** The roles of tables, with the name of each. */
export function rolesOf(
  wanted: AppTables,
): [role: TableRole, name: string, schema: string | null][] {
  return Object.entries(wanted).flatMap(([role, table]) =>
    table ? [[role as TableRole, table.name, table.schema ?? null] as const] : []
  ).map(([role, name, schema]) => [role, name, schema]);
}

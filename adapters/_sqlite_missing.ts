/**
 * What the tables in an SQLite database lack, as statements.
 *
 * @module
 */

import { addColumn, itemsOf, withDefault } from "./_definition.ts";
import type { SqliteClient } from "./_sqlite_client.ts";
import { changesSince, createTables, findTables, type TableSet } from "./_sqlite_schema.ts";

/**
 * Statements that complete the tables of a set.
 *
 * @throws {AdapterError} when the tables are newer than this code
 */
export async function missingTables(
  client: SqliteClient,
  set: TableSet,
  prefix: string,
): Promise<string[]> {
  const { version } = await findTables(client, set, prefix);
  const left = new Set(set === "all" ? changesSince(version, prefix) : []);
  const rows = await client.run("SELECT name FROM sqlite_master WHERE type IN ('table', 'index')");
  const found = new Set(rows.map(({ name }) => name));
  const missing: string[] = [];
  for (const statement of createTables(set, prefix)) {
    const [, kind, name = ""] = /^CREATE (TABLE|INDEX) IF NOT EXISTS (\w+)/.exec(statement) ?? [];
    if (kind === undefined ? left.has(statement) : !found.has(name)) missing.push(statement);
    if (kind !== "TABLE" || !found.has(name)) continue;
    const columns = await client.run("SELECT name FROM pragma_table_info(?)", [name]);
    const known = new Set(columns.map((column) => column.name));
    for (const item of itemsOf(statement)) {
      if (item.column === undefined || known.has(item.column)) continue;
      // A new column of SQLite that must have a value has a default one.
      missing.push(addColumn(name, withDefault(item)));
    }
  }
  return missing;
}

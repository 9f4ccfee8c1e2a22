/**
 * SQL of the tables that an app lacks, with the columns that its tool would give them.
 *
 * @module
 */

import { type AppTable, type AppTables, quotedName } from "./_app_tables.ts";
import { COLUMN_TYPES, type Engine, type TableRole, TABLES, type Tool } from "./_tables.ts";

/** Statements that create a table with its indexes; names are in double quotes. */
export function createTable(
  tool: Tool,
  engine: Engine,
  wanted: AppTables,
  role: TableRole,
): string[] {
  const types = COLUMN_TYPES[tool][engine];
  const { columns, primaryKey, unique, indexes, isOwned } = TABLES[role];
  const table = wanted[role]!;
  const nameOf = (member: string, of: AppTable = table) => of.columns?.get(member)?.name ?? member;
  const list = (members: readonly string[]) =>
    members.map((member) => `"${nameOf(member)}"`).join(", ");
  const place = quotedName(table);
  const lines = [
    ...columns.map(({ name, kind, isRequired }) =>
      `"${nameOf(name)}" ${types[kind]}${
        // MySQL gives a required time the current one at each change, unless it has a default.
        isRequired ? " NOT NULL" : engine === "mysql" && kind === "date" ? " NULL" : ""}`
    ),
    `PRIMARY KEY (${list(primaryKey)})`,
    ...unique.map((key) => `UNIQUE (${list(key)})`),
    ...isOwned
      ? [
        `FOREIGN KEY ("${nameOf("userId")}") REFERENCES ${quotedName(wanted.users)} ("${
          nameOf("id", wanted.users)
        }") ON DELETE CASCADE`,
      ]
      : [],
  ];
  const options = engine === "mysql"
    ? " ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"
    : "";
  return [
    `CREATE TABLE IF NOT EXISTS ${place} (\n  ${lines.join(",\n  ")}\n)${options}`,
    ...indexes.map((index) =>
      `CREATE INDEX "${table.name}_by_${
        index.map((member) => nameOf(member)).join("_")
      }" ON ${place} (${list(index)})`
    ),
  ];
}

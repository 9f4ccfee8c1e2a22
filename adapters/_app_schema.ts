/**
 * SQL of the tables that an app lacks, with the columns that its tool would give them.
 *
 * @module
 */

import {
  type AppTable,
  type AppTables,
  type Found,
  lackingKeys,
  neededMembers,
  quotedName,
} from "./_app_tables.ts";
import {
  COLUMN_TYPES,
  type ColumnKind,
  type ColumnShape,
  type Engine,
  type TableRole,
  TABLES,
  type Tool,
} from "./_tables.ts";

/** Roles of the tables, users first, to whom others refer. */
export function rolesIn(wanted: AppTables): TableRole[] {
  return (Object.keys(wanted) as TableRole[]).filter((role) => wanted[role])
    .sort((one, other) => Number(other === "users") - Number(one === "users"));
}

/** Statements that make what a database lacks: tables, columns that are needed, and keys. */
export function missingTables(
  tool: Tool,
  engine: Engine,
  wanted: AppTables,
  found: Found,
): string[] {
  const types = COLUMN_TYPES[tool][engine];
  const statements = rolesIn(wanted).flatMap((role) => {
    const there = found.get(role);
    if (!there) return createTable(tool, engine, wanted, role);
    const table = wanted[role]!;
    const needed = neededMembers(role);
    return TABLES[role].columns.filter(({ name }) => needed.includes(name))
      .map((column) => [column, table.columns?.get(column.name)?.name ?? column.name] as const)
      .filter(([, name]) => !there.columns.has(name))
      .map(([column, name]) =>
        `ALTER TABLE ${quotedName(table)} ADD COLUMN ${toColumn(column, name, types, engine)}`
      );
  });
  return [...statements, ...lackingKeys(wanted, found)];
}

function toColumn(
  { kind, isRequired }: ColumnShape,
  name: string,
  types: Readonly<Record<ColumnKind, string>>,
  engine: Engine,
): string {
  // MySQL gives a required time the current one at each change, unless it has a default.
  const end = isRequired ? " NOT NULL" : engine === "mysql" && kind === "date" ? " NULL" : "";
  return `"${name}" ${types[kind]}${end}`;
}

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
  const makeName = (member: string, of: AppTable = table) =>
    of.columns?.get(member)?.name ?? member;
  const list = (members: readonly string[]) =>
    members.map((member) => `"${makeName(member)}"`).join(", ");
  const place = quotedName(table);
  const lines = [
    ...columns.map((column) => toColumn(column, makeName(column.name), types, engine)),
    `PRIMARY KEY (${list(primaryKey)})`,
    ...unique.map((key) => `UNIQUE (${list(key)})`),
    ...isOwned
      ? [
        `FOREIGN KEY ("${makeName("userId")}") REFERENCES ${quotedName(wanted.users)} ("${
          makeName("id", wanted.users)
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
        index.map((member) => makeName(member)).join("_")
      }" ON ${place} (${list(index)})`
    ),
  ];
}

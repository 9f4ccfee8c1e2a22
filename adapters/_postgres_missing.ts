/**
 * What the tables in a PostgreSQL database lack, as statements.
 *
 * @module
 */

import { addColumn, itemsOf } from "./_definition.ts";
import type { Naming, Query } from "./_postgres_client.ts";
import {
  EXPIRING,
  EXTRA,
  findTables,
  indexName,
  linesOf,
  listOf,
  OWNED,
  SEARCHED,
  TABLE_NAMES,
  tableNames,
  TABLES,
  UNIQUE,
} from "./_postgres_schema.ts";
import { recordNames, recordStatements } from "./records/_postgres_table.ts";

/** Statements that complete all tables; they leave the types of columns as they are. */
export async function missingTables(query: Query, naming: Naming): Promise<string[]> {
  const names = tableNames(naming);
  const idType = (await findTables(query, naming))?.idType ?? "text";
  const missing: string[] = [];
  const made = new Set<string>();
  const last: string[] = [];
  for (const table of TABLE_NAMES) {
    const name = names[table];
    const lines = [...linesOf(table), `${EXTRA} text`].map((line) => line.replace("%s", idType));
    const found = await readColumns(query, name);
    if (found.size === 0) {
      made.add(table);
      const sorted = lines.toSorted((a, b) => Number(isKey(a)) - Number(isKey(b)));
      missing.push(`CREATE TABLE IF NOT EXISTS ${name} (\n  ${sorted.join(",\n  ")}\n)`);
      continue;
    }
    for (const line of lines) {
      const column = line.split(" ")[0]!.replaceAll('"', "");
      if (isKey(line) || found.has(column)) continue;
      // By this one, the adapter knows complete tables, so it comes last.
      const list = table === "users" && column === EXTRA ? last : missing;
      list.push(addColumn(name, line));
    }
  }
  for (const [table, columns, index] of UNIQUE) {
    const isOfKey = String(TABLES[table].key) === String(columns);
    if (made.has(table) ? isOfKey : await isUnique(query, names[table], columns)) continue;
    missing.push(
      `CREATE UNIQUE INDEX ${indexName(naming, index)} ON ${names[table]} (${listOf(columns)})`,
    );
  }
  const indexes = [
    ...OWNED.map(([table, index]) => [table, index, '"userId"'] as const),
    ...EXPIRING.map(([table, index]) => [table, index, "expires"] as const),
    ...SEARCHED.map(([index, columns]) => ["users", index, columns] as const),
  ];
  for (const [table, index, column] of indexes) {
    const quoted = indexName(naming, index);
    if (await hasIndex(query, names[table], quoted)) continue;
    missing.push(`CREATE INDEX IF NOT EXISTS ${quoted} ON ${names[table]} (${column})`);
  }
  for (const [table] of OWNED) {
    if (await isOwned(query, names[table], names.users)) continue;
    missing.push(
      `ALTER TABLE ${names[table]} ADD FOREIGN KEY ("userId") REFERENCES ${names.users} (id) ` +
        "ON DELETE CASCADE",
    );
  }
  return [...await missingRecordTable(query, naming), ...missing, ...last];
}

/** Statements that complete the table of records. */
export async function missingRecordTable(query: Query, naming: Naming): Promise<string[]> {
  const { name } = recordNames(naming);
  const [create = "", ...indexes] = recordStatements(naming);
  const found = await readColumns(query, name);
  const missing = found.size === 0 ? [create] : itemsOf(create)
    .filter(({ column }) => column !== undefined && !found.has(column))
    .map(({ text }) => addColumn(name, text));
  for (const statement of indexes) {
    const [, quoted = ""] = /EXISTS ("\w+")/.exec(statement) ?? [];
    if (!await hasIndex(query, name, quoted)) missing.push(statement);
  }
  return missing;
}

const isKey = (line: string): boolean => line.startsWith("PRIMARY KEY");

async function readColumns(query: Query, table: string): Promise<Set<string>> {
  const rows = await query(
    `SELECT attname::text AS name FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`,
    [table],
  );
  return new Set(rows.map(({ name }) => String(name)));
}

async function hasIndex(query: Query, table: string, quoted: string): Promise<boolean> {
  const rows = await query(
    `SELECT 1 AS found FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE indrelid = to_regclass($1) AND relname = $2`,
    [table, quoted.slice(1, -1)],
  );
  return rows.length > 0;
}

/** A unique index of these columns, as the statement that makes the tables looks for it. */
async function isUnique(
  query: Query,
  table: string,
  columns: readonly string[],
): Promise<boolean> {
  const rows = await query(
    `SELECT 1 AS found FROM pg_index
     CROSS JOIN LATERAL (SELECT ARRAY(
       SELECT attname::text FROM pg_attribute
       WHERE attrelid = indrelid AND attnum = ANY (indkey)) AS columns) AS own
     WHERE indrelid = to_regclass($1) AND indisunique AND indimmediate AND indisvalid
       AND indpred IS NULL AND indexprs IS NULL
       AND own.columns @> $2::text[] AND own.columns <@ $2::text[]`,
    [table, `{${columns}}`],
  );
  return rows.length > 0;
}

/** A reference to users that removes the rows of a user who is deleted. */
async function isOwned(query: Query, table: string, users: string): Promise<boolean> {
  const rows = await query(
    `SELECT 1 AS found FROM pg_constraint
     JOIN pg_attribute ON attrelid = conrelid AND attname = 'userId'
     WHERE conrelid = to_regclass($1) AND confrelid = to_regclass($2)
       AND contype = 'f' AND confdeltype = 'c' AND conkey = ARRAY[attnum]`,
    [table, users],
  );
  return rows.length > 0;
}

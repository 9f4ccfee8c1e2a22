/**
 * What the tables in a MySQL database lack, as statements.
 *
 * @module
 */

import { addColumn, itemsOf, withDefault } from "./_definition.ts";
import type { Client } from "./_mysql_client.ts";
import { createTables, type TableSet, tablesIn } from "./_mysql_schema.ts";

/** Statements that complete the tables of a set; they leave the types of columns as they are. */
export async function missingTables(
  { run }: Pick<Client, "run">,
  set: TableSet,
  prefix: string,
): Promise<string[]> {
  const missing: string[] = [];
  const names = tablesIn(set);
  for (const [index, statement] of createTables(set, prefix).entries()) {
    const plain = `${prefix}${names[index]}`;
    const name = `\`${plain}\``;
    const namesIn = async (text: string) =>
      new Set((await run(text, [plain])).rows.map((row) => row.name));
    const columns = await namesIn(
      `SELECT COLUMN_NAME AS name FROM information_schema.COLUMNS
       WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?`,
    );
    if (columns.size === 0) {
      missing.push(statement);
      continue;
    }
    const keys = await namesIn(
      `SELECT INDEX_NAME AS name FROM information_schema.STATISTICS
       WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?`,
    );
    const references = await namesIn(
      `SELECT COLUMN_NAME AS name FROM information_schema.KEY_COLUMN_USAGE
       WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND REFERENCED_TABLE_NAME IS NOT NULL`,
    );
    for (const item of itemsOf(statement)) {
      const { column, text } = item;
      const [, key = "PRIMARY"] = /^(?:UNIQUE )?KEY (\w+)/.exec(text) ?? [];
      const [, referring] = /^FOREIGN KEY \((\w+)\)/.exec(text) ?? [];
      if (column !== undefined) {
        const isLost = !columns.has(column);
        if (isLost) missing.push(addColumn(name, column === "extra" ? withDefault(item) : text));
      } else if (referring === undefined ? !keys.has(key) : !references.has(referring)) {
        missing.push(`ALTER TABLE ${name} ADD ${text}`);
      }
    }
  }
  return missing;
}

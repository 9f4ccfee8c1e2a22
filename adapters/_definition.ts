/**
 * What a statement that makes a table says: its name, its columns, and its keys. The statements are
 * those of the schemas, so that nothing is described twice.
 *
 * @module
 */

/** A column or a key of a table, as its statement has it. */
export interface Item {
  /** Name of a column; absent for keys. */
  readonly column?: string;
  /** The text. */
  readonly text: string;
}

/** Words with which keys begin. */
const KEYS = /^(PRIMARY|UNIQUE|FOREIGN|KEY)\b/;

/** The columns and keys in a statement `CREATE TABLE … (…)`. */
export function itemsOf(statement: string): Item[] {
  const items: string[] = [""];
  let depth = 0;
  for (const char of statement.slice(statement.indexOf("("))) {
    if (char === ")" && --depth === 0) break;
    if (char === "," && depth === 1) items.push("");
    else if (depth > 0) items[items.length - 1] += char;
    if (char === "(") depth++;
  }
  return items.map((item) => item.trim().replaceAll(/\s+/g, " ")).map((text) => {
    if (KEYS.test(text)) return { text };
    return { column: text.slice(0, text.indexOf(" ")).replaceAll(/["`]/g, ""), text };
  });
}

/** The statement that adds a column to a table. */
export function addColumn(table: string, text: string): string {
  return `ALTER TABLE ${table} ADD COLUMN ${text}`;
}

/** A column with the value that rows get which are there; `extra` holds JSON. */
export function withDefault({ column, text }: Item): string {
  if (!/\bNOT NULL\b/.test(text)) return text;
  const value = column === "extra" ? "'{}'" : / (TEXT|LONGTEXT|VAR)/.test(text) ? "''" : "0";
  return `${text} DEFAULT ${/LONGTEXT/.test(text) ? `(${value})` : value}`;
}

/**
 * The table of records in PostgreSQL.
 *
 * @module
 */

import { checkNames, type Naming, qualifiedName } from "../_postgres_client.ts";

/**
 * Quoted names of the table and its indexes.
 *
 * @throws {AdapterError} when `prefix` or `schema` has other characters
 */
export function recordNames(
  naming: Naming,
): { readonly name: string; index(this: void, use: string): string } {
  checkNames(naming);
  const { prefix = "auth_", schema } = naming;
  return {
    name: qualifiedName(schema, `${prefix}records`),
    index: (use) => `"${prefix}records_${use}"`,
  };
}

/** SQL that creates the table and its indexes when they are missing. */
export function createRecordTable(naming: Naming): string {
  return recordStatements(naming).map((statement) => `${statement};\n`).join("");
}

/** The statements of {@linkcode createRecordTable}: that of the table, then those of its indexes. */
export function recordStatements(naming: Naming): string[] {
  const { name, index } = recordNames(naming);
  return [
    `\
CREATE TABLE IF NOT EXISTS ${name} (
  kind text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  owner text COLLATE "C",
  version bigint NOT NULL,
  expires bigint,
  data text NOT NULL,
  PRIMARY KEY (kind, id)
)`,
    `\
CREATE INDEX IF NOT EXISTS ${index("of_owner")}
  ON ${name} (left(owner, 200), kind, id) WHERE owner IS NOT NULL`,
    `\
CREATE INDEX IF NOT EXISTS ${index("by_expiry")}
  ON ${name} (expires) WHERE expires IS NOT NULL`,
  ];
}

/**
 * Rows of records in a PostgreSQL table. Each operation takes effect in one statement.
 *
 * @module
 */

import { checkNames, createPurge, nameOf, type Naming, type Query } from "../_postgres_client.ts";
import type { Row } from "../_rows.ts";
import type { RecordRow, RecordRows } from "./_store.ts";

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
    name: nameOf(schema, `${prefix}records`),
    index: (use) => `"${prefix}records_${use}"`,
  };
}

/** SQL that creates the table and its indexes when they are missing. */
export function createRecordTable(naming: Naming): string {
  const { name, index } = recordNames(naming);
  return `\
CREATE TABLE IF NOT EXISTS ${name} (
  kind text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  owner text COLLATE "C",
  version bigint NOT NULL,
  expires bigint,
  data text NOT NULL,
  PRIMARY KEY (kind, id)
);
CREATE INDEX IF NOT EXISTS ${index("of_owner")}
  ON ${name} (left(owner, 200), kind, id) WHERE owner IS NOT NULL;
CREATE INDEX IF NOT EXISTS ${index("by_expiry")}
  ON ${name} (expires) WHERE expires IS NOT NULL;
`;
}

/** Condition on the rows of an owner, which searches the index. */
export function isOwnedBy(placeholder: string): string {
  return `left(owner, 200) = left(${placeholder}, 200) AND owner = ${placeholder}`;
}

/** Makes the operations on a table that exists when `query` runs. */
export function createRecordRows(query: Query, naming: Naming): RecordRows {
  const { name } = recordNames(naming);
  const purge = createPurge(query, { name, key: ["kind", "id"], isOld: "expires <= $1" });
  return {
    async get(kind, id) {
      const [row] = await query(`SELECT * FROM ${name} WHERE kind = $1 AND id = $2`, [kind, id]);
      return row ? toRow(row) : null;
    },

    async put({ kind, id, owner, version, expires, data }, expected, now) {
      await purge(now);
      const values = [kind, id, owner, version, expires, data];
      const written = expected === null
        ? await query(
          `INSERT INTO ${name} AS r (kind, id, owner, version, expires, data)
           VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (kind, id) DO UPDATE SET owner = excluded.owner,
             version = excluded.version, expires = excluded.expires, data = excluded.data
           WHERE r.expires <= $7 RETURNING 1`,
          [...values, now],
        )
        : await query(
          `UPDATE ${name} SET owner = $3, version = $4, expires = $5, data = $6
           WHERE kind = $1 AND id = $2 AND version = $7 AND (expires IS NULL OR expires > $8)
           RETURNING 1`,
          [...values, expected, now],
        );
      return written.length > 0;
    },

    async take(kind, id) {
      const [row] = await query(
        `DELETE FROM ${name} WHERE kind = $1 AND id = $2 RETURNING *`,
        [kind, id],
      );
      return row ? toRow(row) : null;
    },

    async list(owner, kind, { after, limit }, now) {
      const found = await query(
        `SELECT * FROM ${name} WHERE ${isOwnedBy("$1")}
           AND kind = $2 AND id > $3 AND (expires IS NULL OR expires > $4)
         ORDER BY id LIMIT $5`,
        [owner, kind, after, now, limit],
      );
      return found.map(toRow);
    },

    async deleteOwner(owner, kind, except, now) {
      const [row] = await query(
        `WITH removed AS (
           DELETE FROM ${name} WHERE ${isOwnedBy("$1")}
             AND ($2::text IS NULL OR kind = $2) AND id IS DISTINCT FROM $3 RETURNING expires)
         SELECT count(*) AS count FROM removed WHERE expires IS NULL OR expires > $4`,
        [owner, kind, except, now],
      );
      return Number(row!.count);
    },
  };
}

/** Drivers return `bigint` columns as text, numbers or bigints. */
function toRow(row: Row): RecordRow {
  const { kind, id, owner, version, expires, data } = row as unknown as RecordRow;
  return {
    kind,
    id,
    owner,
    version: Number(version),
    expires: expires === null ? null : Number(expires),
    data,
  };
}

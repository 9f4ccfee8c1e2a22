/**
 * PostgreSQL behind a tool of an app.
 *
 * @module
 */

import { type AppDatabase, rolesOf, toFound } from "./_app_database.ts";
import { type FoundColumn, quotedName } from "./_app_tables.ts";
import type { Query } from "./_postgres_client.ts";
import { postgresDialect } from "./_postgres_dialect.ts";
import { idsOf } from "./_postgres_store.ts";
import type { Kind } from "./_rows.ts";
import type { TableRole } from "./_tables.ts";

const KINDS: Readonly<Record<string, Kind>> = {
  "text": "text",
  "character varying": "text",
  "character": "text",
  "uuid": "text",
  "smallint": "integer",
  "integer": "integer",
  "bigint": "integer",
  "boolean": "boolean",
  "timestamp with time zone": "date",
  "timestamp without time zone": "date",
  "real": "number",
  "double precision": "number",
  "json": "json",
  "jsonb": "json",
};

/** Makes the engine for the statements of a client. */
export function postgresDatabase(query: Query): AppDatabase {
  return {
    engine: "postgres",
    title: "PostgreSQL",
    inspect: () => Promise.resolve(),

    async find(wanted) {
      const names = rolesOf(wanted).map(([role]) => quotedName(wanted[role]!));
      const roles = rolesOf(wanted).map(([role], index) =>
        `('${role}', to_regclass($${index + 1}))`
      );
      const from = `FROM (VALUES ${roles.join(", ")}) AS wanted (role, oid)`;
      const columns = await query(
        `SELECT role, attname::text AS name, format_type(atttypid, NULL) AS type,
           attnotnull::int AS required, (atthasdef OR attidentity <> '')::int AS has_default,
           (attgenerated <> '')::int AS generated
         ${from} JOIN pg_attribute ON attrelid = oid AND attnum > 0 AND NOT attisdropped`,
        names,
      );
      const indexes = await query(
        `SELECT role, indexrelid::text AS key, attname::text AS name,
           (indisunique AND indimmediate)::int AS is_unique
         ${from} JOIN pg_index ON indrelid = oid
         CROSS JOIN LATERAL unnest(indkey) WITH ORDINALITY AS part (number, position)
         JOIN pg_attribute ON attrelid = oid AND attnum = number
         WHERE indisvalid AND indpred IS NULL AND indexprs IS NULL AND position <= indnkeyatts
         ORDER BY indexrelid, position`,
        names,
      );
      return toFound(
        columns.map((row) => ({
          role: row.role as TableRole,
          name: String(row.name),
          type: String(row.type),
          isRequired: Number(row.required) === 1,
          hasDefault: Number(row.has_default) === 1,
          isGenerated: Number(row.generated) === 1,
        })),
        indexes,
      );
    },

    isWithoutZone: ({ type }) => type === "timestamp without time zone",
    kindOf: ({ type }) => KINDS[type] ?? "other",
    makeForm: ({ type }, kind, times) => makeForm(type, kind, times),
    idsIn: ({ type }) => idsOf(type),
    dialect(_, ids) {
      const dialect = postgresDialect(query, () => Promise.resolve(ids));
      // The tool may have made the table of records with any collation.
      return { ...dialect, searched: [], byCodePoint: (column) => `${column} COLLATE "C"` };
    },
    query: (text, params) => query(text, params && [...params]),
    execute: (statement) => query(statement),
  };
}

function makeForm(
  type: FoundColumn["type"],
  kind: Kind,
  times: string | undefined,
): ReturnType<AppDatabase["makeForm"]> {
  const same = (text: string) => text;
  if (kind === "date") {
    if (!type.startsWith("timestamp")) {
      const unit = times === "seconds" ? 1000 : 1;
      return {
        toSql: (placeholder) => `(${placeholder}::bigint / ${unit})`,
        fromSql: (place) => `(${place}::bigint * ${unit})`,
      };
    }
    // A time without a zone is in UTC, whatever the zone of the connection is.
    const zone = type.includes("without") ? " AT TIME ZONE 'UTC'" : "";
    return {
      toSql: (placeholder) => `(to_timestamp(${placeholder}::double precision / 1000)${zone})`,
      fromSql: (place) => `round(extract(epoch FROM ${place}) * 1000)::bigint`,
    };
  }
  if (kind === "boolean") {
    return {
      toSql: (placeholder) => `(${placeholder}::int = 1)`,
      fromSql: (place) => `${place}::int`,
    };
  }
  if (kind === "user" || kind === "json" || type === "uuid") {
    return { toSql: same, fromSql: (place) => `${place}::text` };
  }
  return { toSql: same, fromSql: same };
}

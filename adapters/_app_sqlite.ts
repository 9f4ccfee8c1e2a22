/**
 * SQLite behind a tool of an app.
 *
 * @module
 */

import { AdapterError } from "../src/errors.ts";
import { type AppDatabase, rolesOf, toFound } from "./_app_database.ts";
import type { FoundColumn, TimeForm } from "./_app_tables.ts";
import type { Row } from "./_rows.ts";
import { type Dialect, TEXT_IDS } from "./_sql.ts";
import type { SqliteClient } from "./_sqlite_client.ts";
import type { TableRole } from "./_tables.ts";

/** Milliseconds since 1970 of a time in any form but that of seconds. */
const toMilliseconds = (place: string) =>
  `CASE typeof(${place}) WHEN 'text' THEN
    CAST(round((julianday(${place}) - 2440587.5) * 86400000.0) AS INTEGER) ELSE ${place} END`;

/** Formats of a time as text. */
const TEXTS: Readonly<Partial<Record<TimeForm, string>>> = {
  "iso": "%Y-%m-%dT%H:%M:%fZ",
  "iso-offset": "%Y-%m-%dT%H:%M:%f+00:00",
};

/**
 * Makes the engine for the statements of a client.
 *
 * @param makeDialect makes its dialect; it is called when the tables are there
 * @param times form of columns that are no numbers
 */
export function sqliteDatabase(
  { run }: Pick<SqliteClient, "run">,
  makeDialect: () => Dialect,
  times: TimeForm = "iso",
): AppDatabase {
  return {
    engine: "sqlite",
    title: "SQLite",

    async inspect() {
      const [row] = await run("SELECT foreign_keys AS is_on FROM pragma_foreign_keys");
      if (Number(row?.is_on) === 1) return;
      throw new AdapterError(
        "Cannot use SQLite: foreign keys are off, so that rows of a removed user would stay; run " +
          "`PRAGMA foreign_keys = ON` on each connection",
      );
    },

    async find(wanted) {
      const roles = rolesOf(wanted);
      const names = roles.map(([, name]) => name);
      const roleOf = (row: Row) => roles.find(([, name]) => name === row.table_of)![0] as TableRole;
      const from = `FROM sqlite_master AS m`;
      const where = `WHERE m.type = 'table' AND m.name IN (${names.map(() => "?")})`;
      const columns = await run(
        `SELECT m.name AS table_of, c.name AS name, c.type AS type, c."notnull" AS required,
           c.dflt_value AS default_of, c.pk AS pk, c.hidden AS hidden
         ${from} JOIN pragma_table_xinfo(m.name) AS c ${where}`,
        names,
      );
      const indexes = await run(
        `SELECT m.name AS table_of, l.name AS key, i.name AS name, l."unique" AS is_unique
         ${from} JOIN pragma_index_list(m.name) AS l JOIN pragma_index_info(l.name) AS i
         ${where} AND l.partial = 0 AND i.name IS NOT NULL ORDER BY l.name, i.seqno`,
        names,
      );
      const primary = columns.filter(({ pk }) => Number(pk) > 0)
        .map((row) => ({ ...row, key: "", is_unique: 1 }));
      return toFound(
        columns.map((row) => ({
          role: roleOf(row),
          name: String(row.name),
          type: String(row.type).toLowerCase(),
          isRequired: Number(row.required) === 1 || Number(row.pk) > 0,
          hasDefault: row.default_of !== null || isRowId(row),
          isGenerated: Number(row.hidden) > 1,
        })),
        [...indexes, ...primary].map((row: Row) => ({ ...row, role: roleOf(row) })),
      );
    },

    kindOf({ type }) {
      if (/bool/.test(type)) return "boolean";
      if (/int/.test(type)) return "integer";
      if (/date|time/.test(type)) return "date";
      if (/real|floa|doub/.test(type)) return "number";
      if (/json/.test(type)) return "json";
      return /char|text|clob/.test(type) ? "text" : "other";
    },

    makeForm({ type }, kind, given) {
      const same = (text: string) => text;
      if (kind !== "date") return { toSql: same, fromSql: same };
      const form = given ?? (/int/.test(type) ? "milliseconds" : times);
      const number = (placeholder: string) => `CAST(${placeholder} AS INTEGER)`;
      if (form === "seconds") {
        return {
          toSql: (placeholder) => `${number(placeholder)} / 1000`,
          fromSql: (place) => `${place} * 1000`,
        };
      }
      const text = TEXTS[form];
      return {
        toSql: (placeholder) =>
          text ? `strftime('${text}', ${placeholder} / 1000.0, 'unixepoch')` : number(placeholder),
        fromSql: toMilliseconds,
      };
    },

    idsIn({ type }: FoundColumn) {
      if (!/int|real|numeric/.test(type)) return TEXT_IDS;
      throw new AdapterError(`Cannot use ids of users with the type "${type}": use TEXT`);
    },

    dialect: (_, ids) => ({ ...makeDialect(), ids: () => ids, searched: ["email"] }),
    query: run,
    execute: (statement) => run(statement),
  };
}

/** A key that the database counts. */
function isRowId({ type, pk }: Row): boolean {
  return Number(pk) > 0 && /^integer$/i.test(String(type));
}

/**
 * What the views ask of a database, in its own words.
 *
 * @module
 */

import type { SqlDialect } from "../../base/store_facts.ts";

/** Words of a dialect. `row` is the alias of a row of records, `member` a path in its data. */
export interface Words {
  /** The table of records. */
  readonly records: string;
  /** Joins the time of the statement, `clock.ms` and `clock.at`. A join takes no changes. */
  readonly clock: string;
  /** An id in a column. */
  id(column: string): string;
  /** A member that is a text. */
  text(row: string, member: string): string;
  /** A member that is a text or `null`. */
  optional(row: string, member: string): string;
  /** A member that is a time. */
  time(row: string, member: string): string;
  /** A member that is a time or `null`. */
  optionalTime(row: string, member: string): string;
  /** A member as JSON. */
  json(row: string, member: string): string;
  /** `true` for a member that is `false`. */
  isFalse(row: string, member: string): string;
  /** The time of a column with milliseconds since 1970. */
  since1970(column: string): string;
  /** `true` for a row whose owner is a value, which an index finds. */
  hasOwner(row: string, value: string): string;
  /** `true` when a list of texts has the value of a column. */
  listHas(row: string, member: string, column: string): string;
  /** Name of a view. */
  view(name: string): { readonly plain: string; readonly quoted: string };
  /** The query of the names of the columns of a view, in their order. */
  columnsOf(view: string): { readonly text: string; readonly params: readonly string[] };
  /** Statements that make a view, also in place of an older one. */
  create(name: string, query: string): string[];
}

/** Prefix and schema of the table of records. */
interface Naming {
  readonly prefix?: string | undefined;
  readonly schema?: string | undefined;
  /** `true` for tables of the app, which have no column with the hash of the owner. */
  readonly isOwn?: boolean;
}

/** ISO 8601, as the records have times. */
const ISO = "%Y-%m-%dT%H:%M:%fZ";

/** The words of each dialect. */
export const WORDS: Readonly<Record<SqlDialect, (naming: Naming) => Words>> = {
  postgres({ prefix = "auth_", schema }) {
    const of = schema === undefined ? "" : `"${schema}".`;
    const quoted = (name: string) => `${of}"${prefix}${name}"`;
    const path = (row: string, member: string) => {
      const names = member.split(".").map((name) => `'${name}'`);
      return {
        inner: [`${row}.data::json`, ...names.slice(0, -1)].join(" -> "),
        last: names.at(-1),
      };
    };
    const text = (row: string, member: string) => {
      const { inner, last } = path(row, member);
      return `(${inner} ->> ${last})`;
    };
    const value = (row: string, member: string) => {
      const { inner, last } = path(row, member);
      return `(${inner} -> ${last})`;
    };
    const time = (row: string, member: string) => `${text(row, member)}::timestamptz`;
    return {
      records: quoted("records"),
      id: (column) => column,
      clock: `CROSS JOIN (
    SELECT statement_timestamp() AS at, extract(epoch FROM statement_timestamp()) * 1000 AS ms
  ) AS clock`,
      text,
      optional: text,
      time,
      optionalTime: time,
      json: (row, member) => `${value(row, member)}::jsonb`,
      isFalse: (row, member) => `${text(row, member)} = 'false'`,
      since1970: (column) => `to_timestamp(${column} / 1000.0)`,
      hasOwner: (row, value) =>
        `left(${row}.owner, 200) = left(${value}, 200) AND ${row}.owner = ${value}`,
      listHas: (row, member, column) =>
        `EXISTS (SELECT 1 FROM json_array_elements_text(${value(row, member)}) AS one (id) ` +
        `WHERE one.id = ${column})`,
      view: (name) => ({ plain: `${prefix}${name}`, quoted: quoted(name) }),
      columnsOf: (view) => ({
        text: `SELECT attname::text AS name FROM pg_attribute
          WHERE attrelid = to_regclass($1) AND attnum > 0 ORDER BY attnum`,
        params: [`${of}"${view}"`],
      }),
      create: (name, query) => [`CREATE OR REPLACE VIEW ${name} AS\n${query}`],
    };
  },
  mysql({ prefix = "auth_", isOwn = false }) {
    const quoted = (name: string) => `\`${prefix}${name}\``;
    const value = (row: string, member: string) => `JSON_EXTRACT(${row}.data, '$.${member}')`;
    const text = (row: string, member: string) => `JSON_UNQUOTE(${value(row, member)})`;
    const optional = (row: string, member: string) =>
      `IF(JSON_TYPE(${value(row, member)}) = 'NULL', NULL, ${text(row, member)})`;
    const toTime = (value: string) => `STR_TO_DATE(${value}, '%Y-%m-%dT%H:%i:%s.%fZ')`;
    return {
      records: quoted("records"),
      // A plain column could be changed; this one is still found by its key.
      id: (column) => `(SELECT ${column})`,
      clock: `CROSS JOIN (
    SELECT UTC_TIMESTAMP(3) AS at,
      TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) / 1000 AS ms
  ) AS clock`,
      text,
      optional,
      time: (row, member) => toTime(text(row, member)),
      optionalTime: (row, member) => toTime(optional(row, member)),
      json: value,
      isFalse: (row, member) => `${text(row, member)} = 'false'`,
      since1970: (column) =>
        `TIMESTAMPADD(MICROSECOND, ${column} * 1000, TIMESTAMP '1970-01-01 00:00:00')`,
      hasOwner: (row, value) =>
        `${
          isOwn ? "" : `${row}.owner_hash = UNHEX(SHA2(${value}, 256)) AND `
        }${row}.owner = ${value}`,
      listHas: (row, member, column) =>
        `JSON_CONTAINS(${row}.data, JSON_QUOTE(CONVERT(${column} USING utf8mb4)), '$.${member}')`,
      view: (name) => ({ plain: `${prefix}${name}`, quoted: quoted(name) }),
      columnsOf: (view) => ({
        text: `SELECT COLUMN_NAME AS name FROM information_schema.COLUMNS
          WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? ORDER BY ORDINAL_POSITION`,
        params: [view],
      }),
      create: (name, query) => [`CREATE OR REPLACE VIEW ${name} AS\n${query}`],
    };
  },
  sqlite({ prefix = "auth_" }) {
    const text = (row: string, member: string) => `json_extract(${row}.data, '$.${member}')`;
    const list = (row: string, member: string) => `json_each(${row}.data, '$.${member}')`;
    return {
      records: `${prefix}records`,
      id: (column) => column,
      clock: `CROSS JOIN (
    SELECT strftime('${ISO}', 'now') AS at, (julianday('now') - 2440587.5) * 86400000 AS ms
  ) AS clock`,
      text,
      optional: text,
      time: text,
      optionalTime: text,
      json: (row, member) => `json_quote(${text(row, member)})`,
      isFalse: (row, member) => `${text(row, member)} = 0`,
      since1970: (column) => `strftime('${ISO}', ${column} / 1000.0, 'unixepoch')`,
      hasOwner: (row, value) => `${row}.owner = ${value}`,
      listHas: (row, member, column) =>
        `EXISTS (SELECT 1 FROM ${list(row, member)} AS one WHERE one.value = ${column})`,
      view: (name) => ({ plain: `${prefix}${name}`, quoted: `${prefix}${name}` }),
      columnsOf: (view) => ({ text: "SELECT name FROM pragma_table_info(?)", params: [view] }),
      create: (name, query) => [`DROP VIEW IF EXISTS ${name}`, `CREATE VIEW ${name} AS\n${query}`],
    };
  },
};

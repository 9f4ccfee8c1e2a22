/**
 * Rows of records in an SQL table, once for all dialects. Each operation takes effect in one
 * statement.
 *
 * @module
 */

import { after } from "../_awaitable.ts";
import type { Kind, Row } from "../_rows.ts";
import type { Dialect } from "../_sql.ts";
import { deletion } from "../_sql_verbs.ts";
import { type FoundRow, isLive, type RecordRows } from "./_store.ts";

/** Columns of a record without its key, since each one takes time to read. */
const FOUND: Readonly<Record<string, Kind>> = {
  owner: "text",
  version: "integer",
  expires: "integer",
  data: "text",
};

/** Makes the operations on a table that is there when a statement runs. */
export function createRecordRows(dialect: Dialect, name: string): RecordRows {
  const { byCodePoint = (column) => column, fromSql, isOwnedBy, isSame, prepare } = dialect;
  const read = (columns: Readonly<Record<string, Kind>>) =>
    Object.entries(columns).map(([column, kind]) => `${fromSql(column, kind)} AS ${column}`)
      .join(", ");

  const find = prepare({
    returns: "row",
    text: `SELECT ${read(FOUND)} FROM ${name} WHERE kind = $1 AND id = $2`,
    mayList: true,
  });
  const insert = dialect.upsert({
    table: name,
    columns: ["kind", "id", "owner", "version", "expires", "data"],
    values: ["$1", "$2", "$3", "$4", "$5", "$6"],
    key: ["kind", "id"],
    guard: "t.expires <= $7",
  });
  const replace = prepare({
    returns: "count",
    text: `UPDATE ${name} SET owner = $1, version = $2, expires = $3, data = $4`,
    table: name,
    where: "kind = $5 AND id = $6",
    guard: "version = $7 AND (expires IS NULL OR expires > $8)",
  });
  const remove = prepare({
    ...deletion(name, "kind = $1 AND id = $2"),
    returns: "row",
    read: read(FOUND),
  });
  const ofOwner = prepare({
    returns: "rows",
    text: `SELECT ${read({ id: "text", ...FOUND })} FROM ${name} AS t WHERE ${isOwnedBy("$1")}
      AND kind = $2 AND ${byCodePoint("t.id")} > $3 AND (expires IS NULL OR expires > $4)
      ORDER BY ${byCodePoint("t.id")} LIMIT $5`,
  });
  const removeOwned = prepare({
    ...deletion(
      name,
      `${isOwnedBy("$1")} AND kind = coalesce($2, kind) AND NOT (id ${isSame} $3)`,
    ),
    returns: "rows",
    read: read({ expires: "integer" }),
  });
  const purge = dialect.purge({
    table: name,
    key: ["kind", "id"],
    expires: "expires",
    toSql: (placeholder) => placeholder,
    keepMs: 0,
  });

  return {
    get: (kind, id) => after(find([kind, id]), toFound),

    put: ({ kind, id, owner, version, expires, data }, expected, now) =>
      after(purge(), () =>
        after(
          expected === null
            ? insert([kind, id, owner, version, expires, data, now])
            : replace([owner, version, expires, data, kind, id, expected, now]),
          (count) => count > 0,
        )),

    take: (kind, id) => after(remove([kind, id]), toFound),

    list: (owner, kind, { after: last, limit }, now) =>
      after(
        ofOwner([owner, kind, last, now, limit]),
        (rows) => rows.map((row) => ({ kind, id: row.id as string, ...toFound(row) as FoundRow })),
      ),

    deleteOwner: (owner, kind, except, now) =>
      after(
        removeOwned([owner, kind, except]),
        (rows) => rows.filter((row) => isLive(toFound(row) as FoundRow, now)).length,
      ),
  };
}

/** Drivers return integers as numbers, text or bigints. */
function toFound(row: Row | undefined): FoundRow | null {
  if (!row) return null;
  const [owner, version, expires, data] = Array.isArray(row)
    ? row
    : [row.owner, row.version, row.expires, row.data];
  return {
    owner,
    version: Number(version),
    expires: expires === null ? null : Number(expires),
    data,
  };
}

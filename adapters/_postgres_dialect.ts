/**
 * The dialect of PostgreSQL. Statements name the type of no id: placeholders take it from the
 * column that they are compared with or written to. Statements that belong together are one,
 * since a pool has no transaction across calls.
 *
 * @module
 */

import { nowMs } from "../src/base/time.ts";
import { codeOf, type Query } from "./_postgres_client.ts";
import { EXTRA, folded, inOrder } from "./_postgres_schema.ts";
import { MAX_PURGED, seldom } from "./_retry.ts";
import type { Kind, Value } from "./_rows.ts";
import {
  type Answers,
  type Dialect,
  type Ids,
  onConflict,
  type Prepared,
  type Returns,
  type Statement,
  textOf,
} from "./_sql.ts";

/** SQLSTATE of a unique key that is taken, and of a reference to a row that does not exist. */
const PROBLEMS: Readonly<Record<string, "taken" | "orphan">> = {
  "23505": "taken",
  "23503": "orphan",
};

/** Makes the dialect for the tables of a client. */
export function postgresDialect(query: Query, ids: () => Promise<Ids>): Dialect {
  const run = async <What extends Returns>(
    returns: What,
    text: string,
    params: readonly Value[],
  ): Promise<Answers[What]> => {
    const rows = await query(text, [...params]);
    return (returns === "row" ? rows[0] : returns === "rows" ? rows : rows.length) as Answers[What];
  };
  const prepare = <What extends Returns>(statement: Statement<What>): Prepared<What> => {
    const text = withRows(statement);
    return (params) => run(statement.returns, text, params);
  };

  return {
    extra: EXTRA,
    isSame: "IS NOT DISTINCT FROM",
    lock: "FOR UPDATE",
    orIgnore: "ON CONFLICT DO NOTHING",
    hasSteps: true,
    mayBeOfApp: true,
    elementsOf: (placeholder) => `SELECT jsonb_array_elements_text(${placeholder}::text::jsonb)`,
    isOwnedBy: (placeholder) =>
      `left(owner, 200) = left(${placeholder}, 200) AND owner = ${placeholder}`,

    inOrder,
    folded,
    searched: ["email", "name"],
    toSql,
    fromSql,

    ids,
    prepare,

    together(statements, answer) {
      let count = 0;
      const steps = statements.map((statement, index) => {
        const text = statement.read || index === answer ? withRows(statement) : textOf(statement);
        const first = count;
        const numbered = text.replaceAll(/\$(\d+)/g, (_, number) => {
          count = Math.max(count, first + Number(number));
          return `$${first + Number(number)}`;
        });
        return `step${index} AS (${numbered})`;
      });
      const text = `WITH ${steps.join(", ")} SELECT * FROM step${answer}`;
      return (params) => run(statements[answer]!.returns, text, params.flat());
    },

    upsert: (upsert) => prepare(onConflict(upsert)),

    purge({ table, key, expires, toSql, keepMs }) {
      const columns = key.map((column) => `"${column}"`);
      // A statement of its own, which waits for no lock: together with a write it could deadlock.
      const statement = `WITH old AS (
           SELECT ${columns} FROM ${table} WHERE ${expires} <= ${toSql("$1")}
           ORDER BY ${expires} LIMIT ${MAX_PURGED} FOR UPDATE SKIP LOCKED)
         DELETE FROM ${table} AS t USING old
         WHERE ${columns.map((column) => `t.${column} = old.${column}`).join(" AND ")}`;
      return seldom(() => query(statement, [nowMs() - keepMs]));
    },

    toError: (error) => PROBLEMS[String(codeOf(error))],
  };
}

function toSql(placeholder: string, kind: Kind | undefined): string {
  if (kind === "date") return `to_timestamp(${placeholder}::double precision / 1000)`;
  if (kind === "boolean") return `${placeholder}::int = 1`;
  return placeholder;
}

/** A column as every client returns it alike, whatever its parsers. */
function fromSql(column: string, kind: Kind | undefined): string {
  if (kind === "date") return `round(extract(epoch FROM ${column}) * 1000)::bigint`;
  if (kind === "boolean") return `${column}::int`;
  if (kind === "user") return `${column}::text`;
  return column;
}

/** A statement with the rows that it returns; rows without columns are counted. */
function withRows(statement: Statement): string {
  const { read, returns } = statement;
  const returned = read ?? (returns === "count" ? "1" : undefined);
  return `${textOf(statement)}${returned ? ` RETURNING ${returned}` : ""}`;
}

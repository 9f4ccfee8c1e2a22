/**
 * The creation of many users in one statement of PostgreSQL. Unique keys decide between parallel calls:
 * those of users leave a row out, the others undo the statement.
 *
 * @module
 */

import type {
  AdapterAccount,
  AdapterBatches,
  AdapterUser,
  NewUserAnswer,
} from "../src/types/adapter.ts";
import { nowMs } from "../src/base/time.ts";
import type { Query } from "./_postgres_client.ts";
import type { Kind } from "./_rows.ts";
import type { Dialect } from "./_sql.ts";
import type { Table, Tables } from "./_sql_tables.ts";
import { keeping, quote, unlessTaken } from "./_sql_verbs.ts";
import { assertExact } from "./_text.ts";
import { toEntry, toRow } from "./records/_store.ts";

/** Makes the method. */
export function newUsersIn(
  query: Query,
  dialect: Dialect,
  tables: Tables,
): Required<AdapterBatches> {
  const statement = keeping((type: "text" | "uuid") => makeStatement(tables, type));
  const { users, accounts } = tables;
  return {
    async createUsers(rows) {
      const { type = "text" } = await dialect.ids();
      const text = statement(type);
      const now = nowMs();
      const given = rows.map((row) => {
        assertExact(row.user.id, row.user.email);
        const records = row.records.map((entry) => toRow(entry, null));
        return {
          id: row.user.id,
          user: users.toRow(row.user),
          accounts: row.accounts.map((account) => {
            assertExact(account.provider, account.providerAccountId);
            return accounts.toRow(account);
          }),
          records,
          keys: [...records, ...row.unless].map(({ kind, id }) => [kind, id]),
        };
      });
      const found = await unlessTaken(dialect, () => query(text, [JSON.stringify(given), now]));
      const answers: NewUserAnswer[] = rows.map(() => null);
      for (const { n, kind, id, owner, version, expires, data } of found ?? []) {
        answers[Number(n)] = kind === null ? true : toEntry(kind as string, id as string, {
          owner: owner as string | null,
          version: Number(version),
          expires: expires === null ? null : Number(expires),
          data: data as string,
        });
      }
      return answers;
    },
  };
}

function makeStatement({ users, accounts, records }: Tables, type: "text" | "uuid"): string {
  const userId = users.at("id");
  const id = `(g.r->>'id')::${type}`;
  const user = makeValues<AdapterUser>(users, "g.r->'user'", { id });
  const account = makeValues<AdapterAccount>(accounts, "a.r", { userId: "made.id" });
  return `WITH given AS (
    SELECT (place - 1)::int AS n, r
    FROM jsonb_array_elements($1::text::jsonb) WITH ORDINALITY AS t(r, place)),
  found AS (
    SELECT g.n, t.kind, t.id, t.owner, t.version, t.expires, t.data
    FROM given AS g, jsonb_array_elements(g.r->'keys') AS k
    JOIN ${records} AS t ON t.kind = k->>0 AND t.id = k->>1
    WHERE t.expires IS NULL OR t.expires > $2::bigint),
  linked AS (
    SELECT g.n FROM given AS g, jsonb_array_elements(g.r->'accounts') AS a
    JOIN ${accounts.name} AS t ON ${accounts.isEqual("provider", at(accounts, "provider"), "t")}
      AND ${accounts.isEqual("providerAccountId", at(accounts, "providerAccountId"), "t")}),
  step0 AS (
    INSERT INTO ${users.name} (${quote(users.columns)})
    SELECT ${user} FROM given AS g
    WHERE NOT EXISTS (SELECT FROM found WHERE found.n = g.n)
      AND NOT EXISTS (SELECT FROM linked WHERE linked.n = g.n)
    ORDER BY g.n ON CONFLICT DO NOTHING RETURNING ${userId} AS id),
  made AS (
    SELECT g.n, g.r, step0.id FROM step0 JOIN given AS g ON g.r->>'id' = step0.id::text),
  step1 AS (
    INSERT INTO ${accounts.name} (${quote(accounts.columns)})
    SELECT ${account} FROM made, jsonb_array_elements(made.r->'accounts') AS a(r)),
  step2 AS (
    INSERT INTO ${records} (kind, id, owner, version, expires, data)
    SELECT t.r->>'kind', t.r->>'id', t.r->>'owner', (t.r->>'version')::bigint,
      (t.r->>'expires')::bigint, t.r->>'data'
    FROM made, jsonb_array_elements(made.r->'records') AS t(r))
  SELECT n, NULL AS kind, NULL AS id, NULL AS owner, NULL::bigint AS version,
    NULL::bigint AS expires, NULL AS data FROM made
  UNION ALL SELECT * FROM (SELECT DISTINCT ON (n) * FROM found) AS first`;
}

/** The value of a member of an account in a list of JSON. */
function at(table: Table<AdapterAccount>, member: string): string {
  return `(a->>${table.columns.indexOf(member)})`;
}

/** The values of the columns of a row, from a list of JSON that has them in their order. */
function makeValues<T>(
  table: Table<T>,
  list: string,
  given: Readonly<Record<string, string>>,
): string[] {
  // Columns have the names of their members.
  return table.columns.map((column, index) => {
    const value = `(${list}->>${index})`;
    if (!table.has(column)) return value;
    return given[column] ?? table.write(column, cast(value, table.kindOf(column)));
  });
}

/** What is no text needs its type; times get theirs by `write`. */
function cast(value: string, kind: Kind | undefined): string {
  return kind === "integer" ? `${value}::bigint` : value;
}

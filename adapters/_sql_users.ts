/**
 * Pages of users from an SQL table, once for all dialects. A page begins behind the last user of the
 * one before, so that it takes as long as the first one.
 *
 * @module
 */

import type { AdapterUser, UserPage, UserSearch } from "../src/types/adapter.ts";
import type { Awaitable } from "../src/types/entities.ts";
import { after } from "./_awaitable.ts";
import type { Row, Value } from "./_rows.ts";
import type { Dialect, Prepared } from "./_sql.ts";
import type { Table } from "./_sql_tables.ts";
import { keeping } from "./_sql_verbs.ts";
import { isExact } from "./_text.ts";
import { LAST_CODE_POINT, makePage } from "./_user_page.ts";

/** A query of a page, and the values of its parameters before the limit. */
interface Query {
  readonly run: Prepared<"rows">;
  readonly params: (search: UserSearch) => readonly Value[];
}

/** Makes the method. Its statements are prepared at their first use. */
export function usersIn(
  dialect: Dialect,
  users: Table<AdapterUser>,
): (search: UserSearch) => Awaitable<UserPage<AdapterUser>> {
  const { folded, fromSql, ids, inOrder, prepare, searched } = dialect;

  const query = keeping((way: `${UserSearch["by"]} ${"first" | "next"}`): Query => {
    const [by, turn] = way.split(" ") as [UserSearch["by"], string];
    const isFirst = turn === "first";
    const select = (key: string, where: string, order: string, limit: number) =>
      prepare({
        returns: "rows",
        text: `SELECT ${users.read()}, ${key} AS "page.key" FROM ${users.name}
          ${where ? `WHERE ${where}` : ""} ORDER BY ${order} LIMIT $${limit}`,
      });
    const id = users.at("id");
    if (by === "id") {
      const key = users.readOne("id");
      return isFirst ? { run: select(key, "", id, 1), params: () => [] } : {
        run: select(key, `${id} > ${users.write("id", "$1")}`, id, 2),
        params: ({ after }) => [after!.id],
      };
    }
    const toOrder = by === "email" ? inOrder : folded;
    const place = toOrder(users.at(by));
    const order = by === "email" ? place : `${place}, ${id}`;
    const until = ({ prefix }: UserSearch) => prefix + LAST_CODE_POINT;
    const key = by === "email" ? users.readOne("email") : fromSql(place, "text");
    if (isFirst) {
      return {
        run: select(
          key,
          `${place} >= ${toOrder("$1")} AND ${place} < ${toOrder("$2")}`,
          order,
          3,
        ),
        params: (search) => [search.prefix, until(search)],
      };
    }
    const end = `${place} < ${toOrder("$1")}`;
    // A position before the beginning is that of another search. It is compared last: where it is that
    // of this one, a database begins to read at the position.
    const start = (at: number) => `${place} >= ${toOrder(`$${at}`)}`;
    return by === "email"
      ? {
        run: select(key, `${end} AND ${place} > ${toOrder("$2")} AND ${start(3)}`, order, 4),
        params: (search) => [until(search), search.after!.key, search.prefix],
      }
      : {
        run: select(
          key,
          // The first comparison is where SQLite begins to read; those of the same name follow.
          `${end} AND ${place} >= ${toOrder("$2")} AND (${place}, ${id}) > (${toOrder("$2")}, ${
            users.write("id", "$3")
          }) AND ${start(4)}`,
          order,
          5,
        ),
        params: (search) => [
          ...[until(search), search.after!.key, search.after!.id, search.prefix],
        ],
      };
  });

  return (search) =>
    after(ids(), ({ isId }) => {
      const { after: position, by, limit, prefix } = search;
      const isIndexed = by === "id" || searched.includes(by);
      // No user is behind a position, or begins with a text, that the database cannot hold.
      if (!isExact(prefix) || position && !(isExact(position.key) && isId(position.id))) {
        return { users: [], next: null, isIndexed };
      }
      const { run, params } = query(`${by} ${position ? "next" : "first"}`);
      return after(run([...params(search), limit + 1]), (rows) => {
        const found = rows.map((row) => {
          const { "page.key": key, ...rest } = row as Row & { "page.key": string };
          return [users.fromRow(rest), key] as const;
        });
        return makePage(found, limit, isIndexed);
      });
    });
}

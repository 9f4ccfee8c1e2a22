/**
 * The dialect of MySQL and MariaDB. Neither returns the rows of an `UPDATE`, and MySQL not those of
 * a `DELETE`: both are read in one transaction with the change. A row that may replace another one
 * is inserted first, since it mostly is new.
 *
 * @module
 */

import { nowMs } from "../src/base/time.ts";
import { AdapterError } from "../src/errors.ts";
import { type Client, CONFLICT, numberOf, type Run } from "./_mysql_client.ts";
import type { Server } from "./_mysql_schema.ts";
import { MAX_PURGED, MAX_TRIES, pause, seldom } from "./_retry.ts";
import type { Kind, Value } from "./_rows.ts";
import {
  type Answers,
  type Dialect,
  positional,
  type Prepared,
  type Returns,
  type Statement,
  TEXT_IDS,
  textOf,
} from "./_sql.ts";
import { quote } from "./_sql_verbs.ts";

/** Numbers of errors of a unique key that is taken, and of a reference to no row. */
const PROBLEMS: Readonly<Record<number, "taken" | "orphan">> = {
  1062: "taken",
  1452: "orphan",
};

/**
 * Sizes of pages and of lists in statements, so that few are prepared. A parameter as the limit of
 * a page has a type that MySQL refuses, and a list in one parameter is searched without an index.
 */
const SIZES: readonly number[] = [1, 10, 100, 1000];

/** Most elements of a list in one statement. */
const MAX_LIST = 1000;

/** A step of a call: runs a statement, with the values of its parameters. */
type Step = (run: Run, params: readonly Value[]) => ReturnType<Run>;

/** Makes the dialect for the tables of a pool. */
export function mysqlDialect(
  { run, transaction }: Client,
  ready: () => Promise<Server>,
): Dialect {
  const prepare = <What extends Returns>(statement: Statement<What>): Prepared<What> => {
    const { table, read, returns } = statement;
    const answer = ({ rows, count }: Awaited<ReturnType<Run>>) =>
      (returns === "row" ? rows[0] : returns === "rows" ? rows : count) as Answers[What];
    if (!table || !read) {
      const step = stepOf(textOf(statement));
      return async (params) => {
        await ready();
        return answer(await step(run, params));
      };
    }
    if (/^UPDATE/.test(statement.text)) {
      const change = stepOf(textOf(statement));
      const select = stepOf(selection(statement, statement.where!));
      return async (params) => {
        await ready();
        return answer(
          await transaction(async (run) => {
            const { count } = await change(run, params);
            return count > 0 ? await select(run, params) : { rows: [], count };
          }),
        );
      };
    }
    const returning = stepOf(`${textOf(statement)} RETURNING ${read}`);
    const apart = together([statement], 0);
    return async (params) =>
      (await ready()).returnsRemoved
        ? answer(await returning(run, params))
        : await apart([params]) as Answers[What];
  };

  const together: Dialect["together"] = (statements, answer) => {
    // What is removed is locked before any change, so that two calls do not wait for each other.
    const reads = statements.map((statement) =>
      statement.read && statement.where
        ? stepOf(`${selection(statement, conditionOf(statement))} FOR UPDATE`)
        : undefined
    );
    const steps = statements.map((statement) => stepOf(textOf(statement)));
    return async (params) => {
      await ready();
      const answers = await transaction(async (run) => {
        const found: Awaited<ReturnType<Run>>[] = [];
        for (const [index, read] of reads.entries()) {
          if (read) found[index] = await read(run, params[index]!);
        }
        for (const [index, step] of steps.entries()) {
          const done = await step(run, params[index]!);
          // Rows were added since those were read that it should remove.
          if (found[index] && found[index].count !== done.count) throw CONFLICT;
          found[index] ??= done;
        }
        return found;
      });
      const { rows, count } = answers[answer]!;
      const { returns } = statements[answer]!;
      return returns === "row" ? rows[0] : returns === "rows" ? rows : count;
    };
  };

  return {
    extra: "extra",
    isSame: "<=>",
    lock: "FOR UPDATE",
    orIgnore: "",
    hasSteps: false,
    mayBeOfApp: false,
    elementsOf: (placeholder) => `[${placeholder}]`,
    isOwnedBy: (placeholder) =>
      `owner_hash = UNHEX(SHA2(${placeholder}, 256)) AND owner = ${placeholder}`,
    inOrder: (text) => text,
    folded: (text) => `CAST(lower(LEFT(CONVERT(${text} USING utf8mb4), 200)) AS BINARY)`,
    searched: ["email"],
    toSql: (placeholder) => placeholder,
    fromSql,

    async ids() {
      await ready();
      return TEXT_IDS;
    },
    prepare,
    together,

    upsert({ table, columns, values, key, guard, kept = [] }) {
      const assigned = columns.map((column, index) => [column, `"${column}" = ${values[index]}`]);
      const isKey = assigned.filter(([column]) => key.includes(column!)).map(([, text]) => text);
      const others = assigned.filter(([column]) =>
        !key.includes(column!) && !kept.includes(column!)
      ).map(([, text]) => text);
      const insert = prepare({
        returns: "count",
        text: `INSERT INTO ${table} (${columns.map((column) => `"${column}"`)}) VALUES (${values})`,
      });
      const replace = prepare({
        returns: "count",
        text: `UPDATE ${table} AS t SET ${others}`,
        where: isKey.join(" AND "),
        guard,
      });
      const findOther = prepare({
        returns: "row",
        text: `SELECT 1 AS one FROM ${table} AS t WHERE ${isKey.join(" AND ")}
          AND (${guard}) IS NOT TRUE`,
      });
      return async (params) => {
        for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
          try {
            return await insert(params);
          } catch (error) {
            if (toError(error) !== "taken") throw error;
          }
          const count = await replace(params);
          if (count > 0 || await findOther(params)) return count;
          // The row that was in the way has been removed meanwhile.
          await pause(attempt);
        }
        throw new AdapterError("Cannot write the row: parallel calls changed it each time");
      };
    },

    purge({ table, key, expires, toSql, keepMs }) {
      const columns = key.map((column) => `${fromSql(`"${column}"`, "text")} AS "${column}"`);
      const find = stepOf(
        `SELECT ${columns} FROM ${table} WHERE ${expires} <= ${toSql("$1")}
         ORDER BY ${expires} LIMIT ${MAX_PURGED} FOR UPDATE SKIP LOCKED`,
      );
      const tuples = Array(MAX_PURGED).fill(`(${key.map(() => "?")})`);
      const remove = `DELETE FROM ${table} WHERE (${quote(key)}) IN (${tuples})`.replaceAll(
        '"',
        "`",
      );
      return seldom(async () => {
        await ready();
        // It waits for no lock of another transaction, which may take long.
        await transaction(async (run) => {
          const { rows } = await find(run, [nowMs() - keepMs]);
          if (rows.length === 0) return;
          const keys = tuples.flatMap((_, index) => Object.values(rows[index] ?? rows[0]!));
          await run(remove, keys as Value[]);
        });
      });
    },

    toError,
  };
}

/** Text of `VARBINARY` comes as bytes. */
function fromSql(column: string, kind: Kind | undefined): string {
  return kind === "text" || kind === "user" ? `CONVERT(${column} USING utf8mb4)` : column;
}

function toError(error: unknown): "taken" | "orphan" | undefined {
  return PROBLEMS[numberOf(error) ?? 0];
}

function conditionOf({ where, guard }: Statement): string {
  return `${where}${guard ? ` AND ${guard}` : ""}`;
}

function selection({ read, table }: Statement, condition: string): string {
  return `SELECT ${read} FROM ${table} WHERE ${condition}`;
}

const sizeFor = (count: number) => SIZES.find((size) => size >= count)!;

/** A statement in the syntax of MySQL. */
function stepOf(statement: string): Step {
  const text = statement.replaceAll('"', "`");
  const [limit] = /(?<=LIMIT )\$\d+$/.exec(text) ?? [];
  const [list] = /\[\$\d+\]/.exec(text) ?? [];
  if (limit) return makePage(text.slice(0, -limit.length), Number(limit.slice(1)) - 1);
  if (list) return listed(text, list);
  const { text: sql, arrange } = positional(text);
  return (run, params) => run(sql, arrange(params));
}

/** A query without its limit, which is the parameter at an index. */
function makePage(text: string, index: number): Step {
  const { text: sql, arrange } = positional(text);
  return async (run, params) => {
    const limit = Number(params[index]);
    const { rows } = await run(`${sql}${sizeFor(limit)}`, arrange(params));
    const page = rows.slice(0, limit);
    return { rows: page, count: page.length };
  };
}

/** A statement about the elements of a parameter, such as `[$2]`: a list as JSON. */
function listed(text: string, list: string): Step {
  const index = Number(list.slice(2, -1)) - 1;
  return async (run, params) => {
    const elements = JSON.parse(String(params[index])) as string[];
    const answers: Awaited<ReturnType<Run>>[] = [];
    for (let from = 0; from < elements.length; from += MAX_LIST) {
      const part = elements.slice(from, from + MAX_LIST);
      const values = Array.from({ length: sizeFor(part.length) }, (_, at) => part[at] ?? part[0]!);
      const placeholders = values.map((_, at) => `$${params.length + at + 1}`);
      const { text: sql, arrange } = positional(text.replace(list, placeholders.join()));
      answers.push(await run(sql, arrange([...params, ...values])));
    }
    return {
      rows: answers.flatMap(({ rows }) => rows),
      count: answers.reduce((sum, { count }) => sum + count, 0),
    };
  };
}

/**
 * Reads and writes of rows of the PostgreSQL adapter. The first of them waits for the
 * tables.
 *
 * @module
 */

import { AdapterError } from "../src/errors.ts";
import {
  codeOf,
  MAX_TRIES,
  type Naming,
  once,
  pause,
  type PostgresClient,
  queryOf,
} from "./_postgres_client.ts";
import {
  idsOf,
  type IdType,
  type Param,
  type Table,
  toParam,
  toSql,
  type UserId,
} from "./_postgres_rows.ts";
import { createTables, EXTRA, findTables, tableNames } from "./_postgres_schema.ts";
import type { Row } from "./_rows.ts";
import { isExact } from "./_text.ts";

/** The tables in a database. */
export interface Store {
  /** Creates the tables, or adds what they lack. */
  setup(this: void): Promise<void>;
  /**
   * The ids of users.
   *
   * @throws {AdapterError} when there are no tables and none may be made, or when they lack
   * something
   */
  idsOfUsers(this: void): Promise<IdType>;
  /** Runs a statement. */
  run(this: void, text: string, params?: readonly Param[]): Promise<Row[]>;
  /** Runs a statement that returns a row; none has a value that text cannot hold. */
  get<T>(this: void, table: Table<T>, text: string, ...params: Param[]): Promise<T | null>;
  /** Runs a statement that returns rows. */
  all<T>(this: void, table: Table<T>, text: string, ...params: Param[]): Promise<T[]>;
  /**
   * Runs a statement that writes a row for a user, and returns the row.
   *
   * @throws {AdapterError} when the user does not exist
   */
  write<T>(
    this: void,
    table: Table<T>,
    text: string,
    params: readonly Param[],
  ): Promise<T | null>;
  /** Inserts a row for a user, in the same way. */
  insert<T>(this: void, table: Table<T>, record: T, onConflict: string): Promise<T | null>;
  /**
   * Merges members into the row that one of them identifies, and returns the row. Columns
   * are set; what has no column is written unless a parallel call changed it meanwhile, and
   * then tried again.
   */
  update<T extends object>(
    this: void,
    table: Table<T>,
    key: keyof T & string,
    changes: Partial<T>,
  ): Promise<T | null>;
}

/** SQLSTATE of a reference to a row that does not exist. */
const NO_REFERENCE = "23503";

/** Opens the tables; nothing is asked of the client before the first call. */
export function openStore(
  client: PostgresClient,
  { createTables: makes = false, ...naming }: Naming & { createTables?: boolean | undefined },
): Store {
  const query = queryOf(client);

  const find = () => findTables(query, naming);
  const create = () => query(createTables(naming));

  const idsOfUsers = once(async (): Promise<IdType> => {
    let found = await find();
    if (!found && makes) {
      await create();
      found = await find();
    }
    if (found?.areComplete) return idsOf(found.idType);
    const { users } = tableNames(naming);
    throw new AdapterError(
      `Cannot use the table ${users}: ` +
        (found ? "it lacks what this adapter adds" : "it does not exist, or has no column id") +
        `; run ${commandFor(naming)} once, or call \`setup()\` of the adapter` +
        (found ? "" : ", or set `createTables: true`"),
    );
  });

  const run: Store["run"] = async (text, params = []) => {
    const { isId } = await idsOfUsers();
    const values = params.map((param) => {
      if (!isUserId(param)) return param;
      // Equals no id.
      return isId(param.userId) ? param.userId : null;
    });
    return await query(text, values);
  };

  const write: Store["write"] = async (table, text, params) => {
    const { isId } = await idsOfUsers();
    if (params.some((param) => isUserId(param) && !isId(param.userId))) throw noUser();
    try {
      const [row] = await run(text, params);
      return row ? table.fromRow(row) : null;
    } catch (error) {
      throw codeOf(error) === NO_REFERENCE ? noUser() : error;
    }
  };

  return {
    async setup() {
      if (!(await find())?.areComplete) await create();
    },

    idsOfUsers,
    run,

    async get(table, text, ...params) {
      if (params.some((param) => typeof param === "string" && !isExact(param))) return null;
      const [row] = await run(text, params);
      return row ? table.fromRow(row) : null;
    },

    all: async (table, text, ...params) =>
      (await run(text, params)).map((row) => table.fromRow(row)),

    write,

    insert: (table, record, onConflict) =>
      write(
        table,
        `INSERT INTO ${table.name} AS t (${table.columns()}) VALUES (${table.placeholders()})
         ON CONFLICT ${onConflict} RETURNING ${table.read()}`,
        table.toRow(record),
      ),

    async update(table, key, changes) {
      const id = toParam(changes[key], table.kindOf(key));
      if (typeof id === "string" && !isExact(id)) return null;
      const changed = Object.entries(changes)
        .filter(([member]) => member !== key && table.kindOf(member));
      const values = changed.map(([member, value]) => toParam(value, table.kindOf(member)));
      const assignments = changed.map(([member], index) =>
        `"${member}" = ${toSql(`$${index + 4}`, table.kindOf(member))}`
      );
      const select = `SELECT ${EXTRA} FROM ${table.name} WHERE "${key}" = $1`;
      const replace = `UPDATE ${table.name} AS t SET ${[`${EXTRA} = $3`, ...assignments]}
        WHERE t."${key}" = $1 AND t.${EXTRA} IS NOT DISTINCT FROM $2 RETURNING ${table.read()}`;
      for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
        const [row] = await run(select, [id]);
        if (!row) return null;
        const extra = row[EXTRA] as string | null;
        const params = [id, extra, table.changeExtra(extra, changes), ...values];
        const next = await write(table, replace, params);
        if (next) return next;
        await pause(attempt);
      }
      throw new AdapterError(
        "Cannot write the change: parallel calls changed the row each time",
      );
    },
  };
}

/** The command that makes or completes the tables. */
function commandFor({ prefix, schema }: Naming): string {
  const options = JSON.stringify({ prefix, schema });
  // Written out, it would look like an import of this file.
  const module = JSON.stringify("@x/auth/adapters/postgres");
  const code = `import { postgresSchema } from ${module}; ` +
    `process.stdout.write(postgresSchema(${options === "{}" ? "" : options}))`;
  return `\`deno eval '${code}' | psql "$DATABASE_URL"\` ` +
    "(in Node, `node --input-type=module --eval` in place of `deno eval`)";
}

function isUserId(param: Param): param is UserId {
  return typeof param === "object" && param !== null;
}

function noUser(): AdapterError {
  return new AdapterError("Cannot write for the user: no user has this id");
}

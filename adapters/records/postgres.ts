/**
 * Keeps records in a PostgreSQL table, by any client with
 * `query(text, params): Promise<{ rows }>`: a `Pool` or `Client` of `pg` or of
 * `@neondatabase/serverless`, or `postgres` with one line, see
 * {@linkcode PostgresRecords}. Several processes may share the table. Version 11 or newer,
 * with UTF-8.
 *
 * `expires` is in milliseconds since 1970, `data` is JSON.
 *
 * @module
 */

import { AdapterError } from "../../src/errors.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { createRecordStore, type RecordRow, type RecordRows } from "./_store.ts";

/** The part of a client or pool that is used. */
export interface PostgresClient {
  /** Runs one statement with `$1`, `$2`, … as placeholders. */
  query(
    text: string,
    params?: (string | number | null)[],
  ): PromiseLike<{ /** Rows by column name. */ rows: unknown[] }>;
}

/** Options of {@linkcode PostgresRecords}: the name of its table. */
export interface PostgresRecordsOptions {
  /** Prefix of the table's name: letters, digits and `_`. Default `auth_`. */
  prefix?: string | undefined;
  /** Schema of the table, which must exist. Default: the first of the `search_path`. */
  schema?: string | undefined;
}

/** A store of records that can also create its table. */
export interface PostgresRecordStore extends RecordStore {
  /**
   * Creates the table when it is missing; several processes may do so at the same time. The
   * first call of another method does it too. When the table exists, this takes one query,
   * and no right to create tables.
   */
  setup(): Promise<void>;
}

/** A write looks for expired records at the first write, and then once in this many. */
const WRITES_PER_PURGE = 20;

/** Most expired records that are removed at a time: several for each write. */
const MAX_PURGED = 200;

/** Number of tries of a statement that conflicts with others. */
const MAX_TRIES = 100;

/** Codes of conflicts after which a statement had no effect, and can be repeated. */
const CONFLICTS: ReadonlySet<unknown> = new Set(["40001", "40P01"]);

/** Codes of a table that another process has created at the same time. */
const CREATED_MEANWHILE: ReadonlySet<unknown> = new Set(["23505", "42P07", "42710"]);

/**
 * SQL that creates the table and its indexes when they are missing, for apps that run
 * their migrations themselves.
 *
 * @example
 * ```ts
 * import { recordsTable } from "@x/auth/records/postgres";
 * import { assertStringIncludes } from "@std/assert";
 *
 * assertStringIncludes(recordsTable({ schema: "auth", prefix: "" }), '"auth"."records"');
 * ```
 */
export function recordsTable(options: PostgresRecordsOptions = {}): string {
  const { name, index } = namesOf(options);
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

/**
 * Makes a store. A conflict with another transaction is repeated with random pauses, at
 * most a hundred times. The first write and every twentieth remove up to 200 expired records,
 * the oldest first.
 *
 * @throws {AdapterError} when `prefix` or `schema` has other characters
 *
 * @example
 * ```ts ignore
 * import { PostgresRecords } from "@x/auth/records/postgres";
 * import { Pool } from "pg"; // or from "@neondatabase/serverless"
 *
 * const records = PostgresRecords(new Pool({ connectionString: DATABASE_URL }));
 * ```
 *
 * @example With `postgres`
 * ```ts ignore
 * import { PostgresRecords } from "@x/auth/records/postgres";
 * import postgres from "postgres";
 *
 * const sql = postgres(DATABASE_URL);
 * const records = PostgresRecords({
 *   query: async (text, params) => ({ rows: await sql.unsafe(text, params) }),
 * });
 * ```
 */
export function PostgresRecords(
  client: PostgresClient,
  options: PostgresRecordsOptions = {},
): PostgresRecordStore {
  const { name } = namesOf(options);
  const createTable = recordsTable(options);
  const query = (text: string, params: (string | number | null)[]) =>
    withoutConflicts(() => client.query(text, params));

  const exists = async (): Promise<boolean> =>
    (await query("SELECT 1 WHERE to_regclass($1) IS NOT NULL", [name])).rows.length > 0;

  const create = async (): Promise<void> => {
    if (await exists()) return;
    try {
      // One statement, so that a table never lacks its indexes.
      await client.query(`DO $setup$ BEGIN ${createTable} END $setup$`);
    } catch (error) {
      if (!CREATED_MEANWHILE.has(codeOf(error)) || !await exists()) throw error;
    }
  };
  let ready: Promise<void> | undefined;
  const setup = (): Promise<void> =>
    ready ??= create().catch((error) => {
      ready = undefined;
      throw error;
    });

  let writes = 0;
  const purge = async (now: number): Promise<void> => {
    if (writes++ % WRITES_PER_PURGE > 0) return;
    // A statement of its own, which waits for no lock: together with a write it could deadlock.
    await query(
      `WITH old AS (
         SELECT kind, id FROM ${name} WHERE expires <= $1
         ORDER BY expires LIMIT ${MAX_PURGED} FOR UPDATE SKIP LOCKED)
       DELETE FROM ${name} AS r USING old WHERE r.kind = old.kind AND r.id = old.id`,
      [now],
    );
  };

  const run = async (text: string, params: (string | number | null)[]): Promise<unknown[]> => {
    await setup();
    return (await query(text, params)).rows;
  };
  const rows: RecordRows = {
    async get(kind, id) {
      const [row] = await run(`SELECT * FROM ${name} WHERE kind = $1 AND id = $2`, [kind, id]);
      return row ? toRow(row) : null;
    },

    async put({ kind, id, owner, version, expires, data }, expected, now) {
      await setup();
      await purge(now);
      const values = [kind, id, owner, version, expires, data];
      const written = expected === null
        ? await run(
          `INSERT INTO ${name} AS r (kind, id, owner, version, expires, data)
           VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (kind, id) DO UPDATE SET owner = excluded.owner,
             version = excluded.version, expires = excluded.expires, data = excluded.data
           WHERE r.expires <= $7 RETURNING 1`,
          [...values, now],
        )
        : await run(
          `UPDATE ${name} SET owner = $3, version = $4, expires = $5, data = $6
           WHERE kind = $1 AND id = $2 AND version = $7 AND (expires IS NULL OR expires > $8)
           RETURNING 1`,
          [...values, expected, now],
        );
      return written.length > 0;
    },

    async take(kind, id) {
      const [row] = await run(
        `DELETE FROM ${name} WHERE kind = $1 AND id = $2 RETURNING *`,
        [kind, id],
      );
      return row ? toRow(row) : null;
    },

    async list(owner, kind, { after, limit }, now) {
      const found = await run(
        `SELECT * FROM ${name} WHERE left(owner, 200) = left($1, 200) AND owner = $1
           AND kind = $2 AND id > $3 AND (expires IS NULL OR expires > $4)
         ORDER BY id LIMIT $5`,
        [owner, kind, after, now, limit],
      );
      return found.map(toRow);
    },

    async deleteOwner(owner, kind, except, now) {
      const [row] = await run(
        `WITH removed AS (
           DELETE FROM ${name} WHERE left(owner, 200) = left($1, 200) AND owner = $1
             AND ($2::text IS NULL OR kind = $2) AND id IS DISTINCT FROM $3 RETURNING expires)
         SELECT count(*) AS count FROM removed WHERE expires IS NULL OR expires > $4`,
        [owner, kind, except, now],
      );
      return Number((row as { count: unknown }).count);
    },
  };
  return { ...createRecordStore(rows), setup };
}

/** Quoted names of the table and its indexes. */
function namesOf({ prefix = "auth_", schema }: PostgresRecordsOptions) {
  for (const [option, value] of Object.entries({ prefix, schema })) {
    const pattern = option === "prefix" ? /^\w{0,40}$/ : /^\w{1,40}$/;
    if (value === undefined || pattern.test(value)) continue;
    throw new AdapterError(
      `Cannot use \`${option}\` "${value}": up to 40 letters, digits and _ are allowed`,
    );
  }
  return {
    name: `${schema === undefined ? "" : `"${schema}".`}"${prefix}records"`,
    index: (use: string) => `"${prefix}records_${use}"`,
  };
}

/** Drivers return `bigint` columns as text, numbers or bigints. */
function toRow(row: unknown): RecordRow {
  const { kind, id, owner, version, expires, data } = row as RecordRow;
  return {
    kind,
    id,
    owner,
    version: Number(version),
    expires: expires === null ? null : Number(expires),
    data,
  };
}

/** Repeats a statement that a conflict with other transactions has undone. */
async function withoutConflicts<T>(statement: () => PromiseLike<T>): Promise<T> {
  for (let attempt = 1;; attempt++) {
    try {
      return await statement();
    } catch (error) {
      if (attempt === MAX_TRIES || !CONFLICTS.has(codeOf(error))) throw error;
      const wait = Math.random() * Math.min(2 ** attempt, 50);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** SQLSTATE of an error of a client. */
function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}

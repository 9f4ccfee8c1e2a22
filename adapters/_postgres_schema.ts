/**
 * Tables of the PostgreSQL adapter, made or completed by one statement.
 *
 * @module
 */

import { checkNames, type Naming, qualifiedName, type Query } from "./_postgres_client.ts";
import type { TableNames } from "./_sql_tables.ts";
import { createRecordTable, recordNames } from "./records/_postgres_table.ts";

/** Column for the members without a column of their own; apps may have an `extra` of theirs. */
export const EXTRA = "auth_extra";

/**
 * The names, which are those of `@auth/pg-adapter` after the prefix.
 *
 * @throws {AdapterError} when `prefix` or `schema` has other characters
 */
export function tableNames(naming: Naming): TableNames {
  checkNames(naming);
  const { prefix = "", schema } = naming;
  return {
    users: qualifiedName(schema, `${prefix}users`),
    accounts: qualifiedName(schema, `${prefix}accounts`),
    sessions: qualifiedName(schema, `${prefix}sessions`),
    verificationTokens: qualifiedName(schema, `${prefix}verification_token`),
    authenticators: qualifiedName(schema, `${prefix}authenticators`),
    records: recordNames(naming).name,
  };
}

/** A table without {@linkcode EXTRA}. */
interface Table {
  /** Columns; `%s` is the type of the ids of users. */
  readonly columns: readonly string[];
  /** Columns of its primary key. */
  readonly key: readonly string[];
}

/** The tables, in the order in which they are made. */
export const TABLES = {
  users: {
    columns: [
      ...["id text", "name text", "email text", '"emailVerified" timestamptz', "image text"],
    ],
    key: ["id"],
  },
  accounts: {
    columns: [
      ...["provider text", '"providerAccountId" text', '"userId" %s NOT NULL'],
      ...["type text NOT NULL", "access_token text", "refresh_token text", "expires_at bigint"],
      ...["token_type text", "scope text", "id_token text", "session_state text"],
    ],
    key: ["provider", "providerAccountId"],
  },
  sessions: {
    columns: ['"sessionToken" text', '"userId" %s NOT NULL', "expires timestamptz NOT NULL"],
    key: ["sessionToken"],
  },
  verificationTokens: {
    columns: ["identifier text", "token text", "expires timestamptz NOT NULL"],
    key: ["identifier", "token"],
  },
  authenticators: {
    columns: [
      ...['"credentialID" text', '"userId" %s NOT NULL', '"providerAccountId" text NOT NULL'],
      ...['"credentialPublicKey" text NOT NULL', "counter bigint NOT NULL"],
      ...['"credentialDeviceType" text NOT NULL', '"credentialBackedUp" boolean NOT NULL'],
      "transports text",
    ],
    key: ["credentialID"],
  },
} as const satisfies Readonly<Record<string, Table>>;

/** Name of a table, as {@linkcode tableNames} has it. */
type TableName = keyof typeof TABLES;

/** All of them. */
export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[];

/** Names of columns in a list of SQL. */
export function listOf(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(", ");
}

/** Columns and key of a table, as `CREATE TABLE` has them. */
export function linesOf(table: TableName): readonly string[] {
  const { columns, key } = TABLES[table];
  return [...columns, `PRIMARY KEY (${listOf(key)})`];
}

/** Columns whose values together are those of one row, and the index where no key says so. */
export const UNIQUE:
  readonly (readonly [table: TableName, columns: readonly string[], index: string])[] = [
    ["users", ["email"], "users_by_email"],
    ["accounts", ["provider", "providerAccountId"], "accounts_by_provider"],
    ["sessions", ["sessionToken"], "sessions_by_token"],
  ];

/** Tables whose rows are those of a user, with the index that finds them. */
export const OWNED: readonly (readonly [table: TableName, index: string])[] = [
  ["accounts", "accounts_of_user"],
  ["sessions", "sessions_of_user"],
  ["authenticators", "authenticators_of_user"],
];

/** Tables whose rows expire, with the index that finds them. */
export const EXPIRING: readonly (readonly [table: TableName, index: string])[] = [
  ["sessions", "sessions_by_expiry"],
  ["verificationTokens", "verification_token_by_expiry"],
];

/** Text in the order of code points, whatever the collation of the database is. */
export function inOrder(text: string): string {
  return `(${text})::text COLLATE "C"`;
}

/** The beginning of a text, which an index can hold, with capital letters of ASCII as small ones. */
export function folded(text: string): string {
  return `lower(left((${text})::text COLLATE "C", 200))`;
}

/** Indexes with which users are searched; every release works without them. */
export const SEARCHED: readonly (readonly [index: string, columns: string, column: string])[] = [
  ["users_in_order", `(${inOrder("email")})`, "email"],
  ["users_by_name", `${folded("name")}, id`, "name"],
];

/** The tables that are in a database. */
export interface FoundTables {
  /** Type of the ids of users. */
  readonly idType: string;
  /** `false` when they lack something. */
  readonly areComplete: boolean;
  /** `false` when they lack an index with which users are searched. */
  readonly areSearched: boolean;
}

/** Looks for the tables; `undefined` when there is none of users. */
export async function findTables(query: Query, naming: Naming): Promise<FoundTables | undefined> {
  // In the one snapshot of the query; the lookup of a second name could be older or newer.
  const [row] = await query(
    `SELECT format_type(t.atttypid, NULL) AS type, EXISTS (
       SELECT FROM pg_attribute AS x WHERE x.attrelid = t.attrelid AND x.attname = '${EXTRA}'
     )::int AS complete, (
       SELECT count(*) FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
       WHERE i.indrelid = t.attrelid AND c.relname = ANY ($2::text[])
     )::int AS searched
     FROM pg_attribute AS t WHERE t.attrelid = to_regclass($1) AND t.attname = 'id'`,
    [
      tableNames(naming).users,
      `{${SEARCHED.map(([name]) => indexName(naming, name))}}`,
    ],
  );
  return row && {
    idType: String(row.type),
    areComplete: Number(row.complete) === 1,
    areSearched: Number(row.searched) === SEARCHED.length,
  };
}

/**
 * One statement that creates the tables, or adds to those of `@auth/pg-adapter` what they
 * lack. It changes all of it or nothing, and nothing when all of it is there.
 */
export function createTables(naming: Naming): string {
  const names = tableNames(naming);
  const { users } = names;
  const index = (name: string) => indexName(naming, name);
  // Tables of an app may lack a column.
  const searched = SEARCHED.map(([name, columns, column]) =>
    `IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('${users}')
      AND attname = '${column}' AND NOT attisdropped) THEN
      CREATE INDEX IF NOT EXISTS ${index(name)} ON ${users} (${columns});
    END IF;`
  );
  const columns = (table: TableName) => `\n    ${linesOf(table).join(",\n    ")}\n  `;
  const rows = (lines: readonly string[]) => lines.join(",\n      ");
  return `\
DO $auth$
DECLARE
  id_type text;
  wanted record;
  found bigint;
BEGIN
  -- Several processes may run this at the same time.
  PERFORM pg_advisory_xact_lock(7305131121);

  ${createRecordTable(naming).trimEnd().replaceAll("\n", "\n  ")}

  -- All of the rest is there, so none of it has to be locked.
  IF EXISTS (
    SELECT FROM pg_attribute
    WHERE attrelid = to_regclass('${users}') AND attname = '${EXTRA}'
  ) THEN
    ${searched.join("\n    ")}
    RETURN;
  END IF;

  CREATE TABLE IF NOT EXISTS ${users} (${columns("users")});
  -- The ids of users keep their type.
  SELECT format_type(atttypid, NULL) INTO id_type FROM pg_attribute
    WHERE attrelid = '${users}'::regclass AND attname = 'id';
  IF id_type IS NULL THEN
    RAISE EXCEPTION 'Cannot migrate ${users}: it has no column id';
  END IF;
  ${
    TABLE_NAMES.slice(1).map((table) =>
      `EXECUTE format('CREATE TABLE IF NOT EXISTS ${names[table]} (${columns(table)})', id_type);`
    ).join("\n  ")
  }

  -- Locks the tables as well, so that no row appears between a check and its constraint.
  ${
    TABLE_NAMES.map((table) =>
      `ALTER TABLE ${names[table]} ADD COLUMN IF NOT EXISTS ${EXTRA} text;`
    )
      .join("\n  ")
  }

  FOR wanted IN
    SELECT *, (SELECT string_agg(quote_ident(one), ', ') FROM unnest(columns) AS one) AS list
    FROM (VALUES
      ${
    rows(UNIQUE.map(([table, columns, name]) =>
      `('${names[table]}', '{${columns}}'::text[], '${index(name)}')`
    ))
  }
    ) AS keys (name, columns, index)
  LOOP
    CONTINUE WHEN EXISTS (
      SELECT FROM pg_index
      CROSS JOIN LATERAL (SELECT ARRAY(
        SELECT attname::text FROM pg_attribute
        WHERE attrelid = indrelid AND attnum = ANY (indkey)) AS columns) AS own
      WHERE indrelid = wanted.name::regclass AND indisunique AND indimmediate AND indisvalid
        AND indpred IS NULL AND indexprs IS NULL
        AND own.columns @> wanted.columns AND own.columns <@ wanted.columns);
    EXECUTE format(
      'SELECT count(*) FROM (SELECT FROM %1$s WHERE (%2$s) IS NOT NULL
       GROUP BY %2$s HAVING count(*) > 1) AS twice', wanted.name, wanted.list) INTO found;
    IF found > 0 THEN
      RAISE EXCEPTION 'Cannot migrate %: (%) is not unique, values in several rows: %; list them '
        'with: SELECT %, count(*) FROM % GROUP BY % HAVING count(*) > 1',
        wanted.name, wanted.list, found, wanted.list, wanted.name, wanted.list;
    END IF;
    EXECUTE format('CREATE UNIQUE INDEX %s ON %s (%s)', wanted.index, wanted.name, wanted.list);
  END LOOP;

  FOR wanted IN
    SELECT * FROM (VALUES
      ${rows(OWNED.map(([table, name]) => `('${names[table]}', '${index(name)}')`))}
    ) AS owned (name, index)
  LOOP
    EXECUTE format('CREATE INDEX IF NOT EXISTS %s ON %s ("userId")', wanted.index, wanted.name);
    CONTINUE WHEN EXISTS (
      SELECT FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attname = 'userId'
      WHERE conrelid = wanted.name::regclass AND confrelid = '${users}'::regclass
        AND contype = 'f' AND confdeltype = 'c' AND conkey = ARRAY[attnum]);
    EXECUTE format(
      'SELECT count(*) FROM %s AS t WHERE NOT EXISTS (
       SELECT FROM ${users} AS u WHERE u.id = t."userId")', wanted.name) INTO found;
    IF found > 0 THEN
      RAISE EXCEPTION 'Cannot migrate %: rows of no user: %; delete them with: '
        'DELETE FROM % AS t WHERE NOT EXISTS (SELECT FROM ${users} AS u WHERE u.id = t."userId")',
        wanted.name, found, wanted.name;
    END IF;
    EXECUTE format(
      'ALTER TABLE %s ADD FOREIGN KEY ("userId") REFERENCES ${users} (id) ON DELETE CASCADE',
      wanted.name);
  END LOOP;

  ${
    EXPIRING.map(([table, name]) =>
      `CREATE INDEX IF NOT EXISTS ${index(name)} ON ${names[table]} (expires);`
    ).join("\n  ")
  }
  ${searched.join("\n  ")}
END $auth$;
`;
}

/** Quoted name of an index after the prefix. */
export function indexName({ prefix = "" }: Naming, name: string): string {
  return `"${prefix}${name}"`;
}

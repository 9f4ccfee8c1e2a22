/**
 * The tables in MySQL, and a look at a server and its tables before the first statement. Text that
 * identifies something is `VARBINARY`: it is compared by its bytes, whatever the collations of the
 * server, and `"a "` is another id than `"a"`.
 *
 * @module
 */

import { AdapterError } from "../src/errors.ts";
import { type Client, READ_ONLY } from "./_mysql_client.ts";
import type { Row } from "./_rows.ts";
import type { TableNames } from "./_sql_tables.ts";

/** The names of the tables after a prefix, as statements quote them. */
export function tableNames(prefix: string): TableNames {
  const name = (table: string) => `"${prefix}${table}"`;
  return {
    users: name("users"),
    accounts: name("accounts"),
    sessions: name("sessions"),
    verificationTokens: name("verification_tokens"),
    authenticators: name("authenticators"),
    records: name("records"),
  };
}

/** 512 UTF-16 code units as UTF-8. An index holds two of them: of an owner, it has the hash. */
const KEY = "VARBINARY(1536)";

const OWNED = (prefix: string) => `
  KEY of_user (userId),
  FOREIGN KEY (userId) REFERENCES \`${prefix}users\` (id) ON DELETE CASCADE`;

/** Columns and keys of each table, in the order in which they are made. */
const TABLES: Readonly<Record<string, (prefix: string) => string>> = {
  records: () => `
  kind VARBINARY(64) NOT NULL,
  id ${KEY} NOT NULL,
  owner ${KEY},
  owner_hash BINARY(32) AS (UNHEX(SHA2(owner, 256))) STORED,
  version BIGINT NOT NULL,
  expires BIGINT,
  data LONGTEXT NOT NULL,
  PRIMARY KEY (kind, id),
  KEY of_owner (owner_hash, kind, id),
  KEY by_expiry (expires)`,
  users: () => `
  id ${KEY} NOT NULL,
  name LONGTEXT,
  email ${KEY},
  emailVerified BIGINT,
  image LONGTEXT,
  extra LONGTEXT NOT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY by_email (email)`,
  accounts: (prefix) => `
  provider ${KEY} NOT NULL,
  providerAccountId ${KEY} NOT NULL,
  userId ${KEY} NOT NULL,
  type LONGTEXT NOT NULL,
  access_token LONGTEXT,
  refresh_token LONGTEXT,
  expires_at BIGINT,
  token_type LONGTEXT,
  scope LONGTEXT,
  id_token LONGTEXT,
  session_state LONGTEXT,
  extra LONGTEXT NOT NULL,
  PRIMARY KEY (provider, providerAccountId),${OWNED(prefix)}`,
  sessions: (prefix) => `
  sessionToken ${KEY} NOT NULL,
  userId ${KEY} NOT NULL,
  expires BIGINT NOT NULL,
  extra LONGTEXT NOT NULL,
  PRIMARY KEY (sessionToken),
  KEY by_expiry (expires),${OWNED(prefix)}`,
  verification_tokens: () => `
  identifier ${KEY} NOT NULL,
  token ${KEY} NOT NULL,
  expires BIGINT NOT NULL,
  extra LONGTEXT NOT NULL,
  PRIMARY KEY (identifier, token),
  KEY by_expiry (expires)`,
  authenticators: (prefix) => `
  credentialID ${KEY} NOT NULL,
  userId ${KEY} NOT NULL,
  providerAccountId LONGTEXT NOT NULL,
  credentialPublicKey LONGTEXT NOT NULL,
  counter BIGINT NOT NULL,
  credentialDeviceType LONGTEXT NOT NULL,
  credentialBackedUp TINYINT NOT NULL,
  transports LONGTEXT,
  extra LONGTEXT NOT NULL,
  PRIMARY KEY (credentialID),${OWNED(prefix)}`,
};

/** A set of tables: that of records alone, or all. */
export type TableSet = "records" | "all";

/** Names of the tables of a set, without their prefix. */
export const tablesIn = (set: TableSet): readonly string[] =>
  set === "records" ? ["records"] : Object.keys(TABLES);

/**
 * Statements that make the tables of a set that are missing.
 *
 * @throws {AdapterError} when the prefix is no part of an identifier
 */
export function createTables(set: TableSet, prefix: string): string[] {
  if (!/^\w{0,40}$/.test(prefix)) {
    throw new AdapterError(
      `Cannot use \`prefix\` "${prefix}": up to 40 letters, digits and _ are allowed`,
    );
  }
  return tablesIn(set).map((table) =>
    `CREATE TABLE IF NOT EXISTS \`${prefix}${table}\` (${TABLES[table]!(prefix)}
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`
  );
}

/** A server that the stores can use. */
export interface Server {
  /** `true` when `DELETE` returns what it removes. */
  readonly returnsRemoved: boolean;
}

/** A setting of a connection, what it has to be, and what is wrong with others. */
const SETTINGS: readonly (readonly [name: RegExp, value: RegExp, problem: string])[] = [
  [/read_only$/, /^(OFF|0)$/, READ_ONLY],
  [
    /^autocommit$/,
    /^(ON|1)$/,
    "`autocommit` is off on its connections, so that nothing would be kept; switch it on",
  ],
  [
    /^character_set_/,
    /^utf8mb4$/,
    "its connections have another character set than utf8mb4, which would change ids; create the " +
    'pool with `charset: "utf8mb4"`',
  ],
  [
    /^sql_mode$/,
    /\bSTRICT_(TRANS|ALL)_TABLES\b/,
    "its `sql_mode` lacks STRICT_TRANS_TABLES, so that it would shorten ids; add it",
  ],
  [
    /_isolation$/,
    /^(?!READ-UNCOMMITTED$)/,
    "its connections read what others have not committed; set `transaction_isolation` to " +
    "READ-COMMITTED or a stricter level",
  ],
];

/**
 * Looks at the server.
 *
 * @throws {AdapterError} when it could lose or confuse rows
 */
export async function inspectServer({ run }: Client): Promise<Server> {
  const { rows } = await run(`SHOW VARIABLES WHERE Variable_name LIKE '%read_only'
    OR Variable_name IN ('version', 'autocommit', 'sql_mode', 'tx_isolation',
      'transaction_isolation', 'character_set_client', 'character_set_connection',
      'character_set_results')`);
  const settings = new Map(rows.map((row) => {
    const [name, value] = Object.values(row);
    return [String(name).toLowerCase(), String(value)];
  }));
  const version = settings.get("version") ?? "";
  const isMariaDb = /mariadb/i.test(version);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (isMariaDb ? major * 100 + minor < 1006 : major < 8) {
    throw error(`version ${version} is too old; use MySQL 8.0, MariaDB 10.6, or newer`);
  }
  for (const [name, value] of settings) {
    const wrong = SETTINGS.find(([names, values]) => names.test(name) && !values.test(value));
    if (wrong) throw error(`${wrong[2]} (${name} is "${value}")`);
  }
  return { returnsRemoved: isMariaDb };
}

/**
 * Looks for the tables of a set.
 *
 * @returns names of those that are missing
 * @throws {AdapterError} when one differs, so that it could lose or confuse rows
 */
export async function findTables(
  { run }: Client,
  set: TableSet,
  prefix: string,
): Promise<string[]> {
  const wanted = tablesIn(set);
  const { rows } = await run(
    `SELECT c.TABLE_NAME AS table_of, c.COLUMN_NAME AS name, c.DATA_TYPE AS type,
       c.COLLATION_NAME AS collation_of, c.COLUMN_KEY AS key_of, t.ENGINE AS engine
     FROM information_schema.COLUMNS AS c JOIN information_schema.TABLES AS t
       ON t.TABLE_SCHEMA = c.TABLE_SCHEMA AND t.TABLE_NAME = c.TABLE_NAME
     WHERE c.TABLE_SCHEMA = DATABASE() AND c.TABLE_NAME IN (${wanted.map(() => "?")})`,
    wanted.map((table) => prefix + table),
  );
  const missing: string[] = [];
  for (const table of wanted) {
    const name = `\`${prefix}${table}\``;
    const found = new Map(
      rows.filter((row) => row.table_of === prefix + table).map((row) => [row.name, row]),
    );
    if (found.size === 0) missing.push(name);
    else checkTable(name, TABLES[table]!(prefix), found);
  }
  return missing;
}

/** A line with a column, and its type without its length. */
const COLUMN = /^ {2}(\w+) (VARBINARY|BINARY|LONGTEXT|BIGINT|TINYINT)/;

function checkTable(name: string, definition: string, found: Map<unknown, Row>): void {
  const [{ engine } = {}] = found.values();
  if (engine !== "InnoDB") {
    throw error(
      `${name} is a table of ${engine}, which has no transactions; run ` +
        `ALTER TABLE ${name} ENGINE=InnoDB`,
    );
  }
  const lines = definition.split("\n");
  const key = "  PRIMARY KEY (";
  const [keys = ""] = lines.find((line) => line.startsWith(key))?.slice(key.length).split(")") ??
    [];
  for (const line of lines) {
    const [, column, type] = COLUMN.exec(line) ?? [];
    if (!column) continue;
    const row = found.get(column);
    if (!row) {
      throw error(`${name} has no column ${column}, so it is not a table of this release`);
    }
    const collation = row.collation_of;
    if (String(row.type).toUpperCase() !== type || collation && !/^utf8mb4_/.test(`${collation}`)) {
      const own = `${row.type}${collation ? ` with the collation ${collation}` : ""}`;
      throw error(
        `the column ${column} of ${name} is ${own}, which could take two values for one; ` +
          `its type is ${type}${type === "LONGTEXT" ? " with the collation utf8mb4_bin" : ""}`,
      );
    }
    if (keys.split(", ").includes(column) && row.key_of !== "PRI") {
      throw error(`the primary key of ${name} is not (${keys}), so that rows could be doubled`);
    }
  }
}

function error(what: string): AdapterError {
  return new AdapterError(`Cannot use MySQL: ${what}`);
}

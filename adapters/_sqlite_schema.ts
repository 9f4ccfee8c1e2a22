/**
 * The tables, version by version. A version is never edited once it was
 * published: the next one changes it.
 *
 * @module
 */

import { AdapterError } from "../src/errors.ts";
import type { TableNames } from "./_sql_tables.ts";
import type { SqliteClient } from "./_sqlite_client.ts";
import { checkPrefix, type SqliteDatabase } from "./_sqlite_driver.ts";

/** The names of the tables after a prefix. */
export function tableNames(prefix: string): TableNames {
  return {
    users: `${prefix}users`,
    accounts: `${prefix}accounts`,
    sessions: `${prefix}sessions`,
    verificationTokens: `${prefix}verification_tokens`,
    authenticators: `${prefix}authenticators`,
    records: `${prefix}records`,
  };
}

/**
 * Statements of each schema version; those of the first entry create version 1. Each may run again,
 * since several processes may begin at the same time.
 */
const VERSIONS: ((prefix: string) => string[])[] = [
  (p) => [
    `CREATE TABLE IF NOT EXISTS ${p}users (
      id TEXT PRIMARY KEY, name TEXT, email TEXT UNIQUE, emailVerified INTEGER, image TEXT,
      extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE IF NOT EXISTS ${p}accounts (
      provider TEXT, providerAccountId TEXT,
      userId TEXT NOT NULL REFERENCES ${p}users ON DELETE CASCADE, type TEXT NOT NULL,
      access_token TEXT, refresh_token TEXT, expires_at INTEGER, token_type TEXT, scope TEXT,
      id_token TEXT, session_state TEXT, extra TEXT NOT NULL,
      PRIMARY KEY (provider, providerAccountId)
    ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX IF NOT EXISTS ${p}accounts_of_user ON ${p}accounts (userId)`,
    `CREATE TABLE IF NOT EXISTS ${p}sessions (
      sessionToken TEXT PRIMARY KEY,
      userId TEXT NOT NULL REFERENCES ${p}users ON DELETE CASCADE, expires INTEGER NOT NULL,
      extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX IF NOT EXISTS ${p}sessions_of_user ON ${p}sessions (userId)`,
    `CREATE INDEX IF NOT EXISTS ${p}sessions_by_expiry ON ${p}sessions (expires)`,
    `CREATE TABLE IF NOT EXISTS ${p}verification_tokens (
      identifier TEXT, token TEXT, expires INTEGER NOT NULL, extra TEXT NOT NULL,
      PRIMARY KEY (identifier, token)
    ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX IF NOT EXISTS ${p}verification_tokens_by_expiry
      ON ${p}verification_tokens (expires)`,
    `CREATE TABLE IF NOT EXISTS ${p}authenticators (
      credentialID TEXT PRIMARY KEY,
      userId TEXT NOT NULL REFERENCES ${p}users ON DELETE CASCADE,
      providerAccountId TEXT NOT NULL, credentialPublicKey TEXT NOT NULL,
      counter INTEGER NOT NULL, credentialDeviceType TEXT NOT NULL,
      credentialBackedUp INTEGER NOT NULL, transports TEXT, extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX IF NOT EXISTS ${p}authenticators_of_user ON ${p}authenticators (userId)`,
  ],
  // Version 1 had a table of what sessions are shown with; the store of records keeps it now, and
  // what was in the rows that go.
  (p) => [
    `DROP TABLE IF EXISTS ${p}session_records`,
    `DELETE FROM ${p}verification_tokens WHERE identifier = '(used)'`,
  ],
];

/** Version of the tables of this release. */
const NEWEST = VERSIONS.length;

const versionTable = (prefix: string) =>
  `CREATE TABLE IF NOT EXISTS ${prefix}schema (version INTEGER NOT NULL) STRICT`;

/** Statements that bring the tables from a version to the newest one; 0: there are none. */
export function changesSince(version: number, prefix: string): string[] {
  return VERSIONS.slice(version).flatMap((changes, index) => {
    const next = version + index + 1;
    return [
      ...changes(prefix),
      `INSERT INTO ${prefix}schema SELECT ${next}
        WHERE NOT EXISTS (SELECT 1 FROM ${prefix}schema WHERE version = ${next})`,
    ];
  });
}

/** Statements that create the table of records when it is missing. */
function recordTable(prefix: string): string[] {
  const { records } = tableNames(prefix);
  return [
    `CREATE TABLE IF NOT EXISTS ${records} (
      kind TEXT NOT NULL, id TEXT NOT NULL, owner TEXT, version INTEGER NOT NULL,
      expires INTEGER, data TEXT NOT NULL, PRIMARY KEY (kind, id)
    ) STRICT`,
    `CREATE INDEX IF NOT EXISTS ${records}_of_owner ON ${records} (owner, kind, id)
      WHERE owner IS NOT NULL`,
    `CREATE INDEX IF NOT EXISTS ${records}_by_expiry ON ${records} (expires)
      WHERE expires IS NOT NULL`,
  ];
}

/**
 * Statements that create what every version works without: an index of names, in the case in which
 * they are searched. It needs no version, so that an earlier release with the same tables goes on.
 */
function searchIndex(prefix: string): string[] {
  return [
    `CREATE INDEX IF NOT EXISTS ${prefix}users_by_name ON ${prefix}users (lower("name"), id)`,
  ];
}

/** A set of tables: that of records alone, or all. */
export type TableSet = "records" | "all";

/**
 * Statements that create the tables of a set that are missing, in their newest version.
 *
 * @throws {AdapterError} when the prefix is no part of an identifier
 */
export function createTables(set: TableSet, prefix: string): string[] {
  checkPrefix(prefix);
  return [
    ...set === "records"
      ? []
      : [versionTable(prefix), ...changesSince(0, prefix), ...searchIndex(prefix)],
    ...recordTable(prefix),
  ];
}

/**
 * Looks for the tables of a set, and reads their version.
 *
 * @returns statements that are left to do, those without which everything works, and what is missing
 * @throws {AdapterError} when the tables are newer than this code
 */
export async function findTables(
  { run }: SqliteClient,
  set: TableSet,
  prefix: string,
): Promise<{ missing: string[]; version: number; changes: string[]; indexes: string[] }> {
  const { records, ...others } = tableNames(prefix);
  const versions = `${prefix}schema`;
  const wanted = set === "records" ? [records] : [versions, ...Object.values(others), records];
  const rows = await run(
    `SELECT name FROM sqlite_master WHERE type IN ('table', 'index')
     AND name IN (?, ${wanted.map(() => "?")})`,
    [`${prefix}users_by_name`, ...wanted],
  );
  const found = new Set(rows.map(({ name }) => name));
  const missing = wanted.filter((name) => !found.has(name));
  const hasVersion = found.has(versions);
  const [row] = hasVersion ? await run(`SELECT max(version) AS version FROM ${versions}`) : [];
  const version = set === "records" ? NEWEST : Number(row?.version ?? 0);
  checkVersion(version);
  // A table that is gone is created again, whatever the version says.
  const from = missing.length > 0 ? 0 : version;
  const changes = missing.length === 0 && version === NEWEST
    ? []
    : set === "records"
    ? recordTable(prefix)
    : [
      versionTable(prefix),
      ...changesSince(from, prefix),
      ...searchIndex(prefix),
      ...recordTable(prefix),
    ];
  const isSearched = set === "records" || found.has(`${prefix}users_by_name`);
  const indexes = changes.length > 0 || isSearched ? [] : searchIndex(prefix);
  return { missing, version, changes, indexes };
}

function checkVersion(version: number): void {
  if (version <= NEWEST) return;
  throw new AdapterError(
    `Cannot use the database: its tables have version ${version}, and this release supports up to ` +
      `${NEWEST}; use a newer release`,
  );
}

/**
 * Migrates the tables to the newest version, in one transaction; several
 * processes may call it at the same time.
 *
 * @throws {AdapterError} when the tables are newer than this code
 */
export function migrate(db: SqliteDatabase, prefix: string): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    db.exec(versionTable(prefix));
    const { version } = db.prepare(`SELECT max(version) AS version FROM ${prefix}schema`).get() as {
      version: number | null;
    };
    checkVersion(version ?? 0);
    for (const change of changesSince(version ?? 0, prefix)) db.exec(change);
    for (const statement of searchIndex(prefix)) db.exec(statement);
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}

/** Creates the table of records when it is missing; several processes may do so at the same time. */
export function createRecordTable(db: SqliteDatabase, prefix: string): void {
  for (const statement of recordTable(prefix)) db.exec(statement);
}

/**
 * The tables, version by version. A version is never edited once it was
 * published: the next one changes it.
 *
 * @module
 */

import { AdapterError } from "../src/errors.ts";
import type { TableNames } from "./_sql_tables.ts";
import type { SqliteDatabase } from "./_sqlite_driver.ts";

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

/** SQL of each schema version; the first entry creates version 1. */
const VERSIONS: ((prefix: string) => string)[] = [
  (p) => `
    CREATE TABLE ${p}users (
      id TEXT PRIMARY KEY, name TEXT, email TEXT UNIQUE, emailVerified INTEGER, image TEXT,
      extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE ${p}accounts (
      provider TEXT, providerAccountId TEXT,
      userId TEXT NOT NULL REFERENCES ${p}users ON DELETE CASCADE, type TEXT NOT NULL,
      access_token TEXT, refresh_token TEXT, expires_at INTEGER, token_type TEXT, scope TEXT,
      id_token TEXT, session_state TEXT, extra TEXT NOT NULL,
      PRIMARY KEY (provider, providerAccountId)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ${p}accounts_of_user ON ${p}accounts (userId);
    CREATE TABLE ${p}sessions (
      sessionToken TEXT PRIMARY KEY,
      userId TEXT NOT NULL REFERENCES ${p}users ON DELETE CASCADE, expires INTEGER NOT NULL,
      extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ${p}sessions_of_user ON ${p}sessions (userId);
    CREATE INDEX ${p}sessions_by_expiry ON ${p}sessions (expires);
    CREATE TABLE ${p}session_records (
      id TEXT PRIMARY KEY, userId TEXT NOT NULL, createdAt INTEGER NOT NULL,
      lastSeenAt INTEGER NOT NULL, expires INTEGER NOT NULL, device TEXT, address TEXT,
      extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ${p}session_records_of_user ON ${p}session_records (userId);
    CREATE INDEX ${p}session_records_by_expiry ON ${p}session_records (expires);
    CREATE TABLE ${p}verification_tokens (
      identifier TEXT, token TEXT, expires INTEGER NOT NULL, extra TEXT NOT NULL,
      PRIMARY KEY (identifier, token)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ${p}verification_tokens_by_expiry ON ${p}verification_tokens (expires);
    CREATE TABLE ${p}authenticators (
      credentialID TEXT PRIMARY KEY,
      userId TEXT NOT NULL REFERENCES ${p}users ON DELETE CASCADE,
      providerAccountId TEXT NOT NULL, credentialPublicKey TEXT NOT NULL,
      counter INTEGER NOT NULL, credentialDeviceType TEXT NOT NULL,
      credentialBackedUp INTEGER NOT NULL, transports TEXT, extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ${p}authenticators_of_user ON ${p}authenticators (userId);`,
  // The store of records keeps what these rows were for.
  (p) => `
    DROP TABLE ${p}session_records;
    DELETE FROM ${p}verification_tokens WHERE identifier = '(used)';`,
];

/**
 * Migrates the tables to the newest version, in one transaction; several
 * processes may call it at the same time.
 *
 * @throws {AdapterError} when the tables are newer than this code
 */
export function migrate(db: SqliteDatabase, prefix: string): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    db.exec(`CREATE TABLE IF NOT EXISTS ${prefix}schema (version INTEGER NOT NULL) STRICT`);
    const { version } = db.prepare(`SELECT max(version) AS version FROM ${prefix}schema`).get() as {
      version: number | null;
    };
    const from = version ?? 0;
    if (from > VERSIONS.length) {
      throw new AdapterError(
        `Cannot use the database: its tables have version ${from}, and this release supports up to ` +
          `${VERSIONS.length}; use a newer release`,
      );
    }
    for (const [index, change] of VERSIONS.slice(from).entries()) {
      db.exec(change(prefix));
      db.prepare(`INSERT INTO ${prefix}schema VALUES (?)`).run(from + index + 1);
    }
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}

/** Creates the table of records when it is missing; several processes may do so at the same time. */
export function createRecordTable(db: SqliteDatabase, prefix: string): void {
  const { records } = tableNames(prefix);
  db.exec(`
    CREATE TABLE IF NOT EXISTS ${records} (
      kind TEXT NOT NULL, id TEXT NOT NULL, owner TEXT, version INTEGER NOT NULL,
      expires INTEGER, data TEXT NOT NULL, PRIMARY KEY (kind, id)
    ) STRICT;
    CREATE INDEX IF NOT EXISTS ${records}_of_owner ON ${records} (owner, kind, id)
      WHERE owner IS NOT NULL;
    CREATE INDEX IF NOT EXISTS ${records}_by_expiry ON ${records} (expires)
      WHERE expires IS NOT NULL;`);
}

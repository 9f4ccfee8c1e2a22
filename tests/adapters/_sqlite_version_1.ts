/**
 * The tables of SQLite as earlier previews of the library made them.
 *
 * @module
 */

/** Tables of schema version 1, with rows. */
export const VERSION_1 = `
  CREATE TABLE auth_schema (version INTEGER NOT NULL) STRICT;
  INSERT INTO auth_schema VALUES (1);
  CREATE TABLE auth_users (
    id TEXT PRIMARY KEY, name TEXT, email TEXT UNIQUE, emailVerified INTEGER, image TEXT,
    extra TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO auth_users VALUES ('1', NULL, '1@example.com', NULL, NULL, '[["name","image"],{}]');
  CREATE TABLE auth_accounts (
    provider TEXT, providerAccountId TEXT,
    userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE, type TEXT NOT NULL,
    access_token TEXT, refresh_token TEXT, expires_at INTEGER, token_type TEXT, scope TEXT,
    id_token TEXT, session_state TEXT, extra TEXT NOT NULL,
    PRIMARY KEY (provider, providerAccountId)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX auth_accounts_of_user ON auth_accounts (userId);
  CREATE TABLE auth_sessions (
    sessionToken TEXT PRIMARY KEY,
    userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE, expires INTEGER NOT NULL,
    extra TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX auth_sessions_of_user ON auth_sessions (userId);
  CREATE INDEX auth_sessions_by_expiry ON auth_sessions (expires);
  INSERT INTO auth_sessions VALUES ('token', '1', 4000000000000, '[[],{}]');
  CREATE TABLE auth_session_records (
    id TEXT PRIMARY KEY, userId TEXT NOT NULL, createdAt INTEGER NOT NULL,
    lastSeenAt INTEGER NOT NULL, expires INTEGER NOT NULL, device TEXT, address TEXT,
    extra TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX auth_session_records_of_user ON auth_session_records (userId);
  CREATE INDEX auth_session_records_by_expiry ON auth_session_records (expires);
  INSERT INTO auth_session_records VALUES ('r', '1', 1, 1, 4000000000000, NULL, NULL, '[[],{}]');
  CREATE TABLE auth_verification_tokens (
    identifier TEXT, token TEXT, expires INTEGER NOT NULL, extra TEXT NOT NULL,
    PRIMARY KEY (identifier, token)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX auth_verification_tokens_by_expiry ON auth_verification_tokens (expires);
  INSERT INTO auth_verification_tokens VALUES
    ('(used)', 'passkey:1', 4000000000000, '[[],{}]'),
    ('1@example.com', 'link', 4000000000000, '[[],{}]');
  CREATE TABLE auth_authenticators (
    credentialID TEXT PRIMARY KEY,
    userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE,
    providerAccountId TEXT NOT NULL, credentialPublicKey TEXT NOT NULL,
    counter INTEGER NOT NULL, credentialDeviceType TEXT NOT NULL,
    credentialBackedUp INTEGER NOT NULL, transports TEXT, extra TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX auth_authenticators_of_user ON auth_authenticators (userId);`;

/**
 * Tables of the PostgreSQL adapter of Auth.js.
 *
 * @module
 */

/** Tables from the adapter's documentation, with unique keys added. */
export const SCHEMA = `
  CREATE TABLE users (
    id TEXT PRIMARY KEY DEFAULT gen_random_uuid()::text, name TEXT, email TEXT UNIQUE,
    "emailVerified" TIMESTAMPTZ, image TEXT
  );
  CREATE TABLE accounts (
    id SERIAL PRIMARY KEY, "userId" TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    type TEXT NOT NULL, provider TEXT NOT NULL, "providerAccountId" TEXT NOT NULL,
    refresh_token TEXT, access_token TEXT, expires_at BIGINT, id_token TEXT, scope TEXT,
    session_state TEXT, token_type TEXT, UNIQUE (provider, "providerAccountId")
  );
  CREATE TABLE sessions (
    id SERIAL PRIMARY KEY, "userId" TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    expires TIMESTAMPTZ NOT NULL, "sessionToken" TEXT NOT NULL UNIQUE
  );
  CREATE TABLE verification_token (
    identifier TEXT NOT NULL, expires TIMESTAMPTZ NOT NULL, token TEXT NOT NULL,
    PRIMARY KEY (identifier, token)
  );`;

/** Tables from the adapter's documentation as they are. */
export const PUBLISHED_SCHEMA = `
  CREATE TABLE verification_token (
    identifier TEXT NOT NULL, expires TIMESTAMPTZ NOT NULL, token TEXT NOT NULL,
    PRIMARY KEY (identifier, token)
  );
  CREATE TABLE accounts (
    id SERIAL, "userId" INTEGER NOT NULL, type VARCHAR(255) NOT NULL,
    provider VARCHAR(255) NOT NULL, "providerAccountId" VARCHAR(255) NOT NULL,
    refresh_token TEXT, access_token TEXT, expires_at BIGINT, id_token TEXT, scope TEXT,
    session_state TEXT, token_type TEXT, PRIMARY KEY (id)
  );
  CREATE TABLE sessions (
    id SERIAL, "userId" INTEGER NOT NULL, expires TIMESTAMPTZ NOT NULL,
    "sessionToken" VARCHAR(255) NOT NULL, PRIMARY KEY (id)
  );
  CREATE TABLE users (
    id SERIAL, name VARCHAR(255), email VARCHAR(255), "emailVerified" TIMESTAMPTZ, image TEXT,
    PRIMARY KEY (id)
  );`;

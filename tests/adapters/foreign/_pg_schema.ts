/**
 * Tables of the adapters of Auth.js for PostgreSQL.
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

/** SQL of the tables that the Drizzle adapter uses when it is given none. */
export const DRIZZLE_SCHEMA = `
  CREATE TABLE "user" (
    id TEXT PRIMARY KEY, name TEXT, email TEXT UNIQUE, "emailVerified" TIMESTAMP, image TEXT
  );
  CREATE TABLE account (
    "userId" TEXT NOT NULL REFERENCES "user" ON DELETE CASCADE, type TEXT NOT NULL,
    provider TEXT NOT NULL, "providerAccountId" TEXT NOT NULL, refresh_token TEXT,
    access_token TEXT, expires_at INTEGER, token_type TEXT, scope TEXT, id_token TEXT,
    session_state TEXT, PRIMARY KEY (provider, "providerAccountId")
  );
  CREATE TABLE session (
    "sessionToken" TEXT PRIMARY KEY,
    "userId" TEXT NOT NULL REFERENCES "user" ON DELETE CASCADE, expires TIMESTAMP NOT NULL
  );
  CREATE TABLE "verificationToken" (
    identifier TEXT NOT NULL, token TEXT NOT NULL, expires TIMESTAMP NOT NULL,
    PRIMARY KEY (identifier, token)
  );
  CREATE TABLE authenticator (
    "credentialID" TEXT NOT NULL UNIQUE,
    "userId" TEXT NOT NULL REFERENCES "user" ON DELETE CASCADE,
    "providerAccountId" TEXT NOT NULL, "credentialPublicKey" TEXT NOT NULL,
    counter INTEGER NOT NULL, "credentialDeviceType" TEXT NOT NULL,
    "credentialBackedUp" BOOLEAN NOT NULL, transports TEXT,
    PRIMARY KEY ("userId", "credentialID")
  );`;

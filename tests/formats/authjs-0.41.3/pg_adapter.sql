
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
  );
INSERT INTO "users" VALUES ( 'a7d660c3-bef0-4281-9226-9f689a9b0105', 'Ada', 'ada@example.com', NULL, NULL);
INSERT INTO "accounts" VALUES ( '1', 'a7d660c3-bef0-4281-9226-9f689a9b0105', 'oidc', 'state', 'ada', 'tXcewK50XomqFtyhDBQi0Q', '3nzxt10TuO9x47AhzI786g', '1800018000', 'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiIsImtpZCI6InNYTlNrY2dCSWFvIn0.eyJzdWIiOiJhZGEiLCJuYW1lIjoiQWRhIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZSwiaXNzIjoiaHR0cHM6Ly9pZHAuZXhhbXBsZSIsImF1ZCI6InRlc3QtY2xpZW50IiwiaWF0IjoxODAwMDE0NDAwLCJleHAiOjE4MDAwMTQ3MDAsIm5vbmNlIjoiT2NKSWg5WDBHSkZQdjVqSUI2WVFyMXZsUm1tOVRURWZPTFhvYldmVVZQWSJ9.9gj6hdXPl5HZOwYUeFrlpOg-mMvKz5KRkWHf5lSWq8bun-TIuNykwuLk9KSnviO7F7v5rZZZ0_F6BY7jfGFwJQ', 'openid profile email', NULL, 'bearer');
INSERT INTO "sessions" VALUES ( '1', 'a7d660c3-bef0-4281-9226-9f689a9b0105', '2027-02-14T12:00:00.000Z', '339681f3-0468-427c-9618-ec8657c2497c');
INSERT INTO "verification_token" VALUES ( 'ada@example.com', '2027-01-16T12:00:00.000Z', '3ae7755e7cd6f039cc40ee150d0dcabeaa1fe3e01d1af799806c98b7f6065303');
SELECT setval(pg_get_serial_sequence('accounts', 'id'), coalesce(max("id"), 1)) FROM "accounts";
SELECT setval(pg_get_serial_sequence('sessions', 'id'), coalesce(max("id"), 1)) FROM "sessions";


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
INSERT INTO "users" VALUES ( 'ea059e56-2185-481e-8663-d4af7d6178cd', 'Ada', 'ada@example.com', NULL, NULL);
INSERT INTO "accounts" VALUES ( '1', 'ea059e56-2185-481e-8663-d4af7d6178cd', 'oidc', 'state', 'ada', 'mmkqukjfPKXluCDJNDXWpg', 'CunBs3Td0sXe9LbDkcSBtg', '1800018000', 'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiIsImtpZCI6IkhjMDB6UmlEVHJRIn0.eyJzdWIiOiJhZGEiLCJuYW1lIjoiQWRhIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZSwiaXNzIjoiaHR0cHM6Ly9pZHAuZXhhbXBsZSIsImF1ZCI6InRlc3QtY2xpZW50IiwiaWF0IjoxODAwMDE0NDAwLCJleHAiOjE4MDAwMTQ3MDAsIm5vbmNlIjoibG9nUW9CU3l1T2xOVnByY1Rid05wVGYyZl9OeVNudnpWZ19PMU0yc1VkMCJ9._uvXdZ8fhmqlsKDiCVi6nuyKwLIpH5jnq-GWVJ8PCL-tQ9Hz135SnbEQWNA-T44TJe40sj_Vnj5PqDTORly65Q', 'openid profile email', NULL, 'bearer');
INSERT INTO "sessions" VALUES ( '1', 'ea059e56-2185-481e-8663-d4af7d6178cd', '2027-02-14T12:00:00.000Z', 'fe767f32-c4e9-4317-a245-4efaaac867ab');
INSERT INTO "verification_token" VALUES ( 'ada@example.com', '2027-01-16T12:00:00.000Z', 'c5f25803241b5c3163a5c8e4e441943802bc9f6bc2e06d15ecdcc086bb945ea2');
SELECT setval(pg_get_serial_sequence('accounts', 'id'), coalesce(max("id"), 1)) FROM "accounts";
SELECT setval(pg_get_serial_sequence('sessions', 'id'), coalesce(max("id"), 1)) FROM "sessions";

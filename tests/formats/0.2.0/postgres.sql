DO $auth$
DECLARE
  id_type text;
  wanted record;
  found bigint;
BEGIN
  -- Several processes may run this at the same time.
  PERFORM pg_advisory_xact_lock(7305131121);

  CREATE TABLE IF NOT EXISTS "auth_records" (
    kind text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    owner text COLLATE "C",
    version bigint NOT NULL,
    expires bigint,
    data text NOT NULL,
    PRIMARY KEY (kind, id)
  );
  CREATE INDEX IF NOT EXISTS "auth_records_of_owner"
    ON "auth_records" (left(owner, 200), kind, id) WHERE owner IS NOT NULL;
  CREATE INDEX IF NOT EXISTS "auth_records_by_expiry"
    ON "auth_records" (expires) WHERE expires IS NOT NULL;

  -- All of the rest is there, so none of it has to be locked.
  IF EXISTS (
    SELECT FROM pg_attribute
    WHERE attrelid = to_regclass('"users"') AND attname = 'auth_extra'
  ) THEN
    RETURN;
  END IF;

  CREATE TABLE IF NOT EXISTS "users" (
    id text PRIMARY KEY, name text, email text, "emailVerified" timestamptz, image text
  );
  -- The ids of users keep their type.
  SELECT format_type(atttypid, NULL) INTO id_type FROM pg_attribute
    WHERE attrelid = '"users"'::regclass AND attname = 'id';
  IF id_type IS NULL THEN
    RAISE EXCEPTION 'Cannot migrate "users": it has no column id';
  END IF;
  EXECUTE format('CREATE TABLE IF NOT EXISTS "accounts" (
    provider text, "providerAccountId" text, "userId" %s NOT NULL, type text NOT NULL,
    access_token text, refresh_token text, expires_at bigint, token_type text, scope text,
    id_token text, session_state text, PRIMARY KEY (provider, "providerAccountId")
  )', id_type);
  EXECUTE format('CREATE TABLE IF NOT EXISTS "sessions" (
    "sessionToken" text PRIMARY KEY, "userId" %s NOT NULL, expires timestamptz NOT NULL
  )', id_type);
  CREATE TABLE IF NOT EXISTS "verification_token" (
    identifier text, token text, expires timestamptz NOT NULL, PRIMARY KEY (identifier, token)
  );
  EXECUTE format('CREATE TABLE IF NOT EXISTS "authenticators" (
    "credentialID" text PRIMARY KEY, "userId" %s NOT NULL, "providerAccountId" text NOT NULL,
    "credentialPublicKey" text NOT NULL, counter bigint NOT NULL,
    "credentialDeviceType" text NOT NULL, "credentialBackedUp" boolean NOT NULL, transports text
  )', id_type);

  -- Locks the tables as well, so that no row appears between a check and its constraint.
  ALTER TABLE "users" ADD COLUMN IF NOT EXISTS auth_extra text;
  ALTER TABLE "accounts" ADD COLUMN IF NOT EXISTS auth_extra text;
  ALTER TABLE "sessions" ADD COLUMN IF NOT EXISTS auth_extra text;
  ALTER TABLE "verification_token" ADD COLUMN IF NOT EXISTS auth_extra text;
  ALTER TABLE "authenticators" ADD COLUMN IF NOT EXISTS auth_extra text;

  FOR wanted IN
    SELECT *, (SELECT string_agg(quote_ident(one), ', ') FROM unnest(columns) AS one) AS list
    FROM (VALUES
      ('"users"', '{email}'::text[], '"users_by_email"'),
      ('"accounts"', '{provider,providerAccountId}', '"accounts_by_provider"'),
      ('"sessions"', '{sessionToken}', '"sessions_by_token"')
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
      ('"accounts"', '"accounts_of_user"'),
      ('"sessions"', '"sessions_of_user"'),
      ('"authenticators"', '"authenticators_of_user"')
    ) AS owned (name, index)
  LOOP
    EXECUTE format('CREATE INDEX IF NOT EXISTS %s ON %s ("userId")', wanted.index, wanted.name);
    CONTINUE WHEN EXISTS (
      SELECT FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attname = 'userId'
      WHERE conrelid = wanted.name::regclass AND confrelid = '"users"'::regclass
        AND contype = 'f' AND confdeltype = 'c' AND conkey = ARRAY[attnum]);
    EXECUTE format(
      'SELECT count(*) FROM %s AS t WHERE NOT EXISTS (
       SELECT FROM "users" AS u WHERE u.id = t."userId")', wanted.name) INTO found;
    IF found > 0 THEN
      RAISE EXCEPTION 'Cannot migrate %: rows of no user: %; delete them with: '
        'DELETE FROM % AS t WHERE NOT EXISTS (SELECT FROM "users" AS u WHERE u.id = t."userId")',
        wanted.name, found, wanted.name;
    END IF;
    EXECUTE format(
      'ALTER TABLE %s ADD FOREIGN KEY ("userId") REFERENCES "users" (id) ON DELETE CASCADE',
      wanted.name);
  END LOOP;

  CREATE INDEX IF NOT EXISTS "sessions_by_expiry" ON "sessions" (expires);
  CREATE INDEX IF NOT EXISTS "verification_token_by_expiry"
    ON "verification_token" (expires);
END $auth$;

INSERT INTO "auth_records" VALUES ( 'account', '7KmHoT95jRspA27Oc2oSwHBeSvejdPUDfhT1UqyW5zg', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', '1', NULL, '{"provider":"state","providerAccountId":"ada","type":"oidc","scope":"openid profile email"}');
INSERT INTO "auth_records" VALUES ( 'session', 'GixK5nN1Jtev2ACZ16tQrI', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ..ci2FtJLnqJ4LAhalo8tICQ.u_J6Fc8lab3UxrGEgWajAe_sCQ9gqiOJMFM73b-knJ71l8lADqQH9K4RBb_lpiWKr1sxMGkQQcAQ9lRKZWwHBnmMqUUQNRsB7MAaRSyFhsqiTYL68Pwc03oQyspMxSW1EYXJV6Urs46pQRouVg5Cv8fMePfurnE9c_xgCdRgZJEwOFpIpXSUBBpjroFTZcY5.qh2aPaRDOBKp1hqM22X-C9ZJe7jCmuE9yvUK1pfFC4Q"}');
INSERT INTO "auth_records" VALUES ( 'session', 'YOKfCVVHQaZspVQ2MsbJGg', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session', '9EOfuWmbygEPUThSFDmP-1', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session.adopted', '9EOfuWmbygEPUThSFDmP-1', NULL, '1', '1802607000000', 'null');
INSERT INTO "auth_records" VALUES ( 'used', 'passkey:ZlyrrMSkpwPjIlrLGuNlmA2S-ClQzLcFTq3GHs9KOGM', NULL, '1', '1800015360000', 'null');
INSERT INTO "auth_records" VALUES ( 'account', 'VgBczvY85BdMAUOtX1sfpFOkj-rOWXXjQv4ah7_xCYw', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', '1', NULL, '{"provider":"passkey","providerAccountId":"rNcffkPNMY1weDHMyAzcLA==","type":"webauthn","scope":null}');
INSERT INTO "auth_records" VALUES ( 'access', 'abbcWcqFFHwcm_RC7zfaHW6aDGoA4sazbNJPDgRpV9w', '7c9388be-3f66-47eb-9c07-4fae19bad1a7', '1', NULL, '{"suspendedAt":"2027-01-15T12:00:00.000Z","endedAt":1800014400000}');
INSERT INTO "auth_records" VALUES ( 'example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', '7', NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO "auth_records" VALUES ( 'example.expiring', 'x', NULL, '1', '1801440000000', 'null');
INSERT INTO "users" VALUES ( 'c997f3a0-b031-4daa-9bce-c3a311029b4a', 'Ada', 'ada@example.com', NULL, NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( '7c9388be-3f66-47eb-9c07-4fae19bad1a7', 'Bob', 'bob@example.com', '2027-01-15T12:00:00.000Z', NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( 'zoë-🦊', 'Zoë "李雷" O''Brien', NULL, NULL, 'https://example.com/zoë.png', '[[],{"role":"admin","born":{"$date":-4861728000000},"tags":["a","b"]}]');
INSERT INTO "accounts" VALUES ( 'state', 'ada', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', 'oidc', 'BOFSBGlIXx8fznxA1LgfvQ', 'h-V2i5eWKz7aqSwkaMLvqQ', '1800018000', 'bearer', 'openid profile email', 'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiIsImtpZCI6IjlKd0N3NUJuczdjIn0.eyJzdWIiOiJhZGEiLCJuYW1lIjoiQWRhIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZSwiaXNzIjoiaHR0cHM6Ly9pZHAuZXhhbXBsZSIsImF1ZCI6InRlc3QtY2xpZW50IiwiaWF0IjoxODAwMDE0NDAwLCJleHAiOjE4MDAwMTQ3MDAsIm5vbmNlIjoicVl2Y2VnTkpUaFpuSE5zSE1vcTdleVpHdENWRFF6TEc0d0NyZDU0Z1B0USJ9.rB4L1j-ygI78wrbLHamyHeG81g877mlEY1ZYfWW566ahaMUX11upxPMY6Y-1NLZbQ-uG-vSuqrGcEFYfMB5ing', NULL, '[["session_state"],{}]');
INSERT INTO "accounts" VALUES ( 'passkey', 'rNcffkPNMY1weDHMyAzcLA==', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', 'webauthn', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[["access_token","refresh_token","expires_at","token_type","scope","id_token","session_state"],{}]');
INSERT INTO "sessions" VALUES ( '9e9f4efb-3eec-438f-8c36-52d9aa9b122c', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', '2027-02-14T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'ada@example.com', 'bee6a777fd762eab775ce46acc6075da2adda6d0c6cc347c3f7c9cdcee65bb53', '2027-01-16T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'ada@example.com', 'fb0e10a850cfc5cfdcc1c28a440f53bfb31f936c6811658c56aea7d5878f9342', '2027-01-15T12:15:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'bob@example.com', '23bf5bb360b508431211163054cbc7e20b2ac308f6ffccf85a4e8d1ddd4e11d7', '2027-01-16T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'bob@example.com', '42de6f43d6f540ad35127e455a7efcc38087ed836614f5672f33603d3a4363ea', '2027-01-15T12:15:00.000Z', '[[],{}]');
INSERT INTO "authenticators" VALUES ( 'rNcffkPNMY1weDHMyAzcLA==', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', 'rNcffkPNMY1weDHMyAzcLA==', 'pQECAyYgASFYIMl7zlAh9s9b9MQGc5m++CkwUuFMqktbzE+vcURYiAfWIlggkJ9lX7OyI7bmJKqkzT/5lrLJjgyEFPef4sNKxZ1Lhzk=', '0', 'singleDevice', 'false', 'internal', '[[],{}]');

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

INSERT INTO "auth_records" VALUES ( 'account', '7KmHoT95jRspA27Oc2oSwHBeSvejdPUDfhT1UqyW5zg', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', '1', NULL, '{"provider":"state","providerAccountId":"ada","type":"oidc","scope":"openid profile email"}');
INSERT INTO "auth_records" VALUES ( 'session', 'YIVIX5T5Ld12jn8Hpe4NBX', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ..7g9K6l76HcYAlJuPB5VJfg.QlCdPsWvYm7CjcUbdzJPb7DpT3YXlnGNshivOZFQic1M-_-VN9UPqIZD7fu7yawRYwCJ0h9CxKjTBygBjiN0J_Ar_e-dTowqkopE7cqpHWvZZH0WraShf92NBbZ-FtR5phrEeAgnKCZ18QGadPaFQBf2no0YBxNcHcLzbY0T6DbVKuXrtwuYgrZj5FL2nu0S.2VJ-q3IS3swgpqSgbrt4lOu8Bzc6WAiP1Wn_UVHz5IU","proof":{"at":1800014400,"methods":["fed"],"provider":"state"}}');
INSERT INTO "auth_records" VALUES ( 'session', '9rgK6jtMdwJMCpnQrUbGcw', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session', 'SoqQY-DVr_vXcSVfKOUzVu', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session.adopted', 'SoqQY-DVr_vXcSVfKOUzVu', NULL, '1', '1802607000000', 'null');
INSERT INTO "auth_records" VALUES ( 'limit', 'khrrS0XnKxHIf3Ipz8paZHwLo0fInfwzpldYl0Qjeak', NULL, '7309386557118425', '1800018000000', '1');
INSERT INTO "auth_records" VALUES ( 'used', 'passkey:Od9wzI6dMBKVMhj8xYiRk-zmAmdWDoX2Vo5XoLx2G0k', NULL, '1', '1800015360000', 'null');
INSERT INTO "auth_records" VALUES ( 'account', 'MNrKW1byP9M-d8eTt5ENMfXV-PDdgq30BIFFOQNW-T0', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', '1', NULL, '{"provider":"passkey","providerAccountId":"oJPv9JDt4l7PwMsIuQyWvA==","type":"webauthn","scope":null}');
INSERT INTO "auth_records" VALUES ( 'limit', 'bwkdITWw2qHszWZon6ESJD0ZwnlKyoJWGxQW_rO3jPM', NULL, '423881927670553', '1800018000000', '1');
INSERT INTO "auth_records" VALUES ( 'access', '8KtTxZQpmFsBuFYt2uR89R5XS2veu-WLFzQk95FO-KI', '6d8336a1-c6cb-47ef-b8c7-dcc9f6b5982f', '1', NULL, '{"suspendedAt":"2027-01-15T12:00:00.000Z","endedAt":1800014400000}');
INSERT INTO "auth_records" VALUES ( 'example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', '7', NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO "auth_records" VALUES ( 'example.expiring', 'x', NULL, '1', '1801440000000', 'null');
INSERT INTO "users" VALUES ( 'f0a09802-cb16-48f8-acfd-ee4c33312a60', 'Ada', 'ada@example.com', NULL, NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( '6d8336a1-c6cb-47ef-b8c7-dcc9f6b5982f', 'Bob', 'bob@example.com', '2027-01-15T12:00:00.000Z', NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( 'zoë-🦊', 'Zoë "李雷" O''Brien', NULL, NULL, 'https://example.com/zoë.png', '[[],{"role":"admin","born":{"$date":-4861728000000},"tags":["a","b"]}]');
INSERT INTO "accounts" VALUES ( 'state', 'ada', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', 'oidc', 'AcryBGOQ5W0eHbYPWPbY5g', '8fC1Xu5QdzjIR0jowj61iQ', '1800018000', 'bearer', 'openid profile email', 'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiIsImtpZCI6Ik5La2J5cl9zQkxVIn0.eyJzdWIiOiJhZGEiLCJuYW1lIjoiQWRhIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZSwiaXNzIjoiaHR0cHM6Ly9pZHAuZXhhbXBsZSIsImF1ZCI6InRlc3QtY2xpZW50IiwiaWF0IjoxODAwMDE0NDAwLCJleHAiOjE4MDAwMTQ3MDAsIm5vbmNlIjoiNzNEMHhYcHFHdjhldDNUWEpObUZTMmNmRXdxM1NRWE9tRG4xeGkzS0pwUSJ9.16M0g0r6v8yu8jSxdkhSamfFLCheLgi8ndMR81qIDe-FiKk2vOy2USEjQmTeFhIFwIjwKxWDAsJi_NsijwX4sQ', NULL, '[["session_state"],{}]');
INSERT INTO "accounts" VALUES ( 'passkey', 'oJPv9JDt4l7PwMsIuQyWvA==', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', 'webauthn', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[["access_token","refresh_token","expires_at","token_type","scope","id_token","session_state"],{}]');
INSERT INTO "sessions" VALUES ( 'ec148fb8-7a24-4ae8-bce5-db9cea779732', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', '2027-02-14T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'ada@example.com', 'd341c35e4d868ecc0d681f6961616650a244863c10e5d67cea48fc3265e6bb4a', '2027-01-16T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'ada@example.com', 'a561d7cb5230c345eef190183b8e444cbf9579ff5dfe462f36cad1c51c0877a3', '2027-01-15T12:15:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'bob@example.com', '6b55f3a6a3e3bb25719f4547ece972f6e70f9b03fab288f4ac0c142cb9006067', '2027-01-16T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'bob@example.com', 'a74dad3c3a620a87d8627f8a6bfae13a92cb2ba2e6ab22172be1de774088cfc8', '2027-01-15T12:15:00.000Z', '[[],{}]');
INSERT INTO "authenticators" VALUES ( 'oJPv9JDt4l7PwMsIuQyWvA==', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', 'oJPv9JDt4l7PwMsIuQyWvA==', 'pQECAyYgASFYIH1et1GPYmXGTPldhJcOaTaMbhwWF+Tz1j4Wt5GU2hn3IlggUHE4EQcPzVgw6iX4T7P23XnP97wcX0TKbxPTd6stT7Y=', '0', 'singleDevice', 'false', 'internal', '[[],{}]');

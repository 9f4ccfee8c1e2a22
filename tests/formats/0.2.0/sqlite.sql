CREATE TABLE auth_schema (version INTEGER NOT NULL) STRICT;
INSERT INTO auth_schema VALUES (1);
INSERT INTO auth_schema VALUES (2);
CREATE TABLE auth_users (
      id TEXT PRIMARY KEY, name TEXT, email TEXT UNIQUE, emailVerified INTEGER, image TEXT,
      extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_users VALUES ('6d8336a1-c6cb-47ef-b8c7-dcc9f6b5982f', 'Bob', 'bob@example.com', 1800014400000, NULL, '[["image"],{}]');
INSERT INTO auth_users VALUES ('f0a09802-cb16-48f8-acfd-ee4c33312a60', 'Ada', 'ada@example.com', NULL, NULL, '[["image"],{}]');
INSERT INTO auth_users VALUES ('zoë-🦊', 'Zoë "李雷" O''Brien', NULL, NULL, 'https://example.com/zoë.png', '[[],{"role":"admin","born":{"$date":-4861728000000},"tags":["a","b"]}]');
CREATE TABLE auth_accounts (
      provider TEXT, providerAccountId TEXT,
      userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE, type TEXT NOT NULL,
      access_token TEXT, refresh_token TEXT, expires_at INTEGER, token_type TEXT, scope TEXT,
      id_token TEXT, session_state TEXT, extra TEXT NOT NULL,
      PRIMARY KEY (provider, providerAccountId)
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_accounts VALUES ('passkey', 'oJPv9JDt4l7PwMsIuQyWvA==', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', 'webauthn', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[["access_token","refresh_token","expires_at","token_type","scope","id_token","session_state"],{}]');
INSERT INTO auth_accounts VALUES ('state', 'ada', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', 'oidc', 'AcryBGOQ5W0eHbYPWPbY5g', '8fC1Xu5QdzjIR0jowj61iQ', 1800018000, 'bearer', 'openid profile email', 'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiIsImtpZCI6Ik5La2J5cl9zQkxVIn0.eyJzdWIiOiJhZGEiLCJuYW1lIjoiQWRhIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZSwiaXNzIjoiaHR0cHM6Ly9pZHAuZXhhbXBsZSIsImF1ZCI6InRlc3QtY2xpZW50IiwiaWF0IjoxODAwMDE0NDAwLCJleHAiOjE4MDAwMTQ3MDAsIm5vbmNlIjoiNzNEMHhYcHFHdjhldDNUWEpObUZTMmNmRXdxM1NRWE9tRG4xeGkzS0pwUSJ9.16M0g0r6v8yu8jSxdkhSamfFLCheLgi8ndMR81qIDe-FiKk2vOy2USEjQmTeFhIFwIjwKxWDAsJi_NsijwX4sQ', NULL, '[["session_state"],{}]');
CREATE INDEX auth_accounts_of_user ON auth_accounts (userId);
CREATE TABLE auth_sessions (
      sessionToken TEXT PRIMARY KEY,
      userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE, expires INTEGER NOT NULL,
      extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_sessions VALUES ('ec148fb8-7a24-4ae8-bce5-db9cea779732', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', 1802606400000, '[[],{}]');
CREATE INDEX auth_sessions_of_user ON auth_sessions (userId);
CREATE INDEX auth_sessions_by_expiry ON auth_sessions (expires);
CREATE TABLE auth_verification_tokens (
      identifier TEXT, token TEXT, expires INTEGER NOT NULL, extra TEXT NOT NULL,
      PRIMARY KEY (identifier, token)
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_verification_tokens VALUES ('ada@example.com', 'a561d7cb5230c345eef190183b8e444cbf9579ff5dfe462f36cad1c51c0877a3', 1800015300000, '[[],{}]');
INSERT INTO auth_verification_tokens VALUES ('ada@example.com', 'd341c35e4d868ecc0d681f6961616650a244863c10e5d67cea48fc3265e6bb4a', 1800100800000, '[[],{}]');
INSERT INTO auth_verification_tokens VALUES ('bob@example.com', '6b55f3a6a3e3bb25719f4547ece972f6e70f9b03fab288f4ac0c142cb9006067', 1800100800000, '[[],{}]');
INSERT INTO auth_verification_tokens VALUES ('bob@example.com', 'a74dad3c3a620a87d8627f8a6bfae13a92cb2ba2e6ab22172be1de774088cfc8', 1800015300000, '[[],{}]');
CREATE INDEX auth_verification_tokens_by_expiry ON auth_verification_tokens (expires);
CREATE TABLE auth_authenticators (
      credentialID TEXT PRIMARY KEY,
      userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE,
      providerAccountId TEXT NOT NULL, credentialPublicKey TEXT NOT NULL,
      counter INTEGER NOT NULL, credentialDeviceType TEXT NOT NULL,
      credentialBackedUp INTEGER NOT NULL, transports TEXT, extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_authenticators VALUES ('oJPv9JDt4l7PwMsIuQyWvA==', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', 'oJPv9JDt4l7PwMsIuQyWvA==', 'pQECAyYgASFYIH1et1GPYmXGTPldhJcOaTaMbhwWF+Tz1j4Wt5GU2hn3IlggUHE4EQcPzVgw6iX4T7P23XnP97wcX0TKbxPTd6stT7Y=', 0, 'singleDevice', 0, 'internal', '[[],{}]');
CREATE INDEX auth_authenticators_of_user ON auth_authenticators (userId);
CREATE TABLE auth_records (
      kind TEXT NOT NULL, id TEXT NOT NULL, owner TEXT, version INTEGER NOT NULL,
      expires INTEGER, data TEXT NOT NULL, PRIMARY KEY (kind, id)
    ) STRICT;
INSERT INTO auth_records VALUES ('access', '8KtTxZQpmFsBuFYt2uR89R5XS2veu-WLFzQk95FO-KI', '6d8336a1-c6cb-47ef-b8c7-dcc9f6b5982f', 1, NULL, '{"suspendedAt":"2027-01-15T12:00:00.000Z","endedAt":1800014400000}');
INSERT INTO auth_records VALUES ('account', '7KmHoT95jRspA27Oc2oSwHBeSvejdPUDfhT1UqyW5zg', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', 1, NULL, '{"provider":"state","providerAccountId":"ada","type":"oidc","scope":"openid profile email"}');
INSERT INTO auth_records VALUES ('account', 'MNrKW1byP9M-d8eTt5ENMfXV-PDdgq30BIFFOQNW-T0', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', 1, NULL, '{"provider":"passkey","providerAccountId":"oJPv9JDt4l7PwMsIuQyWvA==","type":"webauthn","scope":null}');
INSERT INTO auth_records VALUES ('example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', 7, NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO auth_records VALUES ('example.expiring', 'x', NULL, 1, 1801440000000, 'null');
INSERT INTO auth_records VALUES ('limit', 'bwkdITWw2qHszWZon6ESJD0ZwnlKyoJWGxQW_rO3jPM', NULL, 423881927670553, 1800018000000, '1');
INSERT INTO auth_records VALUES ('limit', 'khrrS0XnKxHIf3Ipz8paZHwLo0fInfwzpldYl0Qjeak', NULL, 7309386557118425, 1800018000000, '1');
INSERT INTO auth_records VALUES ('session', '9rgK6jtMdwJMCpnQrUbGcw', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', 1, 1802607000000, '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO auth_records VALUES ('session', 'SoqQY-DVr_vXcSVfKOUzVu', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', 1, 1802607000000, '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO auth_records VALUES ('session', 'YIVIX5T5Ld12jn8Hpe4NBX', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', 1, 1802607000000, '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ..7g9K6l76HcYAlJuPB5VJfg.QlCdPsWvYm7CjcUbdzJPb7DpT3YXlnGNshivOZFQic1M-_-VN9UPqIZD7fu7yawRYwCJ0h9CxKjTBygBjiN0J_Ar_e-dTowqkopE7cqpHWvZZH0WraShf92NBbZ-FtR5phrEeAgnKCZ18QGadPaFQBf2no0YBxNcHcLzbY0T6DbVKuXrtwuYgrZj5FL2nu0S.2VJ-q3IS3swgpqSgbrt4lOu8Bzc6WAiP1Wn_UVHz5IU","proof":{"at":1800014400,"methods":["fed"],"provider":"state"}}');
INSERT INTO auth_records VALUES ('session.adopted', 'SoqQY-DVr_vXcSVfKOUzVu', NULL, 1, 1802607000000, 'null');
INSERT INTO auth_records VALUES ('used', 'passkey:Od9wzI6dMBKVMhj8xYiRk-zmAmdWDoX2Vo5XoLx2G0k', NULL, 1, 1800015360000, 'null');
CREATE INDEX auth_records_of_owner ON auth_records (owner, kind, id)
      WHERE owner IS NOT NULL;
CREATE INDEX auth_records_by_expiry ON auth_records (expires) WHERE expires IS NOT NULL;

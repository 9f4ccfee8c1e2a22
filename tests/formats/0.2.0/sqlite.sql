CREATE TABLE auth_schema (version INTEGER NOT NULL) STRICT;
INSERT INTO auth_schema VALUES (1);
INSERT INTO auth_schema VALUES (2);
CREATE TABLE auth_users (
      id TEXT PRIMARY KEY, name TEXT, email TEXT UNIQUE, emailVerified INTEGER, image TEXT,
      extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_users VALUES ('35221b07-ae2d-41de-b18e-4b80547ff279', 'Ada', 'ada@example.com', NULL, NULL, '[["image"],{}]');
INSERT INTO auth_users VALUES ('afdac4e9-91f4-4651-b40b-4b8e70a3ca26', 'Bob', 'bob@example.com', 1800014400000, NULL, '[["image"],{}]');
INSERT INTO auth_users VALUES ('zoë-🦊', 'Zoë "李雷" O''Brien', NULL, NULL, 'https://example.com/zoë.png', '[[],{"role":"admin","born":{"$date":-4861728000000},"tags":["a","b"]}]');
CREATE TABLE auth_accounts (
      provider TEXT, providerAccountId TEXT,
      userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE, type TEXT NOT NULL,
      access_token TEXT, refresh_token TEXT, expires_at INTEGER, token_type TEXT, scope TEXT,
      id_token TEXT, session_state TEXT, extra TEXT NOT NULL,
      PRIMARY KEY (provider, providerAccountId)
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_accounts VALUES ('passkey', 'pnVc6814V56iJTcrTNt/Hg==', '35221b07-ae2d-41de-b18e-4b80547ff279', 'webauthn', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[["access_token","refresh_token","expires_at","token_type","scope","id_token","session_state"],{}]');
INSERT INTO auth_accounts VALUES ('state', 'ada', '35221b07-ae2d-41de-b18e-4b80547ff279', 'oidc', 'LQSscqoZMjRES_vnNBTxeA', 'kIicVoTsa_yGzVW-egV72g', 1800018000, 'bearer', 'openid profile email', 'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiIsImtpZCI6Im5Oc3Nvb3c4R0drIn0.eyJzdWIiOiJhZGEiLCJuYW1lIjoiQWRhIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZSwiaXNzIjoiaHR0cHM6Ly9pZHAuZXhhbXBsZSIsImF1ZCI6InRlc3QtY2xpZW50IiwiaWF0IjoxODAwMDE0NDAwLCJleHAiOjE4MDAwMTQ3MDAsIm5vbmNlIjoiV1ZhbV91SDVTRDRpdk83dWI1bWFWMEQzRjhJck5CdXhmZ3pkS09SbUFtUSJ9.0NLRjD544ToAtx6bjhQv_fURJWJgZR8ErsiyzeMnRKhG8TKGP5Wn3FtWz3TAi1ueLYK18oNcWV6HAv_Jhs9Gig', NULL, '[["session_state"],{}]');
CREATE INDEX auth_accounts_of_user ON auth_accounts (userId);
CREATE TABLE auth_sessions (
      sessionToken TEXT PRIMARY KEY,
      userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE, expires INTEGER NOT NULL,
      extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_sessions VALUES ('1ac92d31-fc8a-42e1-8ff7-5ac072cc2d3a', '35221b07-ae2d-41de-b18e-4b80547ff279', 1802606400000, '[[],{}]');
CREATE INDEX auth_sessions_of_user ON auth_sessions (userId);
CREATE INDEX auth_sessions_by_expiry ON auth_sessions (expires);
CREATE TABLE auth_verification_tokens (
      identifier TEXT, token TEXT, expires INTEGER NOT NULL, extra TEXT NOT NULL,
      PRIMARY KEY (identifier, token)
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_verification_tokens VALUES ('ada@example.com', 'abcb336558e4a258d99f5ab279f4e3d56e205c80fac09f758db0d18c5706f899', 1800015300000, '[[],{}]');
INSERT INTO auth_verification_tokens VALUES ('ada@example.com', 'b0873f54e5ed37e9d0ebf6303d9f89e1f2ad6008cd35ec12a9e105f2f08ddfde', 1800100800000, '[[],{}]');
INSERT INTO auth_verification_tokens VALUES ('bob@example.com', '2ab39c4b9a52d5d568a54c6a13d4bf5a4140e8be69dfcc8c37d874360375d1c3', 1800015300000, '[[],{}]');
INSERT INTO auth_verification_tokens VALUES ('bob@example.com', '99882a59746a3a1a0ef9b97211acc77fc295b4b0c70f2d3012ff5924f7b6d1a6', 1800100800000, '[[],{}]');
CREATE INDEX auth_verification_tokens_by_expiry ON auth_verification_tokens (expires);
CREATE TABLE auth_authenticators (
      credentialID TEXT PRIMARY KEY,
      userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE,
      providerAccountId TEXT NOT NULL, credentialPublicKey TEXT NOT NULL,
      counter INTEGER NOT NULL, credentialDeviceType TEXT NOT NULL,
      credentialBackedUp INTEGER NOT NULL, transports TEXT, extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_authenticators VALUES ('pnVc6814V56iJTcrTNt/Hg==', '35221b07-ae2d-41de-b18e-4b80547ff279', 'pnVc6814V56iJTcrTNt/Hg==', 'pQECAyYgASFYIODqAcd3XdGTrcG7SncUy+OfQu5KTynNhIcHVImkwNrnIlggMPGFh+tPmvhTsqSaVkwfXemMZ9jWoKJSikUdHXJPWcg=', 0, 'singleDevice', 0, 'internal', '[[],{}]');
CREATE INDEX auth_authenticators_of_user ON auth_authenticators (userId);
CREATE TABLE auth_records (
      kind TEXT NOT NULL, id TEXT NOT NULL, owner TEXT, version INTEGER NOT NULL,
      expires INTEGER, data TEXT NOT NULL, PRIMARY KEY (kind, id)
    ) STRICT;
INSERT INTO auth_records VALUES ('access', 'BH9-8RxNJ-kEkzohnIiAt2xByxEn4U9zzwMy3xQnayw', 'afdac4e9-91f4-4651-b40b-4b8e70a3ca26', 1, NULL, '{"suspendedAt":"2027-01-15T12:00:00.000Z","endedAt":1800014400000}');
INSERT INTO auth_records VALUES ('account', '7KmHoT95jRspA27Oc2oSwHBeSvejdPUDfhT1UqyW5zg', '35221b07-ae2d-41de-b18e-4b80547ff279', 1, NULL, '{"provider":"state","providerAccountId":"ada","type":"oidc","scope":"openid profile email"}');
INSERT INTO auth_records VALUES ('account', 'kepB2Dloe07yUp0aFu8qE9J8FY9ZLLSSqSf6Zv9pxNs', '35221b07-ae2d-41de-b18e-4b80547ff279', 1, NULL, '{"provider":"passkey","providerAccountId":"pnVc6814V56iJTcrTNt/Hg==","type":"webauthn","scope":null}');
INSERT INTO auth_records VALUES ('example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', 7, NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO auth_records VALUES ('example.expiring', 'x', NULL, 1, 1801440000000, 'null');
INSERT INTO auth_records VALUES ('session', '-pLSe6phoWFdEl9eHolzzq', '35221b07-ae2d-41de-b18e-4b80547ff279', 1, 1802607000000, '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ..TbQUMpN56wfn2pZgebXtmg.4xD9n2BZLqla1LSn60iPWYVnA-TiLjPtwkvHgiKj3XA6TIoe4iHn6odLibOrO25ESuvZnacUJ2Y0eporo_qZxsbQ4jnHdUVZr9d6hc2wzCP47lA51kRDbN5KxRhAlgdD2dtfJNRb_BXaDbguzhc7kMEdVopekfOCxgteFukL1qCeA7FhafzcfpG9Wypj-tPr.oZLcvxJVyMlw3Eh8gaxwHpiwqGv9_nrno4wA_IYUWdM"}');
INSERT INTO auth_records VALUES ('session', 'FUxHjEeBkPmTxTSnkGy18a', '35221b07-ae2d-41de-b18e-4b80547ff279', 1, 1802607000000, '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO auth_records VALUES ('session', 'bl6BXLEF1jI-78vV7SPccA', '35221b07-ae2d-41de-b18e-4b80547ff279', 1, 1802607000000, '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO auth_records VALUES ('session.adopted', 'FUxHjEeBkPmTxTSnkGy18a', NULL, 1, 1802607000000, 'null');
INSERT INTO auth_records VALUES ('used', 'passkey:477VcSKlypKQfQVldVVLilI1ki-tb3OrawFI9bZ6rNQ', NULL, 1, 1800015360000, 'null');
CREATE INDEX auth_records_of_owner ON auth_records (owner, kind, id)
      WHERE owner IS NOT NULL;
CREATE INDEX auth_records_by_expiry ON auth_records (expires) WHERE expires IS NOT NULL;

CREATE TABLE auth_schema (version INTEGER NOT NULL) STRICT;
INSERT INTO auth_schema VALUES (1);
INSERT INTO auth_schema VALUES (2);
CREATE TABLE auth_users (
      id TEXT PRIMARY KEY, name TEXT, email TEXT UNIQUE, emailVerified INTEGER, image TEXT,
      extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_users VALUES ('4271534e-c614-4816-bbe8-be9744f18002', 'Ada', 'ada@example.com', NULL, NULL, '[["image"],{}]');
INSERT INTO auth_users VALUES ('zoë-🦊', 'Zoë "李雷" O''Brien', NULL, NULL, 'https://example.com/zoë.png', '[[],{"role":"admin","born":{"$date":-4861728000000},"tags":["a","b"]}]');
CREATE TABLE auth_accounts (
      provider TEXT, providerAccountId TEXT,
      userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE, type TEXT NOT NULL,
      access_token TEXT, refresh_token TEXT, expires_at INTEGER, token_type TEXT, scope TEXT,
      id_token TEXT, session_state TEXT, extra TEXT NOT NULL,
      PRIMARY KEY (provider, providerAccountId)
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_accounts VALUES ('passkey', 'XXdic0Ax9Jvf/esi243ldw==', '4271534e-c614-4816-bbe8-be9744f18002', 'webauthn', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[["access_token","refresh_token","expires_at","token_type","scope","id_token","session_state"],{}]');
INSERT INTO auth_accounts VALUES ('state', 'ada', '4271534e-c614-4816-bbe8-be9744f18002', 'oidc', '2boOpHKKY0MVYQo-U-_XKQ', 's2Ko5o3uJ9NOewh8CIxizw', 1800018000, 'bearer', 'openid profile email', 'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiIsImtpZCI6Ilh5elVtelZIUDFZIn0.eyJzdWIiOiJhZGEiLCJuYW1lIjoiQWRhIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZSwiaXNzIjoiaHR0cHM6Ly9pZHAuZXhhbXBsZSIsImF1ZCI6InRlc3QtY2xpZW50IiwiaWF0IjoxODAwMDE0NDAwLCJleHAiOjE4MDAwMTQ3MDAsIm5vbmNlIjoiNWhLTmVnQ21EQXhfMUV4YmpOc2pYLW1HOWd1Vk1VbEtmQlg3R3E1NzRIYyJ9.ps8r6NLtyzYPVID3xz0FZr8R4XAlr4I9rGioKmNhlZlfimd4Ikdae3FJuTLWLwPYI9_XgkQuVf_EzIesTQAIiw', NULL, '[["session_state"],{}]');
CREATE INDEX auth_accounts_of_user ON auth_accounts (userId);
CREATE TABLE auth_sessions (
      sessionToken TEXT PRIMARY KEY,
      userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE, expires INTEGER NOT NULL,
      extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_sessions VALUES ('c0b7e6eb-9f05-474e-b8b3-211a044e8c89', '4271534e-c614-4816-bbe8-be9744f18002', 1802606400000, '[[],{}]');
CREATE INDEX auth_sessions_of_user ON auth_sessions (userId);
CREATE INDEX auth_sessions_by_expiry ON auth_sessions (expires);
CREATE TABLE auth_verification_tokens (
      identifier TEXT, token TEXT, expires INTEGER NOT NULL, extra TEXT NOT NULL,
      PRIMARY KEY (identifier, token)
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_verification_tokens VALUES ('ada@example.com', '417ce113d075fef6c138340b427f42f37c9e660f2c301a1ff0d7bec4fd0d3a67', 1800100800000, '[[],{}]');
INSERT INTO auth_verification_tokens VALUES ('ada@example.com', '951f2742bbf737b98e0c13ba607a187a03a4e140192f42713a3fbdc0715afbc0', 1800015300000, '[[],{}]');
CREATE INDEX auth_verification_tokens_by_expiry ON auth_verification_tokens (expires);
CREATE TABLE auth_authenticators (
      credentialID TEXT PRIMARY KEY,
      userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE,
      providerAccountId TEXT NOT NULL, credentialPublicKey TEXT NOT NULL,
      counter INTEGER NOT NULL, credentialDeviceType TEXT NOT NULL,
      credentialBackedUp INTEGER NOT NULL, transports TEXT, extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_authenticators VALUES ('XXdic0Ax9Jvf/esi243ldw==', '4271534e-c614-4816-bbe8-be9744f18002', 'XXdic0Ax9Jvf/esi243ldw==', 'pQECAyYgASFYICicZyWpMdvrp3bJcoKoEdM3fxvVWl7nUsZvxxG8NDA7IlggussAtqax+X25NL1o+vYwpMqQNljO48NA8OoLvqTqCU8=', 0, 'singleDevice', 0, 'internal', '[[],{}]');
CREATE INDEX auth_authenticators_of_user ON auth_authenticators (userId);
CREATE TABLE auth_records (
      kind TEXT NOT NULL, id TEXT NOT NULL, owner TEXT, version INTEGER NOT NULL,
      expires INTEGER, data TEXT NOT NULL, PRIMARY KEY (kind, id)
    ) STRICT;
INSERT INTO auth_records VALUES ('account', '7KmHoT95jRspA27Oc2oSwHBeSvejdPUDfhT1UqyW5zg', '4271534e-c614-4816-bbe8-be9744f18002', 1, NULL, '{"provider":"state","providerAccountId":"ada","type":"oidc","scope":"openid profile email"}');
INSERT INTO auth_records VALUES ('account', 'SsX15ppVRdmzkparkar09fLaEh1Hltc6K8C6K7ONgkI', '4271534e-c614-4816-bbe8-be9744f18002', 1, NULL, '{"provider":"passkey","providerAccountId":"XXdic0Ax9Jvf/esi243ldw==","type":"webauthn","scope":null}');
INSERT INTO auth_records VALUES ('example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', 7, NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO auth_records VALUES ('example.expiring', 'x', NULL, 1, 1801440000000, 'null');
INSERT INTO auth_records VALUES ('session', '7pTaZjrV9D6k7I6v4FFbCL', '4271534e-c614-4816-bbe8-be9744f18002', 1, 1802607000000, '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ..zK9XXw24VnUaENtJDxSofw.nj6xuIhucvBCNos3qrhGWBFqpdiivo1tN3ApxpyeKx4y6zZ6qHDiqMH59aR55OuOTUwFMhrzgMJ9ojrhJkeL2R0SNNbMtM1NxqFbOwRc-JT9vH43OAPopvQVxKTe1Bzz0ujwpbW4tDJyxK_v_Bk1p2yEpNAsaRU23eJH6l7O9Fn3dPTqg0SUda9nuWIq5gtC.iTNCA8SQwDEKl_KlK7z8vu4f_CwHQjAzzV4SdJHWoac"}');
INSERT INTO auth_records VALUES ('session', 'QRZxzuLMGDFu7awu8TvvTg', '4271534e-c614-4816-bbe8-be9744f18002', 1, 1802607000000, '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO auth_records VALUES ('used', 'passkey:gY_OCQ89-gLJAydYCdsqldfGECCqblVs79Eb1IV7aMQ', NULL, 1, 1800015360000, 'null');
CREATE INDEX auth_records_of_owner ON auth_records (owner, kind, id)
      WHERE owner IS NOT NULL;
CREATE INDEX auth_records_by_expiry ON auth_records (expires) WHERE expires IS NOT NULL;

CREATE TABLE auth_schema (version INTEGER NOT NULL) STRICT;
INSERT INTO auth_schema VALUES (1);
INSERT INTO auth_schema VALUES (2);
CREATE TABLE auth_users (
      id TEXT PRIMARY KEY, name TEXT, email TEXT UNIQUE, emailVerified INTEGER, image TEXT,
      extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_users VALUES ('6bfe5e2d-613c-4000-ab99-2a3a951935d6', 'Ada', 'ada@example.com', NULL, NULL, '[["image"],{}]');
INSERT INTO auth_users VALUES ('zoë-🦊', 'Zoë "李雷" O''Brien', NULL, NULL, 'https://example.com/zoë.png', '[[],{"role":"admin","born":{"$date":-4861728000000},"tags":["a","b"]}]');
CREATE TABLE auth_accounts (
      provider TEXT, providerAccountId TEXT,
      userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE, type TEXT NOT NULL,
      access_token TEXT, refresh_token TEXT, expires_at INTEGER, token_type TEXT, scope TEXT,
      id_token TEXT, session_state TEXT, extra TEXT NOT NULL,
      PRIMARY KEY (provider, providerAccountId)
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_accounts VALUES ('passkey', 'gQr4O3imixQEMCaqe0EyQA==', '6bfe5e2d-613c-4000-ab99-2a3a951935d6', 'webauthn', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[["access_token","refresh_token","expires_at","token_type","scope","id_token","session_state"],{}]');
INSERT INTO auth_accounts VALUES ('state', 'ada', '6bfe5e2d-613c-4000-ab99-2a3a951935d6', 'oidc', 'N8LKy5XtqPcuT40lY4hxNQ', '1GZzWY2tC3oVInSZ_GvZPw', 1800018000, 'bearer', 'openid profile email', 'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiIsImtpZCI6Iko1UlBNdjVUbkhvIn0.eyJzdWIiOiJhZGEiLCJuYW1lIjoiQWRhIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZSwiaXNzIjoiaHR0cHM6Ly9pZHAuZXhhbXBsZSIsImF1ZCI6InRlc3QtY2xpZW50IiwiaWF0IjoxODAwMDE0NDAwLCJleHAiOjE4MDAwMTQ3MDAsIm5vbmNlIjoicG1qOEtyTGxpWG5tcTAyYmxpcDJQWDR1RlFBTnc3cTBjWWJtdlpTQk9pQSJ9.-o7-nrEmANdRei69wVIiJ6Q6URcslxN9PKTYQhlTo69KFtLmSiFJRakQZojZDEUXUBaFtUiIUz8aipC_q8ZjZw', NULL, '[["session_state"],{}]');
CREATE INDEX auth_accounts_of_user ON auth_accounts (userId);
CREATE TABLE auth_sessions (
      sessionToken TEXT PRIMARY KEY,
      userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE, expires INTEGER NOT NULL,
      extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_sessions VALUES ('efc27d4b-97e7-4db4-b84a-c661ba892820', '6bfe5e2d-613c-4000-ab99-2a3a951935d6', 1802606400000, '[[],{}]');
CREATE INDEX auth_sessions_of_user ON auth_sessions (userId);
CREATE INDEX auth_sessions_by_expiry ON auth_sessions (expires);
CREATE TABLE auth_verification_tokens (
      identifier TEXT, token TEXT, expires INTEGER NOT NULL, extra TEXT NOT NULL,
      PRIMARY KEY (identifier, token)
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_verification_tokens VALUES ('ada@example.com', '4596e63015e1a7e18f36f6bcc388695404564e462e80b0b5d4ce4dc06a962430', 1800015300000, '[[],{}]');
INSERT INTO auth_verification_tokens VALUES ('ada@example.com', 'f52755391077cf61360dbff7524de6d618d711809c6b94ac59abd99ac3cad27f', 1800100800000, '[[],{}]');
CREATE INDEX auth_verification_tokens_by_expiry ON auth_verification_tokens (expires);
CREATE TABLE auth_authenticators (
      credentialID TEXT PRIMARY KEY,
      userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE,
      providerAccountId TEXT NOT NULL, credentialPublicKey TEXT NOT NULL,
      counter INTEGER NOT NULL, credentialDeviceType TEXT NOT NULL,
      credentialBackedUp INTEGER NOT NULL, transports TEXT, extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_authenticators VALUES ('gQr4O3imixQEMCaqe0EyQA==', '6bfe5e2d-613c-4000-ab99-2a3a951935d6', 'gQr4O3imixQEMCaqe0EyQA==', 'pQECAyYgASFYIGks/51aOE8HicLx/Wh4W/fkmyRCDzy34O7P7fVwmUEZIlggHLQIjWU2vO3vBPzryvbPVnUWxn7c8PtOw0d9FDiEKFA=', 0, 'singleDevice', 0, 'internal', '[[],{}]');
CREATE INDEX auth_authenticators_of_user ON auth_authenticators (userId);
CREATE TABLE auth_records (
      kind TEXT NOT NULL, id TEXT NOT NULL, owner TEXT, version INTEGER NOT NULL,
      expires INTEGER, data TEXT NOT NULL, PRIMARY KEY (kind, id)
    ) STRICT;
INSERT INTO auth_records VALUES ('example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', 7, NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO auth_records VALUES ('example.expiring', 'x', NULL, 1, 1801440000000, 'null');
INSERT INTO auth_records VALUES ('session', '-G2IrWpCzrqIm9i8JGrzsw', '6bfe5e2d-613c-4000-ab99-2a3a951935d6', 1, 1802607000000, '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO auth_records VALUES ('session', 'c2bNSDR1Hn9OkJ_KelW0jI', '6bfe5e2d-613c-4000-ab99-2a3a951935d6', 1, 1802607000000, '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ..Ylp8c62ybRH9ETaQctJBmA.h5HvG8HYwHb6sAhff4D29l5CLvg-kv6xPZZULk19VsePlXPo5v2g9wwfyTulWRVkVX47dTXOG-vBxX8s1VkitB6UlH-CHB9gBN2UpNHjUD2146FsTrkPcXwMNbMZ6zRnnd358KyrJ1-KV-H7sLDAX4nFkbcp2TVi6w2iJ-nRdIoVTE-OHpHaASRNs7ETf7SM.c3dilfm-iRxu23z-6Ca7qEAz0rOpZwGTrCe0rD6epbI"}');
INSERT INTO auth_records VALUES ('used', 'passkey:8xIPMTQ2rEaJHntF5UnQ4e5IY_tZitIPoF6commfwHs', NULL, 1, 1800015360000, 'null');
CREATE INDEX auth_records_of_owner ON auth_records (owner, kind, id)
      WHERE owner IS NOT NULL;
CREATE INDEX auth_records_by_expiry ON auth_records (expires) WHERE expires IS NOT NULL;

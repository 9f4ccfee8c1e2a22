CREATE TABLE auth_schema (version INTEGER NOT NULL) STRICT;
INSERT INTO auth_schema VALUES (1);
INSERT INTO auth_schema VALUES (2);
CREATE TABLE auth_users (
      id TEXT PRIMARY KEY, name TEXT, email TEXT UNIQUE, emailVerified INTEGER, image TEXT,
      extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_users VALUES ('7c9388be-3f66-47eb-9c07-4fae19bad1a7', 'Bob', 'bob@example.com', 1800014400000, NULL, '[["image"],{}]');
INSERT INTO auth_users VALUES ('c997f3a0-b031-4daa-9bce-c3a311029b4a', 'Ada', 'ada@example.com', NULL, NULL, '[["image"],{}]');
INSERT INTO auth_users VALUES ('zoë-🦊', 'Zoë "李雷" O''Brien', NULL, NULL, 'https://example.com/zoë.png', '[[],{"role":"admin","born":{"$date":-4861728000000},"tags":["a","b"]}]');
CREATE TABLE auth_accounts (
      provider TEXT, providerAccountId TEXT,
      userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE, type TEXT NOT NULL,
      access_token TEXT, refresh_token TEXT, expires_at INTEGER, token_type TEXT, scope TEXT,
      id_token TEXT, session_state TEXT, extra TEXT NOT NULL,
      PRIMARY KEY (provider, providerAccountId)
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_accounts VALUES ('passkey', 'rNcffkPNMY1weDHMyAzcLA==', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', 'webauthn', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[["access_token","refresh_token","expires_at","token_type","scope","id_token","session_state"],{}]');
INSERT INTO auth_accounts VALUES ('state', 'ada', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', 'oidc', 'BOFSBGlIXx8fznxA1LgfvQ', 'h-V2i5eWKz7aqSwkaMLvqQ', 1800018000, 'bearer', 'openid profile email', 'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiIsImtpZCI6IjlKd0N3NUJuczdjIn0.eyJzdWIiOiJhZGEiLCJuYW1lIjoiQWRhIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZSwiaXNzIjoiaHR0cHM6Ly9pZHAuZXhhbXBsZSIsImF1ZCI6InRlc3QtY2xpZW50IiwiaWF0IjoxODAwMDE0NDAwLCJleHAiOjE4MDAwMTQ3MDAsIm5vbmNlIjoicVl2Y2VnTkpUaFpuSE5zSE1vcTdleVpHdENWRFF6TEc0d0NyZDU0Z1B0USJ9.rB4L1j-ygI78wrbLHamyHeG81g877mlEY1ZYfWW566ahaMUX11upxPMY6Y-1NLZbQ-uG-vSuqrGcEFYfMB5ing', NULL, '[["session_state"],{}]');
CREATE INDEX auth_accounts_of_user ON auth_accounts (userId);
CREATE TABLE auth_sessions (
      sessionToken TEXT PRIMARY KEY,
      userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE, expires INTEGER NOT NULL,
      extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_sessions VALUES ('9e9f4efb-3eec-438f-8c36-52d9aa9b122c', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', 1802606400000, '[[],{}]');
CREATE INDEX auth_sessions_of_user ON auth_sessions (userId);
CREATE INDEX auth_sessions_by_expiry ON auth_sessions (expires);
CREATE TABLE auth_verification_tokens (
      identifier TEXT, token TEXT, expires INTEGER NOT NULL, extra TEXT NOT NULL,
      PRIMARY KEY (identifier, token)
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_verification_tokens VALUES ('ada@example.com', 'bee6a777fd762eab775ce46acc6075da2adda6d0c6cc347c3f7c9cdcee65bb53', 1800100800000, '[[],{}]');
INSERT INTO auth_verification_tokens VALUES ('ada@example.com', 'fb0e10a850cfc5cfdcc1c28a440f53bfb31f936c6811658c56aea7d5878f9342', 1800015300000, '[[],{}]');
INSERT INTO auth_verification_tokens VALUES ('bob@example.com', '23bf5bb360b508431211163054cbc7e20b2ac308f6ffccf85a4e8d1ddd4e11d7', 1800100800000, '[[],{}]');
INSERT INTO auth_verification_tokens VALUES ('bob@example.com', '42de6f43d6f540ad35127e455a7efcc38087ed836614f5672f33603d3a4363ea', 1800015300000, '[[],{}]');
CREATE INDEX auth_verification_tokens_by_expiry ON auth_verification_tokens (expires);
CREATE TABLE auth_authenticators (
      credentialID TEXT PRIMARY KEY,
      userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE,
      providerAccountId TEXT NOT NULL, credentialPublicKey TEXT NOT NULL,
      counter INTEGER NOT NULL, credentialDeviceType TEXT NOT NULL,
      credentialBackedUp INTEGER NOT NULL, transports TEXT, extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_authenticators VALUES ('rNcffkPNMY1weDHMyAzcLA==', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', 'rNcffkPNMY1weDHMyAzcLA==', 'pQECAyYgASFYIMl7zlAh9s9b9MQGc5m++CkwUuFMqktbzE+vcURYiAfWIlggkJ9lX7OyI7bmJKqkzT/5lrLJjgyEFPef4sNKxZ1Lhzk=', 0, 'singleDevice', 0, 'internal', '[[],{}]');
CREATE INDEX auth_authenticators_of_user ON auth_authenticators (userId);
CREATE TABLE auth_records (
      kind TEXT NOT NULL, id TEXT NOT NULL, owner TEXT, version INTEGER NOT NULL,
      expires INTEGER, data TEXT NOT NULL, PRIMARY KEY (kind, id)
    ) STRICT;
INSERT INTO auth_records VALUES ('access', 'abbcWcqFFHwcm_RC7zfaHW6aDGoA4sazbNJPDgRpV9w', '7c9388be-3f66-47eb-9c07-4fae19bad1a7', 1, NULL, '{"suspendedAt":"2027-01-15T12:00:00.000Z","endedAt":1800014400000}');
INSERT INTO auth_records VALUES ('account', '7KmHoT95jRspA27Oc2oSwHBeSvejdPUDfhT1UqyW5zg', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', 1, NULL, '{"provider":"state","providerAccountId":"ada","type":"oidc","scope":"openid profile email"}');
INSERT INTO auth_records VALUES ('account', 'VgBczvY85BdMAUOtX1sfpFOkj-rOWXXjQv4ah7_xCYw', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', 1, NULL, '{"provider":"passkey","providerAccountId":"rNcffkPNMY1weDHMyAzcLA==","type":"webauthn","scope":null}');
INSERT INTO auth_records VALUES ('example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', 7, NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO auth_records VALUES ('example.expiring', 'x', NULL, 1, 1801440000000, 'null');
INSERT INTO auth_records VALUES ('session', '9EOfuWmbygEPUThSFDmP-1', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', 1, 1802607000000, '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO auth_records VALUES ('session', 'GixK5nN1Jtev2ACZ16tQrI', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', 1, 1802607000000, '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ..ci2FtJLnqJ4LAhalo8tICQ.u_J6Fc8lab3UxrGEgWajAe_sCQ9gqiOJMFM73b-knJ71l8lADqQH9K4RBb_lpiWKr1sxMGkQQcAQ9lRKZWwHBnmMqUUQNRsB7MAaRSyFhsqiTYL68Pwc03oQyspMxSW1EYXJV6Urs46pQRouVg5Cv8fMePfurnE9c_xgCdRgZJEwOFpIpXSUBBpjroFTZcY5.qh2aPaRDOBKp1hqM22X-C9ZJe7jCmuE9yvUK1pfFC4Q"}');
INSERT INTO auth_records VALUES ('session', 'YOKfCVVHQaZspVQ2MsbJGg', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', 1, 1802607000000, '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO auth_records VALUES ('session.adopted', '9EOfuWmbygEPUThSFDmP-1', NULL, 1, 1802607000000, 'null');
INSERT INTO auth_records VALUES ('used', 'passkey:ZlyrrMSkpwPjIlrLGuNlmA2S-ClQzLcFTq3GHs9KOGM', NULL, 1, 1800015360000, 'null');
CREATE INDEX auth_records_of_owner ON auth_records (owner, kind, id)
      WHERE owner IS NOT NULL;
CREATE INDEX auth_records_by_expiry ON auth_records (expires) WHERE expires IS NOT NULL;

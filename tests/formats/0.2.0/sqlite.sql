CREATE TABLE auth_schema (version INTEGER NOT NULL) STRICT;
INSERT INTO auth_schema VALUES (1);
INSERT INTO auth_schema VALUES (2);
CREATE TABLE auth_users (
      id TEXT PRIMARY KEY, name TEXT, email TEXT UNIQUE, emailVerified INTEGER, image TEXT,
      extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_users VALUES ('390570ac-d253-435c-a9ec-0faf675a27fe', 'Ada', 'ada@example.com', NULL, NULL, '[["image"],{}]');
INSERT INTO auth_users VALUES ('470d69d4-b9aa-4a9c-bfaa-6a74993b8f9a', 'Bob', 'bob@example.com', 1800014400000, NULL, '[["image"],{}]');
INSERT INTO auth_users VALUES ('zoë-🦊', 'Zoë "李雷" O''Brien', NULL, NULL, 'https://example.com/zoë.png', '[[],{"role":"admin","born":{"$date":-4861728000000},"tags":["a","b"]}]');
CREATE TABLE auth_accounts (
      provider TEXT, providerAccountId TEXT,
      userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE, type TEXT NOT NULL,
      access_token TEXT, refresh_token TEXT, expires_at INTEGER, token_type TEXT, scope TEXT,
      id_token TEXT, session_state TEXT, extra TEXT NOT NULL,
      PRIMARY KEY (provider, providerAccountId)
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_accounts VALUES ('passkey', 'cgIkdIbLhYrkC7U76io6Qw==', '390570ac-d253-435c-a9ec-0faf675a27fe', 'webauthn', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[["access_token","refresh_token","expires_at","token_type","scope","id_token","session_state"],{}]');
INSERT INTO auth_accounts VALUES ('state', 'ada', '390570ac-d253-435c-a9ec-0faf675a27fe', 'oidc', 'YNLzH0AwRk7juPbH1T02bQ', 'NTVGbTGO9-ypiFY0fCK9KA', 1800018000, 'bearer', 'openid profile email', 'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiIsImtpZCI6IlB2UkxGZldpQTNzIn0.eyJzdWIiOiJhZGEiLCJuYW1lIjoiQWRhIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZSwiaXNzIjoiaHR0cHM6Ly9pZHAuZXhhbXBsZSIsImF1ZCI6InRlc3QtY2xpZW50IiwiaWF0IjoxODAwMDE0NDAwLCJleHAiOjE4MDAwMTQ3MDAsIm5vbmNlIjoiLWp4Rkt2S3B4d0tBY3FxeEozTktCMGl6VXcwRGdhczVKdkM0WWxpS2ZhTSJ9.12RXNns3amJz1i9t6BJ8yCiqk2xC66wFFlP3J_ziqyYzwr18zV1MAgmXp6S3HOdQjq4U1w8zv4PJV0bufefspg', NULL, '[["session_state"],{}]');
CREATE INDEX auth_accounts_of_user ON auth_accounts (userId);
CREATE TABLE auth_sessions (
      sessionToken TEXT PRIMARY KEY,
      userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE, expires INTEGER NOT NULL,
      extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_sessions VALUES ('627ccbcf-b440-41c0-a877-2d21ddb512c2', '390570ac-d253-435c-a9ec-0faf675a27fe', 1802606400000, '[[],{}]');
CREATE INDEX auth_sessions_of_user ON auth_sessions (userId);
CREATE INDEX auth_sessions_by_expiry ON auth_sessions (expires);
CREATE TABLE auth_verification_tokens (
      identifier TEXT, token TEXT, expires INTEGER NOT NULL, extra TEXT NOT NULL,
      PRIMARY KEY (identifier, token)
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_verification_tokens VALUES ('ada@example.com', '139ea52efb9321b840a38978b3f99d62156569e4e496fee75506ed6351f521fe', 1800015300000, '[[],{}]');
INSERT INTO auth_verification_tokens VALUES ('ada@example.com', '7175920cebe320d5ba58ba6f70454c45cdd6d63a5946da0c04921c68addb2c63', 1800100800000, '[[],{}]');
INSERT INTO auth_verification_tokens VALUES ('bob@example.com', '0809a4dbb1af349af07b7cafb17ff0bb98802524eb343a27c417a85a182b931f', 1800015300000, '[[],{}]');
INSERT INTO auth_verification_tokens VALUES ('bob@example.com', '49465149d359946e12f1f39f63fcc4087953c9f0cd86cd9a1ff02c679857b577', 1800100800000, '[[],{}]');
CREATE INDEX auth_verification_tokens_by_expiry ON auth_verification_tokens (expires);
CREATE TABLE auth_authenticators (
      credentialID TEXT PRIMARY KEY,
      userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE,
      providerAccountId TEXT NOT NULL, credentialPublicKey TEXT NOT NULL,
      counter INTEGER NOT NULL, credentialDeviceType TEXT NOT NULL,
      credentialBackedUp INTEGER NOT NULL, transports TEXT, extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_authenticators VALUES ('cgIkdIbLhYrkC7U76io6Qw==', '390570ac-d253-435c-a9ec-0faf675a27fe', 'cgIkdIbLhYrkC7U76io6Qw==', 'pQECAyYgASFYIP4vRcUiaarZfNUaKFqKOPAfUeesPtF/QaZoimzWCdCiIlgg40Ej7wJKuEFAkAHepTWUp3Xq2P3RsXTnm0b3qPM5luE=', 0, 'singleDevice', 0, 'internal', '[[],{}]');
CREATE INDEX auth_authenticators_of_user ON auth_authenticators (userId);
CREATE TABLE auth_records (
      kind TEXT NOT NULL, id TEXT NOT NULL, owner TEXT, version INTEGER NOT NULL,
      expires INTEGER, data TEXT NOT NULL, PRIMARY KEY (kind, id)
    ) STRICT;
INSERT INTO auth_records VALUES ('access', 'pLjHaUnIgMjZiFlYwXW6kC0IIU3OzN3uxmhKfDqi4Io', '470d69d4-b9aa-4a9c-bfaa-6a74993b8f9a', 2, NULL, '{"suspendedAt":"2027-01-15T12:00:00.000Z","endedAt":1800014400000}');
INSERT INTO auth_records VALUES ('account', '7KmHoT95jRspA27Oc2oSwHBeSvejdPUDfhT1UqyW5zg', '390570ac-d253-435c-a9ec-0faf675a27fe', 1, NULL, '{"provider":"state","providerAccountId":"ada","type":"oidc","scope":"openid profile email"}');
INSERT INTO auth_records VALUES ('account', 'GZqDHX_SCaiexDo7KcCZeJ37bP-5Yvp1h2K8UZbD_T8', '390570ac-d253-435c-a9ec-0faf675a27fe', 1, NULL, '{"provider":"passkey","providerAccountId":"cgIkdIbLhYrkC7U76io6Qw==","type":"webauthn","scope":null}');
INSERT INTO auth_records VALUES ('example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', 7, NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO auth_records VALUES ('example.expiring', 'x', NULL, 1, 1801440000000, 'null');
INSERT INTO auth_records VALUES ('session', 'XHFttvtYhaMPurWZZAMJc2', '390570ac-d253-435c-a9ec-0faf675a27fe', 1, 1802607000000, '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ..3oX0wy7sDIVCuAX2pYdXLw.-CgDwWGZ8pXA3NlcCsdB4uEA3a7U3uCIg9xS1rzTzQjcfjMxcl01rlrpP8VNCsaSga8XZ7JVeouWanzj9xLn7bpV3_9Wgdu0q6aeYlwpNpETHM-syCHfZn_sQtITTdr3ST5nmAScSK1l_CVBT3lf2QLUQzy4SM49C3I5PnVP1QNrbPXZDXUMmU2dCEKMMsQY.R_8f6exfJI5krpXqfcY7CrEhxxP2giRFS_Qos2WwKbE"}');
INSERT INTO auth_records VALUES ('session', 'cVT0dLDAqGBEyPj6T8zvoA', '390570ac-d253-435c-a9ec-0faf675a27fe', 1, 1802607000000, '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO auth_records VALUES ('session', 'iX5xcc9edQiRNjpNmae4Wl', '390570ac-d253-435c-a9ec-0faf675a27fe', 1, 1802607000000, '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO auth_records VALUES ('session.adopted', 'iX5xcc9edQiRNjpNmae4Wl', NULL, 1, 1802607000000, 'null');
INSERT INTO auth_records VALUES ('used', 'passkey:uiNrJ9PYKvcfju8ro5i7wBR24drmenCwjaAAY59j9fc', NULL, 1, 1800015360000, 'null');
CREATE INDEX auth_records_of_owner ON auth_records (owner, kind, id)
      WHERE owner IS NOT NULL;
CREATE INDEX auth_records_by_expiry ON auth_records (expires) WHERE expires IS NOT NULL;

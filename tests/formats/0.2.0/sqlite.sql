CREATE TABLE auth_schema (version INTEGER NOT NULL) STRICT;
INSERT INTO auth_schema VALUES (1);
INSERT INTO auth_schema VALUES (2);
CREATE TABLE auth_users (
      id TEXT PRIMARY KEY, name TEXT, email TEXT UNIQUE, emailVerified INTEGER, image TEXT,
      extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_users VALUES ('1a6917c0-016b-4fad-b17f-af6bce5de840', 'Ada', 'ada@example.com', NULL, NULL, '[["image"],{}]');
INSERT INTO auth_users VALUES ('d24b2ea7-e3eb-4b4b-b6ac-b71e9f52c1d1', 'Bob', 'bob@example.com', 1800014400000, NULL, '[["image"],{}]');
INSERT INTO auth_users VALUES ('zoë-🦊', 'Zoë "李雷" O''Brien', NULL, NULL, 'https://example.com/zoë.png', '[[],{"role":"admin","born":{"$date":-4861728000000},"tags":["a","b"]}]');
CREATE TABLE auth_accounts (
      provider TEXT, providerAccountId TEXT,
      userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE, type TEXT NOT NULL,
      access_token TEXT, refresh_token TEXT, expires_at INTEGER, token_type TEXT, scope TEXT,
      id_token TEXT, session_state TEXT, extra TEXT NOT NULL,
      PRIMARY KEY (provider, providerAccountId)
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_accounts VALUES ('passkey', 'y2rxWllq5EUBCCFQ1gc7Tg==', '1a6917c0-016b-4fad-b17f-af6bce5de840', 'webauthn', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[["access_token","refresh_token","expires_at","token_type","scope","id_token","session_state"],{}]');
INSERT INTO auth_accounts VALUES ('state', 'ada', '1a6917c0-016b-4fad-b17f-af6bce5de840', 'oidc', 'AJ8pv24FZgKlbsCY9PnGUw', '61GA3a9UWCXcZMV-K4LSbg', 1800018000, 'bearer', 'openid profile email', 'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiIsImtpZCI6InR6UFV0ZkVRUVN3In0.eyJzdWIiOiJhZGEiLCJuYW1lIjoiQWRhIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZSwiaXNzIjoiaHR0cHM6Ly9pZHAuZXhhbXBsZSIsImF1ZCI6InRlc3QtY2xpZW50IiwiaWF0IjoxODAwMDE0NDAwLCJleHAiOjE4MDAwMTQ3MDAsIm5vbmNlIjoiV1RVMTBDbmZsWk1vU1hJUUprUzF3NDI1NjYwR3V1TWhGZVlGWnZRcVZpTSJ9.nvXHAZ2FYCLgJM6CvZhIwnOq3zWqVSC-WeEu9ibQqOaWhrI9AHcMek6PVD58xSPw1ks2eaueINMfCEH17VDcEA', NULL, '[["session_state"],{}]');
CREATE INDEX auth_accounts_of_user ON auth_accounts (userId);
CREATE TABLE auth_sessions (
      sessionToken TEXT PRIMARY KEY,
      userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE, expires INTEGER NOT NULL,
      extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_sessions VALUES ('4a979675-2f17-4da1-ad89-b8a4fec86242', '1a6917c0-016b-4fad-b17f-af6bce5de840', 1802606400000, '[[],{}]');
CREATE INDEX auth_sessions_of_user ON auth_sessions (userId);
CREATE INDEX auth_sessions_by_expiry ON auth_sessions (expires);
CREATE TABLE auth_verification_tokens (
      identifier TEXT, token TEXT, expires INTEGER NOT NULL, extra TEXT NOT NULL,
      PRIMARY KEY (identifier, token)
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_verification_tokens VALUES ('ada@example.com', '54e34908f4c111f75857dfee2c0f7350de6aa65b2eb9108f8633183eccf3d55c', 1800100800000, '[[],{}]');
INSERT INTO auth_verification_tokens VALUES ('ada@example.com', '902d075ae2803f16b00f9102388d0c18531925ce9a214b96f412ce4ee943c064', 1800015300000, '[[],{}]');
INSERT INTO auth_verification_tokens VALUES ('bob@example.com', '42ea42759d3c62129ee776ee4c3aa21bbe08b21e3ed3476288cea1275e192710', 1800015300000, '[[],{}]');
INSERT INTO auth_verification_tokens VALUES ('bob@example.com', '55854d2b6a28b38626604cbe393953f3d0e3127558b60a0096914d268471f183', 1800100800000, '[[],{}]');
CREATE INDEX auth_verification_tokens_by_expiry ON auth_verification_tokens (expires);
CREATE TABLE auth_authenticators (
      credentialID TEXT PRIMARY KEY,
      userId TEXT NOT NULL REFERENCES auth_users ON DELETE CASCADE,
      providerAccountId TEXT NOT NULL, credentialPublicKey TEXT NOT NULL,
      counter INTEGER NOT NULL, credentialDeviceType TEXT NOT NULL,
      credentialBackedUp INTEGER NOT NULL, transports TEXT, extra TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO auth_authenticators VALUES ('y2rxWllq5EUBCCFQ1gc7Tg==', '1a6917c0-016b-4fad-b17f-af6bce5de840', 'y2rxWllq5EUBCCFQ1gc7Tg==', 'pQECAyYgASFYIKrCDkYtin3GURyswrU9nf6DOTf9P+dGn4O0sGH9iXb+IlggI1kG3f6bNppQGvuMtLES+Sy2sIdKeLO5OtsyFb90NT0=', 0, 'singleDevice', 0, 'internal', '[[],{}]');
CREATE INDEX auth_authenticators_of_user ON auth_authenticators (userId);
CREATE TABLE auth_records (
      kind TEXT NOT NULL, id TEXT NOT NULL, owner TEXT, version INTEGER NOT NULL,
      expires INTEGER, data TEXT NOT NULL, PRIMARY KEY (kind, id)
    ) STRICT;
INSERT INTO auth_records VALUES ('access', 'F7_R7Xs6i20_4f3RcANL5yB2uAjIB0KR64-zC2tkI6k', 'd24b2ea7-e3eb-4b4b-b6ac-b71e9f52c1d1', 1, NULL, '{"suspendedAt":"2027-01-15T12:00:00.000Z","endedAt":1800014400000}');
INSERT INTO auth_records VALUES ('account', '7KmHoT95jRspA27Oc2oSwHBeSvejdPUDfhT1UqyW5zg', '1a6917c0-016b-4fad-b17f-af6bce5de840', 1, NULL, '{"provider":"state","providerAccountId":"ada","type":"oidc","scope":"openid profile email"}');
INSERT INTO auth_records VALUES ('account', 'YP7-QUPYReAAVYp4XK7N1Gt3MDxVcbNnY_Ri_cjeIic', '1a6917c0-016b-4fad-b17f-af6bce5de840', 1, NULL, '{"provider":"passkey","providerAccountId":"y2rxWllq5EUBCCFQ1gc7Tg==","type":"webauthn","scope":null}');
INSERT INTO auth_records VALUES ('example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', 7, NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO auth_records VALUES ('example.expiring', 'x', NULL, 1, 1801440000000, 'null');
INSERT INTO auth_records VALUES ('session', '-kE2WyRkc2l_SeGQ694qK1', '1a6917c0-016b-4fad-b17f-af6bce5de840', 1, 1802607000000, '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO auth_records VALUES ('session', 'GAzrcV1GRzGsARIdExrjhk', '1a6917c0-016b-4fad-b17f-af6bce5de840', 1, 1802607000000, '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ..hNkKo8ViqyXhFWCtZz1f4g.VKaitHWzwlpQd1TsmC0XIMVhA0rewj3BEzkXbnPAbUD1rlzEumEfzoyfu4grCMYS-FC8O8gDrPW2BOUUbpi3uP3qfOeAJx2iEHPNhe0RjAMIygy--VJKSd2PWmECrZUs7FDl0zp6RGQYzMsNm4tTyhhj60qjUzh94plTGdvQ02GjvOe-MOdXu06mUpBsUhFC.MFdyeSvEiniFF8zKfQXFWKu50O_AAAKxdapSSkCCDmY","proof":{"at":1800014400,"methods":["fed"],"provider":"state"}}');
INSERT INTO auth_records VALUES ('session', 'uqh7MfOIqXo11nuwdJmFAQ', '1a6917c0-016b-4fad-b17f-af6bce5de840', 1, 1802607000000, '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO auth_records VALUES ('session.adopted', '-kE2WyRkc2l_SeGQ694qK1', NULL, 1, 1802607000000, 'null');
INSERT INTO auth_records VALUES ('used', 'passkey:nWmjcDyvCiSKrQBsjuTr3ly0wAFd_1po0hGQT2CF1qw', NULL, 1, 1800015360000, 'null');
CREATE INDEX auth_records_of_owner ON auth_records (owner, kind, id)
      WHERE owner IS NOT NULL;
CREATE INDEX auth_records_by_expiry ON auth_records (expires) WHERE expires IS NOT NULL;

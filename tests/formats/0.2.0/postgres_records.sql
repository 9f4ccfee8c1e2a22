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

INSERT INTO "auth_records" VALUES ( 'account', '7KmHoT95jRspA27Oc2oSwHBeSvejdPUDfhT1UqyW5zg', '1a6917c0-016b-4fad-b17f-af6bce5de840', '1', NULL, '{"provider":"state","providerAccountId":"ada","type":"oidc","scope":"openid profile email"}');
INSERT INTO "auth_records" VALUES ( 'session', 'GAzrcV1GRzGsARIdExrjhk', '1a6917c0-016b-4fad-b17f-af6bce5de840', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ..hNkKo8ViqyXhFWCtZz1f4g.VKaitHWzwlpQd1TsmC0XIMVhA0rewj3BEzkXbnPAbUD1rlzEumEfzoyfu4grCMYS-FC8O8gDrPW2BOUUbpi3uP3qfOeAJx2iEHPNhe0RjAMIygy--VJKSd2PWmECrZUs7FDl0zp6RGQYzMsNm4tTyhhj60qjUzh94plTGdvQ02GjvOe-MOdXu06mUpBsUhFC.MFdyeSvEiniFF8zKfQXFWKu50O_AAAKxdapSSkCCDmY","proof":{"at":1800014400,"methods":["fed"],"provider":"state"}}');
INSERT INTO "auth_records" VALUES ( 'session', 'uqh7MfOIqXo11nuwdJmFAQ', '1a6917c0-016b-4fad-b17f-af6bce5de840', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session', '-kE2WyRkc2l_SeGQ694qK1', '1a6917c0-016b-4fad-b17f-af6bce5de840', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session.adopted', '-kE2WyRkc2l_SeGQ694qK1', NULL, '1', '1802607000000', 'null');
INSERT INTO "auth_records" VALUES ( 'used', 'passkey:nWmjcDyvCiSKrQBsjuTr3ly0wAFd_1po0hGQT2CF1qw', NULL, '1', '1800015360000', 'null');
INSERT INTO "auth_records" VALUES ( 'account', 'YP7-QUPYReAAVYp4XK7N1Gt3MDxVcbNnY_Ri_cjeIic', '1a6917c0-016b-4fad-b17f-af6bce5de840', '1', NULL, '{"provider":"passkey","providerAccountId":"y2rxWllq5EUBCCFQ1gc7Tg==","type":"webauthn","scope":null}');
INSERT INTO "auth_records" VALUES ( 'access', 'F7_R7Xs6i20_4f3RcANL5yB2uAjIB0KR64-zC2tkI6k', 'd24b2ea7-e3eb-4b4b-b6ac-b71e9f52c1d1', '1', NULL, '{"suspendedAt":"2027-01-15T12:00:00.000Z","endedAt":1800014400000}');
INSERT INTO "auth_records" VALUES ( 'example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', '7', NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO "auth_records" VALUES ( 'example.expiring', 'x', NULL, '1', '1801440000000', 'null');

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

INSERT INTO "auth_records" VALUES ( 'account', '7KmHoT95jRspA27Oc2oSwHBeSvejdPUDfhT1UqyW5zg', '390570ac-d253-435c-a9ec-0faf675a27fe', '1', NULL, '{"provider":"state","providerAccountId":"ada","type":"oidc","scope":"openid profile email"}');
INSERT INTO "auth_records" VALUES ( 'session', 'XHFttvtYhaMPurWZZAMJc2', '390570ac-d253-435c-a9ec-0faf675a27fe', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ..3oX0wy7sDIVCuAX2pYdXLw.-CgDwWGZ8pXA3NlcCsdB4uEA3a7U3uCIg9xS1rzTzQjcfjMxcl01rlrpP8VNCsaSga8XZ7JVeouWanzj9xLn7bpV3_9Wgdu0q6aeYlwpNpETHM-syCHfZn_sQtITTdr3ST5nmAScSK1l_CVBT3lf2QLUQzy4SM49C3I5PnVP1QNrbPXZDXUMmU2dCEKMMsQY.R_8f6exfJI5krpXqfcY7CrEhxxP2giRFS_Qos2WwKbE"}');
INSERT INTO "auth_records" VALUES ( 'session', 'cVT0dLDAqGBEyPj6T8zvoA', '390570ac-d253-435c-a9ec-0faf675a27fe', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session', 'iX5xcc9edQiRNjpNmae4Wl', '390570ac-d253-435c-a9ec-0faf675a27fe', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session.adopted', 'iX5xcc9edQiRNjpNmae4Wl', NULL, '1', '1802607000000', 'null');
INSERT INTO "auth_records" VALUES ( 'used', 'passkey:uiNrJ9PYKvcfju8ro5i7wBR24drmenCwjaAAY59j9fc', NULL, '1', '1800015360000', 'null');
INSERT INTO "auth_records" VALUES ( 'account', 'GZqDHX_SCaiexDo7KcCZeJ37bP-5Yvp1h2K8UZbD_T8', '390570ac-d253-435c-a9ec-0faf675a27fe', '1', NULL, '{"provider":"passkey","providerAccountId":"cgIkdIbLhYrkC7U76io6Qw==","type":"webauthn","scope":null}');
INSERT INTO "auth_records" VALUES ( 'access', 'pLjHaUnIgMjZiFlYwXW6kC0IIU3OzN3uxmhKfDqi4Io', '470d69d4-b9aa-4a9c-bfaa-6a74993b8f9a', '2', NULL, '{"suspendedAt":"2027-01-15T12:00:00.000Z","endedAt":1800014400000}');
INSERT INTO "auth_records" VALUES ( 'example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', '7', NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO "auth_records" VALUES ( 'example.expiring', 'x', NULL, '1', '1801440000000', 'null');

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

INSERT INTO "auth_records" VALUES ( 'account', '7KmHoT95jRspA27Oc2oSwHBeSvejdPUDfhT1UqyW5zg', '4271534e-c614-4816-bbe8-be9744f18002', '1', NULL, '{"provider":"state","providerAccountId":"ada","type":"oidc","scope":"openid profile email"}');
INSERT INTO "auth_records" VALUES ( 'session', '7pTaZjrV9D6k7I6v4FFbCL', '4271534e-c614-4816-bbe8-be9744f18002', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ..zK9XXw24VnUaENtJDxSofw.nj6xuIhucvBCNos3qrhGWBFqpdiivo1tN3ApxpyeKx4y6zZ6qHDiqMH59aR55OuOTUwFMhrzgMJ9ojrhJkeL2R0SNNbMtM1NxqFbOwRc-JT9vH43OAPopvQVxKTe1Bzz0ujwpbW4tDJyxK_v_Bk1p2yEpNAsaRU23eJH6l7O9Fn3dPTqg0SUda9nuWIq5gtC.iTNCA8SQwDEKl_KlK7z8vu4f_CwHQjAzzV4SdJHWoac"}');
INSERT INTO "auth_records" VALUES ( 'session', 'QRZxzuLMGDFu7awu8TvvTg', '4271534e-c614-4816-bbe8-be9744f18002', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'used', 'passkey:gY_OCQ89-gLJAydYCdsqldfGECCqblVs79Eb1IV7aMQ', NULL, '1', '1800015360000', 'null');
INSERT INTO "auth_records" VALUES ( 'account', 'SsX15ppVRdmzkparkar09fLaEh1Hltc6K8C6K7ONgkI', '4271534e-c614-4816-bbe8-be9744f18002', '1', NULL, '{"provider":"passkey","providerAccountId":"XXdic0Ax9Jvf/esi243ldw==","type":"webauthn","scope":null}');
INSERT INTO "auth_records" VALUES ( 'example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', '7', NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO "auth_records" VALUES ( 'example.expiring', 'x', NULL, '1', '1801440000000', 'null');

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

INSERT INTO "auth_records" VALUES ( 'account', '7KmHoT95jRspA27Oc2oSwHBeSvejdPUDfhT1UqyW5zg', '35221b07-ae2d-41de-b18e-4b80547ff279', '1', NULL, '{"provider":"state","providerAccountId":"ada","type":"oidc","scope":"openid profile email"}');
INSERT INTO "auth_records" VALUES ( 'session', '-pLSe6phoWFdEl9eHolzzq', '35221b07-ae2d-41de-b18e-4b80547ff279', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ..TbQUMpN56wfn2pZgebXtmg.4xD9n2BZLqla1LSn60iPWYVnA-TiLjPtwkvHgiKj3XA6TIoe4iHn6odLibOrO25ESuvZnacUJ2Y0eporo_qZxsbQ4jnHdUVZr9d6hc2wzCP47lA51kRDbN5KxRhAlgdD2dtfJNRb_BXaDbguzhc7kMEdVopekfOCxgteFukL1qCeA7FhafzcfpG9Wypj-tPr.oZLcvxJVyMlw3Eh8gaxwHpiwqGv9_nrno4wA_IYUWdM"}');
INSERT INTO "auth_records" VALUES ( 'session', 'bl6BXLEF1jI-78vV7SPccA', '35221b07-ae2d-41de-b18e-4b80547ff279', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session', 'FUxHjEeBkPmTxTSnkGy18a', '35221b07-ae2d-41de-b18e-4b80547ff279', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session.adopted', 'FUxHjEeBkPmTxTSnkGy18a', NULL, '1', '1802607000000', 'null');
INSERT INTO "auth_records" VALUES ( 'used', 'passkey:477VcSKlypKQfQVldVVLilI1ki-tb3OrawFI9bZ6rNQ', NULL, '1', '1800015360000', 'null');
INSERT INTO "auth_records" VALUES ( 'account', 'kepB2Dloe07yUp0aFu8qE9J8FY9ZLLSSqSf6Zv9pxNs', '35221b07-ae2d-41de-b18e-4b80547ff279', '1', NULL, '{"provider":"passkey","providerAccountId":"pnVc6814V56iJTcrTNt/Hg==","type":"webauthn","scope":null}');
INSERT INTO "auth_records" VALUES ( 'access', 'BH9-8RxNJ-kEkzohnIiAt2xByxEn4U9zzwMy3xQnayw', 'afdac4e9-91f4-4651-b40b-4b8e70a3ca26', '1', NULL, '{"suspendedAt":"2027-01-15T12:00:00.000Z","endedAt":1800014400000}');
INSERT INTO "auth_records" VALUES ( 'example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', '7', NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO "auth_records" VALUES ( 'example.expiring', 'x', NULL, '1', '1801440000000', 'null');

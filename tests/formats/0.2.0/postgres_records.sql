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

INSERT INTO "auth_records" VALUES ( 'account', '7KmHoT95jRspA27Oc2oSwHBeSvejdPUDfhT1UqyW5zg', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', '1', NULL, '{"provider":"state","providerAccountId":"ada","type":"oidc","scope":"openid profile email"}');
INSERT INTO "auth_records" VALUES ( 'session', 'GixK5nN1Jtev2ACZ16tQrI', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ..ci2FtJLnqJ4LAhalo8tICQ.u_J6Fc8lab3UxrGEgWajAe_sCQ9gqiOJMFM73b-knJ71l8lADqQH9K4RBb_lpiWKr1sxMGkQQcAQ9lRKZWwHBnmMqUUQNRsB7MAaRSyFhsqiTYL68Pwc03oQyspMxSW1EYXJV6Urs46pQRouVg5Cv8fMePfurnE9c_xgCdRgZJEwOFpIpXSUBBpjroFTZcY5.qh2aPaRDOBKp1hqM22X-C9ZJe7jCmuE9yvUK1pfFC4Q"}');
INSERT INTO "auth_records" VALUES ( 'session', 'YOKfCVVHQaZspVQ2MsbJGg', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session', '9EOfuWmbygEPUThSFDmP-1', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session.adopted', '9EOfuWmbygEPUThSFDmP-1', NULL, '1', '1802607000000', 'null');
INSERT INTO "auth_records" VALUES ( 'used', 'passkey:ZlyrrMSkpwPjIlrLGuNlmA2S-ClQzLcFTq3GHs9KOGM', NULL, '1', '1800015360000', 'null');
INSERT INTO "auth_records" VALUES ( 'account', 'VgBczvY85BdMAUOtX1sfpFOkj-rOWXXjQv4ah7_xCYw', 'c997f3a0-b031-4daa-9bce-c3a311029b4a', '1', NULL, '{"provider":"passkey","providerAccountId":"rNcffkPNMY1weDHMyAzcLA==","type":"webauthn","scope":null}');
INSERT INTO "auth_records" VALUES ( 'access', 'abbcWcqFFHwcm_RC7zfaHW6aDGoA4sazbNJPDgRpV9w', '7c9388be-3f66-47eb-9c07-4fae19bad1a7', '1', NULL, '{"suspendedAt":"2027-01-15T12:00:00.000Z","endedAt":1800014400000}');
INSERT INTO "auth_records" VALUES ( 'example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', '7', NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO "auth_records" VALUES ( 'example.expiring', 'x', NULL, '1', '1801440000000', 'null');

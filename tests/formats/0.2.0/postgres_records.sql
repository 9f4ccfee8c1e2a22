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

INSERT INTO "auth_records" VALUES ( 'account', '7KmHoT95jRspA27Oc2oSwHBeSvejdPUDfhT1UqyW5zg', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', '1', NULL, '{"provider":"state","providerAccountId":"ada","type":"oidc","scope":"openid profile email"}');
INSERT INTO "auth_records" VALUES ( 'session', 'YIVIX5T5Ld12jn8Hpe4NBX', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ..7g9K6l76HcYAlJuPB5VJfg.QlCdPsWvYm7CjcUbdzJPb7DpT3YXlnGNshivOZFQic1M-_-VN9UPqIZD7fu7yawRYwCJ0h9CxKjTBygBjiN0J_Ar_e-dTowqkopE7cqpHWvZZH0WraShf92NBbZ-FtR5phrEeAgnKCZ18QGadPaFQBf2no0YBxNcHcLzbY0T6DbVKuXrtwuYgrZj5FL2nu0S.2VJ-q3IS3swgpqSgbrt4lOu8Bzc6WAiP1Wn_UVHz5IU","proof":{"at":1800014400,"methods":["fed"],"provider":"state"}}');
INSERT INTO "auth_records" VALUES ( 'session', '9rgK6jtMdwJMCpnQrUbGcw', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session', 'SoqQY-DVr_vXcSVfKOUzVu', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session.adopted', 'SoqQY-DVr_vXcSVfKOUzVu', NULL, '1', '1802607000000', 'null');
INSERT INTO "auth_records" VALUES ( 'limit', 'khrrS0XnKxHIf3Ipz8paZHwLo0fInfwzpldYl0Qjeak', NULL, '7309386557118425', '1800018000000', '1');
INSERT INTO "auth_records" VALUES ( 'used', 'passkey:Od9wzI6dMBKVMhj8xYiRk-zmAmdWDoX2Vo5XoLx2G0k', NULL, '1', '1800015360000', 'null');
INSERT INTO "auth_records" VALUES ( 'account', 'MNrKW1byP9M-d8eTt5ENMfXV-PDdgq30BIFFOQNW-T0', 'f0a09802-cb16-48f8-acfd-ee4c33312a60', '1', NULL, '{"provider":"passkey","providerAccountId":"oJPv9JDt4l7PwMsIuQyWvA==","type":"webauthn","scope":null}');
INSERT INTO "auth_records" VALUES ( 'limit', 'bwkdITWw2qHszWZon6ESJD0ZwnlKyoJWGxQW_rO3jPM', NULL, '423881927670553', '1800018000000', '1');
INSERT INTO "auth_records" VALUES ( 'access', '8KtTxZQpmFsBuFYt2uR89R5XS2veu-WLFzQk95FO-KI', '6d8336a1-c6cb-47ef-b8c7-dcc9f6b5982f', '1', NULL, '{"suspendedAt":"2027-01-15T12:00:00.000Z","endedAt":1800014400000}');
INSERT INTO "auth_records" VALUES ( 'example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', '7', NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO "auth_records" VALUES ( 'example.expiring', 'x', NULL, '1', '1801440000000', 'null');

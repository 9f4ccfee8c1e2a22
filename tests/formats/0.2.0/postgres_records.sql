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

INSERT INTO "auth_records" VALUES ( 'session', 'c2bNSDR1Hn9OkJ_KelW0jI', '6bfe5e2d-613c-4000-ab99-2a3a951935d6', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ..Ylp8c62ybRH9ETaQctJBmA.h5HvG8HYwHb6sAhff4D29l5CLvg-kv6xPZZULk19VsePlXPo5v2g9wwfyTulWRVkVX47dTXOG-vBxX8s1VkitB6UlH-CHB9gBN2UpNHjUD2146FsTrkPcXwMNbMZ6zRnnd358KyrJ1-KV-H7sLDAX4nFkbcp2TVi6w2iJ-nRdIoVTE-OHpHaASRNs7ETf7SM.c3dilfm-iRxu23z-6Ca7qEAz0rOpZwGTrCe0rD6epbI"}');
INSERT INTO "auth_records" VALUES ( 'session', '-G2IrWpCzrqIm9i8JGrzsw', '6bfe5e2d-613c-4000-ab99-2a3a951935d6', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'used', 'passkey:8xIPMTQ2rEaJHntF5UnQ4e5IY_tZitIPoF6commfwHs', NULL, '1', '1800015360000', 'null');
INSERT INTO "auth_records" VALUES ( 'example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', '7', NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO "auth_records" VALUES ( 'example.expiring', 'x', NULL, '1', '1801440000000', 'null');

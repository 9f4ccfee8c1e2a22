DO $auth$
DECLARE
  id_type text;
  wanted record;
  found bigint;
BEGIN
  -- Several processes may run this at the same time.
  PERFORM pg_advisory_xact_lock(7305131121);

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

  -- All of the rest is there, so none of it has to be locked.
  IF EXISTS (
    SELECT FROM pg_attribute
    WHERE attrelid = to_regclass('"users"') AND attname = 'auth_extra'
  ) THEN
    RETURN;
  END IF;

  CREATE TABLE IF NOT EXISTS "users" (
    id text PRIMARY KEY, name text, email text, "emailVerified" timestamptz, image text
  );
  -- The ids of users keep their type.
  SELECT format_type(atttypid, NULL) INTO id_type FROM pg_attribute
    WHERE attrelid = '"users"'::regclass AND attname = 'id';
  IF id_type IS NULL THEN
    RAISE EXCEPTION 'Cannot migrate "users": it has no column id';
  END IF;
  EXECUTE format('CREATE TABLE IF NOT EXISTS "accounts" (
    provider text, "providerAccountId" text, "userId" %s NOT NULL, type text NOT NULL,
    access_token text, refresh_token text, expires_at bigint, token_type text, scope text,
    id_token text, session_state text, PRIMARY KEY (provider, "providerAccountId")
  )', id_type);
  EXECUTE format('CREATE TABLE IF NOT EXISTS "sessions" (
    "sessionToken" text PRIMARY KEY, "userId" %s NOT NULL, expires timestamptz NOT NULL
  )', id_type);
  CREATE TABLE IF NOT EXISTS "verification_token" (
    identifier text, token text, expires timestamptz NOT NULL, PRIMARY KEY (identifier, token)
  );
  EXECUTE format('CREATE TABLE IF NOT EXISTS "authenticators" (
    "credentialID" text PRIMARY KEY, "userId" %s NOT NULL, "providerAccountId" text NOT NULL,
    "credentialPublicKey" text NOT NULL, counter bigint NOT NULL,
    "credentialDeviceType" text NOT NULL, "credentialBackedUp" boolean NOT NULL, transports text
  )', id_type);

  -- Locks the tables as well, so that no row appears between a check and its constraint.
  ALTER TABLE "users" ADD COLUMN IF NOT EXISTS auth_extra text;
  ALTER TABLE "accounts" ADD COLUMN IF NOT EXISTS auth_extra text;
  ALTER TABLE "sessions" ADD COLUMN IF NOT EXISTS auth_extra text;
  ALTER TABLE "verification_token" ADD COLUMN IF NOT EXISTS auth_extra text;
  ALTER TABLE "authenticators" ADD COLUMN IF NOT EXISTS auth_extra text;

  FOR wanted IN
    SELECT *, (SELECT string_agg(quote_ident(one), ', ') FROM unnest(columns) AS one) AS list
    FROM (VALUES
      ('"users"', '{email}'::text[], '"users_by_email"'),
      ('"accounts"', '{provider,providerAccountId}', '"accounts_by_provider"'),
      ('"sessions"', '{sessionToken}', '"sessions_by_token"')
    ) AS keys (name, columns, index)
  LOOP
    CONTINUE WHEN EXISTS (
      SELECT FROM pg_index
      CROSS JOIN LATERAL (SELECT ARRAY(
        SELECT attname::text FROM pg_attribute
        WHERE attrelid = indrelid AND attnum = ANY (indkey)) AS columns) AS own
      WHERE indrelid = wanted.name::regclass AND indisunique AND indimmediate AND indisvalid
        AND indpred IS NULL AND indexprs IS NULL
        AND own.columns @> wanted.columns AND own.columns <@ wanted.columns);
    EXECUTE format(
      'SELECT count(*) FROM (SELECT FROM %1$s WHERE (%2$s) IS NOT NULL
       GROUP BY %2$s HAVING count(*) > 1) AS twice', wanted.name, wanted.list) INTO found;
    IF found > 0 THEN
      RAISE EXCEPTION 'Cannot migrate %: (%) is not unique, values in several rows: %; list them '
        'with: SELECT %, count(*) FROM % GROUP BY % HAVING count(*) > 1',
        wanted.name, wanted.list, found, wanted.list, wanted.name, wanted.list;
    END IF;
    EXECUTE format('CREATE UNIQUE INDEX %s ON %s (%s)', wanted.index, wanted.name, wanted.list);
  END LOOP;

  FOR wanted IN
    SELECT * FROM (VALUES
      ('"accounts"', '"accounts_of_user"'),
      ('"sessions"', '"sessions_of_user"'),
      ('"authenticators"', '"authenticators_of_user"')
    ) AS owned (name, index)
  LOOP
    EXECUTE format('CREATE INDEX IF NOT EXISTS %s ON %s ("userId")', wanted.index, wanted.name);
    CONTINUE WHEN EXISTS (
      SELECT FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attname = 'userId'
      WHERE conrelid = wanted.name::regclass AND confrelid = '"users"'::regclass
        AND contype = 'f' AND confdeltype = 'c' AND conkey = ARRAY[attnum]);
    EXECUTE format(
      'SELECT count(*) FROM %s AS t WHERE NOT EXISTS (
       SELECT FROM "users" AS u WHERE u.id = t."userId")', wanted.name) INTO found;
    IF found > 0 THEN
      RAISE EXCEPTION 'Cannot migrate %: rows of no user: %; delete them with: '
        'DELETE FROM % AS t WHERE NOT EXISTS (SELECT FROM "users" AS u WHERE u.id = t."userId")',
        wanted.name, found, wanted.name;
    END IF;
    EXECUTE format(
      'ALTER TABLE %s ADD FOREIGN KEY ("userId") REFERENCES "users" (id) ON DELETE CASCADE',
      wanted.name);
  END LOOP;

  CREATE INDEX IF NOT EXISTS "sessions_by_expiry" ON "sessions" (expires);
  CREATE INDEX IF NOT EXISTS "verification_token_by_expiry"
    ON "verification_token" (expires);
END $auth$;

INSERT INTO "auth_records" VALUES ( 'account', '7KmHoT95jRspA27Oc2oSwHBeSvejdPUDfhT1UqyW5zg', 'c68c35f3-f66f-4535-b991-201e0c205eb2', '1', NULL, '{"provider":"state","providerAccountId":"ada","type":"oidc","scope":"openid profile email"}');
INSERT INTO "auth_records" VALUES ( 'session', 'HrzA5OgRoujPABrhcMttPn', 'c68c35f3-f66f-4535-b991-201e0c205eb2', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ..CU-1P9eFhIHfO0lzXx58gA.00P-Z9a-7HD3YZUFR0TOymChK12JBp9Tc2vIqqdYOZfjkRXWYN-t6Q8yLU_MbCuUzUE2yCJIWGRj9trUDCfwY4-FuMMskl-1pLjHsHhsNKlYRsKf3Gn8KRgfXjiAgbqpIw2OPokkiiaHTJJS38K1efeY_myGFDQ8v7EXb_1WsAf4jyd9hhz2gnDfVkS7UxTw.iZ3AfJU-YYr_E5yDl1SNoVIAd5WaH43-onx1cjZafZE","proof":{"at":1800014400,"methods":["fed"],"provider":"state"}}');
INSERT INTO "auth_records" VALUES ( 'session', 'gtkIyd9OSAM9i7fVl88fww', 'c68c35f3-f66f-4535-b991-201e0c205eb2', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session', 'uaqHsonoYvfh0IAKHgxZ0G', 'c68c35f3-f66f-4535-b991-201e0c205eb2', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session.adopted', 'uaqHsonoYvfh0IAKHgxZ0G', NULL, '1', '1802607000000', 'null');
INSERT INTO "auth_records" VALUES ( 'limit', 'khrrS0XnKxHIf3Ipz8paZHwLo0fInfwzpldYl0Qjeak', NULL, '4295781865679390', '1800018000000', '3');
INSERT INTO "auth_records" VALUES ( 'used', 'passkey:AM2oSg-DFWUDOoSHtf_yUp2Qpb4hF_YY23s1g8WQTso', NULL, '1', '1800015360000', 'null');
INSERT INTO "auth_records" VALUES ( 'account', 'rk1h2jvWwMbYmsTZ6w8fTpsioqKMJtOb4BW69VGP09M', 'c68c35f3-f66f-4535-b991-201e0c205eb2', '1', NULL, '{"provider":"passkey","providerAccountId":"miv21aIx4Q9OXnZIqV7CcQ==","type":"webauthn","scope":null}');
INSERT INTO "auth_records" VALUES ( 'factor', '0cb78e4f-addd-460a-8772-b43b7ecd97fa', 'c68c35f3-f66f-4535-b991-201e0c205eb2', '6525496957220148', NULL, '{"factor":"totp","name":null,"createdAt":"2027-01-15T12:00:00.000Z","usedAt":null,"data":{"secret":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiZmpuYUF4cEpDSjlYcmgxeUhRZTlrWmF0c0c3bjlrSG5qcHZzSk1qdnViMXg2ZHVnXzlOMVYtR09mSWI0U0d5SmRaQURYa3ZSQlcxSDNWRGlxdVVXeEEifQ..tTWkq3YjT24F__ROFSP-Kg.l_yGZkSQMDeJp9zHVgXI-BIXa08eWBcp8NSgpVX9AEjzO1IoqedBkrLUdjMYJJSVbFJD5WMwmQLJ8R7c0-qCOdPMQ3WZK88NKwmIGMpBUzxHEeCEOHR0xyyeKHVa3bkIYC7iiAtw04wSCrw-aJprF3r62YlgGs_6P8sUCWxzMSg.Ljk6wyNjfAHG0G6tGKnLiWXZjeZcrHUSnmpDRro5Rgg","step":0}}');
INSERT INTO "auth_records" VALUES ( 'factor', 'ac66f6b9-d75e-46ef-aff7-249cd37fefa6', 'c68c35f3-f66f-4535-b991-201e0c205eb2', '7312092656231494', NULL, '{"factor":"recovery","name":null,"createdAt":"2027-01-15T12:00:00.000Z","usedAt":"2027-01-15T12:00:00.000Z","data":["1AJLqYLYF09_vHUL6XbV-XPAUiPVGK0-UZznn2rSDVw","FcBnqpf7YzYE7karG40Af1Ft3mVja79VKMEYVqJUFWo","6DQ9kPGdQF6qaLn8qa0ynG277ih1i3FX0VYaQ7TNUNw","Bjcs059ETpQ7jo7wbEOLRdf4DJkxFf7VBIWXvN7Z0Pg","NbcJJeC2oLFSfM5zn5_r28yTIlw8IxvVQnGX-SbU0KM","oxlV5bb9fK4QGIRofvfKH1bFUW06ledkc-ZcLGHbFcI","5Y-2aY1pss0FOAfD4wT-8mWze5bk5z5NBS_1BR9FwaQ","nntO4EisBZ5Jp41amnvH9A4IX3_XSZ5vf_bsDRGIQpw","ZIT2GBiOvLERAmwX5S-7iE1UqASxMYClUQqYwZBHe8k"]}');
INSERT INTO "auth_records" VALUES ( 'factor.attempt', 'ZdfwPxT635uhDhSv5gAHRo16I-7A6XExz1Q4uqhAbYU', 'c68c35f3-f66f-4535-b991-201e0c205eb2', '5947058972001338', '1800015000000', '{"code":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiakZjVVcxUmlycXIteE45M2NuTDRnOVhFTGdZQTE1SnUxVXg4YzBPUnN3dHdKenJVZmdYcVRmVkJROTM1SFZUNDBkUGZYVlBoN3lMYl94Z2EwQjY3U1EifQ..QNBO3-vJVPqF3-5d6X8b-w.2R9iDdtqWNmitEJ8XNSJ2jxUOjgWXZZ8VQp_UunT_0w_iEAwn75X2JGOVgT1OAQ2_yA0lM6qx8eNCZNmHc-zJRWMPT3qRLH8v8RcGqi3Y7YmAegL1hB_ROISvx9lyXwWc4jk2taiaffR0NI14GYomA.QfS2RCNFIbzk9PgOsqD38K12YEae9cPYmcn7pI8va20","tries":0}');
INSERT INTO "auth_records" VALUES ( 'factor', 'b75218c0-97e2-460b-8994-8d47e6e84d44', 'c68c35f3-f66f-4535-b991-201e0c205eb2', '7140435823609752', NULL, '{"factor":"mail","name":null,"createdAt":"2027-01-15T12:00:00.000Z","usedAt":null,"data":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiakZjVVcxUmlycXIteE45M2NuTDRnOVhFTGdZQTE1SnUxVXg4YzBPUnN3dHdKenJVZmdYcVRmVkJROTM1SFZUNDBkUGZYVlBoN3lMYl94Z2EwQjY3U1EifQ..Kn_kUNIoKVaeDwuA76Yzxg.gLyRuiOLwOiTlxHQ3SgxZCqZOketzC9e046cnVRHkn7J3fxkWC18CAPC_BdnxYYh2s--76uRFYabs-_zP6iTR7IOxVmsBRPK3yAjPvRNbemqeoZocx-kokX1lySqviQ6lwIyJtdJ5JBGyjS6f5HPOw.XavKe-5qvUURmi6iubMPojDfW8jHXSUTjHzQ_v-VvTQ"}');
INSERT INTO "auth_records" VALUES ( 'limit', 'x2ttJa10qJW60y-Im3P2Y3Y4tPKMg8Ppwg22XgObppk', NULL, '8579688463341069', '1800018000000', '10');
INSERT INTO "auth_records" VALUES ( 'pending', 'U5mrk4FTbvgiIeVkwwBfaS1thLVpRxQY', 'c68c35f3-f66f-4535-b991-201e0c205eb2', '1', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiT2MwaERYS29Qekg4SVlydzlFYXUwcnZXakp5VXloQ2N4RVdKQWc0enZvUnJrLUxQWlFjanR1WlQwX013dUVlT25rQldTLUl6RFpGb2cxcnRCYk9hMGcifQ..vgk5rV5ypIVL0bWbMa6Rng._GJ5qk6dW4J_SFzNWMl2_Oh1Zp0qBGFztOXZCuZ0VjpN905ssMrZknCmG2kmq7q2rVQhoxAteRPp6lRPh54SPbLeGE-35E0Yplz493U5JQRZJF02A51Fcto26S2MJdIPnxtNEd_QjJAbTAlaX-E4THOhE7Ak0gpr1qV1ZAC-5e4m8ElgHHK7MpjjloKcAbBVXnn0piyrdb9K1lTbKpvYihmj0vYnKaI068G7J0rPDZ-zIE6s58cQUomYAYFxt4ad_8eWvI4VRRtKUiAKgaU3y7IZ5n-mKk-ZM_QHqNZFKmYSW53k2VLhFFOI7vio8fHcRfshMNFDuJmEGFgC3JMXB6M94aLW-SjUgbE81zY_UhHp4LX6h0MAwbdrNJ6apTHHS-qE2utkCuoS9bx7tfts_FJvpXVe9haCBMHYrSBYxCm8YfIoPBbP93ats1YjY_TsJQieLivKaP9jU7iSrB6K42g3cMH5_-pjipEx4u6dpRV6ZZhUgLsVDVj-e5KKKopEzjqo56j6jgbkJDu80pNVvQMnCwc6Hr_gvP3PKBupXN_slDItqyiCRbo9J5mVL9vIQKKWWtnu_epCsrjDMik7do13nS-d55dN7jItsN_jWZrMJbXSKdOwky5XDCE71o65-nG3NH_Gi4bvmzVtUGrHTry4idI3uDskKGXAAXpC8ls7iZSUA5porLABmlDz6M4Rq7XiqU9C-P9IwFOYMwku9S1ndNDA0M9gpYu7bksIyD77r_BnRqD2h07MzvCDlJRn1RrtmT3TMXNmgnqKsNW6Y6BwHPzbC3eljvHbm1m8h_J3O5AOzDy3CQQkB6RNDJimIG6Y1jzrQymrBSmYgI1bEou7dutkSGXYVAYYUPE1khS-HXt2C6m-zyZjUWxEmME8Bjfl3K9zBKZxSNXtOR7wRshHIfAp6SdDNnlMGUFvl19q1v2QrWhW24rTUvBDFNnOisNuH5RK8Auvfgl3UoLF-mvlZ0O9F4JIyx5jvsL2V7RXNy98skdeFsidoEybHFR9soEIdWgACTxnfTkF2ls53r65TRE7b7GXc3wtsvJ8wnCeLeVXtdEGuummqr8HKv_w_1HB1JtyXH5LnUoDDCLyHkNqggnYd1YbPPlH0YmfkGjgt-RYSvq5Uq6ScklXVUVmgQbR33EIyLfnrz0_Ma1FlEgobIwEkiLK8JqIc2a-xd3m3LC_iAqsDw3l0KfTQ5I5qpVJvnoLbkvMVNoY2IUndjIyvX6_Ec8Jyr6kDskNqRAT7QEEA-wxC8UYLl0FqLCkXcQk5M6S0nk9iC5ubyvYNveEkVr7U3fL8LxbBPmatlamgWnZlTDm4zWoQzCIm8uPTlFO7qv4qApk2zHYpPCbIB668p2xTZUoGSTTH9MiMHY2wVbOcWneTirOAr8WZLnN6G7kUdPx8d110Y7wtch809uSYIsIPziYsqfw468Kb0fQdwHwYqPQD6jlENDeV7DfEEqIXjgm64wHinJ_MgfscS4rMVUFTDMIymWiQm6eNA7NKiX2vGopzuWfkain-pg8ftbjGQUga492a39zNtgcfm2RqxLuI2MGvr7FtxnYkaPs0OiSLghuPLYm8q3szidb2M4NiIfUa5je8OUXT_uhk07XgHgJlz-vfd_e6y3iMN-HrSw8OcIfxDtJ5n0nvjDScc04eeRjy3XlGDf719u7MO8r2CdLFN5mJwQL8sMQE_b5laStqaUDmHdJE2ZYvlFqNqB4hZzj9RbYDDPAOefHtyxG52JXvI_qxgTRv7JKBWs-VSNtN60wxkqL4MVU8a7SqbciONkBR66vbPzCXYNqoOJqvpbqYeI69GFKGstVCVYPtB4Bo7Zm7ZxwaKdXmjBuwa2UuaTagAUlV6b-B_9LbCHDLjBxk9rhNBX0n4aqaf7caUsPlcxxIe7nZmIN_Dz7qkXuw8DPxVXsd1aIz-H5VzqujAGnBRbAy3sBJv_DRDstydPLNrWzCSbURjyPIYB6.-yjJYgc-UOb2sP57F6i8041iDjCPGtbyjor9tdoohGo"}');
INSERT INTO "auth_records" VALUES ( 'pending', 'sbD3rEKvpBnrocHqhJSAzb8gtRO2qClV', 'c68c35f3-f66f-4535-b991-201e0c205eb2', '1', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiMml6R1A2Vy00LUZSYUVCRnZHWVdYak53TDB4a1FHNnBiYnRvek9JUThOUWpScEhXOV9nb09fWmN5VzdVY19Wa04xR3Nxc2hvelQ4ZVJBbzVmdmRsTlEifQ..1LumA_fGh94-_rlGIw_v2A.lB_dCcen05nkMJ8urwEy1RSv4-OOkxqq8W9bmSN7EziD7ZFKRkNhkouc7fIGctU0OfEFmu8MaieRbudpVN8iUJfMNdpekpHDpC0ppumMhXatg_5wBgsMRNOvDVe1Tdb1lbVkiQzWRZZkb-mIIvEyLChMBlx8p57p9b250gN8UinTcFUd34wTc-igSMG2HZm9nc_QWYZzVYqcKgd38-vbL4Gfn5Qc_gfImjWsJr7wlMUrxoCz90BtPJtNLm0dhviHpdHsf35GbvoFuOKnqC0g_M5gC7s2H3Eepem1VpkImYYeNEqFxWoMiE14Ktxi6AqaGscnkXSmsTufWSDSFV_IXvzFZ-Lt7-NYOmLvjgN-L8KFGiCwFwzpc4BmMOEwaQL8-mhPpFv8VrIqUW9T539dL2JLiMYH0677Nb1pKNxZkc1sUYmBySJhH8uk1E3oQDfAR3zCotk9INkfFSrS2jf6g_HRpNvPoM7ql6rXncbqUjLQJOpyaNrWcksS3v7iB2niW_ZMq91Jktz_bJ7qmR_ELfXcPXdRx1Ey4Af6i80JtkIpuy-OyWeab4ODzbrCEwVjdnytOZUaWMHfnoTtBvroszBcAxAmYqX66nVXU4VQWH8_u0n1PRFxYvdb31bELGZPh4CPHkUbQUGhlb-5y_-zMBxGzyZr9Nr5ccfO8MHILK7aBEAgq7SpTGWZkzWbE8PqLmUkX95c1hyd9e-ckdTfGMVD7p93-TjYBEwn2WTN5CBZaOlfAwNUsgW6U86ykHUVY-6TkOxoKjhZoOjZ6Aci9oVIUIfR8qoQ-oELsEyt7sWehhS_VIe4-EjDhJHoWnROTH6YkbiqvOAmA_IgD0PaXPKHq0uw3BDiSJZSNbQJNPeI1_iJaR4xvxiGDH4maich4Aquj4Yct9J7Ig_2gMqEJkkt6S86aVXbU_xyj0gMJYkfVZXcnGINIAdLcrwiF745PKlV1FibIiqxpTW8CyEyzKl5-PEnPyez_QjhjIDG0qCg2tmt7cI4krLLrDEbYt0ArRyoqTOPppXiEU-SiwsfhMkwHM2O3jCisOjOqS_YEwTpOlYbQnjmpdJ9mUlx-gsPdB8ayGtSQ2-6BjYEEHfnbInyrr--wpxcxGH9OyIna_4XbQxpoqGVZTXNaCn0ZkXOK9qWiamX_yi7XrZ1GD3s5lyA_C71mNVMe2ld9yeD9pslzjcGUr0BUkhzDvfmFAUCPVFRE3B8fs2LkO1ToOpvy4w3zyGI5TaKMT2XG-q_Nd_lpSGypuCFYK1T80Je-4xdxjNRP9kEZdzyL9MwHu5dCH58sfWuNxSqHWdLy7WnIy9VIWHYq-lF4hmSl2Q2VRIO-spn6m956qjen3rTdSFBI8jO8ngYQU_69IEbVOWi6R87xdk_k1vl5anfsvOGqP_LPSYV7YTtvxCbzraM620cmjZ7IpFgISwZDQ_U6J42BiYXmvNIoPlwfx73j7K731gYNfLnUzA8S3GEPtWZhFq8_SNAOg3VEmZxUQts3reoKCDo-UBepo-fUwJhbF2q3ya-xUqItx6Ms7xJ7eQvRzM3NAaxYwfTxKW-3aoerCgUkGip-bD6wqB7wD465JDBjv1-byQ3QqYaIVobjyJzfiIRoOZ8VzcUC7tK1YkBl2K1fPpoxT7u9Eqpv5bb5OWXe05XS420HuM9yhT9wnrVfj2-fsIrUmqF_MJ7znSqtVv8zTk9_HOFS0d2bR4uDVNlqwa_kMYZTn_96gbI47bFbbIojHHa-4DmBAaU8xCAB0hgzLX9YP7QifoQi7CMH5ANe3eYE7mJG8yAA33200B22FHamIKvrd1Uvz2X9MQEMBRhejq7WqMq40cqD015sKb9WUvKUVsmU-Pq52QghHmSYubvsxmE0DJBdA6Y3MTHw9iPPMGHc2VBC_-N5i6yuls3odCHuYHo82fMb5Q6uFbjEwlCBbuNQTNmAlnscgkgox5XKjd9QtzshjGeGZMu8kwh7z_I.XBKQEXstvRXKM5hG09FYeTdjwbMtjNOso1YbeJ3nVjw"}');
INSERT INTO "auth_records" VALUES ( 'pending', 'IilAqgbdc9bYGi9RLaNf4sarsDeGN1fi', 'c68c35f3-f66f-4535-b991-201e0c205eb2', '1', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiRW5PcWxLWXB2WEtwTU05ZGxFVk45MjVyMVpLanBsQUZMbkVLRHBSeU9fVlNJMHJER25FTmpYdGFpLWpLd3RnSlBHMVZGdV9UVGc5LWFwYTJKNHJkbFEifQ..Flxa1aLxAuqHbc8bv1gQAQ.PWwFqOGrlVeJkX-w6kcARZD9rxnyujnuk4hJygAZ3vBMDeAwyIO8O3JEOkaxVJnXLR4VbgSka-2yoCRTxaXi1ot12f9PgBQN7g-rjKKhk6LvdwIt7b4Px4kiE_5bAWia4WVp6DSUQwqTTn_5-7xwNFs0cZVLSi3WWZFSeCDfLgG28vFgJZ_aQsAOPTgl5tyUBr0uHaWNnvRKAC6TTY-6eud9Oq4jkHG5cprsIYX-QTc5m3MAJfOcsVUYV7A52L--UHNvAGEGiVfjMI5XrG1s2sBhWHc4gfcQiAV-XrtQIoCsF0ks-hh3ym7gTeKWc2kvgvM9x28ysin88NrM8yQHUFASy_JLt10KQvFPyo_h9-M4D5NKfIBeuOpxUFY7hsRTm3g9ndf1LhIzk9piaqPPvBU0wZs5w1jd1D2_l2QZklM5sJxYqhILOmv4NT_LQJ6epAW9Jgk05QBuLq1LAikKDkNmCzAU7nLlX_VJyEL2GFbB3E5S8GxRHdyS-c1pSLxFbooc7QsJASxM1yMgMjbLJzGWcz6uKA5vr9PI2Vm1ZoSfI3qUeod8X9Hz8pwr1HjrA-CapAlarW4P4obP-b08JqbUh9VHc0--_uhTdbmreKUQpVCNPkb7sxVJrWvRRfrdr9XQfc7ttwaOtKsIUj6wM0wHrhLhoIyk9ph2V7cXf-d571uqMxj5rS-NNo3FZLLFA1cNYpwXLSknflUlsgPw20X9UwtzWR84IlJsvqTdLz-WP8VoDqz98kupyZH4SZwdkz_82GZmzrVHzKHBBpor6Ck7_EDv75ifCTkgjiu3xffyd-4LLFVibtpHlq5lofFEHwCUsyRLufCIEg2u83x30zQEdp4PqZq-s-3G6H7gjqUUc8Ii3XYojutUYnDASbmOni7vNwGkNVPY13F7JD6MZBEWkIP1qrqWyIRbsdRfrk-vZJhQx3XzGdqWd6lOQxInqInhWClfOppErQHa4hMhQEQi3dupHfLm1_fTJJndFjk67ELi9WhaMnjQErzIcEUTRfjQEG9QptuYOXtWC8142ECM7s2fxCm00t-q6eTerN3cqNQsIU9bEqoJDs4N4HpRSBISDuKWwEfH6HZ8PwcAlF8kYHRdDcGZ6LuNSzIT4_oHS0uyTCTpem022VWDSPMLPxBPCBP4UA_9SS2d_juC1AJHP7WvI4a_LBIfMJlIVtgYtwSedmw7B5_o_T76z8GHmajKQrDPH-2lkQouqJ79qeYSUKr3hNo-Z_MZjwKPtIEu8MmQ2GpqrAxgtqR5X8UeCFaKyScQbYwcyjbDYMWZ1w4GpYD3ytD0MvqXiPsS8THg0xJ0jXnDiLelWkFm1Ui0tm9gyJlhfVUa-hysT7DDGhtAYknnRI-TjZLgBZLbZzLbT4hG6CxZ6zuBY0EfnVDj8kSalMJGvv2Vb3uoKtpPXI_6enzZIp_GZTDj0wSYE1oG3vhZVu4D9ZyZRFySRla0IxuHp0mQGwSPtSYlAWvH3iOB1JZLTOOMSYYLL8vGKg1reudZsZRfNmPwb1kLmeoooz0RLmtmqlLoIzmfacgo4xBufIhCz9u11yGCsEakwymLr_tvOQndeqiZrTwV1v5p3EHOWX-1VToJBrrvUoQuVTb3BMcSthSkvdwHvJPz7L8Y6fLrYrWU-snwvw99HEIqAOB8x3hLsfCWLBQLrU-cYjgZaQmKfR93KFdwT611wu9US_TIbvoiaTeNIzZQFMmc4YMAn1wY6_vXSewrA44hM4GEoM7Ty65Pdze09ARl1X71YvJtejrZ5rOby9NHY1OwNt57vhlESmVt-uc_h6As7uC-CD-dKsM9TY_azZIcO9t0rW2Vsh1hf03WIJykk7vsATLcWwwQ6PenjztnN0VPQmrH9aL24l8gRI_nA_2wVJU_g-DLC-fCh-ifMfEIcj06_NXWdPf6pVgLnPatJwxgA4nWijcaPOzSf8Cs334rjR4sTghzp7AeeyYAtS9v0bdU.JVFQ4bM_OvtHz6MaYr9sFXBYsigY-iY99Lurm3AJMck"}');
INSERT INTO "auth_records" VALUES ( 'pending', 'bcIhTlvsrqB0KuNnPC1oHrK5aQH9YYiU', 'c68c35f3-f66f-4535-b991-201e0c205eb2', '1', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiZktJZW1ubTBEenlSdUdFNkRra0hMdU9aN2tYN25kcWxHa0NVT3ZsUENDRkxhRVFMSDNwUkNnQnpmbVJVM2ZwTUctdWhsVWtqZUs2a2NlcllObHlWR3cifQ..q4nAAlA9_xrid7iE-S8bHg.LbJil-0bVANVTeTyN_dE428yGY7TnwuFhTXBrudk6Xz1Oz1zW71hNqUtk_D2vdmi3ocQr43qUvyyUQxh9Pj0DKGCditBbEmw-r5gyqQFRBfI6iDkF8-KsasRLCrC6pHp-Y5j9UB6_74-zawfQ-O_HVeRV-GrF-BfwbRMIA3l5QGeqyQofuEUTxGCh977gPwn6ZZ_7wLJAn5_Dqn7Qx1lI-764FrkUpTVTR8VIHMv-64NWejmzuWo3C5dRJov3yMREgb-Uvxt14IZoEPiCMnA5hBKiLajDR2W49pqodDL-5yzRv6E0iHED7HljcVnkkUu9RAh6VlQ_dEzVuOxNu_VH2DUmHyb7_PmIquTIhgG0lTNrrCdykQMvHCwbBt4dSqUP1dDvjC-ho9Ygx2nbahjYqaLPzTBB5aFylnSK7eF6fBBFILraPhCKqzGuGUOGZQi8sYuJPm8PEKVkCdS7nbmQA6N3U-6SGgaX4FU4lu0DhjvpAAUDcVgx74au3ImYZaxEG-J3uxVeMhL-3qScGOJVgyfGskSXUgfKZw_HUiissLdKsUuEBnXsiedIE6dHXZYzvat35WxudJFI8zZsJUrhLSjYJw6mBql4XhBaoa-NjDVFjb7HhTIBLjG9I-IXqBvCERGkZJxBKjwTwupOGdozd5ZktpQmjDdM6YzclYY8IqfIy_cXgz6MgzWOZ19bL8HbafSuc3mM4XOavOnxDtgN62Dxd-Ue-WmNoDELNVR0WE-Wu5A8uQ5p7lt_-_Atd8VLN7OfprauXeee695e1cCHnQPi8NMOzjgKtldG2fxzQl1SYEbuV8M5iFUSHwUeGKPX7Oo6181LBy7DC2nAPRshdnkA2oKi3ddYciVEiLM9XCRMtefHp2JyoUmlpMHCSgFZjZQK43d-qp4iJRBKIgMF_R5T_V6pBYJiPK0D5hSjDV_xfluMJdIDA6l295JOOI5E9tmTsJuHECguvlGGf8SyfuV4y2pq_dk8Pl7f8d2O-wJ-DOWhk091-NsRONB7r0CdZN9NoEi-qw53sjI1MdXO4IkNwaDCK6ufMMctmQoG0e_JI5DFL6GYbAO7fpfo3ZDAsqpGH2kyELNzCjgeU-8h8SFZ3g3AhFIxAN73sj3WvjUjvQUMaKjPLX0ZTghjjBSYKen9r32T2hjEQwgu13vD1ZLpQoICBZ2iSYdeDim0121lCuEhekd95xhw_KAhEIrQu0DAYayRHt2qY5DV1qyHWBGi4G8Usk_BQuLs9_szawHVCp22VcCoCcI9rVAIJOTA7i0EkCt3LdGoU19LMi6rvTlkehRPhH2hOb57QithCwSn1CJPfQ3fCLErQMDfj-wOFgbRz0adnh_1MGlqhUGfI6vixdT3kOK-pojyps0dggrVbJtRObxiooXHrhLHz1SS9urZp3l8craEFoqTvehm63JFuZu24hMimVczyZH33i1QtSXrs67Fpceq4lSKOm1ioAg327mqfnv9Pv5ag9tQnHEQ7RZCAY0VBWX5dspzXkqWlFiJDOyImnrY9IaFilhNLdYIScA_vkTlF7bSMPufspg_Dsh8Hx5R2G4x6VnWmbdyUUnuUvIt4vw2E-pASPbJDeyUP-a_CfUJhERupygplrTXKbHnBzIENmmwdKGbOSYD6aCSzLMKZGkG4OtBvnG8uqM9eJGIKX1nHyJq9aI0hqxzFCJxm-jlnVe-mgGROnlWs0VtiFc0rrgKUmeALfqZ4S7nwK-syFDptreABX0qTN6hM97bhyjcxCv44dcgdGuejWmJZ4InXD1N6P3gpqLh9dPy3zkqwUSF6V379DaSU5mssfEX0Jv4ml7JODm4AzcZajJtzLQzKQCj0R9ySwO2yx-Cd7E7Mk6ZoTGysW6ctOGa2wLfTJqrxc9rT9eN8FrTb7Ct7eiY4wblFDOMZ2IbJULGzhl1Wo6lFSE45ws7RJl5h2kKwPqDBqh_Nc5jpMb-jhG2DPGS__ANuSlmIWu.ROXZyk5Uv5_KijC2JnpTtt7jR4Qd-2x5-fe_CMDDhU0"}');
INSERT INTO "auth_records" VALUES ( 'factor.attempt', 'RP_UUu9gm1jBfNfyOEV4sOBohdVJdUy2WKJnhotCWWo', 'c68c35f3-f66f-4535-b991-201e0c205eb2', '2263140240959703', '1800015000000', '{"code":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiakZjVVcxUmlycXIteE45M2NuTDRnOVhFTGdZQTE1SnUxVXg4YzBPUnN3dHdKenJVZmdYcVRmVkJROTM1SFZUNDBkUGZYVlBoN3lMYl94Z2EwQjY3U1EifQ..JOC1R1D1eFYyJSWhLc6ykA.wAE4FukBpZ2elhTgXgOleclXCRCSkQzM1AuioYrx2hPhxRfWRNVGcWydyH8Rqy-0kdhWnO_sP-VhozeZSfZW7XvXrzuMs3vaYbq6Vw_5mKQnPctN2RmqwGRLh5yaKe-6AYHootaNobPMPHKwFj9-Pg.qFMZnDqksCxFpi7g0RQl62C4w9yY02az34t_XBjVE8k","tries":0}');
INSERT INTO "auth_records" VALUES ( 'password', 'yly9xLp7smRln8vVF2ie9Y5sb-NMDG0WW5a9yYufbR8', 'a5f2b79c-08b9-4211-a77c-0364a3d52d55', '3495936140509036', NULL, '{"hash":"$scrypt$ln=4,r=8,p=1$N7ORF80ejKnHrbhopgWl9w$rJ24eH0ni10LHJMNLaSeM9vE07teJ7dnfHaQgPreKAY","setAt":"2027-01-15T12:00:00.000Z"}');
INSERT INTO "auth_records" VALUES ( 'password.rehash', 'yly9xLp7smRln8vVF2ie9Y5sb-NMDG0WW5a9yYufbR8', 'a5f2b79c-08b9-4211-a77c-0364a3d52d55', '5352246988879516', '1800014460000', 'null');
INSERT INTO "auth_records" VALUES ( 'password', 'yMOOzCowRxUhXDjATKTW8TXx-kQmildiU_SODmvQa5o', '98d0dc8f-3e5f-4cd3-a6a2-48fd80139cab', '5321855421551654', NULL, '{"hash":"$pbkdf2-sha256$i=10$f1856xjHJOTrGGx/KSfJTQ$DfFwjWUA9P0MksUVVgCZsUKgOHuR898O8IXzj/fWdS8","setAt":"2027-01-15T12:00:00.000Z"}');
INSERT INTO "auth_records" VALUES ( 'limit', 'bwkdITWw2qHszWZon6ESJD0ZwnlKyoJWGxQW_rO3jPM', NULL, '2777719891010890', '1800018000000', '1');
INSERT INTO "auth_records" VALUES ( 'access', 'DImuo_OQM9wZHvGUOYoQO9whmkSO9_XSAJPovWjz6PI', 'c230b973-3f97-4a98-b483-4baa317d2068', '1', NULL, '{"suspendedAt":"2027-01-15T12:00:00.000Z","endedAt":1800014400000}');
INSERT INTO "auth_records" VALUES ( 'example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', '7', NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO "auth_records" VALUES ( 'example.expiring', 'x', NULL, '1', '1801440000000', 'null');
INSERT INTO "users" VALUES ( 'c68c35f3-f66f-4535-b991-201e0c205eb2', 'Ada', 'ada@example.com', NULL, NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( 'a5f2b79c-08b9-4211-a77c-0364a3d52d55', 'Dora', 'dora@example.com', '2027-01-15T12:00:00.000Z', NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( '98d0dc8f-3e5f-4cd3-a6a2-48fd80139cab', 'Emil', 'emil@example.com', '2027-01-15T12:00:00.000Z', NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( 'c230b973-3f97-4a98-b483-4baa317d2068', 'Bob', 'bob@example.com', '2027-01-15T12:00:00.000Z', NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( 'zoë-🦊', 'Zoë "李雷" O''Brien', NULL, NULL, 'https://example.com/zoë.png', '[[],{"role":"admin","born":{"$date":-4861728000000},"tags":["a","b"]}]');
INSERT INTO "accounts" VALUES ( 'state', 'ada', 'c68c35f3-f66f-4535-b991-201e0c205eb2', 'oidc', '4U8NazkRtgb3QXGi_-X6Pw', '96g1Gs26nb5aQryC6r7WGw', '1800018000', 'bearer', 'openid profile email', 'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiIsImtpZCI6IlhBZWhJd0dHcjVrIn0.eyJzdWIiOiJhZGEiLCJuYW1lIjoiQWRhIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZSwiaXNzIjoiaHR0cHM6Ly9pZHAuZXhhbXBsZSIsImF1ZCI6InRlc3QtY2xpZW50IiwiaWF0IjoxODAwMDE0NDAwLCJleHAiOjE4MDAwMTQ3MDAsIm5vbmNlIjoiYXNuWUxhOElFYkpOUjJxNEIyZ01uN3ZWc0JEOFk5SHlxckppejNMdW1jZyJ9.dEpe1ePpzuelW2N9XPFca_SHlO67gPFkQkwW3IyfA77udXQpOhytYk4yZQMWkE9qDxusdBwWQeTiziyPZ-2ZQQ', NULL, '[["session_state"],{}]');
INSERT INTO "accounts" VALUES ( 'passkey', 'miv21aIx4Q9OXnZIqV7CcQ==', 'c68c35f3-f66f-4535-b991-201e0c205eb2', 'webauthn', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[["access_token","refresh_token","expires_at","token_type","scope","id_token","session_state"],{}]');
INSERT INTO "sessions" VALUES ( '2d8da17b-f568-4cc7-b706-16accbdf02c6', 'c68c35f3-f66f-4535-b991-201e0c205eb2', '2027-02-14T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'ada@example.com', 'ef6627a968e47ec9b3ade261649bdf480ea455647c9883c0ac084ce7092d89ba', '2027-01-16T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'ada@example.com', '1975a227dea39f16a71da03579bea20c6f98c9198193f783525b8ddc141bf36a', '2027-01-15T12:15:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'bob@example.com', 'c6fcde20230cd1439a212e748c73bb869dda2323725562dd0d0594ca73349c7f', '2027-01-16T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'bob@example.com', 'b54a23623a1279c70e11465c2542c181094bf6ca0b8cda5d34ec1796670da261', '2027-01-15T12:15:00.000Z', '[[],{}]');
INSERT INTO "authenticators" VALUES ( 'miv21aIx4Q9OXnZIqV7CcQ==', 'c68c35f3-f66f-4535-b991-201e0c205eb2', 'miv21aIx4Q9OXnZIqV7CcQ==', 'pQECAyYgASFYILrxFfPXNyn1GtZpS+8RqQoFa0NvbCSGmcQNy9Qiy1m7IlggbRxJ1bkuVc1Kc3ahTzMqaboKBcJpyxTLRk2k6fl4mTc=', '0', 'singleDevice', 'false', 'internal', '[[],{}]');

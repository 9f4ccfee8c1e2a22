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

INSERT INTO "auth_records" VALUES ( 'account', '7KmHoT95jRspA27Oc2oSwHBeSvejdPUDfhT1UqyW5zg', '3a65c93c-4a8c-4ce4-9f00-69b460dec083', '1', NULL, '{"provider":"state","providerAccountId":"ada","type":"oidc","scope":"openid profile email"}');
INSERT INTO "auth_records" VALUES ( 'session', 'Hnq37io17ygpqJ3_iTk9ML', '3a65c93c-4a8c-4ce4-9f00-69b460dec083', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ.._SJ-B6nElPJ1Tk1l6cMCsQ.GkfGjNasuaf6NRJFCQaueOogsnceOpT9_FPz0OMMM_0AunzXembkdXPjiQKCyqQLeglKMVotua2J-pwbSzPdPlUVVbXwBps05jLF6dZRt0En0U7CCmexnUSdc4j1gHuD-Qy0J0vvBHG6VlTwu5s822RDjHsKBR6Nviv-hnSMS3iKAUiWdj71mPKmWgIL67y_.LYNWaAnNer3T4YgGopDl-P_amL5DOlKE7FtEnon_GrQ","proof":{"at":1800014400,"methods":["fed"],"provider":"state"}}');
INSERT INTO "auth_records" VALUES ( 'session', 'JA0FN573QG0A_sZ6ed4lcg', '3a65c93c-4a8c-4ce4-9f00-69b460dec083', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session', 'W9U01NKXhP6z-MhD5Kq6Jx', '3a65c93c-4a8c-4ce4-9f00-69b460dec083', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session.adopted', 'W9U01NKXhP6z-MhD5Kq6Jx', NULL, '1', '1802607000000', 'null');
INSERT INTO "auth_records" VALUES ( 'limit', 'khrrS0XnKxHIf3Ipz8paZHwLo0fInfwzpldYl0Qjeak', NULL, '7662928141923624', '1800018000000', '3');
INSERT INTO "auth_records" VALUES ( 'used', 'passkey:wnHuJutpRPeZJP7eNUUZhvt9NotB8aemmJ6EjOuuB0g', NULL, '1', '1800015360000', 'null');
INSERT INTO "auth_records" VALUES ( 'account', 'kcRF3eKtb2BigQZeCPvqG9nc_8832DbRujYoTSgpgOI', '3a65c93c-4a8c-4ce4-9f00-69b460dec083', '1', NULL, '{"provider":"passkey","providerAccountId":"SXkV+GsE7dWDQ2etdZuKAw==","type":"webauthn","scope":null}');
INSERT INTO "auth_records" VALUES ( 'factor', '3e5653c9-e1d8-49fe-bea1-68619d325d7e', '3a65c93c-4a8c-4ce4-9f00-69b460dec083', '4835859293047785', NULL, '{"factor":"totp","name":null,"createdAt":"2027-01-15T12:00:00.000Z","usedAt":null,"data":{"secret":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiWnZtWGlzQTlGcjEtZTZXYWV5alBzNnoxRERsMDJuQ1k2RmlDZGl0WEVXSVFqVUZucjZ4OXRMN05RUmljN0xaejhfRWJpOHZLbHd0TE55ZEYtQzJrQVEifQ..mB3Bko9vN0yZ-i2CHP4ELw.n92xmkIVXOKlc-joIH173VRNIhDtJa8YdqQCXzI-aSfuQ3VYklbH-fRifol2iXBD5vKihc4zHM_nSoNvY_CgBwm7zI-AtUJoo0R0MGzqOELR5gB1t--w0OqsDYiuj6aGHhFOMUSOl0K5DPI2jgl-wNynCNBxOWDVlW_FNscPp3k.MzfV6NB_wo0LWSaLa_3NeJAGPrijsnFKu7rE_UM_jGE","step":0}}');
INSERT INTO "auth_records" VALUES ( 'factor', 'c54d146c-1269-43bc-a44d-115d838f58c7', '3a65c93c-4a8c-4ce4-9f00-69b460dec083', '7497613641629036', NULL, '{"factor":"recovery","name":null,"createdAt":"2027-01-15T12:00:00.000Z","usedAt":"2027-01-15T12:00:00.000Z","data":["p1-f70pEo055JRgYPbsqU5D53XUlJZjSK8jJ60usVwA","4EZ17tNhPa3SxAroavBhM7FcJxamOokk13eFkDgn8yE","hVf4HjBvhRH-bHnrVagsMs95fVPypCpM38ignC79h1w","AVhhXHTdomC9AefEurGgCNbVD7gQm2I6yrjj4joLPYU","NI-2KQx75n-uU7fLh6W3xYmbkRDfoTxJothvy3sPoJo","zH_6QeTWPJlMnUXMukBiwy60RMmMkPlVNIMgqAJdQa4","AtWPOyN0xOnqTVFDcDa_JRixZWfuk2Vcs2xzsmujbDI","SJwGlCaZZJLPbeacEyL72uuR3m_Cxj8AVmSIN1w0rX8","RQCEFo0IP-Hg2LyL7jxyZKhUN53xOq7jKoyQVYOWg4g"]}');
INSERT INTO "auth_records" VALUES ( 'factor.attempt', 'ZdfwPxT635uhDhSv5gAHRo16I-7A6XExz1Q4uqhAbYU', '3a65c93c-4a8c-4ce4-9f00-69b460dec083', '459271463879670', '1800015000000', '{"code":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoidERRZl9xZHV6N2hGdGlVaTFzbGVaOUtNZnd4eWN6aU9zYXI1SHRhWk9mR181RE85VVh2VzI2ZnpFSVVweVFYYlNTVFFwMGxpakt2Zk1SbzFpazZKT2cifQ..uWMEhuxWa5z4LXBj_1rMNA.N1NQMVdHPIu8vZfqbSeIMtw_3Vsnm9OoaAwFxsieLEJ8Nmn-QosJBxthhxsctr6JuF21idJej3BY7wyBCoDtLvmwQkmOR1GrKXTDIJRidYOm75FRbxhbvl4O5AFhC5PhPDL275U0MpnEfVVuX2-prg._aBrv4CyO-588_cjtq7oOpuipvwHfNohME57rv7XxlI","tries":0}');
INSERT INTO "auth_records" VALUES ( 'factor', '557bd0eb-01f6-4c6e-bebf-49420dfda14d', '3a65c93c-4a8c-4ce4-9f00-69b460dec083', '7882178586765954', NULL, '{"factor":"mail","name":null,"createdAt":"2027-01-15T12:00:00.000Z","usedAt":null,"data":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoidERRZl9xZHV6N2hGdGlVaTFzbGVaOUtNZnd4eWN6aU9zYXI1SHRhWk9mR181RE85VVh2VzI2ZnpFSVVweVFYYlNTVFFwMGxpakt2Zk1SbzFpazZKT2cifQ..SseSUzfECyjVQRn2l4lUmA.MM1a02Uk_IbMF17H2yHmRT5QO4niaaYHqfxxALJ4OS9toN6vnIJpVZQwM6JwDd0lAfUQdDW4KH3ZoMD47fj_-cYTX24g4U_-Jcddxs3iCJT-Cald80FL1LKqxq-afQVmLpHNHk6CtQM0j_lgtFK88g.4Y7uqIODhKCKz8Ex-EWDnce6rCGIHHkho2j7HrWC1Gw"}');
INSERT INTO "auth_records" VALUES ( 'limit', 'St45iZbLBPnnz3hkntaWn1QIaRu1Nkb7ep177RWKRtU', NULL, '1694121457161332', '1800018000000', '10');
INSERT INTO "auth_records" VALUES ( 'pending', 'ZCX4s5jUMKrJbeuiwUDOpHidqZwW5Sk7', '3a65c93c-4a8c-4ce4-9f00-69b460dec083', '1', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiOG1UZ2tBeVJrdzZ4MXJGcmZLd1dBd1dvcXFaTW9yRHBldFU5dlc3c3dCVFJVVm8xZEZaRzBPSGkwT0FQUExvclRibkVXdnZycWtSYzZNZVRJLUZtUlEifQ..HSNkLc7Xbl8Rggne5ywPug.1soBb8DPEylIbZw_hojX4Zjw_PmynVTiUnv98_-ycaTLP_3zA42b2FDCnoS--e0-XH2BhIiMHjAPZBrxroa2AXyDo5xqozaGOprfUSpYKHTP4qvgOK2T3uwfKZGliLJaaMLkPcAMCZiJQK7H81jnqerkHEovKd7vcK0YI1oOObRhAVPZA2T-ZaHSLQeEb3m73g5yMFrJbLf14EhihhM-qulx96vdJhTy0JR70WlNEV0tKSDgugZzeWbyH5fJlvj3nyiPTXY3DjxbFT8xjYPDUY8oi6BdTXfnXD89oRCp7KThbgT-alYj2-SYjfYYg80jX3E5LFuj0Yo58UPT2pdH9ucYC1vVeoaNIEaITgwwFH8TCCsyXg8OMEHMdWot7FG8KIlmfk-8z0tQerI4QTPuCsnzCUGFw4SotZiMeSF4ryrHSsvapCDepbqf9fItrZUEc-b3tVVEKfHMbJEeMs6sPadi_mL0y_6lWVkasEyoonWl5eIYsv9lyP7JUWiwzFoAhwfZJRp33nCIbsPsDFNS7w6cqKKaFKCQEl3Rrw5X5Ns4sgVMjcpLyiojLRw9M1Igjg8WgRgThl0SHx5ojSJLaWZIonFZFXsdhif2nffkeJ7zlDMNWw_-VG3UIa2GnprXjKDa6IHILHyW7iuy4wQj8klP1ZQtxvUttvOFI5p3h2u40Cfajii473AW4xNBy53iS1lgfCv3TytFvLJbLs9hEiGPsVsosol0sw7dbaRcSMhPmfc5YCMEddwud6uULCqzhE4RSaC820fvQGGkyAJN8ZsFD2eOKjQLmuTbJKl0gUxmFbpaRsRagpY40rWGkXtVaEmngBFQommyqPuTUTs1vEm8MjagRIWKYhf67A9JuvMKAN6qP4KBpPsE6p-cCNHdVgLVNYorD6yJ4bHmLErfw4vFGWgenB89e0ckD7EUrLzXLchl1LTsq2_qzY0MrLHkS64PSGzGRSGoIblPwbmC1thClRJnPxcnX-vIjvTK6TpGRltxel8mZvCAK7q2g0xS29LRtLIBXdhEvSAjnCxLJcn5CSSXgjvkoJCDkubV8X1rMak4xBjWfJiwAuWchqg00cHivCxZ-RG-F8O4H_Lp49RPOU5j5tGf8kHrW0GFadatS0-7e2s6PHR7fZCeLGc2fvK6LYitxkQFKEVseb-dFc00L90_dZ5LbZxGdw2Krp_35KKqT_F1LlVRqlxAjmIaPOamS_VFdAkhnwwIgfBIZGLxKFacYObfZUUCEhTTQjpOJXb8Vf28tFc15TvrsLZ58QPRMPyWHszYBNNXRbeRQ7L9Ll7K0-U1pKOZB-k0SIE_ZrQ8YLLvnWgM3pqf_5788kay7SKZVZ98BnLkeal5bzWYTRdIA4QAFCbe4qYQA7SGYCmD6AZrsIniIgCAie__69SanUUeWh5dY68L66NWoj44gOAZMpmovwmc4fTtGG3hx4XlfPusPwi5VOCRjwnWDTkcH-6Vs38sUiSRSYbzX1fHhE_5o7bPHo-B8JpuHVQhB_YFw5HkUmoOC9b5tofsXstRtg4H8aRNF3Ij7AykHJKRlzt_0qBfZOdU_pusp6yi5EyDXVfGWzq3ixk6gT4ZZfKVdip2jXkU25M9KJWjb3cGKCPvQK4nKY4jfohxklma1fLrV-gM7RuoMChl18Yw48iDwSjd4PO4s5GBbhV3njenG_2pmB_nWcOPgus_1SQKaLRol_-hbn_jNvdw5BpahHhl1nuGBKr-vEvrxIB-slRn_Ec9T084FEs8XTBWU13LOrtEN52YfVcRcnPp_kJn7tIedg5lpa4ya-2Upk-bLPjlj-5ZwuiSsATJyeBoQsaUYi9T2Qn2tiiFLTEAk-lPPacY3I6XJS77FCBJ_8gpz0IIaPfWSQLuCj_EpKpFUHDwkpWsHhrPN-YUJGvys2NIIyc93Alb1gyu3YmXprF9E0rXF9mf2C82X01S2lWkwZDEic-eb_1vXznveTnSPcca.GNJeOvHV0Oqs2c7QBNDFOYhSDcYhPOaeCxApZtrY-uA"}');
INSERT INTO "auth_records" VALUES ( 'pending', 'QCaM7OGrXkJLEWScFkH1W6ndRBzeo4aJ', '3a65c93c-4a8c-4ce4-9f00-69b460dec083', '1', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiSUhnTUlVLW1MOVJ1MVMwc0FqQmx6RElLb1pwRWJ5eWprRTY1azl1UjdCQ3lwQTlDZDJJZ3NuanRVeC1FY2RGWE5aMjgzc3ljaVFqcG1MSWZGY2lSZ3cifQ..-wTFce8Wwre3n6KG5zJXvw.bXfrhNz8qLvJwGsR4hj-jvoCvQ531cjvfHiDT8B-YU2aCt8m0HX15XcJwfnFy_-pgfgUM8FRy4Q1FI9oseWJIfWSoL1II-l68sHfc0rOqLBPx41FmW_OQeRY4I5oM4c62cezXcj1IOh3lVRwzD_eSjdCp9muinm16B44KkFQ3YRwIsmun43uqLq7vAiOA1ZbvpbVSEVfXnWoTxGFETFZBeKdHuS51-EVch5o9ThRmxO_zvD8ZqWB8zoLly0Kwnx2r_U-kJGvY5LlhHhmWv0oIfZYLzBr1phwrHUBwJTPRh-fSU5GIhNVUYbGnU5craFvaJCwr941UF91vYB0PJwxWQ9aVxuBILUNfwuvT7psJ_WtfSInQ2UPBbR0Jj9WY7-bVh4cc0EW8257D8P4L0nM0cSbi2nwqNmbJ0yBgI7jmEMQxdo2pi9AlALvHHt8PhtR5ZInEeUnlzTyeC7lk1IZMrNVxD7AQ0OSGwuF0rRN781W0kthJEuM1uUwn0u72TLXN9XfPvzbMI-kCZ83KxTOq1F89iBiLlGmX-7giL-P_t7nXXjmIwgLS6ngDGoOv4yspJWO8ppWfcD4ZgMiR2wbH-n9l0yT7BOZbo50MMXlduUECdkAUJiIrXkLOzfcbtVcMg-dnPcERjywLF-Xem_twkRR494K6II1aoLmIGj_noB1PSqfwKORLQPfqo4bpl-b_E0GmIbVutDX05vT1hx45Atlhg2kaySZDt8rq08smBTUQa6B5b0zPYqAbPX8cPF9bXbfXa_fdd-fPvLsGYu8nrhKu4NnMHA1XBcfGtjBPL-C_5dpGGyz3_DyXaJFnAlcZvb2tu6clMCxpAUdrXb_6oQff61JPSXn-Yxggk-4YHoD66-hqz0GLJHx3d0XpCP7L2fr-o9XRDW1hnzwB52lViAS8sACuqMiAxxAQnk5CbwenKtInkL6JQIYJ6RZMrOv3RHBJ3bMIGlbR8z0EXdtbxS-q12JZES54QgIeh8Bl9yex7GsEprpHA8bd_pnXcYEdK89wU4nvnvUtZ2oq-NXFRqhWEQDsQw7JCRJ0CWh0qdkDHyO23CgnCar5xsHBaBcjNULzruWmzXkKPaImyLbFBTg3Bi4EMw1D-mMCZYr26lw89RdAz3h8SaoiwR2-UxMrq3io3PDYREHXNgbvE1O7tFWpIz-dypQsOdTyb8azD2Hx55elnAtFLcVevyr42X2imwGwBbo7U7vb_3MNotz-fEKUKSMk47qKmF5GLIsCnsOwvokVYcnUPMvr8bFKgtbxUgScKguJ-luSPP-4weaE8vjqerfTPw5TlQ6ASz0i3hzjlacgQwUtiNWwwte3zBifXSKUOBRrDnT7Dqt2wJk2VzAeMX6ZuEOelX0427KCz7wTJHBwI43WSKaBF5dIm--9U7ff6ZEPdD0TmmCtzv7ESLawLNarrZ7MqeFmUVFjVVKHs2izwv0mar5Pxe37O0QlzkPMu97Mz-jmt8S9aemrKVYyr9ZpOD24KAAVP-zumJUCb8TFAm-XMj_IdXU5tsKta9FotV__nqqq0fI7jQJzOKCRt-D_3Tdg9hFE10cp2aDpCxNg2gZgkqFBG7fQinNp4DozZKRn6Kaqt9TdAunX-m4vAO9N_a0jDJTERGqrbY548lx34YqCRp0hvXUUc6HSHMo-QsAsUPWUFv0vBIv0oB00asyj335hWRL8_l1Ied-_Em1Sn4djli-AVVlYOHpKfiYou2Y5UzucqBAFUR4W7YqsRdgv-tH2P2vOYXfFu6daKf48jbfqf8foDQAFpm7TnWRtjNJq1N42jm7Voi7VIKdn8Q6p8-kkPaDo4cgBtJx8M1pxtUO3igSRS3D-v0UW71xA4ZUlqKR6yg7JVSfe_ionK2ZV2ocsU9ONwTkuSuYtwik9SGF49UjsGd0JZo3hTLbYUpE4h83OEzGCrsFm2hb6TbhL0cqYksr-O97kJCy7PpbbTBB07aQ4ex4vcnn.cn06lg7Z03U0Vw_RPw13VH23V4uBiG9BZE11LAiSUnM"}');
INSERT INTO "auth_records" VALUES ( 'pending', 'qW52NdNbLn36qP69Em_rRuHW97Cdq-ol', '3a65c93c-4a8c-4ce4-9f00-69b460dec083', '1', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiZVg2NnBhS3JaV3BsWTFJZFNrS2xpcUtxaTlUd3FCVkZ5Ulk5TElFMjFsWVJ2WU1oclB3VmNfZ2Z4cC11aFozT1FTdGZHaER2a0pnYlk3QTJVbkZ6bEEifQ..J2K3xe0-2fF-Bvyh9oCfGA.YARBrbX0LT864VvJYERIRGN-JkBrkHYzdcGf_et6vOxxDNdBJf1fVhW22WZ9GoWhKcCQUfvtmrFmLLP7Keu91vASu61cMK8YKh9tk7I9wLOAVIiCeaOok_-6XofjjGjahT5Dq8W2Is9elLJfUjsQ8VwXjN8umPMd4_EtlkNYnORYy1LS0J1hPfNKmKBnpNW3o4EkOb64Eya4LT_qvigBtd7z96n9wBlNc2iqo2-HJ3LgMezxrlelINDwQEFkIBUd5COYPNflVZJgZwU797U4JgoKe1spAzJ1po_x5iun1XG8X_F6pvCjZHxjM5A1YXPUee6jXnEjaSA2WRObqJ58ORRtGNSHQbDN5nS9JcXHop4PUWMyigRgvXA8YvsubDN0cLsjjAXs2tMzCIGB8GrazpqOvTtCQIwyAfl02Wfj_rUj2iv2coYg7MagEtBatulVbYxvH2rdutY5YsBl_i7wgOKsHeqjCKIZuPDEqgusXkaaUi8MkgDg9XUoNmqdVJn0GKEXWBSNOoWOTjTaxnNfSfM10ZuLob9oadarmUmA8OCbGQNIbpP4cSS2f3qqLJ5MAyhCO8amOUYmypfenvGjVn3kAR5p8CNQ1iWZLEZBkr7zQeh9UlMsN2KX-sbn6Q56PT84dGHfo21VeEUPoiHghs7YWJFp8ZvVBuw0WBGMsNWxHRUbJFYhBTwg6MCN61l0qfDiV2yjJjXwLOxHL4ecbD9L-i5JE0y9h8utLcBoqtFl5Yoqn9yHPPf6KIcYkyHzOdUDKk3UByulRMi3UdXCy4St-ZDlfJnq5Xa7wBQAIzPE02GYeAPMeYkHEZrxkYbFFGetMAvUYqVMCrRrgZbzxMWjG0uoiZmaE0hDUqBiXJrcNS2XPFRsRZ0RFlVYaRNQxG7DY1bPtSt7MS42y2kk1CqyU4cOdjHOgMXWOwR3eDHF2UY5NDn6qEGxK8eAGTwI1SGaQypC2zp4jASeKQS6Kj52RsNkpBElnyvu3OGaFeBIhpygR_ndm2-AjB7CaeOmDyIRnnirfNHAP2E1AEifEIU9D2JpFjlxV7doGxvW2lZeP3bM9AmuhCwyPzL6Ka1fx6eiUd94QnAevbrHbTTykBxKDACwxOd3EjEz7T_UYARK_0I6MUZ0uli2Gsyi5uxCyRScq8eDBaWsLLYe69DcDYmhf347TgdW8LGbRMTCJeZurRrf6YymNSVYp7h5ev7E-wipEYt5fJUY74jlLL4HYTXQfO8vMOoUPSSZ8CLolOKCDRSrPKsui6gdeG1swqA9p4jgtdOfl6EF7lgT0af31fN61B-hl2zrgm4bSvq4gJKPsJ-DCydzfmBSpD0Vj1tqpGUUcorkJwtXVj1xQcm1gCp8Zre2dKoKuYyAlah8yKNwVtstwfcnJAKFVzIx7vTqHNM_ajbMSxmoDGg0MSmYem3vsaSNMKtVo4Rx60zPIU7iMXLj0pyiHVXg5unGZBLZC6gmJeiIV4XGgKcq0kbpg0ImEwwIgKcC5Aht6t3wZvPv89ZJgBfOCw41MXWbuLihjJusAtE1PRIBKuWcW9HulwaOm5Ejp3rWvEtwjpRDhbNBfBKWCbh4BpmGmbBADvjqhO-f9ctFquhf56Zl5Rv8KxgRv5GiOv3wHM3sD_55FyMFU24FYr06S3avw1wxce0owvU2X0CMLH1azvCEBa0CJo-MDu9f9TfvtXYajzrUiBdRuBxhjhmB3lhgc6c_bm-lr0q0C7DmIpSOeZMpkcB6s0mdVOuhsYb62jTzAmIZLOCbM4PS13Ys9X5rk4rP1EpILgMD2AGhQNJBZqNXAEGzxq-H5R9wDHjak2-fjTzSHRZDEG2nmBXjz_YWh6gCCMAS6ROsGZCRKMyTbAqWavEl-lGrZuXv4lWyQLAnxW8VK62rGeHufIsF9b0DRwPR9VatO3ksDePfdd0bVLZr3e-QZd-xRxOX9rVDjzQOSzc3xJZgetoTo7grBm-MfAXdB7fH.rr8pNeJopwY3Ias_URZ0tj7DiIm5keM-8ybQNT6CRW4"}');
INSERT INTO "auth_records" VALUES ( 'pending', 'cUcX6n2NahUHrtrSPT1YCrpYFBjGu1-I', '3a65c93c-4a8c-4ce4-9f00-69b460dec083', '1', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoickc3cnlBaXBXUFd4OG5JM1lnNHdBb2dlM1VfeDdSMTV5ZEJlbmE2OGdXMVFuYWMzTE5TazhSR3Y3WnhDa3dZMWJqMHI1MmpXX3VVSC1OSi14cy14ZncifQ..a7wHACxFM778vJGk6fFjsw.yK0SodFHG8qbw_IjzP_vG_Qn8sAHX3L6dcb0V_f2MutaUEaHAmjilFcw7toYEx8lX-i20pCRN3MuqPcbiw9mrLLRu4h0zkhxgJjQwghKdkJUmZAu2CPM8aRqv0bLL1LlY4W8WldXx6qwRki8TEHw9tXCAtOCveRZArd0K9FWhpsKbsge-0dY1PxemBRwgXpcnAf8MjAtkjIR48SjsiVt0kAx3i8uknO1JRlNgUK0FCNB1mMUzJRlxheiNYQ24IBeKifGA6HeHdZr7hc10Z3_tjAxxv3YODeoGm0ioGQ4MX9Cl0cbcl5oKxpWU7rj3mzICcWAUIvaEYg-fYH5VNjPW3gap-Vd3ZRyPz0e_-uHhBfNJHLuvqjhOPkXSAH46VkBX-KnmWUDadWTdbc3QSNsvgDvZM-pOfoziVm_FWL3YgUBkOtRRKOHEFwY-d4a2RbhjLxFuaA_dSptc2ZJvxHlxTZw1ywevKIpvNqD-KTr2zA_xiEEhvEx_coJm-QQ9oVW3Z4bKE3U9Jy5lXYpNh7-at2WqUvryafEJou7TzwYvJjJux-X52pTcKo8M5c4r1kV9JN6Z6nxc3XB_XZQGm9jRO43RfYrYZSnBDzgvh-Z8-vfI2qRCg_WiEuDaCTPhv5dP32_qA2ed0sti7onFOMKk7PoZpkfHnKYDAQ3Y_iFQMwzbcAAZLznOSEcRwSWVGZyRVawHD1KHY5U7Waa-qlspF8eaobH6MHbGa0E2sZlvgb90q4x6CSc18JPPkeQcHlo2USe8RKup8aV8feB5MKdyaG1Q8GM96UR4KSLnaAuAxDaIGVV6dxe0Jx6cxJ9UnjGENPcop_rM2mPdxPqKlNN1oicKuyfdv4Yn3dZa6UYcP0oCIiMMdmImx1ir2JrKdcdMn1I3_LfS_1UCfxPC51mmXsE6DKXEW6e2_3aJcml-OvtELI0V3EVQwlNMKHe-twK4qVubck_FAXxLZCUfZX8xM2zz1WkrJH_Gz-zN_aM4dydQZ6xCRDKCrtLJbc41pMsFBWcjtO7fM0_TTXgP0v4DZLMxrOIR8Vq0-2aVgE2G5ZQBBlvPXQM4E01p52n2l18tBzGDJHYZjFQH3cP58VgYPHEB1eCJ1Z8KIZrF2WO2EUpMHE3xCPerRUfDGprlBcNonrKRM38d9yoVksagN5kAcEMGCRLBlSHqEdSrGpCi2GqD5p5pVjFXlqaZ_ujrTtM7Ueeqrzd4jUqriShh16TGo6x61VagG4tzvBk1yrnZZ9Fx4xu5oQlMmlKtbIzEI2W_nvseQQOMAVzJT9KjXpGnoJdoU7g8-5iX3Mrk0I6_ZCR3DUuG_xivuNOTbxtcl1_3G9z59Sj5OBwnvwQxy-5-VIaWhyauqvimNQEBMcnsLnvyiHEA4gtquNN2wNRrMtp2nEHd1QGHQH-ssaW9NV2zPjurwQCZLM29dAbcMyZt04s9ouJ55BJP5X7L3MHqG6LjXTKp0g5a48_50B56rgmFVF4j0Uz23xHrVgtTIR6dmyOpxSZQX50FhFX-J39k2hCCslKUJz5LnoqfT9ndxDXuzKF7KYbKsU8K3wHVwWNf_5SLS0QaExhgYKB02GKEgA_eTdr9n0OZNZpKQlvU-srmrH4pvYCno2hFFDrALTtjxfGER-vNNsGDBn26wxlr8vSFCP315Ln-LFfklWbCo6dAVZnweYOUMIh_SgPjDrKLKMUlyI7a8sFsFsnY1QeuNCxrWo1Yp-VD8vYRai868cqN0WrKT-6S5xr3OVHQ4j3osvIemFz6RTPSNQTmD4TmfgDtWUWK3o8QuPiXOeMchiimLJ5LFntoEf78lA_IQzqrNwzln1mYkpBMsh-I0vfrIrVxP1f20jZ8Tx6DRglMZHU-kxBNoE-jYh3c7BVl3w6J2YOXH7P0mTBdUqXn6DnO2vQCruvwu-QmU1wK7OgTxoofeTnjK1BUTVeMNHLguwBdl-OuI5deHk6y3KAFffTp_15.SFKAtxiFOjJVKdR5q42VnMl26xGUv1I8LclaJ_SU-sA"}');
INSERT INTO "auth_records" VALUES ( 'factor.attempt', 'w93OUrKDMosEbZTjzYJksv1VTFX8pgNx7Kn0dRc8xco', '3a65c93c-4a8c-4ce4-9f00-69b460dec083', '2006530148033652', '1800015000000', '{"code":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoidERRZl9xZHV6N2hGdGlVaTFzbGVaOUtNZnd4eWN6aU9zYXI1SHRhWk9mR181RE85VVh2VzI2ZnpFSVVweVFYYlNTVFFwMGxpakt2Zk1SbzFpazZKT2cifQ..1G581qx-NtYoyU8PyRoL_A.xQIP-uvMp6rv3-iW9Lx2AZDB2VIJ6lrI025c5dXQLEMhyRVoVvLUgsn72sKssqRKxKwQMbGb2Cf41OS-BB1wGBKmjTuHVFvnMO-e0RF4sKKNp2-HkXfDQVIWwp8VCVy-CK2wmYSQrSPtguc32HjsEQ.0rBVVbCIKP9Rm8yHyre76GfLvim1UY0k7qh56fei1CA","tries":0}');
INSERT INTO "auth_records" VALUES ( 'password', 'LsgAg_9tdJHFvRobyDPbaM0CbwOyK21jQHFosEjMmCo', '52212d40-f289-46de-b1cb-cc57f57120f0', '856933778746471', NULL, '{"hash":"$scrypt$ln=4,r=8,p=1$e4yw8iRQXA8wMJuXK6h/jg$kYSmdc0DVGf8jqrAtug+u5gAM0nmx6hxV+dA/wqyny4","id":"5SzQwXKVw8IY4SZQ-iMl5A","setAt":"2027-01-15T12:00:00.000Z"}');
INSERT INTO "auth_records" VALUES ( 'password.rehash', 'LsgAg_9tdJHFvRobyDPbaM0CbwOyK21jQHFosEjMmCo', '52212d40-f289-46de-b1cb-cc57f57120f0', '4557781342716860', '1800014460000', 'null');
INSERT INTO "auth_records" VALUES ( 'password', 'JuZo-5aNU5CvNe1aZSy63wFzxe5s05L_RQh4K9UnFiQ', '5c44606a-051a-4fb2-8ef6-a9bcd178861f', '8897001980221961', NULL, '{"hash":"$pbkdf2-sha256$i=10$cPyldaXDNx6dBKx85hrQ7Q$jonQVZ7yoCzEbHZDaSqJ6B6aJ8eHAH7aoeNJXthjLck","id":"3Xgwe5udxbAFxv9LiW4D5A","setAt":"2027-01-15T12:00:00.000Z"}');
INSERT INTO "auth_records" VALUES ( 'limit', 'bwkdITWw2qHszWZon6ESJD0ZwnlKyoJWGxQW_rO3jPM', NULL, '1905256874666927', '1800018000000', '1');
INSERT INTO "auth_records" VALUES ( 'access', 'mgin3LZ2uMsPSAdi51YOB72wHdx_spIx1Po2xKJ7tI0', '1d119b1d-ce8e-4d89-ab65-cd4d76490a8e', '1', NULL, '{"suspendedAt":"2027-01-15T12:00:00.000Z","endedAt":1800014400000}');
INSERT INTO "auth_records" VALUES ( 'example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', '7', NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO "auth_records" VALUES ( 'example.expiring', 'x', NULL, '1', '1801440000000', 'null');
INSERT INTO "users" VALUES ( '3a65c93c-4a8c-4ce4-9f00-69b460dec083', 'Ada', 'ada@example.com', NULL, NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( '52212d40-f289-46de-b1cb-cc57f57120f0', 'Dora', 'dora@example.com', '2027-01-15T12:00:00.000Z', NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( '5c44606a-051a-4fb2-8ef6-a9bcd178861f', 'Emil', 'emil@example.com', '2027-01-15T12:00:00.000Z', NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( '1d119b1d-ce8e-4d89-ab65-cd4d76490a8e', 'Bob', 'bob@example.com', '2027-01-15T12:00:00.000Z', NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( 'zoë-🦊', 'Zoë "李雷" O''Brien', NULL, NULL, 'https://example.com/zoë.png', '[[],{"role":"admin","born":{"$date":-4861728000000},"tags":["a","b"]}]');
INSERT INTO "accounts" VALUES ( 'state', 'ada', '3a65c93c-4a8c-4ce4-9f00-69b460dec083', 'oidc', '2u72bKvL3N6wmuKJcktnpQ', 'wwDcjZk0iZ2_vweLS-AubA', '1800018000', 'bearer', 'openid profile email', 'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiIsImtpZCI6Ii1TUTU4Vy05OTR3In0.eyJzdWIiOiJhZGEiLCJuYW1lIjoiQWRhIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZSwiaXNzIjoiaHR0cHM6Ly9pZHAuZXhhbXBsZSIsImF1ZCI6InRlc3QtY2xpZW50IiwiaWF0IjoxODAwMDE0NDAwLCJleHAiOjE4MDAwMTQ3MDAsIm5vbmNlIjoiT1cyY1RqQ2x2OXVxTFM0ZW9sa2U3SWFQLUZhT0NTYS1FNjRwUDYwUkpNUSJ9.xhrLqdbhk6JEIhJW3hjeu2osil0_CXjLvvK2ugfTDgxxPsyt1XEc3kVdsjGzvUwicL6M6Pxtvo5d5KS22_CJ2Q', NULL, '[["session_state"],{}]');
INSERT INTO "accounts" VALUES ( 'passkey', 'SXkV+GsE7dWDQ2etdZuKAw==', '3a65c93c-4a8c-4ce4-9f00-69b460dec083', 'webauthn', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[["access_token","refresh_token","expires_at","token_type","scope","id_token","session_state"],{}]');
INSERT INTO "sessions" VALUES ( 'f5462331-94fc-4e74-beb0-f3decb6d590b', '3a65c93c-4a8c-4ce4-9f00-69b460dec083', '2027-02-14T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'ada@example.com', 'f7ef348cdb871e9dc2fbfe38283bda0bffde07c937a2ea112ccfff31bba8227a', '2027-01-16T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'ada@example.com', '3215966049adbc5eafe174a7141e0770ab811253dbba6304e811542541468bc9', '2027-01-15T12:15:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'bob@example.com', 'f4dd1c80cf0aded9973a405a602c8e531d0ebe4d0709a18205b6a648d0e05e74', '2027-01-16T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'bob@example.com', '328de5ed3423f364330224535a9a1e74cb750edeb5a5dad4f341847e544efa8b', '2027-01-15T12:15:00.000Z', '[[],{}]');
INSERT INTO "authenticators" VALUES ( 'SXkV+GsE7dWDQ2etdZuKAw==', '3a65c93c-4a8c-4ce4-9f00-69b460dec083', 'SXkV+GsE7dWDQ2etdZuKAw==', 'pQECAyYgASFYIBzeEf51rsguePnvPXM83cZD1vzdLFxRYHmIf0lrljmiIlggb2MJpcTstfY/JIX34+O6UXNHCrzkkMy6WUyfEqDYEPE=', '0', 'singleDevice', 'false', 'internal', '[[],{}]');

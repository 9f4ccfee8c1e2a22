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

INSERT INTO "auth_records" VALUES ( 'account', '7KmHoT95jRspA27Oc2oSwHBeSvejdPUDfhT1UqyW5zg', 'f01f6e29-57d5-4f25-9190-e69e025e112e', '1', NULL, '{"provider":"state","providerAccountId":"ada","type":"oidc","scope":"openid profile email"}');
INSERT INTO "auth_records" VALUES ( 'session', 'DKD4Yc31PvnA1Lhop_JzZY', 'f01f6e29-57d5-4f25-9190-e69e025e112e', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ..h8gGGWbpkqiZFNI9f9EMgA.Dri5TvNnHnMNuonZu4eS7uY7l9_IhEkzBznLzlNqCMYF3vWwQtboIouCpUKruIEyhtLdg_NmoInhYsLBvHDxVQTLJV1cqAHvZk5SEFr4RaZ1paNJfw4_53DNxeD5K4AKZ2OLj4VE1VvGwEfMn0Tuy8BvlCLgMoXKw_pnjrG_AkC28fGExxlvXvVFeh6ok7MH.6W9rEkeicbKCsPggQ-7Xft6UCFXm-3yD2cLDHGZESLQ","proof":{"at":1800014400,"methods":["fed"],"provider":"state"}}');
INSERT INTO "auth_records" VALUES ( 'session', 'QzEOTAGt7V31UMpDolB5qw', 'f01f6e29-57d5-4f25-9190-e69e025e112e', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session', 'PrUWpGzuWduExMX0_9ogpB', 'f01f6e29-57d5-4f25-9190-e69e025e112e', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session.adopted', 'PrUWpGzuWduExMX0_9ogpB', NULL, '1', '1802607000000', 'null');
INSERT INTO "auth_records" VALUES ( 'limit', 'khrrS0XnKxHIf3Ipz8paZHwLo0fInfwzpldYl0Qjeak', NULL, '1893620491481274', '1800018000000', '3');
INSERT INTO "auth_records" VALUES ( 'used', 'passkey:oyYdAU_oTuHQmYX3WplGco-aeHx3iBiNvtZZYl4prsw', NULL, '1', '1800015360000', 'null');
INSERT INTO "auth_records" VALUES ( 'account', 'IcMIXt-zwwfrFf4Hp-4dIVujskBJ-izBqg8W6OBfpWs', 'f01f6e29-57d5-4f25-9190-e69e025e112e', '1', NULL, '{"provider":"passkey","providerAccountId":"NOkc62pTbM6MNnCwtn/VIA==","type":"webauthn","scope":null}');
INSERT INTO "auth_records" VALUES ( 'factor', '3955018a-4a8a-42a6-b3bd-a927b9262f3a', 'f01f6e29-57d5-4f25-9190-e69e025e112e', '3477672809708863', NULL, '{"factor":"totp","name":null,"createdAt":"2027-01-15T12:00:00.000Z","usedAt":null,"data":{"secret":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiY2lpd21oY2g4T0N1a01BTFFxZmhlaVdjTVV3aHNJdFhZUVJ1b1BqV1R4eWgxZFU3VDlTWk4tUF9fSDJGVWppbGczMVl2Sk5feWVjbGhjdC02OF9YV1EifQ..4ati7eKp3CErQAGQRriO4g.TAyB5JLr9Yyorh2DXX3xc7tYITE0F-mMgc9XepsieQFXwwJ4ZkVom1Sr-M8UD140sa-CSUXOUjO9beIPOD7jMoqM2kEwng6s9CkUDvRbciIw_3blc7_5TMOO2gsp2EhSNFleZut7KDeQ_u9KtJO4whfq4yTykS6PybUyinHAJKo.DQl-BxoVvnbIQCAkGk7uBuR4KHkCdB1JUOzCxGmIELU","step":0}}');
INSERT INTO "auth_records" VALUES ( 'factor', '10c62135-5264-4566-aa2a-f8eb42c9b74d', 'f01f6e29-57d5-4f25-9190-e69e025e112e', '3389983724752160', NULL, '{"factor":"recovery","name":null,"createdAt":"2027-01-15T12:00:00.000Z","usedAt":"2027-01-15T12:00:00.000Z","data":["Tn-qj2ah8Pmn-rbK4SjjOlH5FTCxtZSvSzkys3KvrX0","oWmVcNLFrh5s9U4J5-HD4dHd6_JOgK0pWh4_vpncJP8","PT4ihWroAkVe_qJk-2ZpU8ymS7V7AIYpN47Oi8krvTE","nxM6LLE5guYXUa7KoUzDSiiazeyADXlNstxvtw-qg64","bvXmD_EQobCgoze5m5GfCk1H2wKW4bfYRtIkrEml5uA","ugNU9SnJ2XtkWLgtmb8qrUF1s-_-6pN9f-mZ0C6geeY","fwdY_1UNzade7GDi6H1wBV-X765Xr9OrEvg8CSwuOTg","UzQjeM6A-GgRFszZpmE4Aa1YnAOHEVziLJdCUyxzXeY","4jONHf2dUzqRk4QIN1VlcAYn5g1PEK1ap-mnDTttns8"]}');
INSERT INTO "auth_records" VALUES ( 'factor.attempt', 'ZdfwPxT635uhDhSv5gAHRo16I-7A6XExz1Q4uqhAbYU', 'f01f6e29-57d5-4f25-9190-e69e025e112e', '6131087279563588', '1800015000000', '{"code":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiTl9yU3hCc0ZDUzNuNXR4UmpudW5ta2o2SmpQdUx1MkhXVGJyRDBCb01GTTYtVnB1QmRzLU9WakFGbXNXczd4ekppNGlJZnZPOXEwVnduRGgtVkpvRncifQ..CGJGQK7Q_WIjQ-ofDI9-pg.zs1YAU3vrAmpitCNx9SyBK6ZEh_n60CWRbq3Y0Al_P4qjFlGlpAbz-z2zCnPMy7ZTJiVxjmdxCF1Q5UHudDDmOMj7D09_qCJK0hYu13Z2uE_cwvmb8V5xf5tWPio68mgWhAmctqXDtQHJEcBn4QSFA.gYbF8qdvKpabiC76zzh1RfaJWj9humDwHfzsveFN0_c","tries":0}');
INSERT INTO "auth_records" VALUES ( 'factor', 'e20761a7-4e11-4f42-bfdf-67afdc53c21e', 'f01f6e29-57d5-4f25-9190-e69e025e112e', '5866228714790971', NULL, '{"factor":"mail","name":null,"createdAt":"2027-01-15T12:00:00.000Z","usedAt":null,"data":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiTl9yU3hCc0ZDUzNuNXR4UmpudW5ta2o2SmpQdUx1MkhXVGJyRDBCb01GTTYtVnB1QmRzLU9WakFGbXNXczd4ekppNGlJZnZPOXEwVnduRGgtVkpvRncifQ..c4_m-9A3T1qeS0sns95_Ww.fpfwOdKYIKCBtf5otG1CH1Iv3dXNa14gC0S7hkaStEJt-p7m02VPC32VedUxSqedK5jfaD2AQw5Ny1lCCADQTFUGP0MWhEZH9xum_gvPX5ptnLOCoTMKEWd0BE7FlthZjMDauasPHDddqd7buxWkPA.4NNckkUikHwBnvQyBXnWSZpd7Cw14bUhGPbvt8l3T3c"}');
INSERT INTO "auth_records" VALUES ( 'limit', 'Mb7ohd4j9K7DMv5i3835oVWCuDnjCheqU3iIGlZ886A', NULL, '5743126327529988', '1800018000000', '10');
INSERT INTO "auth_records" VALUES ( 'pending', '99HGNCcnSZJqT9PC2cV4ijFdx4RNODkd', 'f01f6e29-57d5-4f25-9190-e69e025e112e', '1', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiNXptU241RURRSmpENGZTVGJUV2JubzhoRzVFXzNCbi1XcDZDMFZxWU5CRVE4UTdOb3E1UlNqTi1ZVHhobHB1aXR5TWVyVFRjTXdaUF9xSmE1bkhVb1EifQ..AQ8CtdyzjqMfmkU7OsiB-g.3_11lpYj65yQAD933TcazUOUXboukviA_axGIZ9-WF3PGab1koeS1Fk4Lt3XMQh1Rd19hum1MJBbg7vFh3bTnFqrFgMVRBhw0AiTh3V_B_oUkvxtr5QORzBDltbrUFxrVlAYpnuXQrnEYVTMed9CVdrzbqY0hx8_hkPDs0Gv7J-HVBeaoxCSCQbBKnc-ZV2Q8cm05qxutuTNzp-DElZV2xtLz_Dpewb_zmQgPqLMyTwG7khev5DHjHuzCNMYYVeXUz7DedBAJhj6Nq4eJNM-P0CWylVSK23QmmGdNL4wsjXXVTEYHe4I5qMzVrvSYbdDSaN_qyWmvV084m73GW9QZCJNy9RdAz-BjvJBf2HyUA_7zAvVdmlHUUhaUQulABnR8aRFWP7U1xkJjaxsXwGExXfvyGIX5JDYLlqsCA000EoF79m16eoAdlifNnXfYHpZgt6WKStdBvs6u-oiAO7ASHe9UjTkK-OHbegQ2AKumIun4dEyBtQTC0QeK0T8PzRGv-ZCmc27yo8KJTD2CwJ0rFz_YmFfSHip8auqkFPhgR8mLWZmdQF457NmvzrpWsIhF3tdhlk3cjVJXPw-ArM8KdTkv3YGNtrfje3TfHBRGoXixJ1cUtISawekdaVY0Z1KxEKmgWJ0jOiiqSGlNmScsAuV54vCzP7T02O2tY4XVKJlNQqG6K8VykQG2znxBa0JmYQQpPuzO3P9tKnVV0OybJqImzJmyfYU3yO6tvHuaFcCV1KqeuvUfCP48mCsY4yF1boNsLAiQTv1Ij9wl386YxjdlECo-SC0E9x9irWHib_jGowTyhIc-Z4gMmJnh7hgLT58jXZPPBbhkx6Yyuk3K6n6imL4MCs0mvIwXdEDSHs54ew5gfNT6-pocUT_dTS9klLdwUHBIUG9qrTOAyN13iasRa5sdmCZYkJB2Ul9N4rOCDD0V00K0hf074oGZmxMKW1vK17V3prt3OmIR6V9fz3Rhz4hHbDA4-iaNttqXd7Q7yIyX_zCw7e-Jvc8rLWFy9YAJos5etLW0xlIzhja12_6ct_xesoNOHZap4ZKG8z8rKRHY1wS3l2g1U1RzfKMUSIm3CTO4zrvK6pyfh-DNvHqatmV_mNAK-8ZJbRmXpPrwKTbQ2fPf6g0pwJNGEgLk5K4bIE1tOz0mLZbVtogs_nlalAfs-D0E5LVlK7eEaZWtFzVtazdut9Qw_Peq2cLrGOo3jMFV45RG_XCrPh5Eku2sIrEZgW0qXk6QD9mC3Sa3QD0VBok-WrYS8HglMaKvRwzNJtZlGtDcUupLpCbkOpRJrroq2YXQ2LKTMn3te53Oo-j_HRYxS5vLLB9qfUy9it6twzYCbKc556B8bLtp7OPjxS0xe-_kVEE3tjLGk390i8SWqkl7cIpkvrjFUfZKxzYl4PnoabIpkeJ9CaRoDD6e1EYwPT9uunFB9yWWFHx32QrMLUZGx6JrOYEVIqCPwI_jgsLLexcKRmyWcS46qAf7BkoXZgcS_S2BfYWm90TL1l0PrTg7DXeMEJccLwjY81LPbELQwGv7JdXIA6lA14vKbjOuCcXCexKs0J--GAMLGTNpmp7koP86NfUPPDUZsvQSgOSCUSxjYanPt3ZBLhV0fMYuTwZZFQqW_bKGGib62DtWgvLG2uuf_4EPg2bdFeOdwRuPJrZs6iOTygkiUnEnYOe8ntttLnrmPbqnjLLMITZnBIvm-wUawgJqTNwEcUHRz9_XmGRPniNZ8SimQ4Dn_btDeS1vZ0It64rrcP94GH_-tlJ0hHTWZifD_mo-d5oEbQNsB5oC_g7C9AXNplz1SAsboBqcXRIt26BV1Jr6VYu7yg1kCLHw3O3njcAPErdbE1vNo2L18h2Risjhpzc9LBjuSmNGXkB_VqC9SsMN48xQjejjlZ0bNeyjgMrAM4KU7N_t9UD5M3Q44vwR6RvtvMhOrK0_KVSx2nnPLlWCvGrcWLnbEWW7x3OLqUE.DqrAJ4B1vpPTwzvIjIUCbT_OgM6w-EpuVdGJ_itQ8lo"}');
INSERT INTO "auth_records" VALUES ( 'pending', 'nBQbkVfQJYao_waz0HgRDfYks7DmK5IM', 'f01f6e29-57d5-4f25-9190-e69e025e112e', '1', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoieFlWTUY2dFpHZUNhNF9iV3RkU3lhSnBwTkNiem1ZOUdQVklDSmVfQ3E3QTVUOXpPcEM5NUgxUXhKMno4VmJ4OHJPUnpqWFE2VFNGZEdWOTcza09rUHcifQ..klYlXZxhBgKeZtUaEy4reQ.k7MnHv8m85G-JakVzZZJ0IRf5kNKmctzv0lFv0ULHF2kYiScOns1PYhZoi1trK4GWUh3GBxhc-QwFWgnLjMoc7uqMotQO6tbpp0WPfQgwmuQIC6ePuMtKf4X8hjItBtaZS-7J_gOHDQxC9a7hjS_8F8IuVUMaq7yxdxF0bzkzqudJki86y44hXfHH40hh5bU-WO1lxOreG06WYFcq4ki79eCdKOnyWHhT2lyR_2eZjWhNP_QnJxRcAGs7HagwL2STBCQWLmRmWPj5MibFZ4VgORV2F3i1S-P5UT2eXHlHe1tiEDKe8Ci5PDzjvSN6dFBjwvDjU7LAYXund_1bftDs3nF4saLAnbQVClLe9mNdYl9koo__kSpN6n02zxRJOSdCkR0w3y0bCarCGb6cOdy6PEYJcc5PSrOVejlE9S_UKFkVltBIdUMtCadCBxHurh0FjuO060g_FcF5R0mKumtOgPp4h8XjVuKA7hUCatoq4ZwOhJzTcuKfqSBnMb_kN4Zm0VbHAqHwRzSlcIWd6kOUvG1K0BkXXK2aylOCfUqdjOh2bPe4IXSOAe4wge7IZal2Qk55AG_qTIAYOfmwHPwoLTXdI9rkweUfSMlii3lIc5uMWCWMj3rAKm8-5jJmRim9hG9-RPZqW7mPj9iMXPhMVBNp5bW0fgMx5C4NYq_WXMKiZFWbmqf7CbGqoE6KmYohXVFbUmqeBee7V6R5dzeYzwqsIBcEgCbH1oGUX6PudYd9NH496KA6WjnEzLEI4Ep88dDJ2BQ_WjGLCZqTea74D_ZCuSCadNLV0WXPU0uf-CiXzsUEQn27W92r5coX1oH7fKu7SSPBzOgM0kZhcA_ZlrehP3cv1zLeXbkTcDsyW0vVXxPPFpOVtSfKSVumAHkKaPpE6dEW4Gw4H0f8tylzoic2rMk7xtXnGE7_Uyrfkv1ytvmDYuEYcjcolenO_KrMjrlxUxfLrCABOA0ZQAQlviBiD5YTdGvKvBM-1tZ_w25UGlMTxBNCFld6_w2kTRqWpGP6QLoD9Jutv3IEiegzyX59yFVAVCgB__z1jmipLYueMqtc3bi_Go5ZFvw4ZYiFPWjGt_0LEwLHILLORRY8lWPHoDPjho40Px3JQ2COl_xydn8_lwcJYc9_aCjS_2o21I6FJaADZ5OkHYLiDVlk5V9ya80_OKeuMITggz0qrpYjwKtO06yUkyLDTFGkOBB_bhQBRV15xi5Kb-PelNkgCJ3xJNDQ1z6WSJl0z3Oxo4suQ3LPI0V36MQ14A0mdqmEmdAewHZKk59cUctZd0yVVjUhr8Mq4K5Xw54nkPrt7b6wrcRN5sAfnU2BijmXyfFQHEQbc7HXLo1XvEd9hFRilDOq-jzeXYjMonwSI7kDCGqnliJ4b9SK9p1gp3N4XLi_ViiQdyJgQqfGQx435Trghjf4dfab003udHDEK5xWVWeYkZE5TZI4rb1yJt7oh03Pl7LAX_UwKPo_Rl-g3-Xf6yaozlz9ohDYLmdAGeFnQAfdZacbb8hmq_UYPD1w3CYbGcHGG69qLqjZIwDDzL7unvLltfhAvSee6sab5P28QPbN8K4WbC70i9JhAY_1ULbUgLBOm6p5rmwNKIoarRA7OW-11Zco3Kg67_WgfcKNx46j5771BrYIq35iH-UsTfYcXta3mwOzD1vAjCHWbNIcScoSC7C_CuAhCr9hDLgYXoJ8cZ3NPmEhadUr4JvPuAm_vKubGMMze3ioJi89_P5cur-gaMUDuba0V4NpYqkZtYplUaz8ZsPIxkdNs4nPYXiYvteeVPD15ss5oqO3Y6VVpM_8vuJ75MZ3y2ZNKyyBrRYCV4t_MV_hKuHxFaq0CAJc2t8XU8edt0_A-y5xu1Fbi68Mn989R8hmhuu3W9FlOK_-vqJpP8BsvMk3WNLC23RiNXRX-Q6RPmhkEb1nSH4-EJSkn3A9f3WGGO4UAG1k0M1Cf9mqg0Dsuxr8z6Mivx4.hiif5qk112B_HiO2WeZkliiG0KOZwdBnt6lfNdnxy6g"}');
INSERT INTO "auth_records" VALUES ( 'pending', 'gVsFSouwKstGu4KxURM5fGbsAoA0J_FY', 'f01f6e29-57d5-4f25-9190-e69e025e112e', '1', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoibjlDcFpvYk56VG1LVDE4bER3ZDl1MmdWSzQ1NVZUNERGYWV6UGlmeTY0WnE5TlFza1pYVmpuSHBpLVBlVlBuajY1N3hSLW9uNzg2RHZkTEZ6TUlqMkEifQ..hhFV6nI3v-GVNIOzEEGyJQ.4NZUCgmcXScRCQT27Lm1nQ1MJSZ0m95xhewtZiur6M4bYHe7LlcRrzLrCTY-4rxCzhAIu1h52ztUZlm1A0vcmEmzaYQAMdFusdsBO96z0YDD1ae7TwyUEk_XPpKnOCt2k-qZ7522AOFWMG3tFVu1ewi-qPoAlU6slpj-SB4j2EeaOpcKTkaQssuOpKJfpDib5eynSo7uvjjJQU39fRIjPEn6MoYvvTc8tCZHLq_8d_30ckgA05uQpSDymuqOfvETK5KfOLeRPYWAxklFj65U_xJGuBV35aNQQn-z_udv50c_B65MtW1SGMGeQQBeZ3EjF98Nhx7glGPcvqMfUj_Jmz3W9wOzXcZjUlqxASu0w4fIpemSB50ic3nlk3oksFpZGDL0lTto-DFW76EwP7kAgUNDbcdcD6seHIrGIp2wwS5aVW78J8E07-a20ppUpBFRE-IOvcu8FepUv_5paJvDWUAg3lhpzO8jvIpv6yLTdua_5P0feJDcDuooZg_JF5_yuqxyqgpWi0im2yCuk4sJUMjL58N30sdSKlbupxojVHy6Y6OLmFW7MSNr-fo7a4wP3KFQpFxtF-2vPE2i8nx78KC0gInqN7UMuIko0ry_X9GS-cM53Ebx3S644ovlqceed__MSVhc06mn5j_tcc_6KUVubP9XpCtR6xenMCueHkIB5x659Fr9MNfUmGln4K4LDWfPDs3Aou5N-s3qNIRoxrobNf6QpTqqHVnfw3QIct7yh8ELPVVQpEs40eTngnxtq59tmPO7iGCx-aIZoo_Idp_l0V9pnbtWZYSQwc7rEhz_JjiVfJBKt2onwLVzVPLKb5mXARxOlubtcYphv8RFZydSpblH_rIWFKP4d8jiWSvv-WN5mtgFjgU6O2oiN6LbEbtODlo7opRP64-ftMEi4A8dM5PRBwmPH3-jSRIWMILuPi9g5NeVN39j6qw8dGTwsjHcSRuZ7sQbLB96V2Ff-SF2omSMv3isF48NYRAJVCzM-JO8JMRt_pW_GkxyyREKQoqH1W_iOSz-7MhrFWWc4nnhopm_YJUAwSTbCAkCADNoC8iu17qg9enUQf0_at2aDOSt_xLaI-srgk2HcFNDNGnP0RedJz65Ac5ycuGNmDVpHOjZDEYUiLRmjLmRgI_-_iFTLOwQ5ZAQaDk3tJjRdjrNBoIfKfk1uEuRPAhT3QN64IecQUzb8tGEbvpNBgrwPzOEq4TFpm0yXAwyXf4aZuXlieUksP6531_lXKGjmwz3JTU1EYKH7WuFt0Z28a-CfEOMJncA-MGcD3zQAwWPK8AAUtkZgKs6RJibKevi2_d8L9DNWtLhm0PRaH5fpziiMx3irdzTwgy06aSXieeAMJVSjNltJglJl8Fh2khi-6D9Hd872A65BMy3YXwD97jcQq1djbv_Fs8CngPTKIDjNIyE_z0yJtbAtza58w0KtOmm0WmHAX993gGZ8npOC20TKAd7cI12H_aWzrXeM6cj27irS-86UsCbGKTEiH72_DOUkD6-nFaq-VjvmDi-y2oR7ha5o1Wr6ClxGftd11v4mcIefmCIDVlEG4-oJfiqVDbDWRzzYWNPsxdsLqCG-l7IfDxvdhzYgksWI-kIwW1ZLbnNccZ0zma5qlx3gr8Rrye0BGT8Cr3uWdxWvv56zwP16CqlW2u6Jd2zDrc-zNUgX5A8wUhR3uYNn7g6YhYE-g8hE9MwYelD_QXUlBFWAOTlJAcLlhjnbkk3sXesgsyWu2P-QLk3bHwr6H3B94KAYooxuwyskuyvdPZl4tno-BCXjClhYhGulEzdPugkqaq8RC4LhCm2gXUvBPczQd1vcxq9iS9Wk0NKTy4eAMAWs5Q1NA2Kk57sIrBLSjSnrSVQw030DI-OQx_YgTgAXngAb5-dKiHr2eTpb5u8i-tIy9JDSceuu4fP7jU0ZpaApY6agTxeLTcLMft_DCjWUnJ_P7RULR5d9jLzPPoZDVCEAQmj.i246esbG92-1d-akagS-x9Hi0jn6DV6wGKsUi1Ki9LY"}');
INSERT INTO "auth_records" VALUES ( 'pending', 'A8x027UR2qmw7n5ztFhzgbl2XhCJ0X4-', 'f01f6e29-57d5-4f25-9190-e69e025e112e', '1', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiOG14V05iRW1VWTZGOUpZSFNrNWx2RThncHJwOG5SX19nX2FUakhCLWcyQVFfQWdURHk1ek9UcWdaUEd4SGd5bmotNnFnYjZ2RENkODFwbDNDcTdZTUEifQ..jxzdKPMqiUmlckvKwpTnCQ.4EQN0cT3LIO_EILY772XMaEdO_f6fIO9DoaXNfQEhd3Jgkmg5pvaREDDVCWV5a3tb9ZknvRHSryEZuM14lEzvjyplDSRfS_AmzjAawrRIuwBh6EIFsxxUV9TLFFc1WsHs80uZJue6yKd9JFVqrWsFs-9B1CkRw192ViCz5hM8_BXqw7ZD7wKNKQqJgCrmjqqg3xq6GRxly20h4YsKzcACACqVttIoOD-_7xShVHYbV150M4ue5UmN1B6UmYgeETRGpZFeOv3WBQKj0FrxdV1fNxWg5AI8-sKMwjD7Cvc09WpxMywpyD3x0lAvXBtn0kd3OQHgB5g-PVQaVrHRWd-ZGFM0k3d2wxXW4D5cc-9_sxcDdZgW1SVhZApBizU85VZIVfoiNHNcfJEcE9xfJO2t1s6fkkz-Ei8w0ZLB_Tw569_7DinFtV8BXX2vHqWr_iV1kzDIOQl-gi-N4vqJJNlEUDdeb6uI2_IHPmtx153zv1NN8EKGmaiqVV13AMJos94C4vIOsBIllhkAHKx5N16nmu7jf_Vlxz5SP0cpg5w6nGuyJhtt-2SSE6egq8Ky7IqYE5iLM_9Z5k_idCebk-vGgsUWEW4DB2MrwiXik6iOfXGBtXoCf0--RK9akfxgvJcjwDMBWJUzchf_jJjpdUfM4XpfLNUBmloAP-3cyt_qUGcEylQ62vLWPXbKjKnQh324m210HYZhHZMTVVj-d2-DYPvmhDmcgNrPsxGPH_VTpm2f9kjoAq6AfE51Hn7wKq0LEQ5NwiAT4eQSDDTMJ0vK3AmVBAOt1Jr-OYpN7OLSFcJKvL46gouFbudrAHYPbCQkimbdFQEjVTYyVMhM11TrUnqisUog4y_oTVEcBbar4bY9sM-I0nRuov0FDFfDNxWCPZ2sA5mYVA2ga9ZQR2_WzKVBtizkN3hx4gzGzHeodTrRE9jOFBOINArNTwdcd-GTmqTBDGWmXugjXMvmuuj2N0uKumB2SvGCQY48caCMGe8Cl0MzMILS9t4PfF_YbDybEPsDh7tHpw3urTvREX4im6ZvthsHg8oCJpJ0BYshB3wYVk3j_PxSknaOcyPy3ZaYBmXkL-CYxoHx9NKZG1AYtRGKNKmec4XtQ3wyFu4WnRXqGSUI3EnC6vTOoF-8FEInXwMxw5BOH-LemExdRmv6ppaAkYdYYpqWVWbVIAStBtPrT465YZUWctCe4sikKBuI2IvyQ51ePLf62VL5uC5Wo3z-Q19AT7A7Mpvy1nZNbTdfI-wtakYzXmVwXKNgMTIBdQa47StL9KogUIFI5NNIoworFvavQBbt0cfb0iljzvXaUdbrRp84UNY41_9lkBqgeWspN5N8v9A-K5_w_rl0VRuxGJ4oYOytEDHVGqE8IH6eb2OeDEcdaXPnkBiVX8EBBQ65TtZB25X5Wq1zSCqWju2v4esQBE1lnHZRq0hoNsM3LL1AEWguROMQ3Tjyo3DrB06FwQymJuEnBhEEv0SbydISndToll7BksBhRdSV_Dc1JInlY865PsUhod7m5F8kj_Ei722dh1PevNeW1XEGhJTrawSCGWKiCrMCrcxqUeVfdmCm0fp24qIhxCvoNrKQyDwimEZdYdDqN_DAijT4qPeloQU2gbo4OPmrAE_OJr7nGIkwhfNCUJj7LjUBf-rselZNN9m1zmvZxCt4k54YzRin0Ea8wOLPsrGmG_sJLLifdpFPGGYpEvVN_tOamkAMPL4A_HiIiZf4l9fvnkg1Ii-g_6ZESA_YoV4r_2gTK5JzOs08JwJ1DhQejidhbICwqKz8JK8IIGOqaWoS--5fBvTDF6A4ZVm-cKdrFLeBuYKYUn2jHhY7fufe6A1vOQcVJpp6vOQ-v1Cnu4qz9N_Qwx0Tkj5W1eMDUpuWc3cjWE9_72sPQCMuabC0dw2cQix49z0IO3Q7FrpihrX89KyJ6x4U6-DlcHwTpJob-EbjdS9RtbRHKvDFvBBEAmtmflv.a2RjqetUZAvAB9XGyrKkkLjfrFIs5SjnZ83OxlAYOkw"}');
INSERT INTO "auth_records" VALUES ( 'factor.attempt', 'rkSqokux-MXZQbdnQv7sHyTQrEn1UX76bGnpKLTLhvA', 'f01f6e29-57d5-4f25-9190-e69e025e112e', '2086081602917462', '1800015000000', '{"code":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiTl9yU3hCc0ZDUzNuNXR4UmpudW5ta2o2SmpQdUx1MkhXVGJyRDBCb01GTTYtVnB1QmRzLU9WakFGbXNXczd4ekppNGlJZnZPOXEwVnduRGgtVkpvRncifQ..9WMnPQemHq8p3wERD5N9Xw.XzJEK5IED6N43Q5hvw9P7x5p4FxMQJyK-ePAJEdTsXMExZkUa5ADJ-xjb15vw8JSG1wi34bfsSWtl2zo4IIsy4HhQQFrqwifI8E3U91TM8Cz_ZMRKjoNVnNnVLo0RXTtPq0j6c3wdZGs34-Thq9i5g.ZfZzQ8nY2J_K7p2KUKX_5w5B_hLXsuX0UZYrXWxkTYA","tries":0}');
INSERT INTO "auth_records" VALUES ( 'password', 'J4BZjfEVD196LokLwO9EGc86kslga_UUcWqatz7lHQw', 'ad6345ee-3d48-4640-b98a-e1e4be10901d', '8197398261977394', NULL, '{"hash":"$scrypt$ln=4,r=8,p=1$AJqsjFWx9Pt+6ToP63RG1Q$wVaXO5X6atFNF9nDCPyApQ86cwl26NHcKFSU6EHyTcA","setAt":"2027-01-15T12:00:00.000Z"}');
INSERT INTO "auth_records" VALUES ( 'password.rehash', 'J4BZjfEVD196LokLwO9EGc86kslga_UUcWqatz7lHQw', 'ad6345ee-3d48-4640-b98a-e1e4be10901d', '4187077537310436', '1800014460000', 'null');
INSERT INTO "auth_records" VALUES ( 'password', 'pggPBZPGzf62Tfq1H7ngW_BL-OPhpS_Th6NEeNBsbnc', 'd675310a-6e2a-469c-b92d-acb609711c91', '5152512754886733', NULL, '{"hash":"$pbkdf2-sha256$i=10$RPM3pjakAKL5YZScyKst6Q$eIjOOIOmyEJ9MBEKctjoOOt2JbVvMizr7SOjVnAluXA","setAt":"2027-01-15T12:00:00.000Z"}');
INSERT INTO "auth_records" VALUES ( 'limit', 'bwkdITWw2qHszWZon6ESJD0ZwnlKyoJWGxQW_rO3jPM', NULL, '3315486417691629', '1800018000000', '1');
INSERT INTO "auth_records" VALUES ( 'access', 'Q-RfMHyOcHriKE8EPf5pZcFBNzKeMro2CTH6Mx33Sxk', '6b45d18c-aaab-4501-88b4-2dceefa1c3bd', '1', NULL, '{"suspendedAt":"2027-01-15T12:00:00.000Z","endedAt":1800014400000}');
INSERT INTO "auth_records" VALUES ( 'example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', '7', NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO "auth_records" VALUES ( 'example.expiring', 'x', NULL, '1', '1801440000000', 'null');
INSERT INTO "users" VALUES ( 'f01f6e29-57d5-4f25-9190-e69e025e112e', 'Ada', 'ada@example.com', NULL, NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( 'ad6345ee-3d48-4640-b98a-e1e4be10901d', 'Dora', 'dora@example.com', '2027-01-15T12:00:00.000Z', NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( 'd675310a-6e2a-469c-b92d-acb609711c91', 'Emil', 'emil@example.com', '2027-01-15T12:00:00.000Z', NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( '6b45d18c-aaab-4501-88b4-2dceefa1c3bd', 'Bob', 'bob@example.com', '2027-01-15T12:00:00.000Z', NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( 'zoë-🦊', 'Zoë "李雷" O''Brien', NULL, NULL, 'https://example.com/zoë.png', '[[],{"role":"admin","born":{"$date":-4861728000000},"tags":["a","b"]}]');
INSERT INTO "accounts" VALUES ( 'state', 'ada', 'f01f6e29-57d5-4f25-9190-e69e025e112e', 'oidc', 'dNu1LiGv1XgqjqXEiOp1Lw', '-dTDL9S4wyHWEJrpmh-RhQ', '1800018000', 'bearer', 'openid profile email', 'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiIsImtpZCI6ImVOQzdENUdJb21VIn0.eyJzdWIiOiJhZGEiLCJuYW1lIjoiQWRhIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZSwiaXNzIjoiaHR0cHM6Ly9pZHAuZXhhbXBsZSIsImF1ZCI6InRlc3QtY2xpZW50IiwiaWF0IjoxODAwMDE0NDAwLCJleHAiOjE4MDAwMTQ3MDAsIm5vbmNlIjoidmN5RGFsSzFEZzZveHlhZVFYby1pTUZKSDJwelRaVTFfSWZLa29xQWZsNCJ9.NpWTKlnVDitfiFJ1b8aR8uCvQCaZq8XExKZlyq1XTNv-t980qjO8Kq6SF4bbPFPR86Ct0XpaMlFFVu5Aac71BA', NULL, '[["session_state"],{}]');
INSERT INTO "accounts" VALUES ( 'passkey', 'NOkc62pTbM6MNnCwtn/VIA==', 'f01f6e29-57d5-4f25-9190-e69e025e112e', 'webauthn', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[["access_token","refresh_token","expires_at","token_type","scope","id_token","session_state"],{}]');
INSERT INTO "sessions" VALUES ( 'f509c2db-622a-4872-83eb-192560f825a7', 'f01f6e29-57d5-4f25-9190-e69e025e112e', '2027-02-14T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'ada@example.com', 'fbd0d232f9f7587cba3e893397bfe481d9acd5b69610e941ea7f8c844ae07cd1', '2027-01-16T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'ada@example.com', 'aecb000f330246948dc38fcb8f66b5542a5e2af8ef1fee18cacf1c45c9db2366', '2027-01-15T12:15:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'bob@example.com', '2437bbee7f9b1120daf4584a3631a8647e675cadd2153d8082e5181d3e4f30e1', '2027-01-16T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'bob@example.com', '5c274f98bca9d814e452987a74b4111ea11fb48197f0129e844aa8764065b2c6', '2027-01-15T12:15:00.000Z', '[[],{}]');
INSERT INTO "authenticators" VALUES ( 'NOkc62pTbM6MNnCwtn/VIA==', 'f01f6e29-57d5-4f25-9190-e69e025e112e', 'NOkc62pTbM6MNnCwtn/VIA==', 'pQECAyYgASFYIFLntGKOXZQ7C2vt7ZisGCH1J/EnsFEei/dVJeXvG0v0IlggOmek+vJ3JzzpIrKoErTKbxC7S/NuR5RAwe//ysslp08=', '0', 'singleDevice', 'false', 'internal', '[[],{}]');

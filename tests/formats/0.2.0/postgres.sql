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

INSERT INTO "auth_records" VALUES ( 'account', '7KmHoT95jRspA27Oc2oSwHBeSvejdPUDfhT1UqyW5zg', '0a65dd90-2b8b-44d4-9abb-a936d43691ff', '5537119130805754', NULL, '{"provider":"state","providerAccountId":"ada","type":"oidc","scope":"openid profile email"}');
INSERT INTO "auth_records" VALUES ( 'session', 'e1wcdSa2wnPEy6N8jFYuFb', '0a65dd90-2b8b-44d4-9abb-a936d43691ff', '5417794710032935', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ..UsasoBNATn6FNHruqZuj6w.u_C3FzyvXbRBL0IO1mSKz5t_PDVN9Mr3pRfoO7f27KgpeyeyURKH6oPys64A7hloYsllbt8U7u6pkxO4zQd3_w_ZRwumzXcWCoZNPk3_BPR9hdS0i_miO_SxdHjKDdGFXdZ4U6HhwxYu65Y0N0M-FbbNu3COOoDDGEvuypNk5svzX_siRrkmJLHsboQUGqED.bpBNsISOsYNFu5nzkxwX1OEkQUzjQDPrus-qTjyKlu8","wayIn":"CLEAbiPpynonWfoSvtrunE","proof":{"at":1800014400,"methods":["fed"],"provider":"state"}}');
INSERT INTO "auth_records" VALUES ( 'session', 'P0mAGxwUOGOtAaGU_CVpWg', '0a65dd90-2b8b-44d4-9abb-a936d43691ff', '2639611067223886', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"wayIn":"CLEAbiPpynonWfoSvtrunE"}');
INSERT INTO "auth_records" VALUES ( 'session', 'EUFBQNUnFoSJF0Ur9Y9xmB', '0a65dd90-2b8b-44d4-9abb-a936d43691ff', '1786019140799793', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session.adopted', 'EUFBQNUnFoSJF0Ur9Y9xmB', NULL, '4699031876987527', '1802607000000', 'null');
INSERT INTO "auth_records" VALUES ( 'limit', 'khrrS0XnKxHIf3Ipz8paZHwLo0fInfwzpldYl0Qjeak', NULL, '3151527405786181', '1800018000000', '3');
INSERT INTO "auth_records" VALUES ( 'used', 'passkey:wucjdZ0q1YC42YK1TxfeipBIAJg_ad3f4aOuMM4u2hY', NULL, '2018014250495201', '1800015360000', 'null');
INSERT INTO "auth_records" VALUES ( 'account', 'nwg0hb8sq08U9UWTX2xuzqsDIUK9SFGr8PWFQYRVP8s', '0a65dd90-2b8b-44d4-9abb-a936d43691ff', '948142705850785', NULL, '{"provider":"passkey","providerAccountId":"IjNQco7nr4xDajMALu3PhQ==","type":"webauthn","scope":null}');
INSERT INTO "auth_records" VALUES ( 'factor', '857a7581-6801-46db-9380-fe5df869a902', '0a65dd90-2b8b-44d4-9abb-a936d43691ff', '4753707287715353', NULL, '{"factor":"totp","name":null,"createdAt":"2027-01-15T12:00:00.000Z","usedAt":null,"data":{"secret":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiUW5KUm50c0lmRWQwSUlzdkR0U0Fna0pkZHpmZUFuZjkzNGdFVjA3dzJDRmFaYkstODFBeHU2WlJ4eWQ2UWdtM3ZXVVZuWUxFeDlueWpfYWZJWXN3bHcifQ..VcNUasYJxi2omKlKcLqKRA.dxHV6yXlgZCw4ebWaAMTgUM9DSQ2GA4dROajk_j3SyaoB99SSnsn26LZkjiFsPX1EV761ktSdPtdlc1n8jEmY2Cr4H50U3nLrSRsEV0zlN4CJxHPqU0pXaf6AOIHQ7T-xuiBN2PUy5UglUF_UxlyZ0GDxj45OJMknXBB5yjEzzE.tAFMUi7WjE5_7OwqYSFhh0x3o_6mjYtpKzCfavdD0pY","step":0}}');
INSERT INTO "auth_records" VALUES ( 'factor', 'b4507eed-055e-444f-bf55-f9b5b8e11bba', '0a65dd90-2b8b-44d4-9abb-a936d43691ff', '5509303065665583', NULL, '{"factor":"recovery","name":null,"createdAt":"2027-01-15T12:00:00.000Z","usedAt":"2027-01-15T12:00:00.000Z","data":["CYGruF5f8UHCx8rSm02JJNdKsCpRivHA_ZZTFJkzf5Q","bXuqqW_gKr4kkGNnUqq65Fgfr68qUvJWGHghjmCoFy8","9zQud6dJ3jzxYVU9bMeEPZ78MJaK3IJoYTch5n9kq8M","xA43pHOIcAQYWW6nzyp0D6ljO9HTyoyGL0xzIrzgLRw","IM3eXn5ErKHXGUBax2j-4wd6jH5I7tNajzUKlGPvRMs","_wY_R_AIRBmAb5UZ6amHDTgBxeTnHFUM8FfM8TQ6Tds","wYqGh3DCGEu5VMylkp0ftAHlG7KmdXG1KmtuDdVpTHM","O5TTQxd0M8wo8IGm62DTEHvSHhwbMOOori7D0LK52a0","f1EG51eo5qQ-mGlXKkcoUsclkFLnW_b5OSXqXcw-PZ8"]}');
INSERT INTO "auth_records" VALUES ( 'factor.attempt', 'ZdfwPxT635uhDhSv5gAHRo16I-7A6XExz1Q4uqhAbYU', '0a65dd90-2b8b-44d4-9abb-a936d43691ff', '6999694715381333', '1800015000000', '{"code":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiTjVkWVBXV0M4OUlNVjE3b0d4LWhORzBNb0w5RG1RcEllazBHNlBXTUdaQXJNd1l5aW84WUViVGM5UlBBZk5YaXFfdmltZ0ZqQkpndWlzY3lCNHBhaUEifQ..oIswfzPitSpq99D-AMGViQ.vQjSBGi7PN6JIhfFS0wuCdkYVApRgObdes_jFC6RmkHy8tMk1VrESTl5eX8zJDNRUJ6AGNPhvEP6inxvR5YbO5w4NTXDWk7-WA8YRIN2Suis7MapshZtB0bCuvrP5yb_gd8XR1qPhGCdt3TOgoymeQ.oyU9DMi9XpjsI6BFd_AmmCb8t8KeQAyZbc_cmkHl6XY","tries":0}');
INSERT INTO "auth_records" VALUES ( 'factor', '1cb30a6b-3c89-4575-9978-cfa07dd6d80e', '0a65dd90-2b8b-44d4-9abb-a936d43691ff', '892032546671443', NULL, '{"factor":"mail","name":null,"createdAt":"2027-01-15T12:00:00.000Z","usedAt":null,"data":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiTjVkWVBXV0M4OUlNVjE3b0d4LWhORzBNb0w5RG1RcEllazBHNlBXTUdaQXJNd1l5aW84WUViVGM5UlBBZk5YaXFfdmltZ0ZqQkpndWlzY3lCNHBhaUEifQ..4csu60inoYOIPPWmXqVyQA.5SLFCTTRO1sQvQQ_qnDijKxE0on9eVNO0RGOiOF9WOdBSu19Iug-5YVGGwT7GnHi6GoCSbg5OuF2pwLGCvKZRfn7qXWnNJ11U_s9fpNJaNy8z321YeQEsdc_gf76IWULRf6u8y38WLmebS_VrEPXIg.ZPTsJtijEtdvJ2y4oYtLQMUt-xVEArh2g6yBrDcXUDA"}');
INSERT INTO "auth_records" VALUES ( 'limit', 'P55wdsjNdFvNALLQYqMgAIePvmtB8yj73PTcdprf6c0', NULL, '2718527127531301', '1800018000000', '10');
INSERT INTO "auth_records" VALUES ( 'pending', 'rND53CddXXC_dzWKtDPlLnQWQFuheUUL', '0a65dd90-2b8b-44d4-9abb-a936d43691ff', '8992781784740186', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiMFNrREtCQ3NFbUdCZU1vMlo3MFRzOUpjYWotcnZPZWlTcThMMk1zc0xHU2QxdFdrek5td0hYd2tlS1p3MWtyVmxwU2M3U3kwZjJlZ0FBel9WOTRoalEifQ..75CPxvI36VJqtmHACf-V1A.ENsPgGfA1oSTqtoh3hCNijyNkXXHPJeUQcmt3skiGYfu9gzoljDHqmA5Z37-22ZncMzpmyBOZuYvsr-nGrxc004ovH1Xt6uPNaKit-iaIPvdBNYJs4KWWBpZFH-Y_Jx_6kRd0UnJvy3ENWbtVC8fSMZQXug4EzkUiOhto5_Hru64q0mkbTZXzRcmLQIzvPp_GliY4hKMY0AglmKrslOeRALa_1wHq0X1RBtiLadWIZrGSDqtRBj3SBB9GV1x8fatfwUeMjutNbxMombAzSQJsPrU3eyWKbrGm8RTG-uKCbHGyfiXqdePKIlV7HS-duRmKBg6FtK15EgGbgWV8crJD0Xhisfg7bFPSf00oPW4YKLzBssdvVr1oY2l5FC5CzH7yHpcImMuWoCtWTDV09wCmEEee6NuPRtVsG-IZslljBoLUXJ1CwRTWX071KCDHzea-gt8vaDTNTHGPnGtbs3Dn_mEhSHYtJZVUn7bAZF3kTY4RG22HD0WOh0cu8nbOqOc5vpMM768WX3NmYC_JN_s-jzOpRrNlxUUQmzqbROv1t6l9LksdJXRDtJ5quhdftArot1ahRq-Mib1-QAXyN6cH-JM5oYFFSj2w5YRQMFuw_QCIVEEYxUPaoK25AwrUrwsP4QWhJ7AF5sdDGvFycGO5yAIalbAr2y_qfxaxtj19pA0ARuHcDUvEUG9s4sr50o5f3-mAW45wXEINb6BVO-HJEQCJ3nyFJumeGdh2_9yQush-0fr7zyC8Tkzf8FQAfli09-CGRR0VJjtQkm3QR7KQCiG5hJcUd3tXjMdLRCATGsiBl_Mq93EnAqtEqvFR0yoip7FDSpr9AoO261hzdhrVQXyqvIbdZSmi5zsiLtCDHwcqDXcm9_qv9RyunfQkLd7Xei6_YPqYPnwCiAzO_CG-CiRPv242lLhIoeljaOs1pHZevBaMZEDaegegdsIVjxbqCbL82eBkY8AmJeYsuRZMIqPJnDXrY6EVpO3l6AUYKFg5NrWD9gfIxSXwzk1ychyYlsTjApDYNQWAxLKA7N6oNDb8O1fauvl66VSr-PP1iHOPjEEX5sjCAvcXEAAb56tuxcnywTANFtk6GnLaBTrL2PaXpFnbYdKRUrtqAOhILkzVXa1BoTFV49PQ4oYQy5QfD3W0XcoUDtoO1MbGiw5KIKMnDu7wqNHEQ_5Wkc59rpgL43UtMy8qtRErB0Cor-66u0Rv_24xyduKbmcZBhT2WVLGNkbb554kCPUDaJPy2ym1W_jMiEIMcSriDUHHA4Q0yMuA2twNxSO0KwzGjswZthLzTTo-wtvZ3AeJ8M-V4_2f0TXIaKbpZS5DfoytjXvB_Iauf63hiybe1Rp8Mw-v_fkJ_fNQU88ZmnCapvcz2u1rc5kBSCj42mtZ4MDkzr9j-Z29hbcTo_GHjlOFqm_x1jPot8mwxLoRagr1mtFssdzoqDVETRGLTx1e3nUO8zgzeOcEYcRMW5GtjXYusTDG76y_lWSf9GNxRWquN9wBM-Q9LRPeG1Emq5RCFrTflFmJaKdPynat2lF_mChYyKT4K5_JnAuu1zaMHiMKYiy9XMTkLHINmwRfukJYkv0yNa3vkXLsFlE5LyAWApcZuLCOA-d7UWHvrKhYQa77p1iW9jDMjdFgch7f9CeRnKsLFQAxCdbcGSbi8_2WCtn1A1rW75kgqbBJfAyjEcGWUMyAiB1UeHCtflEv49VurAg6L6phkeRVFgBlowaQt8V0BIr-6qvz3xgo-yxuBr6N42vWttW_G5qFiHtsOzpvo714erNmLprLvgmUsRd9XHsRsJQQsUEeEgCDiCVVuXY4mdkxRGcMfOyBODVTk1cj6MU7iCD5GAY4CgkYubCo9BXaX7bzxQNFT5Sc5i_z4zrR8FOtRpciIskwFZXeLjbXf681W8aqewRHg_AS9attzuJWzabbq9fftyT5T308lVWSPttNwKC5U9M48sDCBv9Vb2MW-7w.SGEKnZmflS3qlAmvQJ_sxoGg1k4YK-Jq2-ecKTNRYkM"}');
INSERT INTO "auth_records" VALUES ( 'pending', '5lPs8ck659Y2QJzeIPn1gU8VOAjKiAPC', '0a65dd90-2b8b-44d4-9abb-a936d43691ff', '8331167615687899', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiRzBPOEZYSDFnRlYzVnVra3N3OV9CM2hhQi1GTVVFVTItQldpX0hfamxuOWpHZ0ljeldqVG52ckdGeVU5eFNOSnU2Q2tTbmpDbmRROHh3T2k0TkhKbGcifQ..GWx03tUh6YNLP-DSacZxAQ.DWI9Y2UuYLevpVnkWHLxzq_Fv8GeXpW1bmOauMMVoAbppgBFFXqdvqALoyz0LPG8yy3q1W1C685stExxS3lZcUh28z4pivCB6-9wZEg-1dLVAkNlE6B6phe96Qog_hwB63WOUGsqA-KovYvd1lIyBWDeuZGE2dvRNfvwwWBY9lMSXjK__aomjbnzn8SKxJsNsiCJnfoCgquqQ3edQJQjRkEDCwMoNDhhVFcbF0Sa8rfWSb8IVYlS-7TbV8vqQ8rxPHLskNIMvlNZaB2G_KGJWqyKrxkBRrsLx7-dptejfPwn8m-a54ocJq5JQp_txxwZT2ZSV4elaEuSqiFMOVx0glocHg3i-2UUuBNC_ls7OvL2ajdaBR5TP_UEcc9-te8yTrTnDXovK0GlXgg7ow9cl8dQ-qSNVK9yY4x5uuL6sJajnColZ908Alsmdz_Z3jfL2vvlyFF6SS_lVSgTZhYQkwUxACkc5Bz5YU99II8CDdb2Sd4Rrl-uQgTpKEKJOoA5JIHRoxF7oUJxeFed8GZbzYou57F-5faB11OD45R70S_euZYM7LmC6giZV000K3RgUBiKNRWZuhpgtZn2rnzM0oIWOw6TpOWNbBWoi99SFCzXdAdXFam0Z1D2Mm5nYulc5w9Kpf6XBTqUukCipDXCTC5zZefh6xjfs1c5X8zWxBjjphshtvf5cbG0Ctq8fHB5fNMAWYwubvqf_FPKd_gE3GTo41Gh0G0mwdX7c66FlzVQ2Ix9TwLn0cYS7LTOzELNj5U22ss_hoC_TlFKmutaNn2hOS7jIJ5RvVuT7qMw3RyuqU56K_kPEMF8u6mptONS5_Z7TnuSwMEVJ--odMe9vPtxKq9Zpfzh8apWWMjgeLpwqLkUWYPCWtIQmXx5hxlpu6BKpMsSl2BcECPpT7hC87HdInUcXdZFjCE2vbSDfUu6U2aCHWeyFnxZ8fwVuF3mneROIJCDCR9JE25bsUPOi2ZNveaLrOzsmGRRFBiwXPk-Hro4MbFajLZTIBGkdIehRSmEoTyZZI2puD4P8ZU_dVfRWEWtZ2j5qChqQCEqIvbkFkTOG0RgDMxB7eAoUWsUrRnK6_tJD2jFJ1nReuksc4VLQRhRrqM3DWHcMxO7Z_vYmiJ0daBDZ642zxExbIXLjIr7xUghL_tFucq2B60qyQINUG8zhponq_j16m_Sq7DgL7Cjevev9XP12q3t8y1DhQMF9ZE9DNo7ranyQDkTw7zGLn0StKfKdMz2WMYX30CO-VCsG98mB4kD7yMEMfnJERDb8PpuXPXqilEOnauijUMiZeJqrdPT75T7U8Cr_fVmWG_ensFrHv7vU7xu2mVQDY36bYov4HU5NvsND5yqLIxhNthnerSth04LBVBVDYF3wqGUPn1iWgqq0bb7gEyPLa-av0bGQjNPRHZOOPBqr7d-MPJp7IPcQ_xq_roud_S1NXYU7HrxmDhB3iMBF2waSdzDHdLXEawcnSBNayzHH4ShFJ4UTG1FQSgoaRdsybizJ5CgUNIghceEpEHl9Fsb5vW6CeXqdC8Z13pJOWPQWgV0fRjyPLpGJFUqd938eNNUGni8YA65hGhkfmi6Ws6KlYf4NVXp-odXbn3V0a_pFptre3nvgm2iNiiXPBXGe09J5a5VRiTXZUSYwxc0ktHVd2cyyxT7woSZaR93WZjJopdbcLphV___OpAp8fh7aqrC8j1QPqRXoHNTnsMTXkb2AnfEpsdnv1pASwYfDFGJn8D7xHultcY5NvloH-oe7IlctTVeR6JoEBp34yjAl_Nw7fILW2yz52rZPN4j3gTXzAlZtsiTAXjkLgOBuxc1CQEcD00YphqvrA59pOiZrdy8IBLj776fZLrS3eB-eg-6BonKpRp8aTKW2AZwG13mv8tHlPAA3jH-6UnbwCqs1rJabYvTpjV_LLjQU5bxD1P8du57Fy0yPdtH9XzI6NnYf_2m6BacIXPZNt5E5UI4Ew9W.spFASuzkQycT6GR5tBnlUp5KLMkwPIph1mSEFjmQln4"}');
INSERT INTO "auth_records" VALUES ( 'pending', 'aBF-xTlSzDoLuEX_3Az7T4IjxiAPWm-8', '0a65dd90-2b8b-44d4-9abb-a936d43691ff', '6468824059842975', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiYkFOcGRzeU9QU21fNDEtQkxrUDVRWlNHMm5fdk9vZjJfR1pWTWE0MW9YbC1HYl9QVjVoVXNHZ3NPNnlJT3N4Xy1PTHpwWmlhbFJmTnZHRVlEb3FMRVEifQ..Nb4ZYggEkd6SuHXEp7hNkg.TOg2gGF6SUZj8fCRnLy4GGSP489tiNsKqNNZWhSl8hKKosZBsAXJxoz19KCeNFGsRz3DpRhYCNO7rtY9RO7LrBGhgQXZEXMUuZT2Tbtj-B6JJOsfpsSv5H7Ovs5Oa8123yo1LYPn6_LaTwUavDsJ8XTgDrSzN_Ckv7a99AIHbL5SdNVAcHJMSxsKa4qoZ7_ovTxi7lz6e6dcwv4cJQpBaV6H-UD6RFWCnaLrbFaJj0QRXht3xsNe8oTywno-U_ZRxfjes_dmlxE9rEW51pII6Veb1Uqwno_oDaH59waHVeI1s3gmuxTxVLCbNp-2o7YlmlPS8MasjPgCQFvtoxG-_BFioqiqpi0uwYyEOqaDTYyrC-5JdThWQnZmJcsgpGzaoLrBtxuJcnD3Y9aM7BzDnS7vjXz2x1MFCzyl646WWLuEn98Of_9VliPwLNAiVnTRB8oG7gvPJ-ZpIxbSbyDWwlyjSqR0BJV-TSJBQHPPZjh7Q3TPhFmlTmmbpQFxkW4WwRBQno6Gbcd1owzJSqp7suabFF8Dqoa2uTNGry6yA0d92es_EbllhepLE20mNeUx-tzSB9YBBTOVtoDvuC6ORHVZm6rLaSf8JiGM8_DzxHyjSfYhanmqFX9noqnFXL_SDQ7qw4Y98SKYoLEE5MhRYkM9hyQkmJcRtmAjaM64-PYvo4Ib1iPOAI_EemYCo89QAsP6WySHfMtS9U2nkY6thhOzMWF7XfNXmdbQDAx7YkSOQ5raPs8PUy6DZ3P9ZncNEdp51pE-3CVhG5sjwk4AEc34MZQjuMC3a9EJUTs59PrAz2RZmf7r47GjcoSzzfBiU4ZeAus4HiRnxziN-qZsJe86YNFnd6bycL4nNpa2GVepuM_jEwDbHN8e1mQqVZnbaM1i5rt3ZlY5kvvVWAJgTAHsnMPKL8EifF31b3wc80Gc4Q36Wsll6yEoBw2T4YfiTdTkRBV6L4fmSHoTalkwnuoSii29gs9tQ1QS1fiq4wsowqGYF_S9OrgTo3v2e8NPlTHdUi7wwa-UBfXp5rBheJhY0aN99fo4RzmqM1tCG4RNW4VMnXjGDbcc0hk292izcTdUrAoEbluswMiZcudoHzf9IZJfBN1GIyU-x5FPaXapn-0zZ5VkF6LA4tMS9Igui-E1JxzyN5RgPexK06cPrL8NkoF-WIY8VgEIRr7ozEs3pqOeH0WiWsQRLLnjD8xHe5D7DD0wh9oxVdZUoCT4v8EQYiE29mgU_xZaAK3kPrAGSoXMyJWyfz0-8YpTwOFxT_YIzNOLlMLimWvjIktWB3D9dVTkFTI4JnH0auwe53zHukFsRmi2FWG0kxjsdUDOrxNjC3ch2uo0lla5Q-0miyfWnJa8bBFwl3gSxeASCRPLtoMaH0o1Qv_QR-_ubTRyAdShAxkACJ2C1MC971-byKFibQYDaltdvnvb_-ETsa8U7hclwrCNYrd8d-0_7Sa2nJyCFty2uUPVS3YQuO_JtaWyS2tstAr4rclhZShaF7xWkoHqYkH8cdqZmmHrWq4A0O-RSWG2jasZBb3QQSnNG9Yk8s--LWvZxSVEkh19-L0kufjh9HnmCHXoa3ClB8XnZB_md3a9ulpxw9TqjG4kw4jqsM3808_zof8G2Qyfa7u45sYRtKZWzi1sFOrD-jHeDeL62SCUhG0_vGn8bZE1ucvGzkaREiJNkgWA2W5Wf4JJw1wxGurNcOa3WVcPKWIBamiD1D4zNfuC6fkIQ9q0mOqCw6iejwI9RFOY7u0HCNemrOWndHIId8Na3UaTbOQoe7Z-QP44AMG_P46bgvN0X4GsMZdnD-tLvi9U0EUDBbWYnhMZcvSelSb6UCb97E_7fe84Kz-4JsTRIBxtknTmTe2uoyK3IJ0L7FjbY9WXFWG5VjL6E44w4pzSdUbfjOVCXVczZt35yoAEOqDk4e45a1qjqz0Ki-8qf9zuXPStmkxGSmJmvbIZ8KP2oEkwnvXp.yrJVUQ9r4B6NY_ZFI8DD7Rxd21LIodSQ_YUg1z6W0J8"}');
INSERT INTO "auth_records" VALUES ( 'pending', '4ly7VGuC39yO6g9gqLfBD25szCe5xHt3', '0a65dd90-2b8b-44d4-9abb-a936d43691ff', '3339334301948854', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiVi1jRVJ1VHJLNndoc0xUcjM3S3ozVHBfbTRIZ0pHQ0d1UjBxZXlkZUdOMk5ZcHUxUWFJWFUzaDhvZGZ5Q09XeUxfY3RRYkJzekQ0MURWNThDRFU1ZncifQ..YwnxBTwl7xYCyPwijhaOiQ.OSGGbM9KDBTUaOnYnMDszOOk3HCWtfAv9t89bIkHVrWrPDteeVXLsGY2FkiUw7okGi_JMtUaa50mR7Fen32nwZrB58cye4RqPLyjJvBc47Sk518YnOmNoy8i3ytKo0AYFucyvFlsActIKSsiYrl32wjsC57-_xZVZtVf_54sKdqMfXobOR7TXqNufs7SgXEbsu0P1orE1dKC9cWiaXC-eU3tVnBQUR2BnyEIugQOBtk05S74PNNkS7Ahc5CGcEb_zvJUYnJTpLns10od6md81Luunk9QzqtNianOhuvcNX1Ml_9HfJxegvZ8WQx2tUlAVWxQXU5frNb5r3BQZM92JEXHHnumHNHtNZv2zNKQg8wgfJJfrSObgMsiyCu2UdsuPhQF2EhDFNAS4wr3ClS5hDzYzqjTLuk_yNnjgB60H9GSt3RF5y-0L4tGaJPpcrVwDtknBde9uIVbJay9xdjc7CAYCUFEJSXrkFBFyLYFhPh_e3J6-HAMxhdPmvmtTRWypSauHGpe1BxMQvXkqWlB04DSYeW5sNW3Jbu5HjKqZa_V7_LtbEef85i8Rkeu20zviwk2BrjPpvxKBenDhmn1r8n19bvEaojt_UfAgjnlaUU143qGGVC2Emh7mKk8UXmipCoc1G0AitakQrtI4laJrsIWFqZuDIoBX4KZAcYb4dsOTKPVJE_jEAbpLrfUQH-lK1TLlUZdiEli0sfO4qoA19Ey10di--YRakt1zfKrY5bNai3IHSkRoVBDzogaYrMJcP-UEmsUZlRhiiYZ_QXPcWV7Z_OdoSC1m_jZp0ILsq4hWHPYu3_2LYkpLMVnlOb3L7Npt_6_weIVSk12JSut_L2KYps3SfgEyIt8M9ERxTLGo_X2Zf-Hx3Mt_KzB5AC1dhAB4Z92GI8IJoAVyS3kxe2X69hpCcvak87zQG3Umi-mNK43pMEtyQYQdQOU0YmqTtDE3awNq3dYUNT43iOCJXWPN1pyzn1urDxOa4KOYGfXBvVHhfJ1LowaehqyEZBtjIDVJIEkwAXqfyMh_WmoOgVQIJ4yd1pXK1GovDouCFqXYQMZT9ebxXRHcuf1pCSlG43u_ML56cyx45lgdd7thbToCkIjgZVDkQhfGIEaFlf8W-ORtR7V54hmVHLFZklFFkCCeYOcQcNkorK9cuH_7baOsli1e-8IPVN1PL1mU4h4dwd0jN-LHnr_TtT5oqgxGykhiDgrW85hEcB_3bMifC_7Zt16CKfiFVww7dsOYhWJIdSsdsqsWselgzbipCmz2E8IITCVY8yLtoFuBPc7Q9-XSttkUjhHmuPEHltKbJ8HdlH4LFX0jZilmSIWYa7trMn8H-gGbP3GeNqjmowINzKW4l1uG_cHukS8ubMQq-LvzZdp5KdOpsudz4SXZSrDqhazxpZqsW57DE96f8nr99q_4GWvF5vgrUPFK_4LlN_hjIYHgHm1BTn3ExUnO2Qi9tBnDzLatddkfYahF7eOpVpX4fDk8s6Ea-_78I77rPHrXKoPauVyxtr7yh8UgWz6qsE8BpPbaMGvllsaCCxctJUjaQ1gXNmjHjEbL654rC2j9gs5BZXHbr522mXjxCdHIwYiDHFHxRP26j8msvgtxGphUWeS75kQiNnAiqqvwm8KN3nloy64AWWMMyx22EjQXzWcD9OP9A0uif73MDLkIgUcj7hNt1n-_0QyPcZ4UEk9YCF0OBbE3M575DJ-dupwV7shMxUsy5_e2WjqgvIHulX_NdPjV_zqrqIneGO79NCRj5mfa3hdt-EDcPpwfFX39ozAdCb9LfhqUMmReAuj1TaVpkOUTU2-80lGvLo-AveY0Jlal4RHmROoLk-t-uWNu_Z8Ne93YcVu05Rb8SWPQCIe8WjhWjFMC-9JnLSyj2Q9Wc-KD7geIJIW7ILUj5SXd1leyS4GPDavk2CYEq6hjx_ouDtXDtOnTwl41EVqgTKHa0B4y-YW0U7iAna9et4T.e6neZy0alktCjLnrP9I7RpGu-uHTXpxYSCdBjhC3FoY"}');
INSERT INTO "auth_records" VALUES ( 'factor.attempt', 'IteVBW2LunrbAerWEJ3ABiAmgEs9ghzGAzKjI9O4Npc', '0a65dd90-2b8b-44d4-9abb-a936d43691ff', '6704461968834127', '1800015000000', '{"code":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiTjVkWVBXV0M4OUlNVjE3b0d4LWhORzBNb0w5RG1RcEllazBHNlBXTUdaQXJNd1l5aW84WUViVGM5UlBBZk5YaXFfdmltZ0ZqQkpndWlzY3lCNHBhaUEifQ..864Okws9fFBa6hTBKEuzEA.LzOTX_0xBvu32kLznqY2MtqZKABpeNEwiOMcou3d3Qq1m1pvi_SRSHi_7dFEJtNc5eLAnNEhhxTO793bZosXdlenrGXLsIHnS1bGwFDh8qqA3t4CfyiPYEIMrjBxCwgXq8j-q8VadK-Ds7-TM1UVaQ.W0jG8kWmV-pcySVlUXxqAgLrYUb4tjFr0E-GmAzvVYw","tries":0}');
INSERT INTO "auth_records" VALUES ( 'password', 'ZOY0GX0oyqxYY6NDlpR3jqbJOel9a07f8q21wSca2nw', 'e8d13def-3d86-4c60-890a-e567441ca5ae', '2544294791391054', NULL, '{"hash":"$scrypt$ln=4,r=8,p=1$AelW7K/8G75y0C207qVjcg$E7tNMSZQog26Vz2vkrpR8kx5dm457B93OvpNFffOtUk","id":"sKr0u9Dp3TFg4PpZpA3Ijg","setAt":"2027-01-15T12:00:00.000Z"}');
INSERT INTO "auth_records" VALUES ( 'password.rehash', 'ZOY0GX0oyqxYY6NDlpR3jqbJOel9a07f8q21wSca2nw', 'e8d13def-3d86-4c60-890a-e567441ca5ae', '457471043132801', '1800014460000', 'null');
INSERT INTO "auth_records" VALUES ( 'password', 'e6w-34C-ikmT1cvUFzqnfOyawAcbObNvvh4BwJAr4Jk', '2c4c873f-7430-4a9e-b5c9-c1c82147f3ad', '3018011698552113', NULL, '{"hash":"$pbkdf2-sha256$i=10$uRMogXsNOyfq3t6f0u+hFQ$1R1SFYfUb1XkVOtI0N3y5txxH/+Z03jXqhzjrMJvM0U","id":"XyquwBoGN_2OwQyX0-HU7Q","setAt":"2027-01-15T12:00:00.000Z"}');
INSERT INTO "auth_records" VALUES ( 'limit', 'bwkdITWw2qHszWZon6ESJD0ZwnlKyoJWGxQW_rO3jPM', NULL, '8121228514487217', '1800018000000', '1');
INSERT INTO "auth_records" VALUES ( 'access', 'bcolCiCVM4oKJFzb9YDkxxOiOkW7-Qy_mdc0LtP039E', '53cc3a90-df3a-4edf-90e8-65753bcaf35e', '6375923367359510', NULL, '{"suspendedAt":"2027-01-15T12:00:00.000Z","endedAt":1800014400000}');
INSERT INTO "auth_records" VALUES ( 'example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', '7', NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO "auth_records" VALUES ( 'example.expiring', 'x', NULL, '1', '1801440000000', 'null');
INSERT INTO "users" VALUES ( '0a65dd90-2b8b-44d4-9abb-a936d43691ff', 'Ada', 'ada@example.com', NULL, NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( 'e8d13def-3d86-4c60-890a-e567441ca5ae', 'Dora', 'dora@example.com', '2027-01-15T12:00:00.000Z', NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( '2c4c873f-7430-4a9e-b5c9-c1c82147f3ad', 'Emil', 'emil@example.com', '2027-01-15T12:00:00.000Z', NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( '53cc3a90-df3a-4edf-90e8-65753bcaf35e', 'Bob', 'bob@example.com', '2027-01-15T12:00:00.000Z', NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( 'zoë-🦊', 'Zoë "李雷" O''Brien', NULL, NULL, 'https://example.com/zoë.png', '[[],{"role":"admin","born":{"$date":-4861728000000},"tags":["a","b"]}]');
INSERT INTO "accounts" VALUES ( 'state', 'ada', '0a65dd90-2b8b-44d4-9abb-a936d43691ff', 'oidc', 'fk7X9YpEofoBwwa-zQOtPg', 'WlWtgVnn2cTKJE5dXSUmMg', '1800018000', 'bearer', 'openid profile email', 'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiIsImtpZCI6InhkTXVWb2NwMkxRIn0.eyJzdWIiOiJhZGEiLCJuYW1lIjoiQWRhIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZSwiaXNzIjoiaHR0cHM6Ly9pZHAuZXhhbXBsZSIsImF1ZCI6InRlc3QtY2xpZW50IiwiaWF0IjoxODAwMDE0NDAwLCJleHAiOjE4MDAwMTQ3MDAsIm5vbmNlIjoiTnQ5WmgtSXZlbjB0WDFLOXBzaUNrNG4zSXlfM2MyWXVocmNwWTdnQmw2NCJ9.BaunJLitAjDgJWAEw35rXl8rBnMDrdUoilU762XVmwHMq6TTcNhUZKtahrTlMjAWC6SPbKuS22hiOUkxLsh1lg', NULL, '[["session_state"],{}]');
INSERT INTO "accounts" VALUES ( 'passkey', 'IjNQco7nr4xDajMALu3PhQ==', '0a65dd90-2b8b-44d4-9abb-a936d43691ff', 'webauthn', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[["access_token","refresh_token","expires_at","token_type","scope","id_token","session_state"],{}]');
INSERT INTO "sessions" VALUES ( '4b0200ea-243f-4800-bbe5-68ca13423ca5', '0a65dd90-2b8b-44d4-9abb-a936d43691ff', '2027-02-14T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'ada@example.com', '31f9d32c811a3a6ce3b38e41f0b027545cf5defa1c50dadb04513e6a1cb0465e', '2027-01-16T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'ada@example.com', '88dd474a03454d1d75fcc18642cad41291fe198d412905056a11ef8c9ba6d4d8', '2027-01-15T12:15:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'bob@example.com', '7e123b1c372a5caaed7f70ef03bcc2150b21aa6296e5361cc8c30b8ce9826728', '2027-01-16T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'bob@example.com', '5a479f7aa015d206adf6f070421b0b0867a0a20a5e33cf2444bf9ef1f05e004e', '2027-01-15T12:15:00.000Z', '[[],{}]');
INSERT INTO "authenticators" VALUES ( 'IjNQco7nr4xDajMALu3PhQ==', '0a65dd90-2b8b-44d4-9abb-a936d43691ff', 'IjNQco7nr4xDajMALu3PhQ==', 'pQECAyYgASFYIPubeEjGw63hNvcmlx563JXnPHH6kQJZYdj54duq/4gcIlggO3GzOD/wTKuu3wdWXGaTA+CLWdE8loZ9sY4p2ZFaTnw=', '0', 'singleDevice', 'false', 'internal', '[[],{}]');

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

INSERT INTO "auth_records" VALUES ( 'account', '7KmHoT95jRspA27Oc2oSwHBeSvejdPUDfhT1UqyW5zg', 'fa58aaf6-1e14-4f3f-be58-f7f5f664b52a', '1', NULL, '{"provider":"state","providerAccountId":"ada","type":"oidc","scope":"openid profile email"}');
INSERT INTO "auth_records" VALUES ( 'session', '66FqK1j5ZYSxD6IAIzZDYS', 'fa58aaf6-1e14-4f3f-be58-f7f5f664b52a', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ..EAzexDoByhIIowTSLDKg5Q.coFRVyshisdl6yxqbBZE1fnoALdyTm4TEmVEREjvfX-ZRKqUg1Rl5nUSvXOLj4ppy997_pCzSkSON_b4-9xykE4cXbcaI_Tg7KRq6_cyqcaceZmx4BkeXjhZy_Y72T49WoimWEYGPHT6_4GLmhROqONAaYe4Qjv_NxJTU_mIh2H6T8l7IuZ3lBpR3PjtHzT3.WA5Vo5H27kHcKZUpYMVM1ulDMEWdznneVGUH_PxStQU","proof":{"at":1800014400,"methods":["fed"],"provider":"state"}}');
INSERT INTO "auth_records" VALUES ( 'session', '2F0lXuTsPP1AqsEMKS01WQ', 'fa58aaf6-1e14-4f3f-be58-f7f5f664b52a', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session', 'D94mAIyES28bpnkRBJbebv', 'fa58aaf6-1e14-4f3f-be58-f7f5f664b52a', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session.adopted', 'D94mAIyES28bpnkRBJbebv', NULL, '1', '1802607000000', 'null');
INSERT INTO "auth_records" VALUES ( 'limit', 'khrrS0XnKxHIf3Ipz8paZHwLo0fInfwzpldYl0Qjeak', NULL, '5230673490233679', '1800018000000', '3');
INSERT INTO "auth_records" VALUES ( 'used', 'passkey:Sz5afQIWDggPOa4kpKcippsnNpPdpS3metdtE8OqV2o', NULL, '1', '1800015360000', 'null');
INSERT INTO "auth_records" VALUES ( 'account', 'aQCpwu3LP9LblbyGnF-anWM9CL0rFVYGwtMQiYvAjFo', 'fa58aaf6-1e14-4f3f-be58-f7f5f664b52a', '1', NULL, '{"provider":"passkey","providerAccountId":"t2ijdIwxIkgfCbnknESX1w==","type":"webauthn","scope":null}');
INSERT INTO "auth_records" VALUES ( 'factor', 'be5220ae-2538-4011-b00f-a372b7161ade', 'fa58aaf6-1e14-4f3f-be58-f7f5f664b52a', '8174473125727608', NULL, '{"factor":"totp","name":null,"createdAt":"2027-01-15T12:00:00.000Z","usedAt":null,"data":{"secret":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiVEUtY29xeE9qblVFeWhqLXRsTUd3bk9xOFFKMFd4WjB1QUp0dlZNcXJHOWRlYTlNTEp4azRnTV9aVmJiOXdOTjdWbjllVmozMUtLdzVjN0JQTFFfR2cifQ..mHAnuDDQysVXd-oSUoAvew.PJoZkWsLEAB1ywUaA2XP0llWmIR1BmvOtzTXqs5HoNKmTyrgkyrgRz2poxfzC-A6IOu_JITzUO_jZOT0JKJ0AKLkChAkg2kj1DJNfu72xKkY4RQ1Ww3c_qQ7vptK1SgB0pd7SS5U53Y58aoUWc-dbIZ0RcU5dbNHkN1mRh7iDS8.OlFRpDcIbizhgcFcahg41051KOfA7DSlJjcMMeNJcno","step":0}}');
INSERT INTO "auth_records" VALUES ( 'factor', '57aa1ce2-f59b-4b21-b0db-bcad6a0ccade', 'fa58aaf6-1e14-4f3f-be58-f7f5f664b52a', '2661726116423757', NULL, '{"factor":"recovery","name":null,"createdAt":"2027-01-15T12:00:00.000Z","usedAt":"2027-01-15T12:00:00.000Z","data":["wBsInMyiggmULdWod4f0hpEtsPIm7aGA625jP2rnOKM","u1JSF2qKdHWSyuiVvVXrYTqs1Fi9x6pMIxc_bF080o8","fBhVVsSa0EMFkNpauH6pTIUlIM8sON4Ey8l4MKmgf-I","Gw9C50vG9FgnWCimBXnQJZu-D2m4RuUUSyDIeOg7jS8","QMa3l-pRIW3hLupeJPzXveR5Zj5nO0Slyl1wpqRfNHU","UJy2-Ddqc_Yir3-6ANRa_YzRPmWEO_rr3FSeePSX1b4","k1Mn30OlEy8qsYpISwfFEQiLar77PHRmzuRfWCIWAi0","yQjaDcLqdl1MH9tzTnavvIsHhW0-4TA_Y2WBPE5wrsY","CDRJqK1mjX6sXaIyHyksJN5TelMPB5CDnhhDt7VKDTM"]}');
INSERT INTO "auth_records" VALUES ( 'factor.attempt', 'ZdfwPxT635uhDhSv5gAHRo16I-7A6XExz1Q4uqhAbYU', 'fa58aaf6-1e14-4f3f-be58-f7f5f664b52a', '5678387287599360', '1800015000000', '{"code":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoieS01ZVVLdDRzX3hLcHNwOElGckRLbHZ2MjJNU2NzUDJLSk9iQ1hlR09wbVRjaWkyRWZCYWN3OFdHbW10VHdkSU1BOGoya2FfTG4teWlsT1FTel92SUEifQ..8fgJDHhLlphCA4CoCso-Lw.Z8zVed_N-dz92wXShvjNNd9UEPDaNAbR1jW0lQnntslaCLm_fMl5Ipjln16a8LhB28Ux5etCQHdGv7NHbHDPdz2trIZx76OeWMfImoNe-lLFHSMNC4P93acEi2DZGa6X1u_yGHJG8I6tisJyxmewLg.cuTA1NVV3vdBbjC9-fkhfhaIr1cKblC60LdeiFy0afc","tries":0}');
INSERT INTO "auth_records" VALUES ( 'factor', 'b267c40a-1559-42eb-a39f-0100f82e7768', 'fa58aaf6-1e14-4f3f-be58-f7f5f664b52a', '2706801537680612', NULL, '{"factor":"mail","name":null,"createdAt":"2027-01-15T12:00:00.000Z","usedAt":null,"data":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoieS01ZVVLdDRzX3hLcHNwOElGckRLbHZ2MjJNU2NzUDJLSk9iQ1hlR09wbVRjaWkyRWZCYWN3OFdHbW10VHdkSU1BOGoya2FfTG4teWlsT1FTel92SUEifQ..cXX_4Hy9WUDdXknduiJiGA.CoS6ln989xu4Nnk07_q__B9_DFxMqDKMGqoutxDF4f2fyIzNiVERDyfeOUY-Et7naLaqDnpzXkKI7VQrESqA21K61bo2o6X-3SUY1YkBEc3oibZPMl9BB2aAXQ_Jm7P315Gyzfq3LJUzqbN6X5zgNA.tYZzTIsqioWhwXXnlUiK_tkxgrW7lZsBb34_0u9leH4"}');
INSERT INTO "auth_records" VALUES ( 'limit', 'WAs0dU7AXJXjszoasjutqfpoPn5wzSwBwyjZEnPGklc', NULL, '6647966753588091', '1800018000000', '10');
INSERT INTO "auth_records" VALUES ( 'pending', 'fzzqwQT8aHvpJWqoZVtNo5ZPr_puLn_8', 'fa58aaf6-1e14-4f3f-be58-f7f5f664b52a', '1', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiYmp5ZG1wbllqR2dpRjlYdk02Si1EUlIwd2VVTHBHamM1VElmdl9BOUpqd2lIaHp0emdOQ251dEgtMTROamdRTDZ0bTAzTWRZZ0VnVzBSbXdmeV8xVncifQ..IB_3Fs3W1L29o4CXQHET1g.W9D7vHRsGUUmMFX6JdPS_9C4tWLue19eOCthsMNnV_fcA6nCKmZNkKoLgBg-EzwaskdC6idLYbvHG694IPlFzXqCYKqOPQ8jV3jfDPZQ1LFEzAay0n2VfdEDdTbOOCAkAF1y89qc6D02Wug6ezkgII-yn4vjy88AUWG9zJIC6YHPii_OXvZ7uGhYjh0vCyhnwJd9kUne01J1KhRsSwleKGmPpupOVpE63zx2rK56sKuvTnP5oOqhAMVsm0hap78NvP1sb-k8IKchUoWR6YCLn0YG_-NDcDefRT0dmCxxIL9KtXswP-nagwYmRwDUH1WPq88kHD3WiyX0sdo5OxBUj_NPTOLSgu8jck1UYL6GtaedL7XPu-DqfEdrgCDsjZ2-up8yv5b_iaIro5oLTp1tNLjQCDFNoSZSRBw2CSrILFkl8BgGigV9rt7rbPeWCrbyn-lSus9fE9scbbVrkMxntyLddzVpL2GVIFKk5NIzuuf7b37v3_hUN1-OnXxyiMjsPRo6GxPuEZrtRApfpo8fM_6qs_MIRibkFGyaZkPKOBy83gIvQcVGvXEON5KrEGCOBLhmDQvVfBhWXtmCloq4wicvxs8YIFdmhGKXl3GY4ieZf4FoBC7afzF4BiMtQV6WznAtynfC08-q94VUHPbvb8ph49kw4FcikK6bxF6QBQHnF7AnhLs6RufpUQVAsCJlqCWKTWwECF0-TfdL0LdJD0_fTU9ZYEJGjUAz3WCpyelZa1d8lTn882s_c_EVaOEesx5W-qSG03qiGKi35hC_j767LdVSiecmOHdglgMFdUVjzZ5HImpXtyKp1xoLqzFOQ3BF58777L2PaMM-DMUO-kyZdnrB-lh64tLvMFiZ2mS_64u3sAMwo7lWJsy1pTeVhoHKk6fh3gROD1cTDMdQMErPDacKtOn41dxzD7HrBYFNeWXoCgsZoxxrzFmNHbBP6AgbcH8XWc9UT3p1Saovf0Lhmy-C-Js1RgG3jqdhlS4ID1QmpED7Pm-LKCehh7_IyXdPYDegwAUkmpDteEEr4bfhxZmeygHQE3geN0zBAtjfUWnnBbIaJUUOKtmjzN0iOwv0I247Hj7gCb18WAGdu04q-9Dk_mZZTzi3rWXDOfvillSi0iQB4XgV-e_-d7YPyJpxUQBHfjjcERSkYGRmX9AODkMgRY4H3irCxh_aTjinVNp21rHQ6D65_C_ksjxEp8_phNVDTBWG1wxNAgBv6QpAhMtWhJL4Zp7KZsPUgZjZQBaRp7vPM5dzbWBve1gkIIILpR5m8LrLJocbDZRn9JxOpnh2fBgW1ny2JDUNtH_WYbIFvh9fEO3qcGo7RRN86zq6BZ2eiQ_wSFq7xIWrvN5hy0tadzfx5pFoX7rWctv-c0jS6WFsAmH-Izm4aVv8rYnWG6oyGWbOKpVmu7Fg118OCtBr48SfLzaPLRJLzOPqixahjmF7a6zuojUAWCTWixLDdzdkiyZeccD3-lsbICwuMoXsULHZH1z0toEIhMVwu4uevqKVdqO-do4kQMAbafI7AM-lF0ggZhAmDLlZ3k2ij9bb5ydO2SnEN0WNNMy6qWZPn350qDKQllqQyUFjFIUE4QlkUe1p0wMxHoCgbYmRlOpRHaBZQ3D7_PPQwK-cQT9fRPl_WHaWEe4JRKoPnQvI3lf75Q-4YIOtVoOCC7SNQeZf7CKwRlU2Lpa9RmDo7e_gIYx8sWSX2kkt1SKSySZohW8kEkZz2QYGxVRAJ1U8SljRKl9NVawODNvmxydGx1EimGvNeggBB_mrj-XFs7f-AkaFdxOxuNHa6J4M2NJAp89h3pHTwFfnz2EIn8NRlrC6qMQYdqYko3Y9T5klMBbcWxKhZkl2MKdA9OhHZQobUncJVOagfbAjkOiMzhNmoH-qFRFtprnxlMGF7QBW60JwYv-fAa4mg0y7HabBFPO7CcXwfVjOfRCf2XruCzTyVNUkTU-wzXGDlQhN2B37.5n10nRHUp3Goxk8_VAapUbXLWmPUoAJdEXdFNlFKojw"}');
INSERT INTO "auth_records" VALUES ( 'pending', '3xrQK0goMClL80VOCaqhETQc7bcGeso6', 'fa58aaf6-1e14-4f3f-be58-f7f5f664b52a', '1', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiYmxoN3Z4M3dxYUdLQlM0ZFlyY2duZjdzV1plQmpKSU4yS29rbTQ3cGJaMldGWTFnM1U1MDE0TXFOSHN1V014XzMyT0tyYXJYTEJQbjVLaldIdUh5RlEifQ..4RuYahtwLs-Jm2JrUc-qUQ.D5fEzaaLGNTaybaJisX9AdilsVVedBOSB9qPt3SQZH5jSQGmCVRloysmmksYH1q-CIFSDqTosCjNdPRWO3GqE_fU0cKkmgf82_Yu_pa5YWiSBmVDPcZ4WnNPQAVISO9Splka2tMBOUxwlCXg3X4fbjTnKoGOK1XF7vgcE43Bzl-V0cL4BBx8itoeEWuPsP6o7IAiSzx5cavPKi12cqvu35wdIx1kGTcOGlbVidK6_YS3--MpD35bLXOk8b7Iu4DoSfFi0ikq0zTKfBg8W9RnaEerqDa13hFLuK2jEsnXPoJJQvAh0E4NJ61V7H6has4iTvBbZNpxPM8pmzWU_M_0QIQUm_aAunmAIOICHr8cbk9MFIoSuHQrI5XoRAyE1XccCwkqTiuOPrh72OB8GxKWWbJlDU8t78arrPYXONy5DWH3ZE2LipcDed-VWZe2cPloISgP4y_clajDN_d66vZOKVQWvB4Fmvmcw2fQ_S5npVib9gGcBk13fmwVU-AKZRgTxbgkwoekJEyWUw8IeMYZrStjgXolkj1UWcTZLuO0Xai2xUc5MT7pae34FXx0zTsxsaSybVKedvYE_KDhBigDBtpdhFOfb7Dbh2VadV-ixkRpgtXdxV3fKLR9GgbGhBJRTTVC1xB4y3rG59_oIvO2TKustFn9RbdL39YxqyyY7Hr5al6KihfzV5wqG_T85H2nZtIrlRGbsC7XErKH4TQz-_VejnBxXXPm6-QV4DWwDCrBwjwLv7hnVMLCdZne0SIa8JSbWmtPmxI59Ydso7wa0bm_NxW5cKFxBuZ9OH6KRqJOfaWeeiKnGtILLhQgjut3GTlcF3mS4UmnX85OErSZDGXwbwsCWL9YBQ62eAhV3dzs7VPfr_ZDADLF1WvsfJr-mutRZg0qI1UFRzfdyBnv4DykzH9Imt5GARnSTxSdKvwfQCPgn5vSylohGUvIpz0ooMep3jyo-HvXetoDv6igWK5uGCcD0PQhKcwsf2W0CqxWQ7V35e2mNEUlVZ0rxoUybIYxRkv00yyiyYV7kydAMupPzO60d2GZLwxi8n_OJv5rw5Cj181kccuVO4uj9lu6lpfYiGmE_Yj8ntkI_jBVyoOQVjdp9juhaEIxNx-U_IREM6VZoXJLm5WcEcHog3OXuklw-4gy_wsM8q20-0ARJzmQ7-ZQ8JaE7Z5ZlpISI4lrwMFwST8Uf4fnZCgoDUqBsV9zuZwWv4SKtg1EQoXlgVPp5WTw9g5tgS1LS6k4XDYyHcv7TDM3ve_9RLkh9R6LnPL6-5L50Pv445R58LZFF5cu2l3lGM7AQAqpTEjfc3xxlCuBF2wcYxDow7qgnu9zWl7S3PP63uCahL1zwvwzqByI0su6ZhsHnB6dJnKTl-JULWK5RnQzxeOVQQopwr0vffPVPXt4Mphqlo7iK8uwxl3daGTaEakHzHaWiid3YlZfPpwbJQb-sLTmJoeej1w3CDtM3LbmlFJnlLTXJDeXmwrAd5wtVSp91QxF3EbfZp-CqlJ8Ut6HsTmMrzbWCGiRUR7H0fCtFkE4xCddsfqLXmexL6wOUEiK4QaxKrIF62G4A4pID6e0SZSueo-kBRoqhOT0-7JwcF57cYk_22v-2lxskL-oF8E60F_l9Vtxcn-w9DXxYWxAPADXa6XhzepFuGyiO5b536u2FvDJnqA1Vu5vEo1wAJsdg9zFz9qBD3EI2jluyITQQQ7-KSvE_pNI3SjjGU9xE3uOu7MWBOoKGrOmXzwZ_nz53zA2bsvadUiCec8DVe0NoY9gapXQg7l8UY15zf1vqtvJ_HNf6nhsyoVBuxfNuqwDdmvUsiY8lxXw5ZoZyCIQ5f-Q74NKOFjhh9s-_1atRIiDRzBJwHpPiZckV0hN5MYjj93nkGGrgt2iSdRK0asGH_nxXulcU9JyUeBidXMTykCKjSSs4CDo3fCnU8phUcTntuKh-T_DRBH1AoY5DWrWHHnSOsoJNZqo.DyZYgmh_aMVYMJkoJ5FdjJrkrozh5ydzlgJqpleeccs"}');
INSERT INTO "auth_records" VALUES ( 'pending', 'a6sT4dx0TELTlf46uSZIn0-zbpNIX_3_', 'fa58aaf6-1e14-4f3f-be58-f7f5f664b52a', '1', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiNGNZelhpZzFoVGlJX3draFFQaUZvM1NmdHhRZEJkbFRlRTVMaGhialVjSFBGemVDMGVuUVNpaUw3Qnd0d2dSUVlpN2s3QzlzdG9keUlYXzY0bXZaV3cifQ..5o9QysYujID8XBPflJ-h8A.GPr96XMYmOMc4KBzTZT2zdPLXncrYwMckpmL6VpxxTJXdXw0dDzk7qk_SWJHPoGEE0dEdomQs_2U8-9An2aT88VPTThFMZ3q7J1iHD2Ap6y3GJxc8L0YlK32Ct_SCgh6Dvc_pBmAW5NfMXJdc_6iCaYewWxNQBSY3mm3hKNEC-uMxH96TRPDyMIeh3vMmCSnyBjfgXqZkLuLhSqd3Rs-m2zVRx0XCQgMLeSfKANX4nv7CTdWSbzxvfYIHIJ3eYe9p8K77TVUjSh7uUiPpcN-0M2VawfH2a63NzdELhh-z3lGb6ZG9r9v-YLsyaHRbDGaWk25e3CmKAt7SDyxUP9fyJGaREogGK4gC28GQmnkFkdCqorGpVr2r0G6QsSZ-kklBEe07BsOPT_I9AILDLLzlGxCtDPR4mqEQtW12MTw-7myPs4VPnCNurxzNEMHkOeMHqlAIyZC9iMQLw4MpuqgZ2QT5zkepMyi8KJ3l6eBRKCZszB4U3eqS_V_KIAO6zjmNKG0qu3m7zCwiQhTnR3Wy4t1MwvoqQlG7M8SxuIpTE0jgBCLD7_sjZilAMZ4i_SZfbwb3Lzkrg81VMc-BZ4mjbxFLAfQ0PF4_Y1mLzVdOkekjGkBnF15tGkxhhkayvA4M0Nkd-pYImUgwDXrUveETwxPM-lJzlvAty9HvXvyRzfjV6VaR5lyO7yH5TvQof2mNCWjMmcQhYwOjpv3WSWMH76eY_2BFNNN-686lZ677zcgaQflHdhWmV2z4BOfhI7YIr0ARGVadorLNU0lBtwIrsdf24rug6WgVWLCNZh_9FqusMdE4ehNptSuFOey-QYVGaIZaa1qWvAVPI7l-pJ6zzvVoi497PZC989f6ZzVQdBGxF4uOdLCCqPYAbpsyDEQjcbhxUCPmfchrZpG9v42ey-FQG0NVtvlBV1Kawe9yoeICpa9aOJma6x4unx4zOtNFrkBAcjiZQ32QBMq5LdhWyVTilPr32VXdAn27fjPNqcI_Zpl8dM85AbtLO4q7Vv4Jeb4X3UlcAa51balkYBuujEKdHJAh4AGbAeCzwefMEtCbdMbO7_eUxONgMm6yWZuE0PNDVfapIpyoZczOwYeBdIQyaLxsM48aPjjxUKjzdyJBgHGo2gX0Pc-h_RDOiVTXJlQB-x4PRFiardrQ3Q-BQHm0aq2_6YVUrMXAx7W4o94_igG2KU8JE0XeQHJUItcmNZX-lLv50CSndJmWZxHACR7tCtmsOytFT6C1vJn2egnVlXPPa6FJtUmiNRI268Pn9FJ3lIYNBDTLWhf1H-_Y3pW1tWXkVbAzWjeubDRyCVReGnH11JnpvWTCvRnhYCJ2Yy4Fmo7Sz3C4qTyhvQM--nFBSC_mzilQh2dphy1j_Wa1cPCOCt1qrXj_YFlQUX3L8xDYjk3-4FHJlWOv0Q9VmeLwg1mdxjOTyo1uGa5er6uocOCjMfCzEEy-Ys93fcV1qwBIlgY9QwjLavAS5QBEO4AffeN4N0MYEckysMNlt6rUvQ296nBbl89WhfUq8m1QxHHWgbi78rRP21Devq63omGGG5Ol0041FIkmmJlJzEgNSYOSMMlI8e7t92qxxNjv4uxqxIJLpA9c0qi9sgU8w0C7quvwgG8xkgHD8mk7rzIKnoJsT_ExMe51Iohx-mfQuZ6W69IMnJbokVEb5Bmncj9I64-kS8pmOyNe4kivE8rxNCe3t6_6qrPBwKNHrB2d70la98lehE8qCgHMzNyEm-QNK8rgC4FaDhvACx1Z4_mtlGQYEB2xNH4osKaQAWmDTNQYqyhQs5KzIjuoKqffefab8PeVF7dIeUWGNjPP8Ariy49DpS2CGuPkSW1tCXWxJrcecQi1GUSpsyMJAqnzsSgz_VoHz_Pk_HGLF-aBdD17MlWx2NCsAfHEP7w7oMqZMXNN3Wc-FfBAoVNrVMmeD9SH7TRatkbwArM5Egxz-NEiMHJiesU6YsExae-ziI-.IOMYPU7rr3uJ5r7WdaU02naFGYQMBDoOHH_0gkZJm-o"}');
INSERT INTO "auth_records" VALUES ( 'pending', 'nrvqXRf8KhVl0978gvOZpi1fDwHPbu5S', 'fa58aaf6-1e14-4f3f-be58-f7f5f664b52a', '1', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiTUx2NUpfX2c1SlhsUXowVUlFWnloMUlNQ1EwbG9LUHJkSjNjck82bnhkaWVwRUpFdzJDMWd5a2lzUERnVXFBbzZtenlDU053a0NQWENVUkNZUm5ld2cifQ..KnWmrONbB8Z4-nZ4pvUL5g.Qtyxx4_BZHYsEbmtVccK35P0m1tOFZgYnhn_wsid_TnpfJxGuWdPDimqAyECTL_56ZW7OEsn2rXpcvWQR_icY4zRJRHm84VzEc22vcT-uiYPoQkp2vW1MJqV0ZdJNjmeeJwp6s4gYEbOqp7f0Nbnuo2t7mLEnCGu49Z6TgL0xJ3NRz5Jh9SYZqu-aqLz37s_MQnjozpAt3Fg0d4ltnlkV-Z4u22HzikHEb8UnrDbGPK8QFu_LyS3uBryPzJqmB-ReG6BOeIMR5Iv-OhPfUytl6wEG7DXR_wyWw1rGt9jtQj-SaMK0txbDxTwhuTq3BZVK4I7InhQmKgGnwjikLuK0LPSqjzlpMq-KzB3FFNWwrOfTlSn29iTL2WHJ1WUKIjsMrm3l3Ptm_ukcjIhnMqVxxR0IEQ_ZkgLYsOR__l5fiebEf6ac54XXMEejhFLyw8O3DM6GfbQfSzaxmgAb4g1wq5JkIcjggHG4X5CHSqA93TYg8yxXemTS9JyQkQc-uVGc7eo7Cci4km3yXq4WXy5UmJjNAN5i81XvwWiAmcjZJzC6s5kQ0NBeeFicPcawtDCNse7e6vMrThj3rUj2dfK-3rm4leCQW9HvMT17Lz3gd9P05uQwZTLnrVgyqnRqyb2HZmqekuz64xpWBUqygxdv49g4aWAMo7ZwoBl7xH6iIZmYR3XzRr9sHMJ_ZspqhBdEfkG9SPKkBK_hEhzFK8Y1cr8SfMBB3PIwAYcN8c_SlhggxbuKMskZbR6tQAf660QkqRoo6uE3CnAsY4BUXBO-m_N6_ZmYocqns96-nUvsF1rjJ7ee6fRSezzaUkgJbLZLt_doIVTuxDL_papNf030uYDCbX6bJU_u-31HZFBtGDdkCRqzlWFeflIHN_ERoY07VLeGoYDTk6wd_bSVXIDhZ-IZI0aLxEkgB9_14HEAdDRSxxryEH3VV1-uaCpv6-Kx_FGGrYqh-LQz0VQdt6uI8JpyAqNiVBcNuoUyMQ0ADtcqGj0Q67b4zGQXMbywlBK7GYa3zEGvOP8lO0IomviiIjcRjNzuPg8Xu7a18fCNI2WFmOfelagufZV3iKw8CUriB7yT54DfrO1OnuXLNVc2mjAf2-BFeHDA1TuXa4tDDkO-n6zJt4x9qIbbCQrTFPXA843O5vHk18pjmwA9k6PjfHFWvroFlROcthR41Ay50VrYry_sIzDrSRWC4tVvsSCfgQz1N36DEoHhjJOI4CYGjRqq1wEERaH411vNXYwc8udTv-otP7bnsY8DmAX9ZD1mYxGIYzZUOgQdGwui0avJJn2O_12WOBOpgKMga9xi03Y4bwHx-F4d7RkJXzvCJT31nNxuB_CjyM8oP8BFyyZWZxz8NrLqynczS8tQowCKrSb9zer74ClAaEKjszaMKIkxad2T4bDMvoUrkJaiQ-M-D3ybBikP4g30XRMzv1crdnAiP-i8e6__0F2Toqv991dolx8NGsbRT6gsAByAQ8yWO2QvfD-MMTMdalbr2fkJt02V0_W1z6CTAk6ClhzI3pbybh5ur2DXHn6dqQT6AqccaQM2hcr7yKMuisyG8NJ0tM4jzNrVkxG2FfJExt4l47iyDzd1Ck7HXi7Q3krNF4kJ0dmmhX5N2kRTVsgccwMwYPjQnoufOD2iGqyHqhPH5_SCRbg3j5DrKxKS3f0rFYXPWYUyydns0khpwfAd5a0ZbZpY_LMv9hJ3MeMfu9ITkNVuL4XOiKCaE98EuG4tp1SGqVYugd5f1qSbHFUlNNgTpEBLqz09WqEpN5BsWj6addUnlCiuRdgqZ_6IRVOq9-HoRhsLw94T4Hf4mJ1Gsl9MJcBUdMlEuaRlsklpoi5CnbW0qe2u8LT12w856del-2d7hsnxCL0X0RFVjXkOlEP5RRMsW4SVQ3Gpn68OXhvNbkGN7xB6E7iApeuzYMCa8jJcmQtBGS_L0-rsQfyDCjg0PQCzlmjvUt7ZwQyLmSIvM-3.8RtA0RYhxDrj48h3LeK7OQGavhXb3JZu8oL2e5C_kbs"}');
INSERT INTO "auth_records" VALUES ( 'factor.attempt', 'GTHp3TeR8i8Bq9a7sxB89giU4Y-5VEAj-Zsa_sv0O4k', 'fa58aaf6-1e14-4f3f-be58-f7f5f664b52a', '1530106663137551', '1800015000000', '{"code":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoieS01ZVVLdDRzX3hLcHNwOElGckRLbHZ2MjJNU2NzUDJLSk9iQ1hlR09wbVRjaWkyRWZCYWN3OFdHbW10VHdkSU1BOGoya2FfTG4teWlsT1FTel92SUEifQ..aEGDbfeaKulXX-j_4p2r1A.ptXTzVa_r0LZsmGJAgk4t0sQZ1XxDyHyVyRahsYkoxHJe19xgQkX-aGgf7nYGSL5tIV4Tg2MJe2rYxQmzeQBmFIDmghAVi12BdfF0Q7-z6meZj7xdu_cfeLs70H1K0ya_cn0QTLU4XELtFHqFxwnLA.Jr9JLuMkWKpuTkUavERPDHeubWE6WZpvldWGl6VbKRQ","tries":0}');
INSERT INTO "auth_records" VALUES ( 'password', '0tDTZZXYRkA9UasL7e3L3V1wqIEYXv8u0pR_G1PQINM', '4c6dd8e7-c8f4-4445-afa9-0fe041fcdaf5', '5156376917382522', NULL, '{"hash":"$scrypt$ln=4,r=8,p=1$OSI07ptcEGSJ6AEO3WdGcA$7N/PpUkPQ+77xiBNR4IcPKpQWdjKNSOnhNyE93AEKX4","setAt":"2027-01-15T12:00:00.000Z"}');
INSERT INTO "auth_records" VALUES ( 'password.rehash', '0tDTZZXYRkA9UasL7e3L3V1wqIEYXv8u0pR_G1PQINM', '4c6dd8e7-c8f4-4445-afa9-0fe041fcdaf5', '1469206151951320', '1800014460000', 'null');
INSERT INTO "auth_records" VALUES ( 'password', '7VyK-qfnux5iDKn7vTxuEiEKBabwU38a6eQfVVNNeIA', 'f0ab86c0-0888-419e-8767-f0560a7dc9d8', '6512943050423142', NULL, '{"hash":"$pbkdf2-sha256$i=10$sdfGYqgGnMI2tJHgrHg13A$U7YICqHboYBfqHcNUArDK6cYqY534xaJS5HAWYhto7Q","setAt":"2027-01-15T12:00:00.000Z"}');
INSERT INTO "auth_records" VALUES ( 'limit', 'bwkdITWw2qHszWZon6ESJD0ZwnlKyoJWGxQW_rO3jPM', NULL, '3017125051064196', '1800018000000', '1');
INSERT INTO "auth_records" VALUES ( 'access', 'KZ8cTdTx3nqLFnr8JpItmvrmj41iimS4_kYZHDmE-HU', '5863e209-26a9-43d0-9a10-4354258c5268', '1', NULL, '{"suspendedAt":"2027-01-15T12:00:00.000Z","endedAt":1800014400000}');
INSERT INTO "auth_records" VALUES ( 'example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', '7', NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO "auth_records" VALUES ( 'example.expiring', 'x', NULL, '1', '1801440000000', 'null');
INSERT INTO "users" VALUES ( 'fa58aaf6-1e14-4f3f-be58-f7f5f664b52a', 'Ada', 'ada@example.com', NULL, NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( '4c6dd8e7-c8f4-4445-afa9-0fe041fcdaf5', 'Dora', 'dora@example.com', '2027-01-15T12:00:00.000Z', NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( 'f0ab86c0-0888-419e-8767-f0560a7dc9d8', 'Emil', 'emil@example.com', '2027-01-15T12:00:00.000Z', NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( '5863e209-26a9-43d0-9a10-4354258c5268', 'Bob', 'bob@example.com', '2027-01-15T12:00:00.000Z', NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( 'zoë-🦊', 'Zoë "李雷" O''Brien', NULL, NULL, 'https://example.com/zoë.png', '[[],{"role":"admin","born":{"$date":-4861728000000},"tags":["a","b"]}]');
INSERT INTO "accounts" VALUES ( 'state', 'ada', 'fa58aaf6-1e14-4f3f-be58-f7f5f664b52a', 'oidc', 'x7BsfnIJkE1plFvPsD7gmQ', 'LQqHcIEnNVxOYegKsCCiIw', '1800018000', 'bearer', 'openid profile email', 'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiIsImtpZCI6InFiVGltOFNBaS1vIn0.eyJzdWIiOiJhZGEiLCJuYW1lIjoiQWRhIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZSwiaXNzIjoiaHR0cHM6Ly9pZHAuZXhhbXBsZSIsImF1ZCI6InRlc3QtY2xpZW50IiwiaWF0IjoxODAwMDE0NDAwLCJleHAiOjE4MDAwMTQ3MDAsIm5vbmNlIjoiX1QxOHRiWlJGN3Itd01uY2JuVldMNmpZcXZRUERxWFpLX1U3aDNNc0RMQSJ9.1Hrgwu8T1YoKAwV_vBzJoFTDvGWffYJT7PREj3RkrzGrvAE4M8NaFFhe2HOT98eP1-tZlB00nYsH4HyuW3PuXA', NULL, '[["session_state"],{}]');
INSERT INTO "accounts" VALUES ( 'passkey', 't2ijdIwxIkgfCbnknESX1w==', 'fa58aaf6-1e14-4f3f-be58-f7f5f664b52a', 'webauthn', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[["access_token","refresh_token","expires_at","token_type","scope","id_token","session_state"],{}]');
INSERT INTO "sessions" VALUES ( '73d7a8e1-0a31-4c0d-a2bd-5bbb1fd0d334', 'fa58aaf6-1e14-4f3f-be58-f7f5f664b52a', '2027-02-14T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'ada@example.com', '5a6a46091154ade529c25c24a8f9dddd14ce5953edf59cf653caa2f496961e6e', '2027-01-16T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'ada@example.com', 'cf911479c1bd05266e3c7c3823304b4abad91d1961141dcfbfce768ed933e821', '2027-01-15T12:15:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'bob@example.com', 'ee1d1d3d710b0229abc66817b6b6d7a668d7f4a179145e2e00d88cc2e926a80f', '2027-01-16T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'bob@example.com', '1b46684543d6ba03e5bc8d80653847f85162a1a1dd05b3ea8c23f76c89d735e1', '2027-01-15T12:15:00.000Z', '[[],{}]');
INSERT INTO "authenticators" VALUES ( 't2ijdIwxIkgfCbnknESX1w==', 'fa58aaf6-1e14-4f3f-be58-f7f5f664b52a', 't2ijdIwxIkgfCbnknESX1w==', 'pQECAyYgASFYIAqyXwaDkt8G0kN5dHzaysjv21Jr+AK3RkxP2kddckqhIlggfjlCV9AWXTg6u/03mcHbyGoFLp1zRSmpGySYXujjc7g=', '0', 'singleDevice', 'false', 'internal', '[[],{}]');

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

INSERT INTO "auth_records" VALUES ( 'account', '7KmHoT95jRspA27Oc2oSwHBeSvejdPUDfhT1UqyW5zg', '5e9e0b15-6911-4697-9259-30619aea559c', '1', NULL, '{"provider":"state","providerAccountId":"ada","type":"oidc","scope":"openid profile email"}');
INSERT INTO "auth_records" VALUES ( 'session', 'Nck6yTgaCoMBvOFr7cFHSq', '5e9e0b15-6911-4697-9259-30619aea559c', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null,"token":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiODdUb1pjYWVfVlV5NWpDOG1WVnFudkVSYWUzUnZKWjFTT3Fab3BMSnFOaGZsRGd3MmQzQjRiOVNGVTZUendMVDU1bzBON0o2NGlZZTFTOUx2TXFmRVEifQ..zGUDbA4Ze9BxknuIz6PHBQ.u7vxy_1D24OnBAXR5-HJtV15W9Ss1biJWRh8WL-Qc_zNzyy1EaKeCV4b5q2ExxV96C-2ndu2Lh4jPOgYGIOwBocclntLZlWANMzH_fHPILwXZOb-wsymaVFay533gfLfWdLNws6hjRiGrWoU6X1aWSkOep6G10xSHhOwn-IL4CXKYtsqi6YdH2QYHAARrQSY.7akjwRVcTqDDRSKBPDKpIaek3ClSYfrHyMRSVURDKRw","proof":{"at":1800014400,"methods":["fed"],"provider":"state"}}');
INSERT INTO "auth_records" VALUES ( 'session', 'cBewrUICfK4X9oWAkXVzFw', '5e9e0b15-6911-4697-9259-30619aea559c', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session', '8bKFcghw2NREvyQNxbfbxi', '5e9e0b15-6911-4697-9259-30619aea559c', '1', '1802607000000', '{"createdAt":"2027-01-15T12:00:00.000Z","lastSeenAt":"2027-01-15T12:00:00.000Z","device":null,"address":null}');
INSERT INTO "auth_records" VALUES ( 'session.adopted', '8bKFcghw2NREvyQNxbfbxi', NULL, '1', '1802607000000', 'null');
INSERT INTO "auth_records" VALUES ( 'limit', 'khrrS0XnKxHIf3Ipz8paZHwLo0fInfwzpldYl0Qjeak', NULL, '7435604128135703', '1800018000000', '3');
INSERT INTO "auth_records" VALUES ( 'used', 'passkey:thL8XplaIfR3DUfwphNPrnpXs1_LukLxQH0MECvska4', NULL, '1', '1800015360000', 'null');
INSERT INTO "auth_records" VALUES ( 'account', 'TiGpXrkMjf5qUJxR21sqJLkWCwVHQRFM7Ct8-nnqsQ4', '5e9e0b15-6911-4697-9259-30619aea559c', '1', NULL, '{"provider":"passkey","providerAccountId":"H0Ni3ZWBGjBw9Er0TLV+2g==","type":"webauthn","scope":null}');
INSERT INTO "auth_records" VALUES ( 'factor', 'd6f27b6b-5991-4255-93ca-ccf5f306f6bf', '5e9e0b15-6911-4697-9259-30619aea559c', '6987145969637135', NULL, '{"factor":"totp","name":null,"createdAt":"2027-01-15T12:00:00.000Z","usedAt":null,"data":{"secret":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiYk45Ti1jYTdvakdfd1ltV0MxU0w4WGk1cEZWbDJ1ZmJTbFp5NVU2dlVFVlI2QmFwTFI0WnZSU2pSdk5OOS12ckRrbEJQTHNUWTBvUHpBVWdMRDZVVFEifQ..obVYnttYnRHuhjkx6Vpn5Q.Em2RMn1iC9_vHcfUsk0R1jlSkgODL9YO3r3yNgzy8wT1k3TKcb_7rH7_u5o8Rd_rfgwVBxFMXZl9aB4ZzO9rB_3iP8d7D9mghc72d6lFYkm2CM4Sis_SS97WD-Zzr4-WyFnRyeYBqyGPfcqYjC74y2nNSbop3UhePCOcxyRZ8yk.Pm-tKCAh6UDTEq3cQ3rFA7hIJwAZdXPawEC5Zchr5Bs","step":0}}');
INSERT INTO "auth_records" VALUES ( 'factor', '99c7bef6-b731-443a-87a7-27b525981873', '5e9e0b15-6911-4697-9259-30619aea559c', '6563627299274505', NULL, '{"factor":"recovery","name":null,"createdAt":"2027-01-15T12:00:00.000Z","usedAt":"2027-01-15T12:00:00.000Z","data":["ppilqu-cJMBheZ-ngT2QyzpWJ6n6svNBMYhevCmx1hU","mRBPniYWQAJb0DRwKUzeK9-pBFTMI4cT1_MY9xqlKUs","cXtRoS0ZqMw9knEpyLjka7-cdahRPgQEC3M81uGXqOE","_WYzDismNyHkOXjcdie6jRXg4o7tj145atNVP8mibgs","maUanEizc_PtbUrH9Plg_L0bHKRHJxLgDg2LiNHUqvI","vpO9G935mLScoWhkhU89DIFfo9WBlpvscqJV0X15XQE","yNhyO9tRgDhBL63LD02bTfrzeGIsyUZpVUxJ4pzID_M","xksotrso3wDO5vinSb_4X0XCKvpiOAcrsRYnrGpOtQ8","FgeB7pNvFj3XVIdF4VCoyFgDdvmVpuGZdBP0V7ACBPc"]}');
INSERT INTO "auth_records" VALUES ( 'factor.attempt', 'ZdfwPxT635uhDhSv5gAHRo16I-7A6XExz1Q4uqhAbYU', '5e9e0b15-6911-4697-9259-30619aea559c', '3218177832367235', '1800015000000', '{"code":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiYkhsT2trdUl5ajYxbHo3QXp2MU13YzhJNGFWNWl2akl1S2w5RHM1T19OVW9IMXJjbjFuTGVJUTdSbS1xMWthU05VUkV1dG54TjQzbjJLUDQydDVDT3cifQ..U19VOu0LjKI14f88m4OS9Q.YPKmIj_YDRekcmrYad5kCxJDP1j1tDMW607qXsjAI9EdY1Xwn9Ifbsa2ctkei_6nwKjs1kSabrII0YudhWoU9Vp_KCfAWpPNBMhrwHtncuXf61riNM5aM1I0b9HdLl8eUUsI-X_Py5Psd_Q5Ec2-VA.H9ZWKzbiA1IN6Vh1p1KGPBjUuFaC7wniLEgYWEpIhQ0","tries":0}');
INSERT INTO "auth_records" VALUES ( 'factor', 'b6212629-36b2-4845-9f94-19b958f47ad4', '5e9e0b15-6911-4697-9259-30619aea559c', '3124707888164370', NULL, '{"factor":"mail","name":null,"createdAt":"2027-01-15T12:00:00.000Z","usedAt":null,"data":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiYkhsT2trdUl5ajYxbHo3QXp2MU13YzhJNGFWNWl2akl1S2w5RHM1T19OVW9IMXJjbjFuTGVJUTdSbS1xMWthU05VUkV1dG54TjQzbjJLUDQydDVDT3cifQ..rzecLVCQCklp7exDHkHZcw.hjlk3yLCmDknVMQjrjptJcCmDyVz5YVPcsnDR7t8XIra-I8OvT1LxFkEJsqlslVPNd7rsdiWLO1cMW14ix0V0yVnBLicakweETKAGMSveSm0zOJBJTiUlb6y6WZqz8HMChx_LgKyudZuPG6v9Jzdnw.qQCrxX_nvB5kCSwxlMNXZl7yD5oOdtc_23D_ud1PldM"}');
INSERT INTO "auth_records" VALUES ( 'limit', 'WiykFnJTngkvvDFhBi2dxPe-JMBzI0JZF6f8EyPweEc', NULL, '2605434401279966', '1800018000000', '10');
INSERT INTO "auth_records" VALUES ( 'pending', 'UjWxFo1RXjOfe4_SsHmjpD8VkZEP1vvb', '5e9e0b15-6911-4697-9259-30619aea559c', '1', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoieTlrU2ltQXhLZHFvQmRTaHJHNUtHT1VKOUVvQlB1T3JBLVk0aWdKeWFJR2F0bXJJcnFfOGE3UDVEeHFieVpCZEpCODJoSEJQNy1ZUEFtak1uMWZPN0EifQ..KnQozezZD49CdeLxydm2Kw.joaABK2m4ZFmfTtEJOPgQVV8DkMkAPexS0RWlJPltoYFtxUoUKWvOhM1UGEvzuJg9s8AxU5n-PEV_j8MNBuoyiJBiDBqkc7Zsoi-i3WL3RZnyPU26HpdwX_v2RpMT8YavrHCkTjtGBT-m0cx0KGgvLbnibt7apWw-qqsNQbJ3lWE1iIYLbQEumHNB_qIa5OVDOM5UKzwAXBi_Wycxh4tsGVM_SxQPh8I2S3juyS0rgxWOdoSRXbU5bbj8xJfQPfJNzI8nzOMc0ExyA-SA81Kn_2HYj6XzX1GArkhStzms68MDDhbl20drFy9aKFDKpnH99xCLxP0cwb9-5DnNzN7_BXjir2a-_JE4ePPeM-X4UjMyDuAClO5a7BldoOjuqtFP3fFGEYWML0o3YZiypE-fXZ8XonCw4YZQouO6EUW1kai43MmkLzuMviGen3j5Uge8s0NyJ3CAmHeqG51XC_atyd16ehm6ZoX5jBbJnuO-FMWIn3nfk3xftZFHVtbTfTkcF_bdEA5zQo8vPlak8jxEZuRdhbJHZrhADLMWkkPybNFN1c_LeAd-PQb7EZ09GPKrDNAlAWmxVEv3XdX2yJGUlMfUNMrZzKgCzq4ncHSHI_ScBPUgppI4AmsqE0xiFihAU48LSbWVOGCEsCq86POYV8Ee2l0HGVLlIpPcmeFQzO6yrMSHP5_rytjbx-oW-gNo5ZvzPUdzKQkt2Fb80hWymjCJJF3O6NG46qKwQychY1dLxnYNOwtjpWEjldRThD2ZpBeRHF7f88-liWiDj6VZJjRWimPMzz5Jbya_RZTbPJVZ_pM9SU9ISn24LtBNgakI4s1Z17MdAmPWTbcL6sKOdqhUKH1vy991XBobUgh3BxWitotXoIL4251bXqv6RxbLwTwl9VQEvBDU61IG8WSNyaRl7clGSHy6cgriAT2uGKn3NqX0RKBq0hUK6E7p-yhkabWxniVnfqwzmOXpDjgrC4fhaQKJPsI7KG23kJbw-HkNMJutlNc_4xR0t-7vBsYMrDTrW6rMq0UzMIhROVE0neYEBYeQqu_hJFpYJnZCcXtRnYwF8Lpqejrnvbe8hl9BzHm47hQWCwvoL4DfsKkPCbRA8GBt3abcHcCN9Zq8hPdiC-zT319ZsLimFJqeAmyJ8mR-i7I808aozsPkqmef4B_01lGdxRwU4J9o4ZZt10FOayc9j9vqUC82h4oZQUqto_Ix8_SE6957L8iABtIZ-LuCys8Nr7NdMrPD9Yul7w9CcEuW7m7Jo2NVHI9yxWNEWssBFs45DEAmuFJhq-1MDBzZNBbGcf5WVK2gFEb2v83UgzNt66Jy4Td364ZgX1OYCuDqF4ezMPntcSKpU0S7qsgm55DbLcgFenlIWLQ96DVwy18czyjmg6T3jgLwGxhzmGW55UJVTSK1wEO6qkonzEqRIzAp-CZhNwd751fxB-vgTaQw11r_tkaLa4NNefptMbeY_1fKFYo3Gp1WElAASRaEZltXVHySJGPbU3HEk61gKMaRMdPXLhJS0L2wL0f7Oxa5xQ3D8ztDO5cuVzKbY066g5F2F700Aupvm-eE5FCi2-58O_Vm-UPJe3h0nD4yX49k3l-wQZ2JGDhlVIsn6LU32wfx9iU8tELxiMzkfrUX-DW0-Zm2Azr__hihae_6KeKM6iD-rlmKi-eFwcZF6gf9mNtyQz6ztVymIp4lu__mIFivEGzXOQJaHol9VZ6IGS6Zn9hF_oWePE8FoAUzfaKUTc6fOiroj4_P2EHoc7p6ah2weXI1ETzxEMLziqY7S5CB4Hf0PKQ5m32l2wRkq8vrCoryLDZnsQnnbC-6ZhgVG_ClylUt0hxAGm7zf00vAew0Roe0RKqfFq73wPzGPx2NlgPfCg1kWF-MG5JomYQxbDCP9o9hyonaMCk6qErhYAkzjEzps_s2EEsM7fZtvOLeFffJhRIbSo5J9QXYBEkbCZcD_Fg2Ln07nUWZoJy.shK1nCAl7vGo9wzEkY_yLpKkKRe7aAtPROxJiTO9KFg"}');
INSERT INTO "auth_records" VALUES ( 'pending', 'cysZz1PO9v9Oqys1lcMlWGd0QGW_91Mw', '5e9e0b15-6911-4697-9259-30619aea559c', '1', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoieWdoaEN0ZEN4VVNRSDd4Z01halE3MUlXc203c1BncDZ2cG9kSkdIS3YwcldBTUEzWWJ3RVNNMkNxSDE3YU9jamVjYmU5VmxoSkZhMER5S1k1N1JmY0EifQ..NvCunAAazkQABOeIMdQZ7A.bbVGcKAuZSia8eAVDh5JwnSNrkJTXauy4aCx3Sc8kdr7buoL4ow-2WVoDja7hhw8cT_VnMaNKS8BYZb0rJW2UaIofpJilj0fWYzyTYw6ai1MybeXLuMDE8vD6xBwzE58FmqM0yXDdWgB4POsV3sHDr1dMHMI_SQCTMLdwvolUlcaxQSAJNLDJus4VD2cHEGrqUIEiF1vPQXUVVU1RxB7magK75tVhM6ABQWSboIYF_A5KQ6avu5Wagx-giIFSrcIQvD_vXHkzbwvVGwYwuxr3uxWCzYAZPjtu5S9zP0duR_UdkOkzjITY-c3wkjhm0Pc8EHQ4DN5ca-mTpafyMda56CGbWkQZ-6_clMnsNCKmctoKCLjA_Hl8SFtQi8fxK767GuahCv2s5omkUBQ-6hvfOyrUSDXST8to6Y9uYepdNSY8pwSmtRmb8HfVfS8owGq92uGuS2_nwJYF1xwjX2wworYd1QLDBUp7suMK2iGzhZuc2e_RCEH9AaKTzMPoO6O79IPt-XkFV9b0XGP1ZY2mvJYNhlj3CJ6uBTj-YQuHnOTaq_mtnS3eo8RB9S_hqHeclKm0AJ9gnHzpBdAZFjDwZtkJEDaOSy8maoa6KBN04pXlLC-uLR51JaZmZm46Lgd4J9JWl-D0o5g9DU59Lcem_Jie3fQpKDIc9h9F0f54JpEZJm19sceSntZT-8PPJHpO1KVbPlaKaXG8XzzGUHu8TxWsp_0GvO6AUT2rKvSkuTCq2d0ZSD55hXqgA_LYhCwWTbLB2mEMkqBsR0yGM414gVBjLOPWq8rEC7pfEnJrY8J66pmKHBM1Ct4J_u14CdA_-26_jzFKKEwWqxkjmCcZ2lMvJOqJ4Lv4IWgkj-D_-EUUFx7x5Ypafn45huHL1D2j731ILyRwIpppFd12gP5INbHO2lE8jnx2aNRGTgjk40UJspLzgTOLfgbU3IEcyauCboxkpFJ_P3FChgACISqSRcEaZSWmq7EL7fGIDu_7sLM--rMQNSq2C1djOJdH0X-_KRccE-NVR289GzNg-z1BE26823NuUhWM7tGzuo2abJo2m1Mb7_BOzffsymvVeOhIQD7ZGp8d-sS2E-LY0qgBe2eUiFX93jjVN9hDxNVYKdZCpechxAz8jFntdHa-OzQR6Xo7qP_oLR81A7UZ-tFDbIgLcwKYUpNqqSBq0yc5DajoO_TMa0A-G8jucRI0bK8qZsnTviVCDbvbcojfYoCGj-E0MLS9E7eEq-y_rr2fJMXTxiaSPZiCuzHevNTWrWm9QrCNHT53rxzfcCTjgGyTL1S630J9BPxGHDloXOjV2skDthIG8dhxX7DneKBtxKX5u6TKKNQLEjb7lIAEFNpVkTF-JZ6WugBUigtrbtIwHRtsVGSLiw9U3-MVnjAH0xsbCbdJ1TiTVQkTQ1Op5qbEv6EPeABjx39nKifkHyQigFGlYHJcp0Raw2wanjjpfuFNQWaVQuJ2W9WmUsgXPwdzRkemS_8Xg5LNU48gMF28_RzHFsfVfh--flYn7u_Txhk2QOfQlrlxjSwhlXRjMT-vQK9YfQxnWEA1REbXPg2jfO8uso8d0izHmEw_BDfmVk61vYTDT9kzd0AKWu-XshHXms0E9LIOUJ0kOzdxvrECQu1hgzxyimE5JoRa6uRmQnbzhB8Z8H2C8MjVLuW743WBO7G63WMwpPzFBwQL1yfB36TjgJoCDZWs3H6H6EzQdZMpPALOaxl5GZcn670lUU5nkB-LfdGmxfmnf-5iBoJFazTVmQXNjPcKw38b_Sb_d-XSDqed5sfbCb4JGOVE2yxDhgjzQv62TlPO4QUchWjSvi7OSTQD9ar7Ge-9qpaBrYNeVfASDY2cJF2GL0ql7uYXtvTh9eZ4R1h92eM2vWTRVOWgVPuvq6VovklF0hfkIT6dYKQx4omcv095zoStH5BBFI0s8bVt8LlecMkvRlZrhmQ6aOlr82ZVcajzp4xlUP7.IRNJWrq3bRR9wLFYFSBHvSfVoNhXZIf0pFeZOPIYSRk"}');
INSERT INTO "auth_records" VALUES ( 'pending', 'LmLGte2_b-MZC7Y92pMQX2Y4iGKIr2nj', '5e9e0b15-6911-4697-9259-30619aea559c', '1', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiRVZ1U19LUnVmeThSV0VOeTJvMUkxU0QxdzBPS002SFI4ZThtTHNHVmZqQ2ljYzJGOHhzaUg2SW1qNEZxc2dETUhUMDQ4TGplTjdCUTRSVjEyY2RHUWcifQ..pSrcp_Nref_KxGDl17XaBw.7SuWoK20IDjwx34-hipFQitWMOUd8T7ez6xs86lCGL7Jv5XtjdeLMU3kdpJL2IqnD0OQJ6CYLbnBsJyhgjzovix6K7U4USjTLSeiMIhyu0oXJ_vvGXZn7I5kHh7v9D1dmnEYY_Ei2BKQuFIgoPLFyeiHBMmIoUaWSQwMw2mBTbLx5VBpqNHtx1Q2hUh7rO74prfd2wy1otZD3Se1IN866f14-6fpf1NAqiYgdaPyy4Rsuxru2hTAEfVeOTnZwOglAk-vVRDcJ7_UWUWl3k39VwhVV3q5UpgbcgpPnPvhhjawVkSOYfo9Ui3Uek8ixz0MttSGyi4sy0By8FJLJ5hJRfbf93FROOq8BGJIBFXrg3UDDnAfmUCmkzeoGWARCmXau3tvhA4F4FB-ib7Y--iLR7W_ENVJ35ds01WAlisznMpSMc39iMl5dCOOuRg5TkXykuPNMjORfeedQpvYjoaOUPHQIuATD4VzCCw2nOAFEleA87yUEbb6Of6taHFyCAhPOerUKZ6OwPEj3Tev9LZvoXfk-6e6xLx5McQa4ozF-2QGH2TuLeugw7BJyjrScr7goC3WVodq5e_iL548-mF-mfJpgm2kD9cM6Hedm8PKYzoibxEgiK71VUsHCqWkjL12iIiAoEt32mJvGtssDDRsQCvBDKHVnZgxEKcJaumlBiVwkM3a_gkwY7TuxA-_XL0iNfCUtVIMHSAufRTdPGl0BiKsYlWJyX5Bj1lnxqgXByjP3gvhV3scRCXJFwI_J9IiAwSM9sfbIK0_Chhwh7a27UQbMEdAJ88T450TyACZQ5ebZ-nuAaPB-zoq7hvlAaZaBwr-ZeOQxbG8p-4v8jZKLHp91MhwqVtygtzyPSUcNF2Ev6trnF_eDY97Ym9dDkxfdu8cENSgW1XdkogZ4FjAIz68ssX29jjhNMIrlclpxu3wee6UrJDJRw65HgQOZACUvJTBpFr92KaptZltv_5tZMgggpnl60Q9xRERO0_CDGuEsT4H76InZzs2h09IWjQqfGxh6Xi2ljQnl2EmDFoPd67zOb-64YUMbUXyj5O8CJWfYZsQ8kUdtJUFxnCdsSWo7PJbMPOy1-Egqhbyy_Xl8SPOgbYQJ44mP-yMDvC22i979oL43-ee0FojFGTWoQfxB4cote-Vqt6hady-OHGUNXLg3VD5a8TgK6-l0duzAmVpJUw9Mqc-VrT2YsYqd5XRwtKB2fnGdblUCQBBN6H8Sc7nqpN1AAm4G8TXqq2oldM2rV8bnaRS-cpYP8PyddmmB8qMP85ydkfy5OoV_esh2Fyi_27R6J-2xcepP3iXaoyGSd7h1jzI5lkVLWoKr6A1K1qZ01ji2idi-H-aYR2jImvAZLy7hjz1dkGaYtL0ysZMiahXKjZQSzcloT-VS5PilswJz8hXdeuenzN_6yhdEnSs-o0SUo9lasUPONeS70TdmlMfFbdnYzjAAEOCLZU6vubgxx5WJTcARmn-1rSiUH0PKoLnDB5UzZIQm9dwDGxwttF2B6aHSaZthL2I2vuhaSSj8UQHBcdu8D_ssWllQZ8ktpFu95wdWPKX6AHB8dflPlZXubpuwJWuK3PqzgNSD29G-pG9_qjiCIq6hGP5xhMWk7YCG2jL1zlQRjVr_aA-faS75Bgq-dwuEnwg3TNKmBm8bOszHlz7Jdf8hTypJqcmGE3wuyYuvWq0rX87k2pZRBZTh3kwZQN5yakWmCasOyCQtxLwh-9jEwbszqVZhq3lCq9nbstsxBaGgDXZdZSxqlcaalm7FdL7eBbKsCMU2jzDlnkHZADQ03ATGlLFM5otfJbXmwmHxDxqM1Ysn1-RRa35y1xelrgT8921tAoOwav2sxpOucFUmqqMP8Wl2Mt5kCNAo4kEI-Oh8oswIL8BUbFUI9SHZrbzoULjRuK_js3xVwAev4z15vcOo2TdBuO9ppolcNQ7DZ0eilw2g3szrGErGSvQ6siYpFVAp62K.gUTCYTDhzU08oT5wjttF1_e-tpQ6oV2q1ZiPSZJHDMo"}');
INSERT INTO "auth_records" VALUES ( 'pending', '0sFuqAwiVKigJpiwRUkclSyi_IJAP45r', '5e9e0b15-6911-4697-9259-30619aea559c', '1', '1800015000000', '{"parts":1,"text":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiZ20zUG1SNnBUWkFOOUx5Zl9jY1FiNG5pMmRzSi1WcnRFSnVyS1gyNlc0TC1GUlJRemltLW4wWkkzUnFTWHdFdnJrYmx0bzYxOUlVQ19BYW1aOUt3NlEifQ..Y5We6EjVg1diQHBzT_jb7A.yBt969dme8ILKwOkCt7j4fGlHE49MkICAr0q4nHZiqsVVcMa1RfApq3U891gPS601gd33SZqJ5A2l8iuvHtPo597WqiMYbvMmFywcLN2Y6ES0jnA7merBNRZFv0YiQuRCKg5-jPJUwlsZrgsF1qii4qYGgdv4qd1ff_UQYtuHXUIDwAW_1oivioZNnjL0V_s2ss47guSoqN_aMvqxHpcQR6eePRcd1AdVKrZg9JBX_El_WG2BqrE_bCoaJx72kDWvN0O6DrG-3O7qsupYmqnjiTV79Oo4LlGWjZeLzS_OtPXpPuDa0HEvaOZTY9-cTWVqFoUF1jJ7G4KQw1dNRA92y2Tnc43_p_19ce0uY08_sprQrOGnIVUkojudP4KuqdcpZNpNGYe6jhy-W_VNVDXKlw18xF2gGP1DhrNi2MwQi1j5VcAcKrUNI9q4DXIvKsFfGjP4mCKdy_wf2xDdcSLXYBG50wg-QMba9pT2CVCg9mIVHSE71_d-_teuDnBDL_8c-6oK19SClNoUUrkMzENqsJhIKi3GZXmVpceyGvk8EbvjDK5fheRm9w8dQ8WtkUzn0pMsvSGIodcQwuox4m9vYN07_-yKQmyOc9XBPqp2z55ZyT0zid_V7DfEtOPVcsr4RHlQGjSuPL8oPQXpI2v37da7MOQT3uY5k6KRcJsKjqWpTMPWanb5VyfGxjApYCVzNW27-H7HGR-DJtwm5wd9Dpq1vrLCGnWDJLW10-g3VyRpEfBAZpDVO0VUM1nIdn2-e0QmnrEo9CnmKYFFk04Ygy82X__G2Lqnht5-zq2wQw-pd4oqqvt3pQobQoSbznkwt1-K1sNPHH46QS78EyfPWQeHnFMb5_wRap2bq7CxzakbLaqj9OGFO2S4YuNXqGJksVjUgV22OMsWI_pfYMrm382Viwyvs91O8Rh9R_c5yKcd5M0ot2gJNgoyl07B7oWARdGbUov7XQTH0HeZ0HL4de7uvXXKAHaM00SAQd5sRt7rBBoOmjoBPBk2FGAEV_zXAuDkarKiHTG8wyJM1EwBTDB0E8yayFYhlCMNwzwjaNex56B02VYdHZSCNfIa-Zqdwf72dl19diO1XPYYcWaz9gHgobRZ7hn2DUESlo8D0jCD3i3y6QhGyLdm8WjHU4zTiqJ5Bs100eB_1EKIANv5MHk5bhPiWKlcYd2uVw6l7uYzfsIHncfea7tixa_YuFfhjHloF7_3DncL86ao07INQEQFV7qQahqAKNy7JdOEtn7C7mSlYyAdL5YwcoYmENZpGIT_FR2DmvPfUCOWq7RtPA0oBblnkAzhKfucw7lKnxMqzLY7xLh0hXNKv1-CQKLUPKgm9NQFLKlKiZekO1aYVLZqxOtbdM4Ww3bEhMm7w_5tnO-NwcrUZNerI_nSB7U4NVo7rCp5AgTnXm5ZaZS-QLmjxPCCbtvt97U-tI2ymrgWmUIvire6S2yoVQQCwaq55ovRcirtv253wQ2_vL38fayfdaHRkAn4PjZXFhN_a-Q75YW6BzEFy0eQUXnKNiDhwD2m-GWa2hEIngonKJrmGhSv_vh3nTtp6-aCMX_MQorNm97VIfHHCT3H6XiL23bBVeaw-y3KE5OgIb_TEW2vdIFHl1QltZZuI-63eoWkwUoVamYYHt1yfTac_Y6KEdIHdH74zOKuJWj4krUn3xC--QJAAfZZRdKeXK0TQwkGDrN2XdsJBez4BJdo3I8_A_oDGA5AN82gciVZwFzMc_RLMUf8JeuzpNlJzHmGZDwJRL3meS4I_gElHeemXIeABVss3ptaT238F7hONWpfXb2PUK5iC3ERgsL0SIxdELe1LcVOfMXqcHB8Rri3PeQ3iO51cyhf-mErOM0rBleD-4rUmkFVoc2UdyS3Ecx_P9bV_y9y9X198b6rUD9-Kk83fr40ni0qmuePlOc-oV6DXeyKF9gKyG-xUI5uPvce7oVDJbyp-_haE5nY86O1QZXBGa5.ZOw-W_5V0q8Mz0KCl-oNZtGdbVtqx3KjRPkBJTWl--Y"}');
INSERT INTO "auth_records" VALUES ( 'factor.attempt', 'lMY-UPpOwZDxXANlx3EyNalkjBhNAD1Adu1oftbN-s8', '5e9e0b15-6911-4697-9259-30619aea559c', '1346541845085853', '1800015000000', '{"code":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiYkhsT2trdUl5ajYxbHo3QXp2MU13YzhJNGFWNWl2akl1S2w5RHM1T19OVW9IMXJjbjFuTGVJUTdSbS1xMWthU05VUkV1dG54TjQzbjJLUDQydDVDT3cifQ..6NBqX6ql8WUqvSBuICLM7Q.MBNmkfR6h2qUAsXiuFsOWmBi48_2O1lXmnvixHU88so2496cJ5PbQcVyl5oovSynaMe0s9K8CQWekzUYNsSM5DWWtNNb3KlRHdQy5lAp2KKCNIGAUevK1nAFXpdXiiI8Lb9tt-kdy5iRVKoefKrNiw.SfkgU1Qm_BZAnyGfLZD--PDg8rrVwLXsx4dgVnV5mow","tries":0}');
INSERT INTO "auth_records" VALUES ( 'limit', 'bwkdITWw2qHszWZon6ESJD0ZwnlKyoJWGxQW_rO3jPM', NULL, '7211850050036125', '1800018000000', '1');
INSERT INTO "auth_records" VALUES ( 'access', 'l8HXjSJ7kNiM-VgtQYpm0S-YYt4x24iYXZIhSWDZ0fU', 'bac0471a-5f1d-424f-83c1-a1ddc0ac59dd', '1', NULL, '{"suspendedAt":"2027-01-15T12:00:00.000Z","endedAt":1800014400000}');
INSERT INTO "auth_records" VALUES ( 'example', 'Zoë 🦊 ''quoted''', 'zoë-🦊', '7', NULL, '{"list":[1,-0.5,true,null,"李雷"],"deep":{"":{}}}');
INSERT INTO "auth_records" VALUES ( 'example.expiring', 'x', NULL, '1', '1801440000000', 'null');
INSERT INTO "users" VALUES ( '5e9e0b15-6911-4697-9259-30619aea559c', 'Ada', 'ada@example.com', NULL, NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( 'bac0471a-5f1d-424f-83c1-a1ddc0ac59dd', 'Bob', 'bob@example.com', '2027-01-15T12:00:00.000Z', NULL, '[["image"],{}]');
INSERT INTO "users" VALUES ( 'zoë-🦊', 'Zoë "李雷" O''Brien', NULL, NULL, 'https://example.com/zoë.png', '[[],{"role":"admin","born":{"$date":-4861728000000},"tags":["a","b"]}]');
INSERT INTO "accounts" VALUES ( 'state', 'ada', '5e9e0b15-6911-4697-9259-30619aea559c', 'oidc', 'S8xPpvQvVBvpMKmU31Jydg', 'YiqUz9ZtB49_sFjmnuxy4g', '1800018000', 'bearer', 'openid profile email', 'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiIsImtpZCI6ImlnYnNUSXJoVnVFIn0.eyJzdWIiOiJhZGEiLCJuYW1lIjoiQWRhIiwiZW1haWwiOiJhZGFAZXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZSwiaXNzIjoiaHR0cHM6Ly9pZHAuZXhhbXBsZSIsImF1ZCI6InRlc3QtY2xpZW50IiwiaWF0IjoxODAwMDE0NDAwLCJleHAiOjE4MDAwMTQ3MDAsIm5vbmNlIjoiS0xxQnltdEZWUl9nSUdBYTE5Y25hUWhNVmFMUHdKZEUxYS1kbHpDYk5zMCJ9.KO-VkVXJolCJwRMZVfcHuZC6a1blAdI-APv4Oh2oKS7ZVeyoJTqY733zHDvodzM9nhK3oasrBSSwnM4zmaDzug', NULL, '[["session_state"],{}]');
INSERT INTO "accounts" VALUES ( 'passkey', 'H0Ni3ZWBGjBw9Er0TLV+2g==', '5e9e0b15-6911-4697-9259-30619aea559c', 'webauthn', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[["access_token","refresh_token","expires_at","token_type","scope","id_token","session_state"],{}]');
INSERT INTO "sessions" VALUES ( '11bb9030-894b-4edf-b4fc-490d93615ab9', '5e9e0b15-6911-4697-9259-30619aea559c', '2027-02-14T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'ada@example.com', '5fcc7370345e5f5f57ee039bf769d7b7193c292ef121ff2ee173172fa2c16290', '2027-01-16T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'ada@example.com', '9a2779f1df2d82c9318411c0a41d5aac5fd29e6ab7207c2c4411e03e0eefd19e', '2027-01-15T12:15:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'bob@example.com', '1793ba6fe932b5073a0621ebc16f011f31755e78624892df64e8b4289ef9511b', '2027-01-16T12:00:00.000Z', '[[],{}]');
INSERT INTO "verification_token" VALUES ( 'bob@example.com', 'bb59e51cb9501842002a939a31c182b1b5a4a6401406852f717b232770917209', '2027-01-15T12:15:00.000Z', '[[],{}]');
INSERT INTO "authenticators" VALUES ( 'H0Ni3ZWBGjBw9Er0TLV+2g==', '5e9e0b15-6911-4697-9259-30619aea559c', 'H0Ni3ZWBGjBw9Er0TLV+2g==', 'pQECAyYgASFYIKrkoIdBq8Rfxop6boO1Mc8BkrS+ZgKxZfs29dWSk+XcIlggaixqUI0h2OlpPIjWW/Xfr1OAhbXXT0ezuugGOZM6VeI=', '0', 'singleDevice', 'false', 'internal', '[[],{}]');

/**
 * An app with every capability on records in Redis: beside an adapter with the methods of Auth.js
 * alone, and beside that of Auth.js for Upstash.
 *
 * @module
 */

import { UpstashRedisAdapter } from "@auth/upstash-redis-adapter";
import { Redis as Upstash } from "@upstash/redis";
import type { AuthConfig } from "../../../mod.ts";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { RedisRecords } from "../../../adapters/records/redis.ts";
import { connect, withRedis } from "../../_redis.ts";
import { startUpstash } from "../../_upstash.ts";
import { withContract } from "../../beside/app.mjs";
import { testDatabase } from "../_databases.ts";
import { assertWhole } from "../_redis.ts";

withRedis("an app on RedisRecords", (server) => {
  testDatabase("redis-records", async () => {
    const client = connect(server().port);
    await client.flushall();
    const { adapter } = withContract(MemoryAdapter());
    const close = async () => {
      await assertWhole(client);
      client.disconnect();
    };
    return { adapter, records: RedisRecords(client), close };
  });

  testDatabase("auth-upstash", async () => {
    const upstash = startUpstash(server().port);
    const { url, token } = upstash;
    const client = new Upstash({ url, token, enableTelemetry: false });
    await client.flushall();
    const adapter = UpstashRedisAdapter(client) as AuthConfig["adapter"] & object;
    return {
      adapter,
      records: RedisRecords(client),
      close: () => upstash[Symbol.asyncDispose](),
    };
  });
});

/**
 * An app with every capability on records in Redis: beside an adapter with the methods of Auth.js
 * alone, and beside that of Auth.js for Upstash.
 *
 * @module
 */

import { UpstashRedisAdapter } from "@auth/upstash-redis-adapter";
import { Redis as Upstash } from "@upstash/redis";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { RedisRecords } from "../../../adapters/records/redis.ts";
import { connect, withRedis } from "../../_redis.ts";
import { startUpstash } from "../../_upstash.ts";
import { withContract } from "../../beside/app.mjs";
import { STRATEGIES } from "../../flows/_strategies.ts";
import { assertWhole } from "../_redis.ts";
import { walkApp } from "../_walk_app.ts";

withRedis("an app on RedisRecords", (server) => {
  for (const strategy of STRATEGIES) {
    Deno.test(`an app on RedisRecords: every capability works (${strategy})`, async () => {
      const client = connect(server().port);
      await client.flushall();
      const { adapter } = withContract(MemoryAdapter());
      await walkApp("redis", { adapter, records: RedisRecords(client) }, strategy);
      await assertWhole(client);
      client.disconnect();
    });

    Deno.test(`an app on RedisRecords: everything but passkeys works beside @auth/upstash-redis-adapter (${strategy})`, async () => {
      await using upstash = startUpstash(server().port);
      const { url, token } = upstash;
      const client = new Upstash({ url, token, enableTelemetry: false });
      await client.flushall();
      await walkApp("upstash", {
        adapter: UpstashRedisAdapter(client),
        records: RedisRecords(client),
        // It keeps no authenticators.
        without: ["passkeys"],
        except: {
          "a change of address that can be undone": "it also finds users by an earlier address",
        },
      }, strategy);
    });
  }
});

/**
 * Keeps records in Redis 6.2 or newer, in Valkey, or in a service that speaks their commands: by a
 * client of `ioredis`, of `redis` (node-redis), or of `@upstash/redis`. Several processes may share
 * it.
 *
 * ## Key layout
 *
 * All keys begin with the prefix in braces (default `{auth}:`), so that a cluster keeps them on one
 * node, and a record and the list of its owner change in one step:
 *
 * | Key | Value |
 * |---|---|
 * | `record:kind:id` | text: version, expiry, id of the call that wrote it, owner, JSON |
 * | `owner:owner` | sorted set of `kind:id`, in the order of code points |
 * | `expiring` | sorted set of what owners have, by expiry |
 * | `taken:id of a call` | what a `take` has returned, for a minute |
 *
 * A record has the expiry of Redis too, counted from the clock of the caller. Its place in the list
 * of the owner is removed by a later write.
 *
 * @module
 */

import type { RecordStore } from "../../src/types/records.ts";
import { AdapterError } from "../../src/errors.ts";
import type { RedisClient } from "../_redis_client.ts";
import { storeAdvice } from "../../src/symbols.ts";
import { createRecordRows, readAdvice } from "./_redis_rows.ts";
import { describeStore } from "../_store_facts.ts";
import { createRecordStore } from "./_store.ts";

export type {
  IoredisClient,
  NodeRedisClient,
  RedisClient,
  UpstashClient,
} from "../_redis_client.ts";

/** Options of {@linkcode RedisRecords}. */
export interface RedisRecordsOptions {
  /** Beginning of every key, in braces: up to 40 letters, digits, `_`, `-` and `.`. Default `auth`. */
  prefix?: string | undefined;
}

/**
 * Makes a store on a client, which the app opens and closes. Each method is one call of the server;
 * long lists, and owners with more than 500 records, take several.
 *
 * The store refuses a replica, and a server that removes keys when its memory is full
 * (`maxmemory-policy`), since a limit or an ended session would be forgotten. What the server cannot
 * take for a moment, and a call whose connection was lost, is repeated with growing random pauses, at
 * most ten times, which takes about a second.
 *
 * @throws {AdapterError} when `prefix` has other characters
 *
 * @example With `ioredis`
 * ```ts ignore
 * import { RedisRecords } from "@x/auth/records/redis";
 * import { Redis } from "ioredis";
 *
 * const records = RedisRecords(new Redis(REDIS_URL));
 * ```
 *
 * @example With `redis`
 * ```ts ignore
 * import { RedisRecords } from "@x/auth/records/redis";
 * import { createClient } from "redis";
 *
 * const records = RedisRecords(await createClient({ url: REDIS_URL }).connect());
 * ```
 *
 * @example With `@upstash/redis`
 * ```ts ignore
 * import { RedisRecords } from "@x/auth/records/redis";
 * import { Redis } from "@upstash/redis";
 *
 * const records = RedisRecords(Redis.fromEnv());
 * ```
 */
export function RedisRecords(
  client: RedisClient,
  { prefix = "auth" }: RedisRecordsOptions = {},
): RecordStore {
  if (!/^[\w.-]{1,40}$/.test(prefix)) {
    throw new AdapterError(
      `Cannot use \`prefix\` "${prefix}": up to 40 letters, digits, _, - and . are allowed`,
    );
  }
  return Object.assign(createRecordStore(createRecordRows(client, prefix)), {
    [storeAdvice]: () => readAdvice(client, prefix),
    ...describeStore("Redis"),
  });
}

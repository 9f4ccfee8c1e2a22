/**
 * Stores of records in Redis for tests, and a look at what they have written.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { Redis } from "ioredis";
import type { UpstashClient } from "../../adapters/records/redis.ts";
import type { Faults } from "./records/_faults.ts";

/** Beginning of every key. */
export const BASE = "{auth}:";

/** A call of the server. */
type Call = () => Promise<unknown>;

/**
 * The client in the shape of `@upstash/redis`.
 *
 * @param around what is called in place of a call, which it may make; `eval` or `evalsha`
 */
export function seen(
  client: Redis,
  around: (call: Call, name: string) => unknown,
): UpstashClient {
  const send = (name: string) => async (script: string, keys: string[], args: string[]) =>
    await around(() => client.call(name, script, keys.length, ...keys, ...args), name);
  return { eval: send("eval"), evalsha: send("evalsha") };
}

/** The client, with faults at every call. */
export function faultyRedis(client: Redis, faults: Faults): UpstashClient {
  return seen(client, (call) => faults.run(call));
}

/** Fails when a list lacks a record, or a list or the expiries have what is no record. */
export async function assertWhole(client: Redis): Promise<void> {
  const keys = (await client.keys(`${BASE}*`)).map((key) => key.slice(BASE.length));
  const lists = new Map<string, string[]>();
  for (const key of keys.filter((key) => key.startsWith("owner:"))) {
    lists.set(key.slice("owner:".length), await client.zrange(BASE + key, 0, "-1"));
  }
  const expected = new Map<string, string[]>();
  const timed: string[] = [];
  for (const key of keys.filter((key) => key.startsWith("record:"))) {
    const value = await client.get(BASE + key);
    // It may have expired since the list of keys.
    if (value === null) continue;
    const [head, , expires] = /^(\d+):(-?\d*):[\w-]+:/.exec(value)!;
    const owner = value.slice(head!.length, value.indexOf("\0"));
    if (owner === "") continue;
    const entry = key.slice("record:".length);
    expected.set(owner, [...expected.get(owner) ?? [], entry]);
    if (expires) timed.push(`${new TextEncoder().encode(owner).length}:${owner}${entry}`);
  }
  const times = await client.zrange(`${BASE}expiring`, 0, "-1", "WITHSCORES");
  const scores = new Map(
    times.flatMap((item, at) => at % 2 ? [] : [[item, Number(times[at + 1])]]),
  );
  for (const item of timed) assertEquals(scores.has(item), true, `no expiry of ${item}`);
  for (const [owner, entries] of expected) {
    const listed = new Set(lists.get(owner));
    for (const entry of entries) assertEquals(listed.has(entry), true, `${entry} is not listed`);
  }
  for (const [owner, entries] of lists) {
    const live = new Set(expected.get(owner));
    for (const entry of entries) {
      if (live.has(entry)) continue;
      // What has expired leaves the list with a later write.
      const item = `${new TextEncoder().encode(owner).length}:${owner}${entry}`;
      const isOver = (scores.get(item) ?? Infinity) <= Date.now();
      assertEquals(isOver, true, `${entry} is listed, and is no record`);
    }
  }
  const known = ["record:", "owner:", "taken:", "expiring"];
  assertEquals(keys.filter((key) => !known.some((one) => key.startsWith(one))), []);
}

/**
 * Records that this process has cached: only with `maxLag`, only those that were found, and a
 * limited number per store. A change by this process counts at once.
 *
 * @module
 */

import { nowMs } from "../base/time.ts";
import type { FoundRecord, RecordKind } from "./kind.ts";
import type { Json, RecordStore } from "../types/records.ts";

/** Most records per store. */
const MAX = 10_000;

interface Read {
  readonly group: string;
  readonly atMs: number;
  readonly found: FoundRecord<Json>;
}

const read = new WeakMap<RecordStore, Map<string, Read>>();

/**
 * Reads a record, or returns what was read within `maxLagMs`.
 *
 * @param groupOf what the record is about: an organization, or the owner of a credential
 */
export async function readCached<Key, Data extends Json>(
  kind: RecordKind<Key, Data>,
  records: RecordStore,
  key: Key,
  maxLagMs: number,
  groupOf: (found: FoundRecord<Data>) => string,
): Promise<FoundRecord<Data> | null> {
  if (maxLagMs <= 0) return await kind.get(records, key);
  const name = `${kind.name} ${await kind.idOf(key)}`;
  const known = read.get(records)?.get(name);
  // Only this kind has written it.
  if (known && nowMs() - known.atMs < maxLagMs) return known.found as FoundRecord<Data>;
  const atMs = nowMs();
  const found = await kind.get(records, key);
  if (!found) {
    read.get(records)?.delete(name);
    return null;
  }
  let cache = read.get(records);
  if (!cache) read.set(records, cache = new Map());
  cache.delete(name);
  cache.set(name, { group: groupOf(found), atMs, found });
  if (cache.size > MAX) cache.delete(cache.keys().next().value!);
  return found;
}

/** Forgets what was read of a group. */
export function forgetCached(records: RecordStore, group: string): void {
  const cache = read.get(records);
  for (const [name, known] of cache ?? []) if (known.group === group) cache!.delete(name);
}

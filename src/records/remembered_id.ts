/**
 * Ids of records that this process has made lately, of a limited number of keys: a hash takes as long
 * as a read of a store in memory.
 *
 * @module
 */

import type { Awaitable } from "../types/entities.ts";

/** Most ids of a kind. */
const MAX = 10_000;

/**
 * Remembers the ids of keys that are used over and over. Not for secrets, which stay in memory.
 *
 * @param idOf makes the id of a key, always the same
 */
export function rememberedId(
  idOf: (key: string) => Awaitable<string>,
): (key: string) => Awaitable<string> {
  const known = new Map<string, string>();
  const remember = (key: string, id: string): string => {
    known.set(key, id);
    if (known.size > MAX) known.delete(known.keys().next().value!);
    return id;
  };
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = idOf(key);
    return typeof made === "string" ? remember(key, made) : made.then((id) => remember(key, id));
  };
}

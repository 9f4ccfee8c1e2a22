/**
 * Keys in the store: the rotation and the end, for users and for organizations.
 *
 * @module
 */

import { nowMs } from "../../base/time.ts";
import { forgetCached } from "../../records/cached.ts";
import { type Quota, withinQuota } from "../../records/quota.ts";
import { retryOnce } from "../../records/retry_once.ts";
import type { FoundRecord } from "../../records/kind.ts";
import { MAX_AGE } from "./check.ts";
import { AuthError } from "../../errors.ts";
import { endedKeys, isOver, type KeyData, keys, rememberedUntil, storedUntil } from "./kinds.ts";
import { type MadeKey, makeSuccessor } from "./make.ts";
import type { KeysCall } from "./settings.ts";

/** Seconds for which a key is valid beside its successor, unless the caller says otherwise. */
export const OVERLAP = 24 * 60 * 60;

/** Most records that are listed at once: more than an owner may have. */
const LIST = { limit: 1000 };

/** All keys of an owner, also those that have ended. */
export async function listKeys(
  { records }: Pick<KeysCall, "records">,
  owner: string,
): Promise<FoundRecord<KeyData>[]> {
  return await keys.list(records, owner, LIST);
}

/** The most keys of an owner. Those with a successor count by themselves, as many again. */
export interface KeyQuota {
  /** Owner of the keys. */
  readonly owner: string;
  /** Most keys. */
  readonly most: number;
  /** Lists the keys that could be valid. */
  list(): Promise<readonly FoundRecord<KeyData>[]>;
}

/** The quota of keys that have a successor, or of those that have none. */
export function makeQuota({ owner, most, list }: KeyQuota, isRotated: boolean): Quota {
  return {
    ...{ owner, most, of: isRotated ? "rotated keys" : "keys" },
    list: async () =>
      (await list()).filter(({ data }) => !isOver(data) && (data.rotatedTo !== null) === isRotated)
        .map(({ id }) => id),
  };
}

/** Writes a key. */
export async function putKey(
  { records }: Pick<KeysCall, "records">,
  owner: string,
  { id, data }: MadeKey,
): Promise<void> {
  const expires = storedUntil(data);
  if (await keys.add(records, id, { userId: owner, expires, data })) return;
  throw new Error("Cannot create the key: there is another one with its id");
}

/** Removes a key that was written a moment ago, and was never shown. */
export async function dropKey({ records }: Pick<KeysCall, "records">, id: string): Promise<void> {
  await retryOnce(() => keys.take(records, id));
}

/**
 * A key of an owner; `undefined` for one of another owner, and for one that has ended.
 */
export async function ownKey(
  { records }: Pick<KeysCall, "records">,
  owner: string,
  id: string,
): Promise<FoundRecord<KeyData> | undefined> {
  // An id beyond the limits of the store is none.
  if (typeof id !== "string" || !/^[0-9A-Za-z]{16}$/.test(id)) return undefined;
  const found = await keys.get(records, id);
  return found && found.owner === owner && !isOver(found.data) ? found : undefined;
}

/**
 * Makes the successor of a key. The first of all parallel calls that marks the key has made it.
 *
 * @param quota the keys of the owner
 * @param write writes the successor; returns `false` where nothing was written
 * @throws {AuthError} for an overlap that cannot be used
 */
export async function rotateKey(
  call: KeysCall,
  owner: string,
  { id, data }: FoundRecord<KeyData>,
  overlap: number,
  quota: KeyQuota,
  write: (made: MadeKey) => Promise<boolean>,
): Promise<MadeKey | "rotated" | "too-many" | "unknown"> {
  if (!(typeof overlap === "number" && overlap >= 0 && overlap <= MAX_AGE)) {
    throw new AuthError("Cannot rotate the key: the overlap is not a number of seconds from 0", {
      cause: { field: "overlap" },
    });
  }
  if (data.rotatedTo !== null) return "rotated";
  // The successor takes the place of the key, which has a place of its own for the overlap.
  return await withinQuota(
    call.records,
    makeQuota(quota, true),
    id,
    () => succeed(call, owner, { id, data }, overlap, write),
  );
}

async function succeed(
  call: KeysCall,
  owner: string,
  { id, data }: Pick<FoundRecord<KeyData>, "data" | "id">,
  overlap: number,
  write: (made: MadeKey) => Promise<boolean>,
): Promise<MadeKey | "rotated" | "unknown"> {
  const { records, settings } = call;
  // First the successor, so that a process that stops here ends no key that is in use.
  const made = await makeSuccessor(settings, data);
  if (!await write(made)) return "unknown";
  let reason: "rotated" | "unknown" | undefined;
  try {
    const end = nowMs() + overlap * 1000;
    await keys.update(records, id, (known) => {
      const isGone = !known || known.owner !== owner || isOver(known.data);
      reason = isGone ? "unknown" : known.data.rotatedTo === null ? undefined : "rotated";
      if (reason || !known) return undefined;
      const next = { ...known.data, rotatedTo: made.id, expires: earlier(known.data, end) };
      return { userId: owner, expires: storedUntil(next), data: next };
    });
  } catch (error) {
    await dropKey(call, made.id);
    throw error;
  }
  forgetCached(records, owner);
  if (!reason) return made;
  await dropKey(call, made.id);
  return reason;
}

function earlier({ expires }: KeyData, end: number): string {
  const time = expires === null ? end : Math.min(end, Date.parse(expires));
  return new Date(time).toISOString();
}

/** Ends a key; `false` when another call has ended it. */
export async function endKey(
  { records, config: { logger } }: KeysCall,
  owner: string,
  id: string,
): Promise<boolean> {
  const taken = await retryOnce(() => keys.take(records, id));
  forgetCached(records, owner);
  if (!taken) return false;
  const { hash } = taken.data;
  const expires = rememberedUntil(taken.data);
  try {
    await endedKeys.add(records, id, { userId: owner, expires, data: { hash } });
  } catch (error) {
    // Only the reason of its refusals is another one.
    logger.error(error as Error);
  }
  return true;
}

/**
 * Exact counts within an hour, over all processes that share the store of records, else in
 * this process. The hour begins with the first count and is never extended, so an attacker
 * cannot keep a limit reached for ever by further tries.
 *
 * @module
 */

import { hashParts } from "../base/hashed.ts";
import { nowMs } from "../base/time.ts";
import { AdapterError } from "../errors.ts";
import { pause } from "../records/compare_and_set.ts";
import { defineKind, type FoundRecord, type RecordValue } from "../records/kind.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import type { RecordStore } from "../types/records.ts";
import { memoryCounts } from "./memory.ts";

/** Counts. Their id is a keyed hash, so they name no account and no address. */
const counts = defineKind<string, number>("limit", (id) => id);

/** Length of a window, in milliseconds. */
const WINDOW_MS = 60 * 60 * 1000;

/** Tries to change a count that parallel calls change too. */
const TRIES = 100;

/** A count after a call. */
export interface Count {
  /** Id of the record. */
  id: string;
  /** `true` when the limit was reached before, so that the call was not counted. */
  isFull: boolean;
  /** End of the hour. */
  until: Date;
  /** The record as this call wrote it. */
  written?: FoundRecord<number> | undefined;
}

/** Secrets, newest first. */
export function secretsOf({ secret }: ResolvedConfig): readonly string[] {
  return typeof secret === "string" ? [secret] : secret;
}

/** The secret under which new keys are made. */
export function newestSecret(config: ResolvedConfig): string {
  return secretsOf(config)[0]!;
}

/** Keyed hash of names: without the secret, no guess of a name can be checked. */
export async function makeKey(secret: string, ...names: string[]): Promise<string> {
  return await hashParts("limit", [...names, secret]);
}

/**
 * Counts one more, unless the limit is reached.
 *
 * @param prepare is called before each write of a count for which there is room; it may fail
 * @throws {AdapterError} when the store fails: what cannot be counted is not tried
 */
export async function countUp(
  config: ResolvedConfig,
  id: string,
  max: number,
  prepare?: () => Promise<unknown>,
): Promise<Count> {
  let count: Count | undefined;
  const written = await change(config, id, (found) => {
    const now = nowMs();
    // A clock that was set back must not lock an account for longer. Clocks of several processes
    // can differ a little, which leaves the window as it is.
    const isLate = found?.expires && found.expires.valueOf() > now + 2 * WINDOW_MS;
    const until = !isLate && found?.expires || new Date(now + WINDOW_MS);
    const value = found?.data ?? 0;
    count = { id, until, isFull: value >= max };
    if (count.isFull) return isLate ? { expires: until, data: value } : undefined;
    // Who needs its result awaits it too.
    prepare?.().catch(() => {});
    return { expires: until, data: value + 1 };
  });
  return { ...count!, written };
}

/**
 * Takes back one count, if its hour is not over. Where no other call has changed the record since,
 * this takes one write.
 *
 * @throws {AdapterError} when the store fails
 */
export async function countDown(
  config: ResolvedConfig,
  { id, until, written }: Count,
): Promise<void> {
  const next = (found: FoundRecord<number> | null) => {
    if (!found || found.expires?.valueOf() !== until.valueOf()) return;
    return { expires: until, data: Math.max(0, found.data - 1) };
  };
  await change(config, id, next, written);
}

/**
 * Takes a count away, with its hour.
 *
 * @throws {AdapterError} when the store fails
 */
export async function endCount({ records }: ResolvedConfig, id: string): Promise<void> {
  try {
    await counts.take(records ?? memoryCounts, id);
  } catch (error) {
    throw failure(error);
  }
}

/**
 * @param known the record as it was a moment ago; a first write that expects it needs no read
 * @returns what was written, if anything
 */
async function change(
  { records }: ResolvedConfig,
  id: string,
  next: (found: FoundRecord<number> | null) => RecordValue<number> | undefined,
  known?: FoundRecord<number>,
): Promise<FoundRecord<number> | undefined> {
  const store: Pick<RecordStore, "get" | "put"> = records ?? memoryCounts;
  try {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const isFirstGuess = attempt === 0 && known !== undefined;
      const found = isFirstGuess ? known : await counts.get(store, id);
      const value = next(found);
      if (!value) return undefined;
      const written = await counts.put(store, id, value, found);
      if (written) return written;
      // A store over a network needs time to let another caller through.
      if (records && !isFirstGuess) await pause(attempt);
    }
    throw new Error("other calls changed the count each time");
  } catch (error) {
    throw failure(error);
  }
}

function failure(error: unknown): AdapterError {
  return new AdapterError("Cannot count the tries of a sign-in: the store of records failed", {
    cause: { err: error as Error, method: "records" },
  });
}

/**
 * Records of the tokens of accounts.
 *
 * @module
 */

import { sha256Base64url } from "../../base/crypto/hash.ts";
import { randomVersion, tryPut } from "../../records/compare_and_set.ts";
import { ownerOf } from "../../records/owner.ts";
import { mayBegin } from "../../session/access.ts";
import type { Account } from "../../types/entities.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { RecordEntry, RecordStore } from "../../types/records.ts";
import { type Kept, keptOf, open, seal, unusable } from "./kept.ts";

/** Kind of the records. Their owner is the user; there is none without an adapter. */
const KIND = "tokens";

/** Tries to write tokens that parallel sign-ins write too. */
const TRIES = 20;

/** Members of a record. */
type Data = { provider: string; sealed: string };

/** What is sealed in a record: its owner is part of it, as its id is. */
type Sealed = Kept & { owner: string | null };

/** Tokens of a record. */
export interface Stored {
  /** Id of the record. */
  id: string;
  /** Version of the record. */
  version: number;
  /** The tokens. */
  kept: Kept;
  /** Owner of the record. */
  owner: string | undefined;
  /** Expiry of the record. */
  expires: Date | null;
}

/** Id of an account's record. */
export async function idOf(
  { provider, providerAccountId }: Pick<Account, "provider" | "providerAccountId">,
): Promise<string> {
  return await sha256Base64url(JSON.stringify(["tokens", provider, providerAccountId]));
}

/** Reads a record; `null` when there is none. */
export async function read(
  config: ResolvedConfig,
  records: RecordStore,
  id: string,
): Promise<Stored | null> {
  const entry = await records.get(KIND, id);
  return entry && await toStored(config, entry);
}

/** Lists the tokens of a user, those of the last sign-in first. */
export async function list(
  config: ResolvedConfig,
  records: RecordStore,
  userId: string,
  provider: string | undefined,
): Promise<Stored[]> {
  const entries = (await records.list(ownerOf(userId), KIND))
    .filter(({ data }) => provider === undefined || (data as Data).provider === provider);
  const found = await Promise.all(entries.map((entry) => toStored(config, entry)));
  return found.sort((a, b) => b.kept.signedInAt - a.kept.signedInAt);
}

async function toStored(config: ResolvedConfig, entry: RecordEntry): Promise<Stored> {
  const { id, version, owner, expires, data } = entry;
  // Only this file writes records of this kind.
  const { owner: sealedOwner, ...kept } = await open<Sealed>(config, (data as Data).sealed);
  // Whoever can write to the store could give a user the tokens of another one.
  if (await idOf(kept) !== id) throw unusable("the record is that of another account");
  if (sealedOwner !== (owner ?? null)) throw unusable("the record is that of another user");
  return { id, version, owner, expires, kept };
}

/**
 * Writes tokens.
 *
 * @param expected version that they replace; `null`: none
 * @returns `false` when a parallel call has written or removed the record
 */
export async function write(
  config: ResolvedConfig,
  records: RecordStore,
  { id, owner, kept }: Pick<Stored, "id" | "owner" | "kept">,
  expected: number | null,
): Promise<boolean> {
  const value: Sealed = { ...kept, owner: owner ?? null };
  const data: Data = { provider: kept.provider, sealed: await seal(config, value) };
  const entry = {
    kind: KIND,
    id,
    owner,
    version: randomVersion(),
    expires: expiryOf(config),
    data,
  };
  return await tryPut(records, entry, expected);
}

/** Moves the expiry of a record that is used, at most once in half of its lifetime. */
export async function touch(
  config: ResolvedConfig,
  records: RecordStore,
  stored: Stored,
): Promise<void> {
  if (stored.expires === null) return;
  const leftMs = stored.expires.valueOf() - Date.now();
  if (leftMs > config.session.maxAge * 500) return;
  // When it fails, a parallel call has written the record.
  await write(config, records, stored, stored.version);
}

/** Without an adapter no user can be deleted, so tokens that are not used expire. */
function expiryOf({ store, session }: ResolvedConfig): Date | null {
  return store ? null : new Date(Date.now() + session.maxAge * 1000);
}

/**
 * Writes the tokens of a sign-in.
 *
 * @returns the id of their record; `undefined` when it brought no tokens, or the user was
 * deleted meanwhile
 */
export async function save(
  config: ResolvedConfig,
  records: RecordStore,
  userId: string,
  account: Account,
): Promise<string | undefined> {
  const id = await idOf(account);
  const owner = config.store ? ownerOf(userId) : undefined;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const entry = await records.get(KIND, id);
    // Tokens of another user, and those that no secret opens, are replaced.
    const before = entry?.owner === owner && entry
      ? await toStored(config, entry).catch(() => undefined)
      : undefined;
    const kept = keptOf(account, before?.kept);
    if (!kept) return undefined;
    if (!await write(config, records, { id, owner, kept }, entry && entry.version)) continue;
    // After the write, so that it is found or removed when the user is deleted at the same time.
    if (!config.revocation || await mayBegin(records, userId)) return id;
    await records.take(KIND, id);
    return undefined;
  }
  throw new Error("Cannot write the tokens: other calls changed them each time");
}

/** Removes the tokens of an account. Does nothing when tokens are not kept. */
export async function forgetTokens(
  { tokens, records }: ResolvedConfig,
  account: Pick<Account, "provider" | "providerAccountId">,
): Promise<void> {
  if (tokens) await records?.take(KIND, await idOf(account));
}

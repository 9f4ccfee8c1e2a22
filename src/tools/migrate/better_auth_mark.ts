/**
 * What runs of the import have written for a user: one record for each, so that nothing that the
 * user removed since comes back.
 *
 * @module
 */

import { hashText, shortHashParts } from "../../base/hashed.ts";
import { randomVersion, tryPut } from "../../records/compare_and_set.ts";
import { ownerOf } from "../../records/owner.ts";
import type { AdapterAccount } from "../../types/adapter.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { RecordEntry } from "../../types/records.ts";

/** Kind of the records; their owner is the user. */
const KIND = "better-auth.user";

/** What was imported. */
export interface Mark {
  /** Id of the user in this app; absent before the first run. */
  readonly userId?: string;
  /** Names of what was imported; those of accounts are hashes. */
  readonly items: ReadonlySet<string>;
}

/** Members of a record. */
type Data = {
  userId: string;
  items: readonly string[];
};

async function recordIdOf(rowId: string): Promise<string> {
  return await hashText("user of Better Auth", rowId);
}

/** Name of an account or a passkey among what was imported. */
export async function accountItem(
  { provider, providerAccountId }: Pick<AdapterAccount, "provider" | "providerAccountId">,
): Promise<string> {
  return await shortHashParts("account", [provider, providerAccountId]);
}

async function read({ records }: ResolvedConfig, rowId: string): Promise<RecordEntry | null> {
  return await records?.get(KIND, await recordIdOf(rowId)) ?? null;
}

/** What was imported for the user of a row; nothing before the first run, and without records. */
export async function markOf(config: ResolvedConfig, rowId: string): Promise<Mark> {
  const entry = await read(config, rowId);
  if (!entry) return { items: new Set() };
  // Only this file writes records of this kind.
  const { userId, items } = entry.data as Data;
  return { userId, items: new Set(items) };
}

/** Stores what was imported for the user of a row. */
export async function putMark(
  config: ResolvedConfig,
  rowId: string,
  userId: string,
  items: ReadonlySet<string>,
): Promise<void> {
  const { records } = config;
  if (!records) return;
  const known = await read(config, rowId);
  const data: Data = { userId, items: [...items].sort() };
  if (known && JSON.stringify(known.data) === JSON.stringify(data)) return;
  const id = await recordIdOf(rowId);
  const owner = ownerOf(userId);
  const entry = { kind: KIND, id, owner, version: randomVersion(), expires: null, data };
  await tryPut(records, entry, known && known.version);
}

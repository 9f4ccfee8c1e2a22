/**
 * What runs of the import have written for a user: one record for each, so that nothing that the
 * user removed since comes back.
 *
 * @module
 */

import { shortHashParts } from "../../base/hashed.ts";
import { defineKind, hashedId } from "../../records/kind.ts";
import type { AdapterAccount } from "../../types/adapter.ts";
import type { ResolvedConfig } from "../../types/internal.ts";

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

/** By the id of the row; the owner is the user. */
const marks = defineKind<string, Data>("better-auth.user", hashedId("user of Better Auth"));

/** Name of an account or a passkey among what was imported. */
export async function accountItem(
  { provider, providerAccountId }: Pick<AdapterAccount, "provider" | "providerAccountId">,
): Promise<string> {
  return await shortHashParts("account", [provider, providerAccountId]);
}

/** What was imported for the user of a row; nothing before the first run, and without records. */
export async function readMark(config: ResolvedConfig, rowId: string): Promise<Mark> {
  const known = config.records && await marks.get(config.records, rowId);
  if (!known) return { items: new Set() };
  const { userId, items } = known.data;
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
  const known = await marks.get(records, rowId);
  const data: Data = { userId, items: [...items].sort() };
  if (known && JSON.stringify(known.data) === JSON.stringify(data)) return;
  await marks.replace(records, rowId, { userId, expires: null, data }, known);
}

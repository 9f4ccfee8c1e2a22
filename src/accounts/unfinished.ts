/**
 * Users whose process ended between the two writes of a first sign-in: the user is stored,
 * and its account is not. Such a user would block the address. A record says that a user
 * with the address is being created, and the next sign-in removes what was left.
 *
 * Call these functions under the locks of `createAlone`.
 *
 * @module
 */

import { sha256Base64url } from "../base/crypto/hash.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { ResolvedConfig, Store } from "../types/internal.ts";
import { notedAccounts } from "../records/linked_accounts.ts";

/** Kind of the records. Their id is a hash, since they outlive a user who is deleted. */
const KIND = "creating";

/** Milliseconds for which what was left can be removed. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

async function idOf(email: string): Promise<string> {
  return await sha256Base64url(`creating: ${email}`);
}

/** Notes that a user with the address is being created. */
export async function beginUser({ records }: ResolvedConfig, email: string): Promise<void> {
  if (!records) return;
  const id = await idOf(email);
  const known = await records.get(KIND, id);
  const version = (known?.version ?? 0) + 1;
  const expires = new Date(Date.now() + LIFETIME_MS);
  await records.put({ kind: KIND, id, version, expires, data: null }, known && known.version);
}

/** Notes that the user is complete, or was removed; after a failure the record expires. */
export async function endUser(
  { records, logger }: ResolvedConfig,
  email: string,
): Promise<void> {
  try {
    await records?.take(KIND, await idOf(email));
  } catch (error) {
    logger.error(error as Error);
  }
}

/** Returns `true` for a user who was left without an account, and never proved an address. */
export async function isUnfinished(
  config: ResolvedConfig,
  store: Store,
  { id, email, emailVerified }: AdapterUser,
): Promise<boolean> {
  if (emailVerified || !await config.records?.get(KIND, await idOf(email))) return false;
  const accounts = await store.listAccounts?.(id) ?? await notedAccounts(config, id);
  return accounts?.length === 0;
}

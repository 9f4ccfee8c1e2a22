/**
 * Users whose process ended between the two writes of a first sign-in: the user is stored,
 * and its account is not. Such a user would block the address. A record says that a user
 * with the address is being created, and the next sign-in removes what was left.
 *
 * Call these functions under the locks of `createAlone`.
 *
 * @module
 */

import { msFromNow } from "../base/time.ts";
import { defineKind, hashedId } from "../records/kind.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { ResolvedConfig, Store } from "../types/internal.ts";
import { accountIndex } from "../records/account_index.ts";

/** By address, hashed: the record outlives a user who is deleted. */
const creations = defineKind<string, null>("creating", hashedId("creating"));

/** Milliseconds for which what was left can be removed. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** Notes that a user with the address is being created. */
export async function beginUserCreation({ records }: ResolvedConfig, email: string): Promise<void> {
  if (!records) return;
  const known = await creations.get(records, email);
  const expires = msFromNow(LIFETIME_MS);
  await creations.replace(records, email, { expires, data: null }, known);
}

/** Notes that the user is complete, or was removed; after a failure the record expires. */
export async function endUserCreation(
  { records, logger }: ResolvedConfig,
  email: string,
): Promise<void> {
  try {
    if (records) await creations.take(records, email);
  } catch (error) {
    logger.error(error as Error);
  }
}

/** Returns `true` for a user who was left without an account, and never proved an address. */
export async function isUserCreationPending(
  config: ResolvedConfig,
  store: Store,
  { id, email, emailVerified }: AdapterUser,
): Promise<boolean> {
  const { records } = config;
  if (emailVerified || !records || !await creations.get(records, email)) return false;
  const accounts = await store.listAccounts?.(id) ?? await accountIndex(config, id);
  return accounts?.length === 0;
}

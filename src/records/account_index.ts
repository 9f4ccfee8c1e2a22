/**
 * Accounts in the store of records, for adapters that cannot list them. An account is noted
 * when it is linked, or used for the first time since records are kept.
 *
 * @module
 */

import { defineKind } from "./kind.ts";
import { hashUnnamed } from "../base/hashed.ts";
import { ownerOf } from "./owner.ts";
import type { AdapterAccount } from "../types/adapter.ts";
import type { Account } from "../types/entities.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import type { RecordStore } from "../types/records.ts";

/** The ids of an account, its type, and the scope that the provider granted. */
export type NotedAccount = Pick<
  AdapterAccount,
  "provider" | "providerAccountId" | "type" | "scope" | "userId"
>;

/** Members of an account in the data of its record. */
type Data = { provider: string; providerAccountId: string; type: string; scope: string | null };

type AccountId = Pick<Account, "provider" | "providerAccountId">;

/** By the ids of the account; the owner is its user. */
const notes = defineKind<AccountId, Data>(
  "account",
  ({ provider, providerAccountId }) => hashUnnamed([provider, providerAccountId]),
);

/** The store of records, when accounts are noted there. */
function notesOf({ store, records }: ResolvedConfig): RecordStore | undefined {
  return store?.has("listAccounts") ? undefined : records;
}

/** Notes the account of a user. Does nothing when the adapter lists accounts itself. */
export async function addToAccountIndex(
  config: ResolvedConfig,
  account: Account,
  userId: string,
): Promise<void> {
  const records = notesOf(config);
  if (!records) return;
  const { provider, providerAccountId, type, scope = null } = account;
  const data: Data = { provider, providerAccountId, type, scope };
  const known = await notes.get(records, account);
  if (known?.owner === ownerOf(userId)) return;
  // When a parallel call was faster, it has noted the same account.
  await notes.replace(records, account, { userId, expires: null, data }, known);
}

/** Removes the note of an account. */
export async function removeFromAccountIndex(
  config: ResolvedConfig,
  account: AccountId,
): Promise<void> {
  const records = notesOf(config);
  if (records) await notes.take(records, account);
}

/**
 * The noted accounts of a user that are still linked; `undefined` when accounts are not
 * noted.
 */
export async function accountIndex(
  config: ResolvedConfig,
  userId: string,
): Promise<NotedAccount[] | undefined> {
  const records = notesOf(config);
  if (!records) return undefined;
  const found: NotedAccount[] = [];
  for (const { data } of await notes.list(records, userId)) {
    const { provider, providerAccountId, type, scope } = data;
    const owner = await config.store!.getUserByAccount({ provider, providerAccountId });
    if (!owner || ownerOf(owner.id) !== ownerOf(userId)) continue;
    const account = { provider, providerAccountId, type, userId } as NotedAccount;
    found.push(scope === null ? account : { ...account, scope });
  }
  return found;
}

/**
 * Names of passkeys in the store of records, for adapters that cannot rename passkeys, such as
 * those of Auth.js.
 *
 * @module
 */

import { defineKind, hashedId } from "../records/kind.ts";
import { requireMethods } from "../hooks/adapter.ts";
import type { ResolvedConfig, Store } from "../types/internal.ts";
import type { RecordStore } from "../types/records.ts";

/** By the id of the passkey; the owner is the user. */
const passkeyNames = defineKind<string, { credentialID: string; name: string }>(
  "passkey.name",
  hashedId("name of the passkey"),
);

type WithStore = ResolvedConfig & { store: Store };

/** The store of records, when names are there. */
function namesOf({ store, records }: ResolvedConfig): RecordStore | undefined {
  return store?.has("renameAuthenticator") ? undefined : records;
}

/** The names of a user's passkeys by their ids; `undefined` when the adapter has them. */
export async function recordedNames(
  config: ResolvedConfig,
  userId: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  const records = namesOf(config);
  if (!records) return undefined;
  const found = await passkeyNames.list(records, userId);
  return new Map(found.map(({ data: { credentialID, name } }) => [credentialID, name]));
}

/**
 * Stores the name of a user's passkey.
 *
 * @throws {MissingAdapterMethods} when neither the adapter nor records can
 */
export async function storeName(
  config: WithStore,
  userId: string,
  credentialID: string,
  name: string,
): Promise<void> {
  const { store } = config;
  const records = namesOf(config);
  if (!records) {
    requireMethods(store, ["renameAuthenticator"]);
    return await store.renameAuthenticator(credentialID, name);
  }
  const value = { userId, expires: null, data: { credentialID, name } };
  await passkeyNames.update(records, credentialID, () => value);
}

/** Removes the name of a passkey that was removed. */
export async function forgetName(config: ResolvedConfig, credentialID: string): Promise<void> {
  const records = namesOf(config);
  if (records) await passkeyNames.take(records, credentialID);
}

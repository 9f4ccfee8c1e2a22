/**
 * Names of passkeys in the store of records, for adapters that cannot rename passkeys, such as
 * those of Auth.js.
 *
 * @module
 */

import { sha256Base64url } from "../base/crypto/hash.ts";
import { requireMethods } from "../hooks/adapter.ts";
import { randomVersion, tryPut } from "../records/compare_and_set.ts";
import { ownerOf } from "../records/owner.ts";
import type { ResolvedConfig, Store } from "../types/internal.ts";
import type { RecordStore } from "../types/records.ts";

/** Kind of the records; their owner is the user. */
const KIND = "passkey.name";

/** Tries to change a name that parallel calls change too. */
const TRIES = 20;

/** Members of a record. */
type Data = { credentialID: string; name: string };

type WithStore = ResolvedConfig & { store: Store };

/** The store of records, when names are there. */
function namesOf({ store, records }: ResolvedConfig): RecordStore | undefined {
  return store?.has("renameAuthenticator") ? undefined : records;
}

async function idOf(credentialID: string): Promise<string> {
  return await sha256Base64url(`name of the passkey: ${credentialID}`);
}

/** The names of a user's passkeys by their ids; `undefined` when the adapter has them. */
export async function recordedNames(
  config: ResolvedConfig,
  userId: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  const records = namesOf(config);
  if (!records) return undefined;
  // Only this file writes records of this kind.
  const found = (await records.list(ownerOf(userId), KIND)).map(({ data }) => data as Data);
  return new Map(found.map(({ credentialID, name }) => [credentialID, name]));
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
  const id = await idOf(credentialID);
  const data: Data = { credentialID, name };
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const known = await records.get(KIND, id);
    const version = randomVersion();
    const entry = { kind: KIND, id, owner: ownerOf(userId), version, expires: null, data };
    if (await tryPut(records, entry, known && known.version)) return;
  }
  throw new Error("Cannot rename the passkey: other calls changed its name each time");
}

/** Removes the name of a passkey that was removed. */
export async function forgetName(config: ResolvedConfig, credentialID: string): Promise<void> {
  await namesOf(config)?.take(KIND, await idOf(credentialID));
}

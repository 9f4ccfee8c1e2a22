/**
 * Passkeys in the store of records: their names, for adapters that cannot rename passkeys, such as
 * those of Auth.js, and, where the app has the account page, what that shows of them.
 *
 * @module
 */

import { defineKind, hashedId } from "../records/kind.ts";
import { requireMethods } from "../hooks/adapter.ts";
import { loadPart } from "../hooks/topics.ts";
import type { AdapterAuthenticator } from "../types/adapter.ts";
import type { ResolvedConfig, Store } from "../types/internal.ts";
import type { RecordStore } from "../types/records.ts";

/** Members of a record. */
export type PasskeyData = {
  /** Credential id. */
  credentialID: string;
  /** Name; `null` without one, and where the adapter has it. */
  name: string | null;
  /** Model of the authenticator, as a UUID; absent when unknown. */
  aaguid?: string;
  /** When it was added, as ISO 8601; absent when unknown. */
  createdAt?: string;
  /** First use on the day of the last use, as ISO 8601; absent before the first. */
  lastUsedAt?: string;
};

/** By the id of the passkey; the owner is the user. */
export const passkeyRecords = defineKind<string, PasskeyData>(
  "passkey.name",
  hashedId("name of the passkey"),
);

type WithStore = ResolvedConfig & { store: Store };

/** Returns `true` when names are in records. */
export function recordsNames({ store, records }: ResolvedConfig): boolean {
  return records !== undefined && !store?.has("renameAuthenticator");
}

/** The store of records, when something about passkeys is there. */
function recordsOf(config: ResolvedConfig): RecordStore | undefined {
  return config.account || recordsNames(config) ? config.records : undefined;
}

/** What records have of a user's passkeys, by their ids. */
export async function recordedPasskeys(
  config: ResolvedConfig,
  userId: string,
): Promise<ReadonlyMap<string, PasskeyData>> {
  const records = recordsOf(config);
  const found = records ? await passkeyRecords.list(records, userId) : [];
  return new Map(found.map(({ data }) => [data.credentialID, data]));
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
  const { store, records } = config;
  if (!records || !recordsNames(config)) {
    requireMethods(store, ["renameAuthenticator"]);
    return await store.renameAuthenticator(credentialID, name);
  }
  await passkeyRecords.update(records, credentialID, (known) => ({
    userId,
    expires: null,
    data: { ...known?.data, credentialID, name },
  }));
}

/** Name of a passkey for its owner, else of what made it; `undefined` without either. */
export async function passkeyName(
  config: ResolvedConfig,
  { credentialID, name }: Pick<AdapterAuthenticator, "credentialID" | "name">,
): Promise<string | undefined> {
  const records = recordsOf(config);
  const data = records && (await passkeyRecords.get(records, credentialID))?.data;
  const own = recordsNames(config) ? data?.name : name;
  return own ?? (await loadPart(config, "account"))?.authenticatorName(data?.aaguid);
}

/** Removes what records have of a passkey that was removed. */
export async function forgetPasskey(config: ResolvedConfig, credentialID: string): Promise<void> {
  const records = recordsOf(config);
  if (records) await passkeyRecords.take(records, credentialID);
}

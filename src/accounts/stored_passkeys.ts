/**
 * A user's passkeys: listed and renamed.
 *
 * @module
 */

import { audit } from "../hooks/audit.ts";
import { requireName } from "../hooks/names.ts";
import { loadPart } from "../hooks/topics.ts";
import type { AdapterAuthenticator } from "../types/adapter.ts";
import type { AccountParts } from "../types/account_parts.ts";
import { ownKey, type StoreCaller, type WithStore } from "./manage.ts";
import { type PasskeyData, recordedPasskeys, recordsNames, storeName } from "./passkey_names.ts";
import { notifyUser } from "../mail/notify_user.ts";

/** A passkey, to show to its owner. */
export interface Passkey {
  /** Credential id, standard base64 with padding. */
  id: string;
  /** Name that its owner chose; `null` without a name. */
  name: string | null;
  /** `true` when the passkey can be synced between devices. */
  isSynced: boolean;
  /** `true` when the passkey is backed up, so that it survives the loss of a device. */
  isBackedUp: boolean;
  /** Transports of the authenticator, for example `internal` or `usb`. */
  transports: string[];
  /**
   * What made the passkey, such as `Google Password Manager`: a name for one without a name. Absent
   * when unknown, and without `account`, as the times are.
   */
  authenticator?: string;
  /** When it was added. */
  createdAt?: Date;
  /** A time of the day of its last use; absent before the first. */
  lastUsedAt?: Date;
}

/** Lists the passkeys of a user. */
export async function listPasskeys(config: WithStore, userId: string): Promise<Passkey[]> {
  const keys = (await config.store.listAuthenticatorsByUserId(userId)).map(toPasskey);
  if (keys.length === 0) return keys;
  const recorded = await recordedPasskeys(config, userId);
  const page = await loadPart(config, "account");
  const isRecorded = recordsNames(config);
  return keys.map((key) => {
    const data = recorded.get(key.id);
    const name = isRecorded ? data?.name ?? null : key.name;
    return { ...key, name, ...page && data ? makeFacts(data, page) : {} };
  });
}

/** What the account page shows of a passkey beside its row in the store. */
function makeFacts(
  { aaguid, createdAt, lastUsedAt }: PasskeyData,
  { authenticatorName }: AccountParts,
): Pick<Passkey, "authenticator" | "createdAt" | "lastUsedAt"> {
  const authenticator = authenticatorName(aaguid);
  return {
    ...authenticator === undefined ? {} : { authenticator },
    ...createdAt === undefined ? {} : { createdAt: new Date(createdAt) },
    ...lastUsedAt === undefined ? {} : { lastUsedAt: new Date(lastUsedAt) },
  };
}

/**
 * Renames a passkey.
 *
 * @throws {MissingAdapterMethods} when neither the adapter nor records can keep names
 * @throws {AuthError} when the user has no such passkey, or the name is invalid
 */
export async function renameKey(
  caller: StoreCaller,
  userId: string,
  id: string,
  name: string,
): Promise<void> {
  const { config } = caller;
  const clean = requireName("passkey", name);
  await ownKey(config.store, userId, id);
  await storeName(config, userId, id, clean);
  await audit(caller, { name: "passkey.renamed", userId });
  await notifyUser(caller, userId, "passkey-renamed", { passkey: clean });
}

function toPasskey(key: AdapterAuthenticator): Passkey {
  return {
    id: key.credentialID,
    name: key.name ?? null,
    isSynced: key.credentialDeviceType === "multiDevice",
    isBackedUp: Boolean(key.credentialBackedUp),
    transports: key.transports?.split(",").filter(Boolean) ?? [],
  };
}

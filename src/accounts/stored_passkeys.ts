/**
 * A user's passkeys: listed and renamed.
 *
 * @module
 */

import { audit } from "../hooks/audit.ts";
import { requireName } from "../hooks/names.ts";
import type { AdapterAuthenticator } from "../types/adapter.ts";
import { ownKey, type StoreCaller, type WithStore } from "./manage.ts";
import { recordedNames, storeName } from "./passkey_names.ts";
import { notifyUser } from "../mail/account_changes.ts";

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
}

/** Lists the passkeys of a user. */
export async function passkeysOf(config: WithStore, userId: string): Promise<Passkey[]> {
  const keys = (await config.store.listAuthenticatorsByUserId(userId)).map(toPasskey);
  const names = await recordedNames(config, userId);
  return names ? keys.map((key) => ({ ...key, name: names.get(key.id) ?? null })) : keys;
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
  await notifyUser(caller, userId, "passkey-renamed");
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

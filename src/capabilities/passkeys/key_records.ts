/**
 * Passkeys in the store of records, for adapters without methods for them, such as most of Auth.js.
 *
 * An app may give its adapter these methods later. Then the adapter gets the new passkeys, and those
 * that records have stay there and count as before: what reads passkeys reads both.
 *
 * @module
 */

import { withoutUndefined } from "../../base/objects.ts";
import { AdapterError } from "../../errors.ts";
import { defineKind, hashedId } from "../../records/kind.ts";
import { withLocks } from "../../records/lock.ts";
import { ownerOf } from "../../records/owner.ts";
import type { AdapterAuthenticator } from "../../types/adapter.ts";
import type { Store } from "../../types/internal.ts";
import type { RecordStore } from "../../types/records.ts";

/** A passkey, as an adapter would store it. */
type KeyData = {
  credentialID: string;
  credentialPublicKey: string;
  counter: number;
  credentialBackedUp: boolean;
  credentialDeviceType: string;
  providerAccountId: string;
  userId: string;
  transports?: string | null;
  name?: string | null;
};

/** By the id of the passkey; the owner is the user. */
const keys = defineKind<string, KeyData>("passkey.key", hashedId("passkey"));

/** Methods of the store that passkeys use. */
export type KeyMethods =
  & Pick<
    Store,
    | "createAuthenticator"
    | "getAuthenticator"
    | "listAuthenticatorsByUserId"
    | "updateAuthenticatorCounter"
  >
  & Required<Pick<Store, "renameAuthenticator" | "deleteAuthenticator">>;

/**
 * Makes the methods over the store of records.
 *
 * @param adapter the store of an adapter that has these methods too
 */
export function keyMethods(records: RecordStore, adapter: Store | undefined): KeyMethods {
  const read = async (id: string) => (await keys.get(records, id))?.data ?? null;
  const inRecords = async (userId: string) =>
    (await keys.list(records, userId)).map(({ data }) => data);
  /** Changes a passkey in records; `undefined` when it is not there. */
  const change = async (id: string, next: (known: KeyData) => KeyData) => {
    let changed: KeyData | undefined;
    await keys.update(records, id, (known) => {
      changed = known ? next(known.data) : undefined;
      // One without a counter needs no write at each sign-in.
      if (!known || !changed || changed === known.data) return undefined;
      return { userId: known.owner, expires: null, data: changed };
    });
    return changed;
  };

  return {
    async createAuthenticator(key) {
      if (adapter) return await adapter.createAuthenticator(key);
      const data = toData(key);
      if (await keys.add(records, key.credentialID, { userId: key.userId, expires: null, data })) {
        return key;
      }
      throw new AdapterError("Cannot store the passkey: its id is already in use");
    },

    getAuthenticator: async (id) => await adapter?.getAuthenticator(id) ?? await read(id),

    async listAuthenticatorsByUserId(userId) {
      const [stored, recorded] = await Promise.all([
        adapter?.listAuthenticatorsByUserId(userId) ?? [],
        inRecords(userId),
      ]);
      const known = new Set(stored.map(({ credentialID }) => credentialID));
      return [...stored, ...recorded.filter(({ credentialID }) => !known.has(credentialID))];
    },

    async updateAuthenticatorCounter(id, counter) {
      // A parallel sign-in with a higher one may have been faster.
      const count = () =>
        change(id, (known) => known.counter < counter ? { ...known, counter } : known);
      try {
        const stored = await adapter?.updateAuthenticatorCounter(id, counter);
        if (stored) return stored;
      } catch (error) {
        const counted = await count();
        if (counted) return counted;
        throw error;
      }
      return await count() ?? unknownKey();
    },

    async renameAuthenticator(id, name) {
      if (await change(id, (known) => ({ ...known, name }))) return;
      if (!adapter?.renameAuthenticator) unknownKey();
      await adapter.renameAuthenticator(id, name);
    },

    async deleteAuthenticator(id, { unlessLast = false } = {}) {
      const recorded = await read(id);
      const userId = recorded?.userId ?? (await adapter?.getAuthenticator(id))?.userId;
      if (userId === undefined) return false;
      const remove = async () => {
        const others = (await inRecords(userId)).filter((one) => one.credentialID !== id);
        if (!recorded) {
          const isLast = unlessLast && others.length === 0;
          return await adapter!.deleteAuthenticator!(id, { unlessLast: isLast });
        }
        const stored = await adapter?.listAuthenticatorsByUserId(userId) ?? [];
        if (unlessLast && others.length + stored.length === 0) return false;
        return await keys.take(records, id) !== null;
      };
      return await withLocks(records, [JSON.stringify(["passkeys", ownerOf(userId)])], remove);
    },
  };
}

function toData(key: AdapterAuthenticator): KeyData {
  const { credentialID, credentialPublicKey, counter, credentialBackedUp } = key;
  const { credentialDeviceType, providerAccountId, userId, transports, name } = key;
  const data: KeyData = {
    ...{ credentialID, credentialPublicKey, counter, credentialBackedUp },
    ...{ credentialDeviceType, providerAccountId, userId },
  };
  return { ...data, ...withoutUndefined({ transports, name }) };
}

function unknownKey(): never {
  throw new AdapterError("Cannot change the passkey: no passkey has this id");
}

/**
 * Passkeys in Deno KV, and values that may be used once.
 *
 * @module
 */

import { AdapterError } from "../src/errors.ts";
import type { Adapter, AdapterAuthenticator, AdapterExtras } from "../src/types/adapter.ts";
import type { Key, keysUnder } from "./_kv_keys.ts";
import {
  commit,
  deleteAll,
  type KvEntry,
  type KvStore,
  millisecondsUntil,
  retry,
} from "./_kv_store.ts";
import { assertExact } from "./_text.ts";

/** The methods that are here. */
export type PasskeyMethods =
  & Required<
    Pick<
      Adapter,
      | "createAuthenticator"
      | "getAuthenticator"
      | "listAuthenticatorsByUserId"
      | "updateAuthenticatorCounter"
    >
  >
  & Required<Pick<AdapterExtras, "useOnce" | "renameAuthenticator" | "deleteAuthenticator">>;

/** What the rest of the adapter lends. */
export interface KvTools {
  /** Reads one key. */
  read<T>(key: Key): Promise<T | null>;
  /** Reads the rows that an index names. */
  readOwned<T>(index: Key, rowOf: (rest: Key) => Key): Promise<T[]>;
  /** What a new row of a user relies on. */
  requireUser(userId: string): Promise<readonly KvEntry<unknown>[]>;
}

/** A value that was used, and by which call. */
interface Used {
  by: string;
  expires: Date;
}

/** Makes the methods. */
export function passkeyMethods(
  kv: KvStore,
  { authenticatorKey, authenticatorsOf, usedKey }: ReturnType<typeof keysUnder>,
  { read, readOwned, requireUser }: KvTools,
): PasskeyMethods {
  const list = (userId: string): Promise<AdapterAuthenticator[]> =>
    readOwned(authenticatorsOf(userId), ([id]) => authenticatorKey(String(id)));

  const change = (credentialID: string, changes: Partial<AdapterAuthenticator>) =>
    retry("update the passkey", async () => {
      const entry = await kv.get<AdapterAuthenticator>(authenticatorKey(credentialID));
      if (!entry.value) {
        throw new AdapterError("Cannot update the passkey: there is none with this id");
      }
      const next = { ...entry.value, ...changes };
      return await commit(kv.atomic().check(entry).set(entry.key, next)) ? next : undefined;
    });

  return {
    createAuthenticator: (authenticator) =>
      retry("store the passkey", async () => {
        const { credentialID, userId } = authenticator;
        assertExact(credentialID);
        const checks = await requireUser(userId);
        const taken = await kv.get<AdapterAuthenticator>(authenticatorKey(credentialID));
        if (taken.value) throw new AdapterError("Cannot store the passkey: its id is taken");
        const atomic = kv.atomic().check(...checks, taken)
          .set(authenticatorKey(credentialID), authenticator)
          .set([...authenticatorsOf(userId), credentialID], true);
        return await commit(atomic) ? authenticator : undefined;
      }),

    getAuthenticator: (credentialID) => read(authenticatorKey(credentialID)),
    listAuthenticatorsByUserId: list,
    updateAuthenticatorCounter: (credentialID, counter) => change(credentialID, { counter }),

    async renameAuthenticator(credentialID, name) {
      await change(credentialID, { name });
    },

    deleteAuthenticator: (credentialID, { unlessLast = false } = {}) =>
      retry("remove the passkey", async () => {
        const entry = await kv.get<AdapterAuthenticator>(authenticatorKey(credentialID));
        if (!entry.value) return false;
        const { userId } = entry.value;
        const atomic = deleteAll(kv.atomic().check(entry), [
          entry.key,
          [...authenticatorsOf(userId), credentialID],
        ]);
        if (unlessLast) {
          // Some other key has to be there when this one goes.
          const other = (await list(userId)).find((key) => key.credentialID !== credentialID);
          if (!other) return false;
          const survivor = await kv.get(authenticatorKey(other.credentialID));
          if (survivor.value === null) return undefined;
          atomic.check(survivor);
        }
        return await commit(atomic) ? true : undefined;
      }),

    async useOnce(key, expires) {
      assertExact(key);
      const entry = await kv.get<Used>(usedKey(key));
      // KV removes what has expired some time later.
      if (entry.value && entry.value.expires.valueOf() > Date.now()) return false;
      const mark: Used = { by: crypto.randomUUID(), expires };
      const expireIn = millisecondsUntil(expires);
      if (await commit(kv.atomic().check(entry).set(entry.key, mark, { expireIn }))) return true;
      // The store may have done it and lost the answer.
      return (await read<Used>(usedKey(key)))?.by === mark.by;
    },
  };
}

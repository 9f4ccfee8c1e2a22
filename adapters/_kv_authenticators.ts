/**
 * Passkeys in Deno KV.
 *
 * @module
 */

import { AdapterError } from "../src/errors.ts";
import type { Adapter, AdapterAuthenticator, AdapterExtras } from "../src/types/adapter.ts";
import { isReadable, type Key, type Keys } from "./_kv_keys.ts";
import type { ReadOwned } from "./_kv_owned.ts";
import { commit, deleteAll, type KvCheck, type KvEntry, type KvStore, retry } from "./_kv_store.ts";
import { assertExact } from "./_text.ts";

/** The adapter methods for passkeys. */
export type AuthenticatorMethods =
  & Required<
    Pick<
      Adapter,
      | "createAuthenticator"
      | "getAuthenticator"
      | "listAuthenticatorsByUserId"
      | "updateAuthenticatorCounter"
    >
  >
  & Required<Pick<AdapterExtras, "renameAuthenticator" | "deleteAuthenticator">>;

/** Makes the adapter methods for passkeys. */
export function authenticatorsIn(
  kv: KvStore,
  { authenticatorKey, authenticatorsOf }: Keys,
  readForInsert: <T>(
    userId: string,
    key: Key,
  ) => Promise<{ taken: KvEntry<T>; checks: readonly KvCheck[] }>,
  readOwned: ReadOwned,
): AuthenticatorMethods {
  const list = (userId: string): Promise<AdapterAuthenticator[]> =>
    readOwned(authenticatorsOf(userId), ([id]) => authenticatorKey(String(id)));

  const change = (credentialID: string, changes: Partial<AdapterAuthenticator>) =>
    retry("update the passkey", async () => {
      const entry = await kv.get<AdapterAuthenticator>(authenticatorKey(credentialID));
      if (!entry.value) {
        throw new AdapterError("Cannot update the passkey: no passkey has this id");
      }
      const next = { ...entry.value, ...changes };
      return await commit(kv.atomic().check(entry).set(entry.key, next)) ? next : undefined;
    });

  return {
    createAuthenticator: (authenticator) =>
      retry("store the passkey", async () => {
        const { credentialID, userId } = authenticator;
        assertExact(credentialID);
        const key = authenticatorKey(credentialID);
        const { checks, taken } = await readForInsert<AdapterAuthenticator>(userId, key);
        if (taken.value) {
          throw new AdapterError("Cannot store the passkey: its id is already in use");
        }
        const atomic = kv.atomic().check(...checks).set(key, authenticator)
          .set([...authenticatorsOf(userId), credentialID], true);
        return await commit(atomic) ? authenticator : undefined;
      }),

    getAuthenticator: (
      credentialID,
    ) => (isReadable([credentialID])
      ? kv.get<AdapterAuthenticator>(authenticatorKey(credentialID)).then(({ value }) => value)
      : Promise.resolve(null)),

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
          // Another passkey must still exist when this one is deleted.
          const other = (await list(userId)).find((key) => key.credentialID !== credentialID);
          if (!other) return false;
          const survivor = await kv.get(authenticatorKey(other.credentialID));
          if (survivor.value === null) return undefined;
          atomic.check(survivor);
        }
        return await commit(atomic) ? true : undefined;
      }),
  };
}

/**
 * Passkeys in Deno KV, and values that may be used once.
 *
 * @module
 */

import { AdapterError } from "../src/errors.ts";
import type { Adapter, AdapterAuthenticator, AdapterExtras } from "../src/types/adapter.ts";
import { isReadable, type Key, type Keys } from "./_kv_keys.ts";
import {
  commit,
  deleteAll,
  type KvCheck,
  type KvStore,
  millisecondsUntil,
  retry,
} from "./_kv_store.ts";
import { assertExact } from "./_text.ts";

/** The methods that keep passkeys and used values. */
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
  & Required<Pick<AdapterExtras, "useOnce" | "renameAuthenticator" | "deleteAuthenticator">>;

/** A value that was used, and by which call. */
interface Used {
  by: string;
  expires: Date;
}

/** The methods. */
export function authenticatorsIn(
  kv: KvStore,
  { authenticatorKey, authenticatorsOf, usedKey }: Keys,
  requireUser: (userId: string) => Promise<readonly KvCheck[]>,
  readOwned: <T>(index: Key, rowOf: (rest: Key) => Key) => Promise<T[]>,
): AuthenticatorMethods {
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
      return (await kv.get<Used>(usedKey(key))).value?.by === mark.by;
    },
  };
}

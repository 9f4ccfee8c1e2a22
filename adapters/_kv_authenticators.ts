/**
 * Passkeys in Deno KV.
 *
 * @module
 */

import { AdapterError } from "../src/errors.ts";
import type { Adapter, AdapterAuthenticator } from "../src/types/adapter.ts";
import { isReadable, type Key, type Keys } from "./_kv_keys.ts";
import { commit, type KvCheck, type KvStore, retry } from "./_kv_store.ts";
import { assertExact } from "./_text.ts";

/** The methods of the contract that keep passkeys. */
type AuthenticatorMethods = Required<
  Pick<
    Adapter,
    | "createAuthenticator"
    | "getAuthenticator"
    | "listAuthenticatorsByUserId"
    | "updateAuthenticatorCounter"
  >
>;

/** The methods. */
export function authenticatorsIn(
  kv: KvStore,
  { authenticatorKey, authenticatorsOf }: Keys,
  requireUser: (userId: string) => Promise<readonly KvCheck[]>,
  readOwned: <T>(index: Key, rowOf: (rest: Key) => Key) => Promise<T[]>,
): AuthenticatorMethods {
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

    listAuthenticatorsByUserId: (userId) =>
      readOwned(authenticatorsOf(userId), ([id]) => authenticatorKey(String(id))),

    updateAuthenticatorCounter: (credentialID, counter) =>
      retry("update the passkey", async () => {
        const entry = await kv.get<AdapterAuthenticator>(authenticatorKey(credentialID));
        if (!entry.value) {
          throw new AdapterError("Cannot update the passkey: there is none with this id");
        }
        const next = { ...entry.value, counter };
        return await commit(kv.atomic().check(entry).set(entry.key, next)) ? next : undefined;
      }),
  };
}

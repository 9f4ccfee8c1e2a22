/**
 * Stores all data in Deno KV: in memory, in a file, on Deno Deploy, or in any
 * database that implements KV Connect.
 *
 * ## Key layout
 *
 * After the prefix (option `prefix`, default `["auth"]`):
 *
 * | Key | Value |
 * |---|---|
 * | `"user", id` | user |
 * | `"user_by_email", email` | user id |
 * | `"account", provider, providerAccountId` | account |
 * | `"account_by_user", userId, provider, providerAccountId` | `true` |
 * | `"session", sessionToken` | session |
 * | `"session_by_user", userId, sessionToken` | when the session expires; `true` in 0.1.0 |
 * | `"verification_token", identifier, token` | one-time token, or id of the call that used it |
 * | `"authenticator", credentialID` | passkey |
 * | `"authenticator_by_user", userId, credentialID` | `true` |
 * | `"record", …` and others | see `@x/auth/records/deno-kv` |
 * | `"deleting", userId` | `true` while the user is being deleted |
 *
 * A row and its indexes are written and removed in one atomic operation that
 * checks the rows it depends on, so a crash leaves all of it or nothing. Sessions
 * and one-time tokens carry their expiry in the value, and also `expireIn`,
 * which removes them some time later.
 *
 * @module
 */

import { forgetful } from "../src/symbols.ts";
import { describeStore } from "./_store_facts.ts";
import { lazy } from "../src/base/lazy.ts";
import type { Adapter, AdapterExtras } from "../src/types/adapter.ts";
import type { RecordStore } from "../src/types/records.ts";
import type { KvAdapter } from "./_kv_adapter.ts";
import type { KvKeyPart, KvStore } from "./_kv_store.ts";

export type { KvAtomic, KvCheck, KvCommit, KvEntry, KvKeyPart, KvStore } from "./_kv_store.ts";

/** Options of {@linkcode DenoKvAdapter}. */
export interface DenoKvAdapterOptions {
  /** Prefix of every key. Default `["auth"]`. */
  prefix?: readonly KvKeyPart[] | undefined;
  /**
   * Consistency of session reads. `"eventual"` lets Deno Deploy answer from the
   * nearest region, which is faster and may miss the writes of the last seconds: a
   * session that was ended in another region stays valid for that long. A session
   * that is not found is read again with strong consistency. Default `"strong"`.
   */
  sessionConsistency?: "strong" | "eventual" | undefined;
}

const code = lazy(() => import("./_kv_adapter.ts"));

/**
 * Creates an adapter on an open store. The app opens and closes the store.
 *
 * @example
 * ```ts
 * import { DenoKvAdapter } from "@x/auth/adapters/deno-kv";
 * import { assertEquals } from "@std/assert";
 *
 * using kv = await Deno.openKv(":memory:");
 * const adapter = DenoKvAdapter(kv);
 * const user = await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
 * assertEquals(await adapter.getUserByEmail("ada@example.com"), user);
 * ```
 */
export function DenoKvAdapter(
  kv: KvStore,
  { prefix = ["auth"], sessionConsistency = "strong" }: DenoKvAdapterOptions = {},
): Required<Adapter> & Required<AdapterExtras> {
  const implementation = lazy(async () =>
    (await code()).createKvAdapter(kv, { prefix, sessionConsistency })
  );
  // The first call loads the code, so an app that only imports this function pays for none of it.
  const through = <Methods extends object>(
    methodsOf: (adapter: KvAdapter) => Methods,
    names: Readonly<Record<keyof Methods, true>>,
  ): Methods => {
    const method = (name: keyof Methods) => (...args: unknown[]) => {
      const call = (adapter: KvAdapter) =>
        (methodsOf(adapter)[name] as (...args: unknown[]) => unknown)(...args);
      const adapter = implementation();
      return adapter instanceof Promise ? adapter.then(call) : call(adapter as KvAdapter);
    };
    const entries = (Object.keys(names) as (keyof Methods)[]).map((name) => [name, method(name)]);
    return Object.fromEntries(entries) as Methods;
  };
  return {
    ...through<Omit<KvAdapter, "records">>((adapter) => adapter, METHODS),
    records: through((adapter) => adapter.records, RECORD_METHODS),
    ...forgetful in kv ? { [forgetful]: true } : {},
    ...describeStore("Deno KV"),
  };
}

/** Every method of the adapter. */
const METHODS: Readonly<Record<Exclude<keyof KvAdapter, "records">, true>> = {
  createUser: true,
  getUser: true,
  getUserByEmail: true,
  getUserByAccount: true,
  updateUser: true,
  deleteUser: true,
  linkAccount: true,
  unlinkAccount: true,
  getAccount: true,
  createSession: true,
  getSessionAndUser: true,
  updateSession: true,
  deleteSession: true,
  createVerificationToken: true,
  useVerificationToken: true,
  createAuthenticator: true,
  getAuthenticator: true,
  listAuthenticatorsByUserId: true,
  updateAuthenticatorCounter: true,
  createUserWithAccount: true,
  extendSession: true,
  listAccounts: true,
  listSessions: true,
  listUsers: true,
  deleteSessions: true,
  getVerificationToken: true,
  deleteVerificationTokens: true,
  renameAuthenticator: true,
  deleteAuthenticator: true,
};

/** Every method of the store of records. */
const RECORD_METHODS: Readonly<Record<keyof RecordStore, true>> = {
  get: true,
  put: true,
  take: true,
  list: true,
  deleteOwner: true,
};

/**
 * The keys of the Deno KV adapter. The layout is public; `deno_kv.ts` documents it.
 *
 * @module
 */

import type { VerificationToken } from "../src/types/adapter.ts";
import type { KvKeyPart } from "./_kv_store.ts";
import { isExact } from "./_text.ts";

/** Key of an entry. */
export type Key = readonly KvKeyPart[];

/** Largest number of characters of a key part; KV throws when a longer key is read. */
const MAX_PART_LENGTH = 2000;

/** Makes keys; functions whose name ends in `Of` return the prefix of an index. */
export interface Keys {
  /** Prefix of all users. */
  readonly users: Key;
  /** Prefix of the index of addresses. */
  readonly emails: Key;
  userKey(id: string): Key;
  emailKey(email: string): Key;
  accountKey(provider: string, id: string): Key;
  accountsOf(userId: string): Key;
  sessionKey(token: string): Key;
  sessionsOf(userId: string): Key;
  tokensOf(identifier: string): Key;
  tokenKey(
    { identifier, token }: Pick<VerificationToken, "identifier" | "token">,
  ): Key;
  authenticatorKey(id: string): Key;
  authenticatorsOf(userId: string): Key;
  deletingKey(userId: string): Key;
}

/** Makes the keys under a prefix. */
export function keysUnder(prefix: Key): Keys {
  const users: Key = [...prefix, "user"];
  const emails: Key = [...prefix, "user_by_email"];
  const userKey = (id: string): Key => [...users, id];
  const emailKey = (email: string): Key => [...emails, email];
  const accountKey = (provider: string, id: string): Key => [...prefix, "account", provider, id];
  const accountsOf = (userId: string): Key => [...prefix, "account_by_user", userId];
  const sessionKey = (token: string): Key => [...prefix, "session", token];
  const sessionsOf = (userId: string): Key => [...prefix, "session_by_user", userId];
  const tokensOf = (identifier: string): Key => [...prefix, "verification_token", identifier];
  const tokenKey = (
    { identifier, token }: Pick<VerificationToken, "identifier" | "token">,
  ): Key => [...tokensOf(identifier), token];
  const authenticatorKey = (id: string): Key => [...prefix, "authenticator", id];
  const authenticatorsOf = (userId: string): Key => [...prefix, "authenticator_by_user", userId];
  const deletingKey = (userId: string): Key => [...prefix, "deleting", userId];
  return {
    users,
    emails,
    userKey,
    emailKey,
    accountKey,
    accountsOf,
    sessionKey,
    sessionsOf,
    tokensOf,
    tokenKey,
    authenticatorKey,
    authenticatorsOf,
    deletingKey,
  };
}

/** `true` when a key can exist in the store; KV throws when other keys are read. */
export function isReadable(key: Key): boolean {
  return key.every((part) =>
    typeof part !== "string" || (part.length <= MAX_PART_LENGTH && isExact(part))
  );
}

/** A check that succeeds only when the key has no value. */
export function absent(key: Key): { key: Key; versionstamp: null } {
  return { key, versionstamp: null };
}

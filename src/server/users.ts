/**
 * Users: list, show, create, import; and a user as a whole: rename, suspend and resume, export, delete, at once or after days of grace.
 *
 * These functions do not check permissions: call them for an administrator, or for the user
 * who is signed in.
 *
 * @module
 */

import { createStoredUser, type NewUser } from "../accounts/create_user.ts";
import { importUsers } from "../accounts/import_users.ts";
import type { UserMerge } from "../accounts/merge_plan.ts";
import type { UnfinishedMerge } from "../accounts/open_merges.ts";
import { lazy } from "../base/lazy.ts";
import type { UserMergeOptions } from "../types/user_merge.ts";
import { makeUserExport, type UserExport } from "../accounts/export.ts";
import { type ListedUser, readUserFacts, type UserFacts } from "../accounts/user_facts.ts";
import { listUsers, type UserListPage, type UserQuery } from "../accounts/user_list.ts";
import { removeUser } from "../accounts/remove_user.ts";
import { renameUser } from "../accounts/profile.ts";
import { requireSessions } from "../config/needs.ts";
import { AuthError } from "../errors.ts";
import { loadPart } from "../hooks/topics.ts";
import { findSuspension } from "../session/user_status.ts";
import { resumeUser, suspendUser } from "../accounts/suspension.ts";
import type { ServerConfig } from "../types/inference.ts";
import type { UserImportOptions, UserImportReport, UserRows } from "../types/user_import.ts";
import type { DeletionParts } from "../types/account_parts.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import { requireConfig, requireStore } from "./environment.ts";

export type { NewUser } from "../accounts/create_user.ts";
export type { UserExport } from "../accounts/export.ts";
export type { ListedUser, OwnFacts, UserFacts } from "../accounts/user_facts.ts";
export type { UserListPage, UserQuery, UserState } from "../accounts/user_list.ts";
export type * from "../types/user_facts.ts";
export type * from "../types/user_import.ts";
export type { UserMerge } from "../accounts/merge_plan.ts";
export type { UnfinishedMerge } from "../accounts/open_merges.ts";
export type { UserMergeOptions, UserMergeRefusal } from "../types/user_merge.ts";

// Most apps never merge users.
const merging = lazy(() => import("../accounts/merge.ts"));
const openMerges = lazy(() => import("../accounts/open_merges.ts"));

/**
 * Lists users a page at a time: all, or those whose address or name begins with a text. The adapters
 * of this library search an index of addresses, and on SQLite and PostgreSQL one of names. Of a
 * state or an organization, a call looks at a bounded number of users, so a page can be short, and
 * still have a next one. An adapter without `listUsers` finds the exact address or id alone.
 *
 * @throws {MissingAdapter} when the config has no adapter
 * @throws {AuthError} for a query that is none; `cause.field` names the member
 * @throws {TypeError} for a state or an organization without a value, and for a member that there is not
 *
 * @since 0.3.0
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import * as users from "@x/auth/users";
 * import { assertEquals } from "@std/assert";
 *
 * const adapter = MemoryAdapter();
 * const config = { providers: [], adapter, secret: "a-secret-of-at-least-32-characters" };
 * await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
 * const page = await users.list(config, { query: "ada@", limit: 20 });
 * assertEquals(page.users[0]?.email, "ada@example.com");
 * assertEquals(page.next, undefined);
 * ```
 */
export async function list(config: ServerConfig, query: UserQuery = {}): Promise<UserListPage> {
  return await listUsers(requireStore(config), query);
}

/**
 * Returns what is kept about a user, by named members: sessions, accounts, passkeys, factors,
 * organizations, API keys and access of other apps. No member is a secret, a hash or a token, and
 * columns that the app added are left out.
 *
 * @returns `null` when there is no such user
 * @throws {MissingAdapter} when the config has no adapter
 * @throws {MissingAdapterMethods} when the store cannot list accounts or database sessions
 *
 * @since 0.3.0
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import * as users from "@x/auth/users";
 * import { assertEquals } from "@std/assert";
 *
 * const adapter = MemoryAdapter();
 * const config = { providers: [], adapter, secret: "a-secret-of-at-least-32-characters" };
 * await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
 * assertEquals((await users.get(config, "1"))?.user.email, "ada@example.com");
 * assertEquals(await users.get(config, "2"), null);
 * ```
 */
export async function get(config: ServerConfig, userId: string): Promise<UserFacts | null> {
  return await readUserFacts({ config: requireStore(config) }, userId);
}

/**
 * Creates a user who has not signed in yet. Nothing is sent. With `emailVerified`, the app vouches
 * that the address is the user's: who proves it later, by email or by a trusted provider, signs in
 * as this user.
 *
 * @throws {MissingAdapter} when the config has no adapter
 * @throws {AuthError} when the address or the name is invalid, or the address is taken
 *
 * @since 0.3.0
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import * as users from "@x/auth/users";
 * import { assertEquals } from "@std/assert";
 *
 * const config = {
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   secret: "a-secret-of-at-least-32-characters",
 * };
 * const made = await users.create(config, {
 *   email: "Ada@example.com",
 *   name: "Ada",
 *   emailVerified: new Date(),
 * });
 * assertEquals(made.email, "ada@example.com");
 * ```
 */
export async function create(config: ServerConfig, user: NewUser): Promise<ListedUser> {
  return await createStoredUser({ config: requireStore(config) }, user);
}

/**
 * Imports users of another system: addresses, names, accounts, suspensions, and hashes of passwords,
 * which the first sign-in replaces. Nothing is sent to them. A row that is wrong is reported, and does
 * not stop the others.
 *
 * It can be killed and run again, with the same `source`: each row becomes one user. For a year, a
 * later run leaves alone whom an earlier one has made, also when the user has changed, or was deleted.
 * A user who has the address or the account of a row already is never changed, and an address counts as
 * proven only where its row says so.
 *
 * @param rows read once, a few at a time
 * @throws {MissingAdapter} when the config has no adapter
 * @throws {AuthError} without a store of records
 * @throws {TypeError} for an option without a value, and for one that there is not
 * @throws what the store throws; rows before stay, so run the import again
 *
 * @since 0.3.0
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import * as users from "@x/auth/users";
 * import { assertEquals } from "@std/assert";
 *
 * const adapter = MemoryAdapter();
 * const config = { providers: [], adapter, secret: "a-secret-of-at-least-32-characters" };
 * const rows = [
 *   { id: "1", email: "ada@example.com", emailVerified: true, name: "Ada" },
 *   { id: "2", email: "nobody" },
 * ];
 * const report = await users.import(config, rows, { source: "old-app" });
 * assertEquals([report.created, report.refused], [1, 1]);
 * assertEquals(report.problems.map(({ row, field }) => [row, field]), [[2, "email"]]);
 * assertEquals((await users.import(config, rows, { source: "old-app" })).known, 1);
 * ```
 */
async function importRows(
  config: ServerConfig,
  rows: UserRows,
  options: UserImportOptions = {},
): Promise<UserImportReport> {
  return await importUsers(requireStore(config), rows, options);
}

/**
 * Merges two accounts of one person. `from` is shut at once, and is deleted at the end, as `delete` does
 * it. `into` gets its accounts at providers and its memberships: where both are members, `into` keeps
 * its own role, unless the organization would have no owner. Sessions, passkeys, second factors, the
 * password, API keys and the access of other apps of `from` end.
 *
 * An app that has rows of its own moves them in the topic `"user.merging"` of a capability of its own.
 * A call that failed, or was killed, is continued by the next one with the same users; see
 * {@linkcode unfinishedMerges}. The option `cancel` gives it up instead, as long as not all has moved;
 * the deletion of one of the two does the same. Both addresses get an email.
 *
 * It checks no permission: call it when you know that both belong to one person.
 *
 * @param from id of the account that ends
 * @param into id of the account that stays
 * @returns what moves and what ends, as it was when the call began
 * @throws {AccessDenied} when it is refused; `cause.refusal` is a `UserMergeRefusal`
 * @throws {AuthError} when `session.revocation` is not set
 * @throws {MissingAdapterMethods} when the store cannot delete users, or move accounts
 * @throws {TypeError} for an id or an option without a value
 * @throws what a subscriber of `"user.merging"` throws; the next call continues
 * @throws what a subscriber of `"user.deleting"` throws, before anything has moved
 *
 * @since 0.3.0
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import * as users from "@x/auth/users";
 * import { assertEquals } from "@std/assert";
 *
 * const config = {
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * const old = await users.create(config, { email: "ada@old.example" });
 * const ada = await users.create(config, { email: "ada@example.com" });
 * const plan = await users.merge(config, old.id, ada.id, { dryRun: true });
 * assertEquals(plan.moves.accounts, []);
 * await users.merge(config, old.id, ada.id);
 * assertEquals(await users.get(config, old.id), null);
 * ```
 */
export async function merge(
  config: ServerConfig,
  from: string,
  into: string,
  options: UserMergeOptions = {},
): Promise<UserMerge> {
  const { mergeUsers } = await merging();
  return await mergeUsers({ config: requireStore(config) }, from, into, options);
}

/**
 * Lists the merges that were begun, and are not finished: those that run now, and those that failed.
 * Until {@linkcode merge} is called again with the same users, or with `cancel`, `from` cannot sign in.
 *
 * @throws {AuthError} when `session.revocation` is not set
 *
 * @since 0.3.0
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import * as users from "@x/auth/users";
 *
 * const config = {
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * for (const { from, into } of await users.unfinishedMerges(config)) {
 *   await users.merge(config, from, into);
 * }
 * ```
 */
export async function unfinishedMerges(config: ServerConfig): Promise<UnfinishedMerge[]> {
  return await (await openMerges()).listUnfinished(requireStore(config));
}

/**
 * Ends all sessions of a user, and refuses every sign-in until {@linkcode resume}.
 *
 * Database sessions end at once. Token sessions end at the next read, and in other
 * processes at most `session.revocation.maxLag` seconds later. A sign-in that runs at the
 * same time leaves no session. Who is refused sees the error page `AccessDenied`.
 *
 * @throws {AuthError} when `session.revocation` is not set, or the id belongs to something else, such
 * as the records of an organization
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import * as users from "@x/auth/users";
 *
 * const config = {
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * await users.suspend(config, "user-1");
 * await users.resume(config, "user-1");
 * ```
 */
export async function suspend(config: ServerConfig, userId: string): Promise<void> {
  await suspendUser({ config: requireConfig(config) }, userId);
}

/**
 * Ends the suspension of a user, who can sign in again. Sessions from before stay ended.
 *
 * @throws {AuthError} when `session.revocation` is not set
 */
export async function resume(config: ServerConfig, userId: string): Promise<void> {
  await resumeUser({ config: requireConfig(config) }, userId);
}

/**
 * Returns `true` for a user who is suspended, and within the hour after the deletion of the user.
 * For programs that act without a session of the user, such as jobs and other servers of tokens.
 *
 * @throws {AuthError} when `session.revocation` is not set
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import * as users from "@x/auth/users";
 * import { assertEquals } from "@std/assert";
 *
 * const config = {
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * await users.suspend(config, "user-1");
 * assertEquals(await users.isSuspended(config, "user-1"), true);
 * ```
 */
export async function isSuspended(config: ServerConfig, userId: string): Promise<boolean> {
  const { records } = requireSessions(requireConfig(config), "`users.isSuspended`");
  return await findSuspension(records, userId) !== null;
}

/**
 * Changes the name of a user. Database sessions show it at once; token sessions keep the one
 * from their sign-in, except that of the browser that changes it on the page of `account`.
 *
 * @param name 1 to 64 characters, one of them visible at least, and none that changes the direction of
 *   writing; surrounding and repeated white space is removed
 * @throws {MissingAdapterMethods} when the store cannot update users
 * @throws {AuthError} when there is no such user, or the name is invalid
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import * as users from "@x/auth/users";
 * import { assertEquals } from "@std/assert";
 *
 * const adapter = MemoryAdapter();
 * const config = { providers: [], adapter, secret: "a-secret-of-at-least-32-characters" };
 * await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
 * await users.rename(config, "1", "Ada Lovelace");
 * assertEquals((await adapter.getUser("1"))?.name, "Ada Lovelace");
 * ```
 */
export async function rename(
  config: ServerConfig,
  userId: string,
  name: string,
): Promise<void> {
  await renameUser({ config: requireStore(config) }, userId, name);
}

/**
 * Returns all that is kept about a user, for example to answer a request for a copy of
 * personal data. Tokens and keys are left out. With `account` in the config, the user is notified
 * by email.
 *
 * @returns `null` when there is no such user
 * @throws {MissingAdapter} when the config has no adapter
 * @throws {MissingAdapterMethods} when the store cannot list accounts or database sessions
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import * as users from "@x/auth/users";
 * import { assertEquals } from "@std/assert";
 *
 * const adapter = MemoryAdapter();
 * const config = { providers: [], adapter, secret: "a-secret-of-at-least-32-characters" };
 * await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
 * const found = await users.export(config, "1");
 * assertEquals(found?.user.email, "ada@example.com");
 * assertEquals(found?.accounts, []);
 * ```
 */
async function exportUser(config: ServerConfig, userId: string): Promise<UserExport | null> {
  return await makeUserExport({ config: requireStore(config) }, userId);
}

/**
 * Deletes a user with accounts, sessions, passkeys and records. With `session.revocation`
 * the user's token sessions end too, and a sign-in that runs at the same time leaves no
 * session; without it, a token stays valid until it expires. It does not wait for days of grace.
 *
 * The adapters of this library also remove the one-time tokens of the address. Those of
 * Auth.js have no method for it: there they stay until the store removes what has expired.
 *
 * @throws {MissingAdapter} when the config has no adapter
 * @throws {MissingAdapterMethods} when the store cannot delete users
 * @throws {AuthError} when the id belongs to something else, such as the records of an organization
 */
async function deleteUser(config: ServerConfig, userId: string): Promise<void> {
  await removeUser({ config: requireStore(config) }, userId);
}

/**
 * Asks for the deletion of an account after the days of `account.deletion`, as its user can on the
 * account page: all sessions end, and an email tells the day and how to keep the account. A user who
 * signs in until then chooses between the account and leaving. A deletion that waits keeps its time.
 *
 * @returns time from which the account is deleted
 * @throws {AuthError} when `account.deletion` is not set, or there is no such user
 *
 * @example
 * ```ts
 * import { AccountPage } from "@x/auth/account";
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import * as users from "@x/auth/users";
 * import { assert, assertEquals } from "@std/assert";
 *
 * const adapter = MemoryAdapter();
 * const config = {
 *   providers: [],
 *   adapter,
 *   session: { revocation: {} },
 *   account: AccountPage({ deletion: { graceDays: 14 } }),
 *   sendMail: () => {},
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 *   theme: { name: "App" },
 * };
 * await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
 * assert(await users.requestDeletion(config, "1") > new Date());
 * assertEquals(await users.cancelDeletion(config, "1"), true);
 * assertEquals(await users.pendingDeletion(config, "1"), null);
 * ```
 */
export async function requestDeletion(config: ServerConfig, userId: string): Promise<Date> {
  const resolved = requireStore(config);
  const { requestDeletion } = await loadDeletions(resolved);
  const user = await resolved.store.getUser(userId);
  if (user) return await requestDeletion({ config: resolved }, user);
  throw new AuthError("Cannot ask for the deletion: there is no such user");
}

/**
 * Returns the time from which an account is to be deleted; `null` when no deletion waits.
 *
 * @throws {AuthError} when `account.deletion` is not set
 */
export async function pendingDeletion(
  config: ServerConfig,
  userId: string,
): Promise<Date | null> {
  const resolved = requireStore(config);
  return await (await loadDeletions(resolved)).pendingDeletion(resolved, userId);
}

/**
 * Cancels a deletion that waits, and tells the user by email.
 *
 * @returns `false` when none waits, or its time has come
 * @throws {AuthError} when `account.deletion` is not set
 */
export async function cancelDeletion(config: ServerConfig, userId: string): Promise<boolean> {
  const resolved = requireStore(config);
  return await (await loadDeletions(resolved)).cancelDeletion({ config: resolved }, userId);
}

/**
 * Deletes the accounts whose days of grace are over. Call it once a day, from a schedule of the app:
 * without it, such an account is deleted by its next sign-in or export. Parallel calls delete each
 * account once, and a call goes on with what a failed one has begun.
 *
 * @returns number of accounts that this call deleted
 * @throws {AuthError} when `account.deletion` is not set
 * @throws the first failure of an account, after all others were tried
 *
 * @example
 * ```ts
 * import { AccountPage } from "@x/auth/account";
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { deleteDue } from "@x/auth/users";
 * import { assertEquals } from "@std/assert";
 *
 * const config = {
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 *   account: AccountPage({ deletion: { graceDays: 14 } }),
 *   sendMail: () => {},
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * assertEquals(await deleteDue(config), 0);
 * ```
 */
export async function deleteDue(config: ServerConfig): Promise<number> {
  const resolved = requireStore(config);
  return await (await loadDeletions(resolved)).deleteDue({ config: resolved });
}

async function loadDeletions(config: ResolvedConfig): Promise<DeletionParts> {
  const deletions = config.account?.deletion && await loadPart(config, "deletions");
  if (deletions) return deletions;
  throw new AuthError(
    "Cannot use deletions that wait: set `account: AccountPage({ deletion: { graceDays } })`",
    { cause: { option: "account.deletion" } },
  );
}

// Reserved words name no function, but a member of `users`.
export { deleteUser as delete, exportUser as export, importRows as import };

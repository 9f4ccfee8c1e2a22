/**
 * A user's accounts, for a settings page: list, unlink, delete everything.
 *
 * Every function takes the id of the user who is signed in. Take it from the
 * session, never from the request: nothing here asks whether the caller may.
 *
 * @module
 */

import { accountsOf, remove, unlink } from "../accounts/manage.ts";
import type { AdapterAccount } from "../types/adapter.ts";
import type { AuthConfig } from "../types/config.ts";
import { requireStore } from "./environment.ts";

/** An account as its owner may see it: no tokens. */
export type AccountInfo = Pick<
  AdapterAccount,
  "provider" | "providerAccountId" | "type" | "scope"
>;

/** What an app knows about other ways to sign in. */
export interface UnlinkAccountOptions {
  /**
   * Whether the user has a way in that the store does not know, such as a
   * password. Then the last account may go too. Default `false`.
   */
  hasOtherWayIn?: boolean;
}

/**
 * Lists the accounts that lead to a user.
 *
 * @throws {MissingAdapter} when the config has no adapter
 * @throws {MissingAdapterMethods} when the store cannot list accounts
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { listAccounts } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const config = {
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * assertEquals(await listAccounts(config, "user-1"), []);
 * ```
 */
export async function listAccounts(config: AuthConfig, userId: string): Promise<AccountInfo[]> {
  return (await accountsOf(requireStore(config), userId)).map((
    { provider, providerAccountId, type, scope },
  ) => ({ provider, providerAccountId, type, scope }));
}

/**
 * Unlinks an account, unless its user could not sign in any more. Ways in are
 * the accounts of providers that are configured, passkeys, and an address
 * where an e-mail provider is. The account of a passkey takes its key along.
 * Of parallel calls, none leaves the user without a way in.
 *
 * @returns `false` when it is the last way in, and nothing was unlinked
 * @throws {MissingAdapter} when the config has no adapter
 * @throws {MissingAdapterMethods} when the store cannot list or unlink accounts
 * @throws {AuthError} when the user has no such account
 */
export async function unlinkAccount(
  config: AuthConfig,
  userId: string,
  account: Pick<AccountInfo, "provider" | "providerAccountId">,
  { hasOtherWayIn = false }: UnlinkAccountOptions = {},
): Promise<boolean> {
  return await unlink(requireStore(config), userId, account, hasOtherWayIn);
}

/**
 * Deletes a user with accounts, sessions and passkeys. Token sessions end with
 * their records, where `session.revocation` keeps them; without, a token lives
 * until it expires.
 *
 * @throws {MissingAdapter} when the config has no adapter
 * @throws {MissingAdapterMethods} when the store cannot delete users
 */
export async function deleteUser(config: AuthConfig, userId: string): Promise<void> {
  await remove(requireStore(config), userId);
}

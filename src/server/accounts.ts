/**
 * A user's accounts, for a settings page: list, unlink.
 *
 * Every function takes the id of the user who is signed in. Take it from the
 * session, never from the request: these functions do not check permissions.
 *
 * @module
 */

import { type AccountInfo, listAccountInfos } from "../accounts/user_facts.ts";
import { unlink as unlinkAccount } from "../accounts/manage.ts";
import type { ServerConfig } from "../types/inference.ts";
import { requireStore } from "./environment.ts";

export type { AccountInfo } from "../accounts/user_facts.ts";

/** Options of {@linkcode unlink}. */
export interface UnlinkOptions {
  /**
   * `true` when the user can sign in by means that the store does not know, such
   * as a password. Then the last account or passkey can be removed too. Default
   * `false`.
   */
  hasOtherWayIn?: boolean | undefined;
  /**
   * Id of a session that does not end, although it began with what is removed: usually that of
   * `sessions.identify`. Default: none.
   */
  keepSession?: string | undefined;
}

/**
 * Lists the accounts that are linked to a user.
 *
 * @throws {MissingAdapter} when the config has no adapter
 * @throws {MissingAdapterMethods} when the store cannot list accounts
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import * as accounts from "@x/auth/accounts";
 * import { assertEquals } from "@std/assert";
 *
 * const config = {
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * assertEquals(await accounts.list(config, "user-1"), []);
 * ```
 */
export async function list(config: ServerConfig, userId: string): Promise<AccountInfo[]> {
  return await listAccountInfos(requireStore(config), userId);
}

/**
 * Unlinks an account, unless the user could not sign in without it. A user can
 * sign in with accounts of configured providers, with passkeys, and with an
 * email address if an email provider is configured. Unlinking the account of a
 * passkey removes the passkey too. Parallel calls never remove the user's last
 * sign-in method. With `session.revocation`, the sessions that began with the account end.
 *
 * @returns `false` when the account is the last sign-in method; it stays linked
 * @throws {MissingAdapter} when the config has no adapter
 * @throws {MissingAdapterMethods} when the store cannot list or unlink accounts
 * @throws {AuthError} when the user has no such account
 */
export async function unlink(
  config: ServerConfig,
  userId: string,
  account: Pick<AccountInfo, "provider" | "providerAccountId">,
  options: UnlinkOptions = {},
): Promise<boolean> {
  return await unlinkAccount({ config: requireStore(config) }, userId, account, options);
}

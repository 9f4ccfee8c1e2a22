/**
 * A user's passkeys, for a settings page: list, rename, remove.
 *
 * Every function takes the id of the user who is signed in. Take it from the
 * session, never from the request: these functions do not check permissions.
 *
 * @module
 */

import { removeKey } from "../../accounts/manage.ts";
import { listPasskeys, type Passkey, renameKey } from "../../accounts/stored_passkeys.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { UnlinkOptions } from "../../server/accounts.ts";
import { requireStore } from "../../server/environment.ts";

export type { Passkey } from "../../accounts/stored_passkeys.ts";

/** Options of {@linkcode remove}. */
export type RemovePasskeyOptions = UnlinkOptions;

/**
 * Lists a user's passkeys.
 *
 * @param userId id of the user who is signed in
 * @throws {MissingAdapter} when the config has no adapter
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import Passkey from "@x/auth/providers/passkey";
 * import * as passkeys from "@x/auth/passkeys";
 *
 * const config = {
 *   providers: [Passkey],
 *   adapter: MemoryAdapter(),
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * for (const { name, isBackedUp } of await passkeys.list(config, "user-1")) {
 *   console.log(name ?? "Passkey", isBackedUp);
 * }
 * ```
 */
export async function list(config: ServerConfig, userId: string): Promise<Passkey[]> {
  return await listPasskeys(requireStore(config), userId);
}

/**
 * Renames a passkey. Names are in `records` where the adapter cannot keep them.
 *
 * @param userId id of the user who is signed in
 * @param id id of the passkey, from {@linkcode list}
 * @param name 1 to 64 characters, one of them visible at least, and none that changes the direction of
 *   writing; surrounding and repeated white space is removed
 * @throws {MissingAdapterMethods} when the adapter cannot rename passkeys, and there are no records
 * @throws {AuthError} when the user has no such passkey, or the name is invalid
 */
export async function rename(
  config: ServerConfig,
  userId: string,
  id: string,
  name: string,
): Promise<void> {
  await renameKey({ config: requireStore(config) }, userId, id, name);
}

/**
 * Removes a passkey and its account, unless the user could not sign in without
 * it.
 *
 * A user can sign in with other passkeys, with accounts of configured providers,
 * and with an email address if an email provider is configured. Accounts do not
 * count when the store cannot list them. Parallel calls never remove the user's
 * last sign-in method. With `session.revocation`, the sessions that began with the passkey end.
 *
 * @param userId id of the user who is signed in
 * @param id id of the passkey, from {@linkcode list}
 * @returns `false` when the passkey is the last sign-in method; it stays
 * @throws {MissingAdapterMethods} when the store cannot remove passkeys
 * @throws {AuthError} when the user has no such passkey
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import Passkey from "@x/auth/providers/passkey";
 * import { list as listPasskeys, remove as removePasskey } from "@x/auth/passkeys";
 *
 * const config = {
 *   providers: [Passkey],
 *   adapter: MemoryAdapter(),
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * const [first] = await listPasskeys(config, "user-1");
 * if (first && !(await removePasskey(config, "user-1", first.id))) {
 *   console.log("Add another passkey first.");
 * }
 * ```
 */
export async function remove(
  config: ServerConfig,
  userId: string,
  id: string,
  options: RemovePasskeyOptions = {},
): Promise<boolean> {
  return await removeKey({ config: requireStore(config) }, userId, id, options);
}

/**
 * A user's password, for pages of the app: set, change, check, remove, import.
 *
 * Every function takes the id of a user. Take it from the session, never from the request:
 * these functions do not check permissions. Before {@linkcode set}, check with
 * `getProof` that the user has proven the address or a passkey within the last minutes.
 *
 * @module
 */

import type { WithPasswords } from "./changes.ts";
import { AuthError } from "../../errors.ts";
import { lazy } from "../../base/lazy.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { PasswordFault } from "../../types/password.ts";
import type { UnlinkOptions } from "../../server/accounts.ts";
import { requireStore } from "../../server/environment.ts";

const changes = lazy(() => import("./changes.ts"));
const records = lazy(() => import("./records.ts"));
const signIn = lazy(() => import("./sign_in.ts"));
const wrongPasswords = lazy(() => import("./wrong_passwords.ts"));

/** Options of {@linkcode set} and {@linkcode change}. */
export interface SetPasswordOptions {
  /** Id of a session that does not end, from `sessions.identify`. Default: none. */
  keepSession?: string | undefined;
}

/** Options of {@linkcode remove}. */
export type RemovePasswordOptions = UnlinkOptions;

/**
 * Sets a password, in place of another one if there is one. Then all sessions of the user
 * end, devices that are no longer asked for a second factor are asked again, and the user is
 * notified by email. Token sessions end only with `session.revocation`; without it they stay valid
 * until they expire.
 *
 * @param userId id of a user whose address was proven: by `emailVerified`, or by an account of a
 * provider that verifies addresses, which is then kept as `emailVerified`
 * @returns the rule that the password breaks; `null` when it was set
 * @throws {AuthError} without the provider `Password`, without such a user, and when the
 * user's address was not proven
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import Password from "@x/auth/providers/password";
 * import * as passwords from "@x/auth/passwords";
 * import { assertEquals } from "@std/assert";
 *
 * const adapter = MemoryAdapter();
 * const config = {
 *   providers: [Password({ page: false })],
 *   adapter,
 *   session: { revocation: {} },
 *   secret: "a-secret-of-at-least-32-characters",
 * };
 * await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: new Date() });
 * assertEquals(await passwords.set(config, "1", "opensesame"), "too-short");
 * assertEquals(await passwords.set(config, "1", "engines weave algebra"), null);
 * ```
 */
export async function set(
  config: ServerConfig,
  userId: string,
  password: string,
  { keepSession }: SetPasswordOptions = {},
): Promise<PasswordFault | null> {
  const { resolved, user } = await find(config, userId);
  return await (await changes()).setPassword({ config: resolved }, user, password, { keepSession });
}

/**
 * Changes a password, given the present one, as {@linkcode set} does. Wrong ones are
 * counted with those of sign-ins (`limits.perAccount`).
 *
 * @returns `"wrong-password"`, or the rule that the new one breaks; `null` when it was changed
 * @throws {TooManyRequests} after too many wrong passwords
 * @throws {AuthError} as {@linkcode set}
 */
export async function change(
  config: ServerConfig,
  userId: string,
  current: string,
  password: string,
  { keepSession }: SetPasswordOptions = {},
): Promise<PasswordFault | "wrong-password" | null> {
  const { resolved, user } = await find(config, userId);
  const { changePassword } = await changes();
  const attempt = () => changePassword({ config: resolved }, user, current, password, keepSession);
  // A fault of the new password shows that the present one was right.
  const { limitByApp } = await wrongPasswords();
  const result = await limitByApp(resolved, user, async () => {
    const fault = await attempt();
    return fault === "wrong-password" ? null : { fault };
  });
  return result ? result.fault : "wrong-password";
}

/**
 * Checks a password of a user, for example before something that cannot be undone. Wrong
 * ones are counted with those of sign-ins (`limits.perAccount`).
 *
 * @returns `false` also for a user without a password
 * @throws {TooManyRequests} after too many wrong passwords
 * @throws {AuthError} without the provider `Password`, and without such a user
 */
export async function verify(
  config: ServerConfig,
  userId: string,
  password: string,
): Promise<boolean> {
  const { resolved, user } = await find(config, userId);
  const { verify } = await signIn();
  const known = await (await records()).findPassword(resolved, userId);
  const { makeClient, limitByApp } = await wrongPasswords();
  const check = async () =>
    await verify(resolved, resolved.passwords, known, password, makeClient(resolved, user)) || null;
  return await limitByApp(resolved, user, check) === true;
}

/**
 * Returns `true` for a user who has a password.
 *
 * @throws {AuthError} without the provider `Password`
 */
export async function has(config: ServerConfig, userId: string): Promise<boolean> {
  const resolved = requirePasswords(config);
  return await (await records()).findPassword(resolved, userId) !== null;
}

/**
 * Removes a password, unless the user could not sign in without it. Parallel calls never
 * remove the user's last sign-in method. The user is notified by email. With `session.revocation`, the
 * sessions that began with the password end.
 *
 * @returns `false` when the password is the last sign-in method; it stays
 * @throws {AuthError} without the provider `Password`, and without such a user
 */
export async function remove(
  config: ServerConfig,
  userId: string,
  options: RemovePasswordOptions = {},
): Promise<boolean> {
  const { resolved, user } = await find(config, userId);
  return await (await changes()).removePassword({ config: resolved }, user, options);
}

/**
 * Stores a hash that another system has made, such as one of bcrypt or Argon2. `verify` of
 * `Password` checks it, and the first right password replaces it by a hash of this library.
 * Hashes that this library has made need no `verify`. Sessions stay.
 *
 * @param hash as the other system stored it
 * @throws {AuthError} without the provider `Password`, without such a user, and when the
 * user's address was not proven, as in {@linkcode set}
 */
async function importPassword(
  config: ServerConfig,
  userId: string,
  hash: string,
): Promise<void> {
  const { resolved, user } = await find(config, userId);
  await (await changes()).importPassword({ config: resolved }, user, hash);
}

// A reserved word names no function, but a member of `passwords`.
export { importPassword as import };

function requirePasswords(config: ServerConfig): WithPasswords {
  const resolved = requireStore(config);
  const { passwords } = resolved;
  if (passwords) return { ...resolved, passwords };
  throw new AuthError("Cannot manage passwords: add `Password()` to `providers`", {
    cause: { option: "providers" },
  });
}

async function find(
  config: ServerConfig,
  userId: string,
): Promise<{ resolved: WithPasswords; user: AdapterUser }> {
  const resolved = requirePasswords(config);
  const user = await resolved.store.getUser(userId);
  if (user) return { resolved, user };
  throw new AuthError("Cannot manage the password: there is no such user");
}

/**
 * A user's sessions, for a settings page: list them and end them.
 *
 * Every function but {@linkcode identify} takes the id of the user who is signed in. Take it from
 * `identify` or the session, never from the request: these functions do not check permissions.
 *
 * @module
 */

import {
  liveSessions,
  revokeAll as endAll,
  revokeOne,
  type SessionInfo,
} from "../accounts/sessions.ts";
import type { ServerConfig } from "../types/inference.ts";
import type { SessionIdentity } from "../types/identity.ts";
import { requireConfig } from "./environment.ts";
import { boundTo } from "./sign_in.ts";

export type { SessionInfo } from "../accounts/sessions.ts";
export type { SessionIdentity } from "../types/identity.ts";

/**
 * The id of a request's session, and of its user.
 *
 * @returns `null` without a session, and when token sessions have no records
 * (`session.revocation` is off)
 * @throws {AdapterError} when the store fails, so that it is unknown whether there is a session
 */
export async function identify(
  config: ServerConfig,
  request: Request,
): Promise<SessionIdentity | null> {
  return await (await boundTo(config).of(request)).identify();
}

/**
 * Lists a user's live sessions, the most recently used first.
 *
 * @throws {MissingAdapterMethods} when database sessions cannot be listed
 * @throws {AuthError} when token sessions have no records
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import * as sessions from "@x/auth/sessions";
 * import { assertEquals } from "@std/assert";
 *
 * const config = {
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * const request = new Request("https://app.example/settings");
 * const current = await sessions.identify(config, request);
 * assertEquals(current, null); // no user is signed in
 * assertEquals(await sessions.list(config, "user-1"), []);
 * ```
 */
export async function list(config: ServerConfig, userId: string): Promise<SessionInfo[]> {
  return await liveSessions(requireConfig(config), userId);
}

/**
 * Ends one of a user's sessions.
 *
 * A database session ends at once. A token session ends at the next read, and in
 * other processes at most `session.revocation.maxLag` seconds later.
 *
 * @param id from {@linkcode list}
 * @returns `false` when the user has no such session
 */
export async function revoke(
  config: ServerConfig,
  userId: string,
  id: string,
): Promise<boolean> {
  return await revokeOne({ config: requireConfig(config) }, userId, id);
}

/**
 * Ends a user's sessions except one.
 *
 * @param exceptId id of the session to keep, usually the `id` of {@linkcode identify}
 * @returns number of ended sessions
 */
export async function revokeOthers(
  config: ServerConfig,
  userId: string,
  exceptId: string,
): Promise<number> {
  return await endAll({ config: requireConfig(config) }, userId, exceptId);
}

/**
 * Ends all of a user's sessions, for example after a change of password.
 *
 * @returns number of ended sessions
 */
export async function revokeAll(config: ServerConfig, userId: string): Promise<number> {
  return await endAll({ config: requireConfig(config) }, userId);
}

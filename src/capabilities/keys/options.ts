/**
 * Options of API keys.
 *
 * @module
 */

import type { Awaitable } from "../../types/entities.ts";

/** Options of {@linkcode ApiKeys}. */
export interface ApiKeysOptions<Scope extends string = string> {
  /**
   * The beginning of every key, by which people and scanners recognize keys of this app: 2 to 16
   * characters of `a-z` and `0-9`.
   */
  readonly prefix: string;
  /**
   * `true` accepts keys of Better Auth too, with 64 letters and any prefix: `importBetterAuth` of
   * `@x/auth/legacy/better-auth` moves them. Default `false`.
   */
  readonly legacy?: boolean;
  /**
   * Scopes of keys: the result of `defineAccess`, for the permissions that the app has written, or a
   * list of names. Permissions of organizations themselves, such as `member:invite`, are scopes of keys
   * only where the list names them.
   */
  readonly scopes: readonly Scope[] | {
    /** Permissions that the app has written. */
    readonly ownPermissions: readonly Scope[];
  };
  /** Seconds for which a key is valid unless its maker says otherwise. Default 7,776,000: 90 days. */
  readonly maxAge?: number;
  /**
   * The permissions that a user has outside of organizations now: a key has no others, whatever its
   * scopes are. A throw makes `authenticate` throw. Default: all.
   */
  readonly permissionsOf?: (userId: string) => Awaitable<Iterable<NoInfer<Scope>> | "all">;
  /** Requests per minute of one key, in this process. Default: not limited. */
  readonly limit?: number;
  /**
   * Seconds for which a process may use what it has read of a key and its owner. A revocation or a
   * suspension counts in other processes that much later, and the deletion of a user in all of them.
   * Default 0.
   */
  readonly maxLag?: number;
}

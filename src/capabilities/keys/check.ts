/**
 * Checks the options of API keys.
 *
 * @module
 */

import { AuthError } from "../../errors.ts";
import { isPrefix } from "./format.ts";
import type { ApiKeysOptions } from "./options.ts";

/** Most seconds of an age: 100 years. */
export const MAX_AGE = 100 * 365 * 24 * 60 * 60;

/** Returns `true` for a number of seconds that a key may be valid for. */
export function isAge(seconds: unknown): seconds is number {
  return typeof seconds === "number" && seconds > 0 && seconds <= MAX_AGE;
}

function bad(message: string, option: string): AuthError {
  return new AuthError(`Cannot use \`${option}\`: ${message}`, { cause: { option } });
}

/** Returns the first error of the options. */
export function checkKeys(options: ApiKeysOptions): AuthError | undefined {
  const { prefix, scopes, maxAge, permissionsOf, limit, maxLag } = options;
  if (!isPrefix(prefix)) {
    return bad('it is not 2 to 16 characters of "a-z" and "0-9"', "keys.prefix");
  }
  const names = scopesIn(options);
  if (
    !names || names.some((name) => typeof name !== "string" || !/^[!#-[\]-~]{1,129}$/.test(name))
  ) {
    return bad(
      "it is neither the result of `defineAccess` nor a list of names without spaces",
      "keys.scopes",
    );
  }
  // The word of a key for whatever its owner may do.
  if (names.includes("all")) return bad('no scope can have the name "all"', "keys.scopes");
  if (Array.isArray(scopes) && new Set(names).size < names.length) {
    return bad("it names a scope twice", "keys.scopes");
  }
  if (maxAge !== undefined && !isAge(maxAge)) {
    return bad("it is not a number of seconds above 0, and at most 100 years", "keys.maxAge");
  }
  if (permissionsOf !== undefined && typeof permissionsOf !== "function") {
    return bad("it is not a function", "keys.permissionsOf");
  }
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0)) {
    return bad("it is not a whole number above 0", "keys.limit");
  }
  if (maxLag !== undefined && !(typeof maxLag === "number" && maxLag >= 0 && maxLag < Infinity)) {
    return bad("it is not a number of seconds from 0", "keys.maxLag");
  }
}

/** The names of all scopes; `undefined` where the option has none. */
export function scopesIn<Scope extends string>(
  { scopes }: Pick<ApiKeysOptions<Scope>, "scopes">,
): readonly Scope[] | undefined {
  const list = Array.isArray(scopes)
    ? scopes
    : (scopes as { ownPermissions?: readonly Scope[] } | undefined)?.ownPermissions;
  return Array.isArray(list) ? list : undefined;
}

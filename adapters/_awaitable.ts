/**
 * Steps that wait for a driver which answers by promises, and for no other: those of SQLite
 * answer at once, so that a call of theirs is over before the next one begins.
 *
 * @module
 */

import type { Awaitable } from "../src/types/entities.ts";

/** Calls a function with a value, at once unless it is a promise. */
export function after<T, Result>(
  value: Awaitable<T>,
  next: (value: T) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(next) : next(value as T);
}

/** Calls a function, and another one with what it throws or rejects with. */
export function rescue<T>(
  call: () => Awaitable<T>,
  handle: (error: unknown) => T,
): Awaitable<T> {
  try {
    const value = call();
    return value instanceof Promise ? value.catch(handle) : value;
  } catch (error) {
    return handle(error);
  }
}

/** Makes methods async: their steps may throw, and callers expect a rejection. */
export function rejecting<T extends object>(methods: T): T {
  return Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [
      name,
      // deno-lint-ignore require-await -- so that a failure is a rejection
      async (...args: unknown[]) => method(...args),
    ]),
  ) as T;
}

/**
 * Modules that are loaded on first use.
 *
 * @module
 */

import type { FunctionsLoader } from "../types/internal.ts";
import type { Awaitable } from "../types/entities.ts";

/**
 * Returns a function that loads something at its first call and returns it at
 * once afterwards: even a module that is in memory takes `import()` a promise. A
 * load that failed is tried again.
 */
export function lazy<T extends object>(load: () => Promise<T>): () => Awaitable<T> {
  let loaded: T | undefined;
  return () => loaded ?? load().then((value) => loaded = value);
}

/** Returns the same loader, with the names of the functions that it loads, and spaces between them. */
export function withNames<T>(load: () => Awaitable<T>, names: string): FunctionsLoader<T> {
  return Object.assign(() => load(), { names });
}

/**
 * The part of `next/navigation` that is used here. The npm package refers to
 * the app's own copy instead.
 *
 * @module
 */

/** Ends the current function with a redirect. */
export function redirect(url: string): never;

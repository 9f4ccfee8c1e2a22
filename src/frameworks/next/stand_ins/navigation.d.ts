/**
 * The part of `next/navigation` that is used here. The npm package refers to
 * the app's own copy instead.
 *
 * @module
 */

/** Redirects by throwing, which ends the current function. */
export function redirect(url: string): never;
/** Answers 404 by throwing, which ends the current function. */
export function notFound(): never;

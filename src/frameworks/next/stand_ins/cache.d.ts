/**
 * The part of `next/cache` that is used here. The npm package refers to the
 * app's own copy instead.
 *
 * @module
 */

/** Ends before anything that only a request has, while Next renders ahead of one; since 16.3. */
export const io: (() => Promise<void>) | undefined;

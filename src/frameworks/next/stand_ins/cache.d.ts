/**
 * The part of `next/cache` that is used here. The npm package refers to the
 * app's own copy instead.
 *
 * @module
 */

/** Suspends a rendering that has no request, before it uses request data; since Next 16.3. */
export const io: (() => Promise<void>) | undefined;

/**
 * The part of `$app/paths` that is used here. The npm package refers to the
 * app's own copy instead.
 *
 * @module
 */

/** Base path of the app, in SvelteKit 2. */
export const base: string | undefined;

/** Resolves a path of the app; relative to the page during server rendering. */
export const resolve: ((path: string) => string) | undefined;

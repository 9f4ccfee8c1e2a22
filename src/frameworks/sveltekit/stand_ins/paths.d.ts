/**
 * The part of `$app/paths` that is used here. The npm package refers to the
 * app's own copy instead.
 *
 * @module
 */

/** Path of the app, in SvelteKit 2. */
export const base: string | undefined;

/** A path of the app, relative to the current page while it is rendered on the server. */
export const resolve: ((path: string) => string) | undefined;

/**
 * The part of `$app/environment` that is used here. The npm package refers to
 * the app's own copy instead.
 *
 * @module
 */

/** `true` while SvelteKit builds the app, and makes pages for which it asks no server. */
export const building: boolean;

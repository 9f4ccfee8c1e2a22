/**
 * The part of `@builder.io/qwik/build` that is used here: constants that a
 * build replaces. The npm package refers to the app's own copy instead.
 *
 * @module
 */

/** `true` in code for the server. */
export const isServer: boolean;

/** `true` when the development server runs the app. */
export const isDev: boolean;

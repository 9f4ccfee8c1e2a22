/**
 * The part of `@builder.io/qwik/build` that is used here: constants that a
 * build replaces. The npm package refers to the app's own copy instead.
 *
 * @module
 */

/** Whether the code is for the server. */
export const isServer: boolean;

/** Whether the development server runs the app. */
export const isDev: boolean;

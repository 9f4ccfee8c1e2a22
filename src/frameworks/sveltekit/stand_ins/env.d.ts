/**
 * The part of `$env/dynamic/private` that is used here. The npm package refers
 * to the app's own copy instead.
 *
 * @module
 */

/** Environment variables, including those from `.env`. */
export const env: Readonly<Record<string, string | undefined>>;

/**
 * The part of `@sveltejs/kit` that is used here. The npm package refers to the
 * app's own copy instead.
 *
 * @module
 */

/** Redirects by throwing, which ends the current function. The options are new in SvelteKit 3. */
export function redirect(status: 303, location: string, options: { external: true }): never;

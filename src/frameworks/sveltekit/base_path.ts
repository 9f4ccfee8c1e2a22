/**
 * Base path of the auth endpoints in a SvelteKit app.
 *
 * @module
 */

/** Members of `$app/paths` that are used; SvelteKit 3 has no `base`. */
export interface Paths {
  /** Base path of the app, without a slash at its end. */
  base?: string;
  /** Resolves the path of a route; the result can be relative to the page. */
  resolve?: (path: string) => string;
}

/**
 * The base path of the app followed by `/auth`.
 *
 * @param page URL of the page, for paths that are relative to it
 */
export function toBasePath({ base, resolve }: Paths, page: string): string {
  const root = base ?? new URL(resolve?.("/") ?? "/", page).pathname;
  return `${root.replace(/\/$/, "")}/auth`;
}

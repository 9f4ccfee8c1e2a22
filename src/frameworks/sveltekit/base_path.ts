/**
 * Where the service is in an app of SvelteKit.
 *
 * @module
 */

/** What is used of `$app/paths`; SvelteKit 3 has no `base` any more. */
export interface Paths {
  /** Root of the app without a slash at its end. */
  base?: string;
  /** Path of a route, from the page. */
  resolve?: (path: string) => string;
}

/**
 * The root of the app, and `/auth`.
 *
 * @param page URL of the page, for paths that are relative to it
 */
export function toBasePath({ base, resolve }: Paths, page: string): string {
  const root = base ?? new URL(resolve?.("/") ?? "/", page).pathname;
  return `${root.replace(/\/$/, "")}/auth`;
}

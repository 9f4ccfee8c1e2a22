/**
 * Addresses of the guides. The repository shows them; JSR shows the documentation of the modules
 * in their place.
 *
 * @module
 */

/** URL of the repository. */
export const REPOSITORY = "https://github.com/x-auth/auth";

/** URL of a page in `docs/`, with or without a section: `proxy.md#ask-the-doctor`. */
export function guideUrl(page: string): string {
  return `${REPOSITORY}/blob/HEAD/docs/${page}`;
}

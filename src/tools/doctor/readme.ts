/**
 * Addresses of sections of the README. The repository shows it; JSR shows the documentation of
 * `mod.ts` in its place.
 *
 * @module
 */

/** URL of the repository. */
export const REPOSITORY = "https://github.com/x-auth/auth";

/** URL of the section with a heading, whose only marks are hyphens. */
export function sectionUrl(heading: string): string {
  return `${REPOSITORY}#${heading.toLowerCase().replaceAll(" ", "-")}`;
}

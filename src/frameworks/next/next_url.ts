/**
 * The settings that Next's `nextUrl` was parsed with.
 *
 * @module
 */

/** Members of `nextUrl` that are used. */
export interface NextUrlParts {
  /** Base path of the app; empty for the root. */
  readonly basePath: string;
  /** Locale of the path; empty or absent without i18n routing. */
  readonly locale?: string;
  /** Locale of paths without a locale. */
  readonly defaultLocale?: string;
}

/**
 * The settings that parse a path into the same parts. Without them, the path of a
 * copied request would include base path and locale, and code that compares paths
 * would protect the wrong pages.
 */
export function nextConfigOf(
  { basePath, locale, defaultLocale }: NextUrlParts,
): { basePath: string; i18n?: { locales: string[]; defaultLocale: string } } {
  if (!locale) return { basePath };
  const other = defaultLocale ?? locale;
  return { basePath, i18n: { locales: [...new Set([locale, other])], defaultLocale: other } };
}

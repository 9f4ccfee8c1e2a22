/**
 * What Next's `nextUrl` was made with, from what it says.
 *
 * @module
 */

/** What is used of `nextUrl`. */
export interface NextUrlParts {
  /** Path of the app, empty for the root. */
  readonly basePath: string;
  /** Language of the path; empty or absent for apps with one. */
  readonly locale?: string;
  /** Language of paths that name none. */
  readonly defaultLocale?: string;
}

/** Settings of the app that take a URL apart. */
export interface NextUrlConfig {
  /** Path of the app. */
  basePath: string;
  /** Languages; absent for apps with one. */
  i18n?: {
    /** Those that paths may begin with. */
    locales: string[];
    /** That of other paths. */
    defaultLocale: string;
  };
}

/**
 * The settings that make the same parts of the same path. Without them, a copy
 * of a request would show base path and language as parts of its path, and
 * whoever compares paths would protect other ones.
 */
export function nextConfigOf({ basePath, locale, defaultLocale }: NextUrlParts): NextUrlConfig {
  if (!locale) return { basePath };
  const other = defaultLocale ?? locale;
  return { basePath, i18n: { locales: [...new Set([locale, other])], defaultLocale: other } };
}

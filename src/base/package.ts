/**
 * Packages that few apps need: Deno fetches them, and apps on npm install them.
 *
 * Each is imported within a `try` of its own, by a literal name: only there, all bundlers take the
 * import of a package that is not installed for what may fail, and build the app without it.
 *
 * @module
 */

/** What the runtimes and bundlers call a module that is not there. */
const MISSING = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"];

/**
 * The end of a message about a package that could not be loaded.
 *
 * @param error what its import threw; nothing where a bundler put an empty module in its place, as
 * that of Next.js does
 */
export function explainNotLoaded(name: string, error?: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  // Vite puts a module that throws this in place of a package that is missing.
  const isMissing = error === undefined || MISSING.includes(String(code)) ||
    String(message).startsWith(`Could not resolve "${name}"`);
  return isMissing
    ? `the package \`${name}\` is not installed; run \`npm install ${name}\``
    : `the package \`${name}\` cannot be loaded in this runtime; see \`cause\``;
}

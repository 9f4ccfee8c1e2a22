/**
 * Packages that few apps need: Deno fetches them, and apps on npm install them.
 *
 * @module
 */

/** Makes the error from the end of its message and its cause. */
type Refusal = (missing: string, cause: { err: unknown }) => Error;

/**
 * Loads a package at its first use.
 *
 * @param load imports the package by a literal name, which bundlers and Deno follow
 * @param refuse makes the error of a package that is not installed
 */
export async function loadPackage<T>(
  name: string,
  load: () => Promise<T>,
  refuse: Refusal,
): Promise<T> {
  try {
    return await load();
  } catch (err) {
    if ((err as { code?: unknown } | undefined)?.code !== "ERR_MODULE_NOT_FOUND") throw err;
    throw refuse(`the package \`${name}\` is not installed; run \`npm install ${name}\``, { err });
  }
}

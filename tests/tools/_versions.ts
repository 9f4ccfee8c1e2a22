/**
 * Versions of the packages that tools compare with.
 *
 * @module
 */

/** Version of a package in the lock file. */
export async function versionOf(name: string): Promise<string> {
  const { specifiers } = JSON.parse(await Deno.readTextFile("deno.lock"));
  return Object.entries<string>(specifiers).find(([key]) => key.startsWith(`npm:${name}@`))![1]
    .split("_")[0]!;
}

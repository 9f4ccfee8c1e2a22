/**
 * The kinds of records that the sources define.
 *
 * @module
 */

/** Kinds of tools, which apps never write. */
export const KINDS_OF_TOOLS = ["better-auth.session", "better-auth.user", "doctor"];

async function* sources(dir: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(dir)) {
    if (isDirectory) yield* sources(`${dir}/${name}`);
    else if (name.endsWith(".ts")) yield await Deno.readTextFile(`${dir}/${name}`);
  }
}

/** Names of all kinds, those of tools too. */
export async function kindsOfSources(): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const text of sources("src")) {
    for (const [, name] of text.matchAll(/\bdefineKind<[^(]*?>\(\s*"([a-z.-]+)"/g)) {
      found.add(name!);
    }
    if (text.includes('"authjs.step-up-link"')) continue; // a form, no record
    for (
      const [, name] of text.matchAll(/\bconst (?:KIND|MIGRATED|LINK|ENTRY|ENDED) = "([^"]+)";/g)
    ) {
      found.add(name!);
    }
  }
  return found;
}

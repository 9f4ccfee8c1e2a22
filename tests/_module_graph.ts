/**
 * Files that a module loads.
 *
 * @module
 */

interface Graph {
  roots: string[];
  modules: {
    specifier: string;
    dependencies?: { isDynamic?: boolean; code?: { specifier?: string } }[];
  }[];
}

/** Files of this repository that an import loads at once, from the root. */
export async function filesLoadedBy(path: string): Promise<string[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", path],
    stderr: "inherit",
  }).output();
  const root = new URL("../", import.meta.url).href;
  const { roots, modules } = JSON.parse(new TextDecoder().decode(stdout)) as Graph;
  const known = new Map(modules.map(({ specifier, dependencies = [] }) => [
    specifier,
    dependencies.filter(({ isDynamic }) => !isDynamic).map(({ code }) => code?.specifier),
  ]));
  const reached = new Set<string>(roots);
  for (const specifier of reached) {
    for (const next of known.get(specifier) ?? []) if (next) reached.add(next);
  }
  return [...reached].filter((specifier) => specifier.startsWith(root))
    .map((specifier) => specifier.slice(root.length));
}

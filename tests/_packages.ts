/**
 * Which package stands behind a name in the files of this repository.
 *
 * The `imports` of `deno.json` are what published code imports. An app that links a clone fetches
 * them too with its own packages. What tests, benches, examples and comments import besides stands
 * in its `scopes`, which such an app does not fetch.
 *
 * @module
 */

/** Specifiers by the names that files import. */
export type Packages = Readonly<Record<string, string>>;

const root = new URL("../", import.meta.url);

/** The names that published code imports. */
export async function publishedPackages(): Promise<Packages> {
  return (await readMaps()).imports;
}

/**
 * The names that a file can import, with those of published code.
 *
 * @param path path from the root. Default: that of any test
 */
export async function packagesFor(path = "tests/"): Promise<Packages> {
  const { imports, scopes } = await readMaps();
  // The longest scope wins, as in browsers: https://html.spec.whatwg.org/#resolve-a-module-specifier
  const own = Object.entries(scopes).filter(([scope]) => `./${path}`.startsWith(scope))
    .toSorted(([one], [other]) => one.length - other.length);
  return Object.assign({}, imports, ...own.map(([, map]) => map));
}

/**
 * The specifier behind a name, as `deno run` takes it.
 *
 * @param path see {@linkcode packagesFor}
 * @throws {TypeError} When `deno.json` has no such name for the file
 */
export async function specifierOf(name: string, path?: string): Promise<string> {
  const packages = await packagesFor(path);
  if (!Object.hasOwn(packages, name)) throw new TypeError(`Cannot find ${name} in deno.json`);
  return packages[name]!;
}

/** The version, or the range of versions, behind a name, as `package.json` has it. */
export async function rangeOf(name: string): Promise<string> {
  const specifier = await specifierOf(name);
  return /^npm:\/?@?[^@]+@([^/]+)/.exec(specifier)?.[1] ?? specifier;
}

/** Name and version of the npm package with the code of `@std`. */
export async function repackOfStd(): Promise<string> {
  return `deno-std@${await rangeOf("deno-std/")}`;
}

/** A module that a test writes into another folder, with the packages of this one. */
export function withPackages(text: string): string {
  return text.replaceAll(
    /\bfrom "([@a-z][^":]*)"/g,
    (_, name: string) => `from ${JSON.stringify(import.meta.resolve(name))}`,
  );
}

/** Name of the npm package in a specifier, such as `npm:/svelte@^5.40.0/`; else `undefined`. */
export function npmNameOf(specifier: string): string | undefined {
  return /^npm:\/?(@?[^@]+)@/.exec(specifier)?.[1];
}

async function readMaps(): Promise<{ imports: Packages; scopes: Record<string, Packages> }> {
  return JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
}

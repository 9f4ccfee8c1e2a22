/**
 * The real Fresh for tests: a `deno.json` that maps its imports to the sources
 * beside this repository or to JSR.
 *
 * @module
 */

/** Members of a `deno.json` that are read here. */
interface Manifest {
  name: string;
  exports: string | Record<string, string>;
  imports?: Record<string, string>;
}

/** Location of Fresh, or the reason why it was not found. */
export type Found = { config: string; from: string } | { why: string };

type Imports = Record<string, string>;

const root = new URL("../../", import.meta.url);
/** Folder with the sources of Fresh and of its imports from JSR. */
const vendor = new URL("../shared/vendor/", root);

/** Writes the `deno.json` into a folder. */
export async function findFresh(dir: string): Promise<Found> {
  const own = await read(new URL("deno.json", root));
  const link = async (target: URL, name: string): Promise<URL> => {
    await Deno.symlink(target.pathname.replace(/\/$/, ""), `${dir}/${name}`);
    return new URL(`file://${dir}/${name}/`);
  };
  // Deno 2.9 resolves the packages of our workspace for every folder that sorts behind it, so
  // Fresh must sort before it, wherever the two are.
  const ours = await link(root, "z_own");
  const write = async (imports: Imports): Promise<string> => {
    const config = {
      // Files of this repository keep the imports of their own `deno.json`.
      imports: { ...imports, ...exportsOf(own, ours) },
      compilerOptions: { jsx: "react-jsx", jsxImportSource: "preact" },
      lock: false,
      nodeModulesDir: "none",
    };
    await Deno.writeTextFile(`${dir}/deno.json`, JSON.stringify(config, null, 2));
    return `${dir}/deno.json`;
  };
  if (await Deno.stat(vendor).then(() => true, () => false)) {
    const sources = await link(vendor, "a_vendor");
    return { config: await write(await vendored(sources)), from: "its sources" };
  }
  const fresh: Imports = { fresh: "jsr:@fresh/core@^2", preact: "npm:preact@^10.29.1" };
  const config = await write(fresh);
  const args = ["cache", "--no-lock", `--config=${config}`, fresh.fresh!];
  const { success } = await new Deno.Command(Deno.execPath(), { args, stderr: "null" }).output();
  if (success) return { config, from: "JSR" };
  return { why: `there is no ${vendor.pathname}, and JSR cannot be reached` };
}

async function vendored(vendor: URL): Promise<Imports> {
  const imports: Imports = {};
  const add = async (folder: URL): Promise<Manifest> => {
    const manifest = await read(new URL("deno.json", folder));
    Object.assign(imports, exportsOf(manifest, folder));
    return manifest;
  };
  for await (const { name } of Deno.readDir(new URL("std/", vendor))) {
    await add(new URL(`std/${name}/`, vendor));
  }
  await add(new URL("fresh-build-id/", vendor));
  const folder = new URL("fresh/", vendor);
  const fresh = await add(folder);
  for (const [name, target] of Object.entries(fresh.imports ?? {})) {
    if (target.startsWith("npm:")) imports[name] = target;
  }
  return { ...imports, ...exportsOf({ ...fresh, name: "fresh" }, folder) };
}

function exportsOf({ name, exports }: Manifest, folder: URL): Imports {
  const subpaths = typeof exports === "string" ? { ".": exports } : exports;
  return Object.fromEntries(
    Object.entries(subpaths).map(([subpath, file]) => [
      name + subpath.slice(1),
      new URL(file, folder).href,
    ]),
  );
}

async function read(url: URL): Promise<Manifest> {
  return JSON.parse(await Deno.readTextFile(url));
}

/**
 * Programs that fail when they load a module that an app without a capability must not load.
 *
 * @module
 */

import { packagesFor } from "../_packages.ts";

const root = new URL("../../", import.meta.url);

/** A file of the project, as an import specifier in a program. */
export const at = (path: string): string => JSON.stringify(new URL(path, root).href);

/**
 * Runs a program in a process in which some modules throw when they are loaded.
 *
 * @param modules paths of these modules from the root, or names of packages
 * @returns output of the program, else its errors
 */
export async function runTrapped(modules: readonly string[], program: string): Promise<string> {
  const dir = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${dir}/trap.ts`, 'throw new Error("loaded what it should not");');
    const imports = await packagesFor();
    const traps = modules.map((name) => [
      Object.hasOwn(imports, name) ? name : new URL(name, root).href,
      "./trap.ts",
    ]);
    // A program outside the workspace does not see its members. With one of them in the map, packages are
    // those of the workspace, and no trap.
    const negotiation = new URL("tests/std/http/negotiation.ts", root).href;
    const own = {
      ...imports,
      ...modules.some((name) => Object.hasOwn(imports, name))
        ? {}
        : { "@std/http/negotiation": negotiation },
      ...Object.fromEntries(traps),
    };
    await Deno.writeTextFile(`${dir}/deno.json`, JSON.stringify({ imports: own }));
    await Deno.writeTextFile(`${dir}/main.ts`, program);
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-check", "--no-lock", "-A", `--config=${dir}/deno.json`, `${dir}/main.ts`],
      env: { NO_COLOR: "1" },
    }).output();
    const text = new TextDecoder();
    return text.decode(stdout).trim() || text.decode(stderr);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

/**
 * Checks the documentation of every export of `deno.json` and of the wrappers
 * that are packages of their own, task `doc`.
 *
 * @module
 */

const read = async (path: string) => JSON.parse(await Deno.readTextFile(path));
const { exports, workspace } = await read("deno.json");
const files = new Set<string>(Object.values(exports));
for (const member of workspace.filter((path: string) => path.includes("/frameworks/"))) {
  const manifest = await read(`${member}/deno.json`);
  // What stands in for the framework is public as well, in the framework.
  const own = [...Object.values(manifest.exports), ...Object.values(manifest.imports ?? {})];
  for (const file of own) files.add(`${member}/${file}`);
}
const { code } = await new Deno.Command(Deno.execPath(), {
  args: ["doc", "--lint", ...files],
  stdout: "inherit",
  stderr: "inherit",
}).output();
Deno.exit(code);

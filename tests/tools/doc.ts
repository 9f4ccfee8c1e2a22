/**
 * Checks the documentation of every export of `deno.json`, and of the wrappers
 * that are separate packages; task `doc`.
 *
 * @module
 */

const { exports, workspace } = JSON.parse(await Deno.readTextFile("deno.json"));
const files = new Set<string>(Object.values(exports));
for (const member of workspace as string[]) {
  if (!member.startsWith("./src/frameworks/")) continue;
  const manifest = JSON.parse(await Deno.readTextFile(`${member}/deno.json`));
  // The wrappers' types refer to the stand-ins, so these are checked too.
  const paths = [manifest.exports, manifest.imports].flatMap((map) => Object.values<string>(map));
  for (const path of paths) files.add(`${member}/${path.slice(2)}`);
}
const { code } = await new Deno.Command(Deno.execPath(), {
  args: ["doc", "--lint", ...files],
  stdout: "inherit",
  stderr: "inherit",
}).output();
Deno.exit(code);

/**
 * Checks the documentation of every export of `deno.json`, task `doc`.
 *
 * @module
 */

const { exports } = JSON.parse(await Deno.readTextFile("deno.json"));
const { code } = await new Deno.Command(Deno.execPath(), {
  args: ["doc", "--lint", ...new Set<string>(Object.values(exports))],
  stdout: "inherit",
  stderr: "inherit",
}).output();
Deno.exit(code);

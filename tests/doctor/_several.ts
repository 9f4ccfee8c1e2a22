/**
 * Runs the command of the doctor on several apps, one after the other, so that the library is
 * loaded once. Each output ends with a line of its exit code.
 *
 * @module
 */

import { main } from "../../src/tools/doctor/command.ts";

for (const { args, cwd, env } of JSON.parse(Deno.args[0]!)) {
  Deno.chdir(cwd);
  for (const [name, value] of Object.entries<string>(env)) Deno.env.set(name, value);
  const end = `\0${await main(args)}`;
  for (const name of Object.keys(env)) Deno.env.delete(name);
  console.log(end);
  console.error(end);
}
Deno.exit();

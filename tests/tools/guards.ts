/**
 * Runs the tests of API keys without one guard at a time, on a copy of the sources, and prints what
 * the tests do not see; exits with 1 then.
 *
 *     deno run -A tests/tools/guards.ts [word of a name]
 *
 * @module
 */

import { GUARDS } from "../unit/capabilities/keys/_guards.ts";

const TESTS = "tests/unit/capabilities/keys";

const copy = await Deno.makeTempDir({ prefix: "guards-" });

async function run(command: string, ...args: string[]): Promise<{ success: boolean }> {
  return await new Deno.Command(command, {
    args,
    cwd: copy,
    env: { NO_COLOR: "1" },
    stdout: "null",
    stderr: "null",
  }).output();
}

const missed: string[] = [];
try {
  const { success } = await new Deno.Command("sh", {
    args: ["-c", 'git ls-files -z | xargs -0 cp --parents -t "$0"', copy],
  }).output();
  if (!success) throw new Error("Cannot copy the sources");
  if (!(await run("deno", "test", "-A", "--no-check", TESTS)).success) {
    throw new Error("The tests fail with all guards");
  }
  for (const { name, file, code, without, tests } of GUARDS) {
    if (!name.includes(Deno.args[0] ?? "")) continue;
    const path = `${copy}/src/${file}`;
    const text = await Deno.readTextFile(path);
    if (text.split(code).length !== 2) {
      missed.push(`${name}: its code is not once in ${file}`);
      continue;
    }
    await Deno.writeTextFile(path, text.replace(code, () => without));
    const files = tests.map((test) => `${TESTS}/${test}`);
    const { success } = await run("deno", "test", "-A", "--no-check", "--fail-fast", ...files);
    if (success) missed.push(`${name}: the tests pass without it`);
    console.log(`${success ? "MISSED" : "seen"}: ${name}`);
    await Deno.writeTextFile(path, text);
  }
} finally {
  await Deno.remove(copy, { recursive: true });
}
for (const line of missed) console.error(line);
if (missed.length > 0) Deno.exit(1);

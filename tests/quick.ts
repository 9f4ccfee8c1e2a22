/**
 * Checks what changed, in about ten seconds: format, lint, types, the rules that read a changed
 * file, and the unit tests that mirror them. Names the other tests of their folders.
 *
 *     deno task quick              what is not committed, else the last commit
 *     deno task quick <revision>   what has come since that revision
 *
 * @module
 */

import { appEnvironment } from "./_environment.ts";
import { countLine, type Counts, readReport } from "./_report.ts";
import { RULES, rulesFor } from "./_rules.ts";
import { patternsFor, readTable, unitTestsFor } from "./_where.ts";

const started = performance.now();
const { changed, gone } = await changedFiles(Deno.args[0]);
const { exclude } = JSON.parse(await Deno.readTextFile("deno.json"));
const code = changed.filter((path) =>
  /\.tsx?$/.test(path) && !exclude.some((folder: string) => path.startsWith(`${folder}/`))
);
const units = new Set<string>();
for (const path of code) for (const test of await unitTestsFor(path)) units.add(test);
const rules = (await rulesFor([...changed, ...gone])).map(({ test }) => test);
console.log(`Changed files: ${changed.length}. Files with their unit tests: ${units.size}`);

const totals: Counts = { passed: 0, failed: 0, skipped: 0 };
await Promise.all([
  runStep("format", ["fmt", "--check", "--permit-no-files", ...changed], changed),
  runStep("lint", ["lint", "--quiet", "--permit-no-files", ...code], code),
  runStep("types", ["check", "--quiet", ...code], code),
  runTests([...new Set([...rules, ...units])]),
]);

const table = await readTable();
const others = new Set(code.flatMap((path) => patternsFor(path, table)));
const untouched = RULES.map(({ test }) => test).filter((test) => !rules.includes(test));
if (untouched.length > 0) console.log(`Read no changed file: ${untouched.join(" ")}`);
if (others.size > 0) console.log(`Not run: deno task test ${[...others].join(" ")}`);
console.log(`${Math.round((performance.now() - started) / 1000)} seconds`);
console.log(countLine(totals));
Deno.exit(totals.failed > 0 ? 1 : 0);

/** Files that were changed and still exist, and those that do not. */
async function changedFiles(base?: string): Promise<{ changed: string[]; gone: string[] }> {
  const between = async (revision: string) => ({
    changed: await git("diff", "--name-only", "--relative", "--diff-filter=d", revision),
    // A file that has moved is gone from where it was.
    gone: await git(
      "diff",
      "--name-only",
      "--relative",
      "--no-renames",
      "--diff-filter=D",
      revision,
    ),
  });
  const { changed, gone } = await between(base ?? "HEAD");
  changed.push(...await git("ls-files", "--others", "--exclude-standard"));
  if (changed.length > 0 || gone.length > 0 || base) return { changed, gone };
  return await between("HEAD~1");
}

async function git(...args: string[]): Promise<string[]> {
  const { success, stdout, stderr } = await new Deno.Command("git", { args }).output();
  if (!success) {
    console.error(new TextDecoder().decode(stderr));
    Deno.exit(1);
  }
  return new TextDecoder().decode(stdout).split("\n").filter(Boolean);
}

/** Runs a command of Deno, counted as one test; nothing to look at passes. */
async function runStep(name: string, args: string[], files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  const { success, output } = await deno(args);
  if (success) totals.passed++;
  else {
    totals.failed++;
    console.log(`\nFAILED ${name}\n${output}`);
  }
}

async function runTests(files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  const { success, output } = await deno(["test", "-A", "--no-check", ...files]);
  const report = readReport(output, success);
  totals.passed += report.passed;
  totals.failed += report.failed;
  totals.skipped += report.skipped;
  for (const line of report.skips) console.log(line);
  if (!success) console.log(`\nFAILED tests\n${report.failures}`);
}

async function deno(args: string[]): Promise<{ success: boolean; output: string }> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    clearEnv: true,
    env: appEnvironment(),
  }).output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { success, output: decode(stdout) + (success ? "" : decode(stderr)) };
}

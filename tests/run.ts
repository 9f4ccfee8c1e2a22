/**
 * Runs every test and ends with one line of counts. Installs Chromium and
 * PostgreSQL first where it can; elsewhere their tests print why they are
 * skipped.
 *
 *     deno task test [paths…]
 *
 * @module
 */

import { appEnvironment } from "./_environment.ts";
import { findChromium, HOW_TO_ENABLE } from "./_chromium.ts";
import { findPostgres, HOW_TO_ENABLE_POSTGRES } from "./_postgres.ts";

const inCI = Deno.env.get("CI") === "true";

/** Programs required by some tests. */
const programs = [
  { name: "chromium", find: findChromium, howToEnable: HOW_TO_ENABLE },
  { name: "postgresql", find: findPostgres, howToEnable: HOW_TO_ENABLE_POSTGRES },
];

const lacking = programs.filter(({ find }) => !find()).map(({ name }) => name);
if (lacking.length > 0 && await canInstall()) {
  console.log(`Installing ${lacking.join(" and ")}, which takes about a minute`);
  await run("apt-get", ["update", "-qq"]);
  await run("apt-get", ["install", "-y", "-qq", ...lacking]);
}
for (const { name, find, howToEnable } of programs) {
  if (find()) continue;
  console.log(`${inCI ? "FAILED" : "SKIPPED"} tests with ${name}. ${howToEnable}`);
  if (inCI) finish({ passed: 0, failed: 1, skipped: 0 });
}

const runs = Deno.args.length > 0
  ? [Deno.args]
  : [[], ["--doc", "mod.ts", "src/", "adapters/", "pages/", "README.md"]];
const totals = { passed: 0, failed: 0, skipped: 0 };
for (const args of runs) {
  console.log(`deno test ${args.join(" ")}`);
  const counts = await test(args);
  totals.passed += counts.passed;
  totals.failed += counts.failed;
  totals.skipped += counts.skipped;
}
finish(totals);

/**
 * Runs `deno test`, shows its output, and reads the counts of its last line. One file more
 * than the machine has cores runs at the same time, since some wait, as for the lock of a
 * process that was killed.
 */
async function test(args: string[]): Promise<typeof totals> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--parallel", ...args],
    clearEnv: true,
    env: appEnvironment({ DENO_JOBS: String(navigator.hardwareConcurrency + 1) }),
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let output = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    output += chunk;
    await Deno.stdout.write(new TextEncoder().encode(chunk));
  }
  const { success } = await child.status;
  const summary = /^(?:ok|FAILED) \| (.+)$/gm;
  const line = [...output.matchAll(summary)].at(-1)?.[1] ?? "";
  const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
  const failed = count("failed");
  // A run that ended before its summary has failed too.
  return {
    passed: count("passed"),
    failed: success ? failed : Math.max(failed, 1),
    skipped: count("ignored"),
  };
}

async function canInstall(): Promise<boolean> {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return false;
  try {
    return (await new Deno.Command("apt-get", { args: ["--version"], stdout: "null" }).output())
      .success;
  } catch {
    return false;
  }
}

async function run(command: string, args: string[]): Promise<void> {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const { success } = await new Deno.Command(command, { args, env, stdout: "null" }).output();
  if (!success) console.log(`${command} ${args.join(" ")} failed`);
}

function finish({ passed, failed, skipped }: typeof totals): never {
  // A run without tests is a failure as well.
  const failures = passed === 0 ? Math.max(failed, 1) : failed;
  console.log(
    `${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
  );
  Deno.exit(failures > 0 || (inCI && skipped > 0) ? 1 : 0);
}

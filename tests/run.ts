/**
 * Runs tests and ends with one line of counts. While it runs, it prints how far it is; of tests
 * that pass nothing is shown, of those that fail everything. Installs Chromium and PostgreSQL first
 * where it can; elsewhere their tests are skipped, with the reason.
 *
 *     deno task test                every test, with a part of each long matrix
 *     deno task test <paths…>       the tests at these paths, whole
 *     deno task test:all            every test, whole
 *     deno task test:rest           what `deno task test` leaves out
 *
 * Arguments that are no paths are options of `deno test`, except `--times`, which prints at the end
 * the CPU seconds of each job and each file, and each test of a second or more. It needs Linux and
 * `bash`; servers that outlive the process that started them are not in the sums.
 *
 * @module
 */

import { findChromium, HOW_TO_ENABLE } from "./_chromium.ts";
import { CPU, measured, readCpu } from "./_cpu.ts";
import { appEnvironment } from "./_environment.ts";
import { chooseExamples, exampleFiles, type Job, LONG, planJobs, testFiles } from "./_plan.ts";
import { findPostgres, HOW_TO_ENABLE_POSTGRES } from "./_postgres.ts";
import { countEnds, countLine, type Counts, readReport } from "./_report.ts";
import { CASES } from "./_stride.ts";

const inCI = Deno.env.get("CI") === "true";
const isTerminal = Deno.stdout.isTerminal();
const started = performance.now();

/** Programs required by some tests. */
const programs = [
  {
    // The first has no windows, and exists on Debian only.
    packages: ["chromium-headless-shell", "chromium"],
    find: findChromium,
    howToEnable: HOW_TO_ENABLE,
  },
  { packages: ["postgresql"], find: findPostgres, howToEnable: HOW_TO_ENABLE_POSTGRES },
];

/** Words of the command line: paths, options of `deno test`, and which cases of long matrices. */
const [first, ...others] = Deno.args;
const cases = /^--(some|rest|all)$/.exec(first ?? "")?.[1] ?? "all";
const showsTimes = Deno.args.includes("--times");
const given = (first === `--${cases}` ? others : Deno.args).filter((word) => word !== "--times");
const { paths, options } = await sort(given);

await install();
const environment = appEnvironment({
  [CASES]: cases === "some" && given.length > 0 ? "all" : cases,
  ...showsTimes ? { [CPU]: "1" } : {},
});
const totals: Counts = { passed: 0, failed: 0, skipped: 0 };
const reasons = new Map<string, number>();
const failures: string[] = [];
const running = new Map<Job, number>();
const jobTimes: { seconds: number; title: string }[] = [];
const fileTimes: { seconds: number; title: string }[] = [];
const longest: { seconds: number; title: string }[] = [];
const progress = { files: 0, seconds: 0, shownAt: started };

const jobs = await listJobs();
const all = {
  files: jobs.reduce((sum, { files }) => sum + files, 0),
  seconds: jobs.reduce((sum, { seconds }) => sum + seconds, 0),
};
const made = jobs.some(({ needsPackage }) => needsPackage) && !environment.NPM_PACKAGE
  ? await Deno.makeTempDir({ prefix: "auth-package-" })
  : undefined;
try {
  const built = made ? makePackage(made) : Promise.resolve();
  // Two more than the machine has cores, since some wait, as for the lock of a process that was
  // killed, or for Chromium.
  const lanes = Array.from({ length: navigator.hardwareConcurrency + 2 }, () => lane(built));
  await Promise.all([...lanes, built]);
} finally {
  if (made) await Deno.remove(made, { recursive: true });
}
finish();

/** Tells paths from options and their values. */
async function sort(words: readonly string[]) {
  const paths: string[] = [];
  const options: string[] = [];
  for (const [index, word] of words.entries()) {
    if (word.startsWith("-")) options.push(word);
    else if (await Deno.stat(word).then(() => true, () => false)) paths.push(word);
    else if (/^--[^=]+$/.test(words[index - 1] ?? "")) options.push(word);
    else {
      console.log(`There is no file or folder "${word}"`);
      Deno.exit(1);
    }
  }
  return { paths, options };
}

/** The jobs, longest first; the types of all files are one of them, and examples in comments. */
async function listJobs(): Promise<Job[]> {
  const whole = { files: 0, seconds: 25, needsPackage: false };
  if (options.includes("--doc")) {
    return [{ ...whole, part: "examples", args: ["test", "-A", ...given] }];
  }
  const { exclude } = JSON.parse(await Deno.readTextFile("deno.json"));
  const chosen = paths.length > 0 ? paths : cases === "rest" ? LONG : ["tests"];
  const files = [];
  for (const path of chosen) files.push(...await testFiles(path, exclude));
  const planned = await planJobs(files);
  if (files.length === 0) return [];
  for (const job of planned) {
    const together = job.together ? ["tests/_together.ts", "--"] : [];
    job.args.unshift("test", "-A", "--no-check", ...options, ...together);
  }
  // Of all files, so that the result of `deno task ok` is known where it has run before.
  const checked = given.length > 0 ? files : ["."];
  const types = { ...whole, part: "type check", args: ["check", "--quiet", ...checked] };
  if (given.length > 0) return [types, ...planned];
  const examples = [];
  for (const path of ["mod.ts", "src", "adapters", "pages", "README.md"]) {
    examples.push(...await exampleFiles(path));
  }
  const args = ["test", "-A", "--doc", ...chooseExamples(examples, cases)];
  const shown = { ...whole, part: "examples", args };
  return cases === "rest" ? [shown, ...planned] : [types, shown, ...planned];
}

/** Runs one job after the other; the next one is the first that need not wait. */
async function lane(built: Promise<void>): Promise<void> {
  let isBuilt = false;
  built.then(() => isBuilt = true);
  for (;;) {
    const free = jobs.findIndex(({ needsPackage }) => isBuilt || !needsPackage);
    if (free < 0 && jobs.length > 0) await built;
    const [job] = jobs.splice(Math.max(free, 0), 1);
    if (!job) return;
    await run(job);
  }
}

/** Runs a job, and shows what failed in it. */
async function run(job: Job): Promise<void> {
  running.set(job, 0);
  show();
  const deno = Deno.execPath();
  const child = new Deno.Command(showsTimes ? "bash" : deno, {
    args: showsTimes ? measured(deno, job.args) : job.args,
    clearEnv: true,
    env: { ...environment, ...made ? { NPM_PACKAGE: made } : {} },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const messages = new Response(child.stderr).text();
  let output = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    output += chunk;
    running.set(job, running.get(job)! + countEnds(chunk));
    show();
  }
  const { success } = await child.status;
  const report = readReport(output, success);
  running.delete(job);
  const files = readCpu(output);
  if (showsTimes) {
    const spent = readCpu(await messages).reduce((sum, { seconds }) => sum + seconds, 0);
    jobTimes.push({ seconds: spent, title: titleOf(job) });
    fileTimes.push(...files);
  }
  for (const { seconds, name } of report.long) longest.push({ seconds, title: name });
  // Each file that is measured has one test more.
  totals.passed += report.passed - files.length / 2;
  totals.failed += report.failed;
  totals.skipped += report.skipped;
  progress.files += job.files;
  progress.seconds += job.seconds;
  for (const line of report.skips) {
    const reason = line.replace(/^SKIPPED .*?: /, "");
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  if (!success) {
    const said = await messages;
    print(`\nFAILED ${titleOf(job)}\n${report.failures}${said}`);
    // A process that died names no test.
    const brief = report.brief.length > 0 ? report.brief : [`${titleOf(job)}: ${firstLine(said)}`];
    failures.push(...brief);
  }
  show();
}

function firstLine(text: string): string {
  return text.split("\n").find((line) => line.trim()) ?? "";
}

function titleOf({ files, args, part }: Job): string {
  return files > 0 ? args.slice(-files).join(" ") : part;
}

/** Shows how far the run is: on a terminal in one line, elsewhere about every quarter minute. */
function show(): void {
  const now = performance.now();
  if (now - progress.shownAt < (isTerminal ? 200 : 15_000)) return;
  progress.shownAt = now;
  const ended = [...running.values()].reduce((sum, count) => sum + count, totals.passed);
  const parts = [...new Set([...running.keys()].map(({ part }) => part))].join(", ");
  const words = [
    `${progress.files} of ${all.files} files`,
    `${ended} tests`,
    ...totals.failed > 0 ? [`${totals.failed} failed`] : [],
    parts,
    // Before, one file decides what it says.
    ...progress.seconds > all.seconds / 20 ? [timeLeft(now)] : [],
  ];
  const line = words.join(" | ");
  if (isTerminal) Deno.stdout.writeSync(new TextEncoder().encode(`\r\x1b[K${line}`));
  else console.log(line);
}

function timeLeft(now: number): string {
  const pace = (now - started) / progress.seconds / 60_000;
  const minutes = Math.ceil(pace * (all.seconds - progress.seconds));
  return minutes > 1 ? `about ${minutes} minutes left` : "about a minute left";
}

/** Prints above the line that shows how far the run is. */
function print(text: string): void {
  console.log(isTerminal ? `\r\x1b[K${text}` : text);
}

/** Builds the npm package once for all tests that need it. */
async function makePackage(folder: string): Promise<void> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tests/tools/npm.ts", folder],
    clearEnv: true,
    env: environment,
  }).output();
  if (success) return;
  totals.failed++;
  const text = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
  print(`\nFAILED to build the npm package\n${text}`);
  failures.push(`the npm package: ${firstLine(text)}`);
}

async function install(): Promise<void> {
  const lacking = programs.filter(({ find }) => !find());
  if (lacking.length > 0 && await canInstall()) {
    const names = lacking.map(({ packages }) => packages.at(-1));
    console.log(`Installing ${names.join(" and ")}, which takes about a minute`);
    await apt(["update", "-qq"]);
    for (const { packages, find } of lacking) {
      for (const name of packages) if (!find()) await apt(["install", "-y", "-qq", name]);
    }
  }
  for (const { packages, find, howToEnable } of programs) {
    if (!find() && inCI) {
      console.log(`FAILED tests with ${packages.at(-1)}. ${howToEnable}`);
      console.log(countLine({ passed: 0, failed: 1, skipped: 0 }));
      Deno.exit(1);
    }
  }
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

async function apt(args: string[]): Promise<void> {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const { success } = await new Deno.Command("apt-get", { args, env, stdout: "null" }).output();
  if (!success) console.log(`apt-get ${args.join(" ")} failed`);
}

function finish(): never {
  for (const [reason, count] of reasons) print(`SKIPPED ${count}: ${reason}`);
  if (showsTimes) {
    for (const list of [jobTimes, fileTimes, longest]) {
      for (const { seconds, title } of list.toSorted((a, b) => b.seconds - a.seconds)) {
        print(`${seconds.toFixed(1).padStart(6)} s  ${title}`);
      }
    }
  }
  for (const failure of failures) print(`FAILED ${failure}`);
  const { passed, failed, skipped } = totals;
  if (passed + failed + skipped === 0) {
    print(`No test was found: ${given.join(" ")}`);
    totals.failed = 1;
  }
  print(countLine(totals));
  // In CI, everything must run.
  Deno.exit(totals.failed > 0 || (inCI && skipped > 0) ? 1 : 0);
}

/**
 * The first minutes with this package and its peers: measures the seconds from an empty folder, or
 * from a new app of Next.js, to the first sign-in in Chromium, and counts the lines that a person
 * writes:
 *
 *     deno task stopwatch [--rounds <n>] [--only <word>] [--verbose] [--write] [--pictures <folder>]
 *
 * Seconds are those of the machine: commands, the start of the development server, and the pages in
 * Chromium, which presses the buttons at once. Nobody types. In each round every way is taken twice,
 * each time in a new folder: first with empty caches of Deno and npm, then with those that the first
 * time has filled. The order of the ways changes with each of the rounds, by default 5.
 *
 * A time counts only if the page greets the user by name, does so again when it is opened anew, and
 * greets nobody in a browser that has not signed in.
 *
 * `--verbose` prints everything that is written and each step's seconds, `--write` writes the table
 * into docs/benchmarks.md, and `--pictures` keeps a picture of each page. `--only` takes the ways whose app or
 * library has the word, and writes nothing.
 *
 * The package is not published: registries on this machine have it (`_registry.ts`), and all other
 * packages come from where Deno and npm find them. Needs Chromium, Node and npm.
 *
 * @module
 */

import { type Browser, chromium } from "playwright-core";
import { CHROMIUM_ARGS, findChromium, HOW_TO_ENABLE } from "../../_chromium.ts";
import { appEnvironment } from "../../_environment.ts";
import { cpuModel, outputOf, releaseOf } from "../_machine.ts";
import { writeBenchmarks } from "../_document.ts";
import { run } from "./_command.ts";
import { listing, type Recipe, resultsTable, type Row, toSeconds } from "./_recipe.ts";
import { RECIPES } from "./_recipes.ts";
import { startRegistry } from "./_registry.ts";
import { take, type Taken } from "./_take.ts";

const started = performance.now();
const load = Deno.loadavg()[0]!;
const valueOf = (flag: string): string | undefined => {
  const at = Deno.args.indexOf(flag);
  return at < 0 ? undefined : Deno.args[at + 1] ?? "";
};
const verbose = Deno.args.includes("--verbose");
const only = valueOf("--only")?.toLowerCase() ?? "";
const pictures = valueOf("--pictures");
const rounds = Number(valueOf("--rounds") ?? 5);
const recipes = RECIPES.filter(({ app, library }) =>
  `${app} ${library}`.toLowerCase().includes(only)
);
if (recipes.length === 0 || !Number.isInteger(rounds) || rounds < 1) {
  console.error(
    "Pass --rounds with a positive number, and --only with a word of an app or library",
  );
  Deno.exit(1);
}
const executablePath = findChromium();
if (!executablePath) throw new Error(HOW_TO_ENABLE);
if (verbose) console.log(recipes.map(listing).join("\n\n"));

/** Times of a recipe by the state of the caches. */
type Times = Record<"cold" | "warm", Taken[][]>;
const times = new Map<Recipe, Times>(recipes.map((recipe) => [recipe, { cold: [], warm: [] }]));
const versions = new Map<string, string>();

const work = await Deno.makeTempDir({ prefix: "auth-stopwatch-" });
try {
  await using registry = await startRegistry();
  versions.set("@x/auth", releaseOf(registry.version));
  const env = { ...appEnvironment(), ...registry.env };
  if (recipes.some(({ app }) => app === "Next.js")) await createNextApp();
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    for (let round = 0; round < rounds; round++) {
      const first = round % recipes.length;
      for (const recipe of [...recipes.slice(first), ...recipes.slice(0, first)]) {
        await takeTwice(recipe, round, browser, env);
      }
    }
  } finally {
    await browser.close();
  }
} finally {
  await Deno.remove(work, { recursive: true });
}

if (verbose) console.log(`\n${stepsText()}\n`);
const rows: Row[] = recipes.map((recipe) => {
  const { cold, warm } = times.get(recipe)!;
  return { recipe, cold: toSeconds(cold.map(totalOf)), warm: toSeconds(warm.map(totalOf)) };
});
const text = `${await description()}\n\n${resultsTable(rows)}`;
console.log(text);
if (Deno.args.includes("--write") && only === "") await writeDocument();
console.error(`${((performance.now() - started) / 60_000).toFixed(0)} minutes`);

/** Follows a recipe with empty caches, and again with those that are filled. */
async function takeTwice(
  recipe: Recipe,
  round: number,
  browser: Browser,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const cache = await Deno.makeTempDir({ dir: work });
  for (const state of ["cold", "warm"] as const) {
    const folder = `${cache}/app-${state}`;
    if (recipe.app === "Next.js") await run("cp", ["-a", "next", folder], { cwd: work });
    else await Deno.mkdir(folder);
    const name = `${recipe.app}-${recipe.library}`.replaceAll(/\W+/g, "-");
    const picture = pictures && `${pictures}/${name}.png`;
    const taken = await take(recipe, browser, { folder, cache, env, picture });
    times.get(recipe)![state].push(taken);
    await noteVersion(recipe, folder);
    const total = totalOf(taken).toFixed(1);
    console.error(
      `[${round + 1}/${rounds}] ${recipe.app}, ${recipe.library}, ${state}: ${total} s`,
    );
  }
  await Deno.remove(cache, { recursive: true });
}

function totalOf(taken: readonly Taken[]): number {
  return taken.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Seconds of each step, the median of all rounds. */
function stepsText(): string {
  return [...times].map(([{ app, library }, { cold, warm }]) => {
    const median = (all: Taken[][], at: number) =>
      toSeconds(all.map((taken) => taken[at]!.seconds)).median.toFixed(2).padStart(7);
    const steps = cold[0]!.map(({ name }, at) =>
      `${median(cold, at)} ${median(warm, at)}  ${name}`
    );
    return [`${app}, ${library}: seconds with empty caches, with filled ones`, ...steps].join("\n");
  }).join("\n\n");
}

/** The machine and the versions. */
async function description(): Promise<string> {
  const day = new Date().toISOString().slice(0, 10);
  const tools = [
    `Deno ${Deno.version.deno}`,
    `Node ${(await outputOf("node", "--version"))?.replace("v", "")}`,
    `npm ${await outputOf("npm", "--version")}`,
    `Chromium ${/[\d.]+/.exec(await outputOf(executablePath!, "--version") ?? "")?.[0]}`,
  ];
  const all = [...[...versions].map(([name, version]) => `${name} ${version}`), ...tools];
  return `Made on ${day} by \`deno task stopwatch --write\`, ${rounds} rounds: ${await cpuModel()}, ` +
    `${navigator.hardwareConcurrency} cores; load average before the run ${load.toFixed(1)}, ` +
    `after it ${Deno.loadavg()[0]!.toFixed(1)}; ${all.join(", ")}.`;
}

/** The folder that Next's own command leaves; it is the same for all. */
async function createNextApp(): Promise<void> {
  const flags = "--yes --empty --ts --app --no-tailwind --no-eslint --no-src-dir --use-npm " +
    "--disable-git";
  const args = ["--yes", "create-next-app@latest", "next", ...flags.split(" ")];
  await run("npx", args, { cwd: work });
  const path = `${work}/next/package.json`;
  versions.set("Next.js", JSON.parse(await Deno.readTextFile(path)).dependencies.next);
}

/** Notes the version that a recipe has installed. */
async function noteVersion(recipe: Recipe, folder: string): Promise<void> {
  if (!recipe.package) return;
  const read = async (path: string) => JSON.parse(await Deno.readTextFile(`${folder}/${path}`));
  const version = recipe.app === "Next.js"
    ? (await read(`node_modules/${recipe.package}/package.json`)).version
    : (await read("deno.json")).imports[recipe.package].replace(/^.*@\^?/, "");
  versions.set(recipe.package, version);
}

async function writeDocument(): Promise<void> {
  await writeBenchmarks("stopwatch", text);
  console.error("The table of docs/benchmarks.md is written");
}

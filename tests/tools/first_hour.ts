/**
 * Follows what the README leads a newcomer to, one guide after the other, in empty folders and with
 * each page opened in Chromium, and prints how long each takes:
 *
 *     deno run -A tests/tools/first_hour.ts [folder for pictures]
 *
 * The time of the machine is measured. Reading is counted at 200 words a minute, and each block at
 * 20 seconds for copying it; both are printed, so that anyone can count with other figures. The two
 * commands of the README are timed by `tests/bench/stopwatch/bare.ts`.
 *
 * @module
 */

import { chromium } from "playwright-core";
import { CHROMIUM_ARGS, findChromium, HOW_TO_ENABLE } from "../_chromium.ts";
import { startPostgres } from "../_postgres.ts";
import { markdown } from "../bench/_table.ts";
import { follow, stepsOf } from "../outside/_guides.ts";

/** Stations, in the order of the README. */
const STATIONS = [
  ["README, to the first link", "README.md"],
  ["First app", "docs/first-app.md"],
  ["Password sign-up", "docs/passwords.md"],
  ["PostgreSQL", "docs/postgres.md"],
  ["Second factor", "docs/second-factor.md"],
  ["A page of its own", "docs/pages.md"],
  ["Deployment", "docs/deno-deploy-kv.md"],
] as const;

const WORDS_A_MINUTE = 200;
const SECONDS_A_BLOCK = 20;

const [pictures] = Deno.args;
const executablePath = findChromium();
if (!executablePath) {
  console.error(HOW_TO_ENABLE);
  Deno.exit(1);
}
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
const rows: string[][] = [];
let whole = 0;
for (const [name, path] of STATIONS) {
  const text = await Deno.readTextFile(path);
  const isGuide = path !== "README.md";
  const read = isGuide ? text : text.slice(0, text.indexOf("## What you get"));
  const words = wordsIn(read);
  const steps = isGuide ? stepsOf(text) : [];
  const blocks = steps.length;
  let opened = 0;
  const began = performance.now();
  if (isGuide) await take(path, text, async (url) => await visit(url, `${path}-${++opened}`));
  const machine = (performance.now() - began) / 1000;
  const person = words / WORDS_A_MINUTE * 60 + blocks * SECONDS_A_BLOCK;
  whole += machine + person;
  rows.push([
    name,
    String(words),
    String(steps.filter(({ kind }) => kind === "commands").length),
    String(steps.filter(({ kind }) => kind === "write").length),
    String(opened),
    `${machine.toFixed(1)} s`,
    minutes(machine + person),
  ]);
  console.error(`${name}: ${machine.toFixed(1)} s`);
}
await browser.close();
const head = ["Station", "words", "commands", "files", "pages", "machine", "with reading"];
console.log(markdown(head, rows));
console.log(`\nAll of it: ${minutes(whole)}`);

async function take(
  path: string,
  text: string,
  open: (url: string) => Promise<void>,
): Promise<void> {
  if (path !== "docs/postgres.md") return await follow(text, {}, { open });
  await using server = await startPostgres();
  await follow(text, { DATABASE_URL: server.connectionString }, { open });
}

/** A page in Chromium; one that a reader cannot use fails. */
async function visit(url: string, name: string): Promise<void> {
  const page = await browser.newPage();
  const answer = await page.goto(url);
  if (!answer || answer.status() >= 400) throw new Error(`${url} says ${answer?.status()}`);
  if (pictures) {
    await Deno.mkdir(pictures, { recursive: true });
    await page.screenshot({ path: `${pictures}/${name.replaceAll("/", "-")}.png` });
  }
  await page.close();
}

function wordsIn(text: string): number {
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, "").replaceAll(
    /<[^>]*>|\]\([^)]*\)/g,
    "",
  );
  return prose.split(/\s+/).filter((word) => /\w/.test(word)).length;
}

function minutes(seconds: number): string {
  return `${(seconds / 60).toFixed(1)} min`;
}

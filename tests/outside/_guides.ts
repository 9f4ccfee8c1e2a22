/**
 * Follows the guides in `docs/` as a reader does, in an empty folder. A guide is a sequence of
 * steps, each a code block, and the paragraph before a block says what the block is:
 *
 * - "`main.ts`:" at the end of the paragraph: the reader writes this file;
 * - a block in `sh`: the reader types these commands. One that starts the app keeps running, until
 *   another one takes its place;
 * - a block in `text` after commands: the output of the last one has these lines;
 * - "Open `http://…`" and a block in `text`: the page has these lines.
 *
 * In these lines, `…` stands for any text. A block in `ts` or `tsx` without a file before it is an
 * example, which runs by itself; one with the word `ignore` after its language is only shown. Commands of Node and npm are left to
 * `tests/frameworks/_guide.ts`.
 *
 * @module
 */

import { assert } from "@std/assert";
import { freePort } from "../browser/_demo.ts";
import { appEnvironment } from "../_environment.ts";
import { endOfHanging, waitForAnswer, watchChild } from "../_wait.ts";
import { writeAppConfig } from "../doctor/_run.ts";

const root = new URL("../../", import.meta.url);

/** A step of a guide. */
export type Step =
  | { kind: "write"; path: string; text: string }
  | { kind: "commands"; commands: string[] }
  | { kind: "open"; url: string; lines: string[] }
  | { kind: "output"; lines: string[] };

/** Steps of a guide, in their order. */
export function stepsOf(markdown: string): Step[] {
  const steps: Step[] = [];
  for (const block of blocksOf(markdown)) {
    if (isShown(block) || isExample(block)) continue;
    const { intro, language, text } = block;
    const path = pathIn(block);
    const url = /Open `(https?:[^`]+)`/.exec(intro)?.[1];
    if (language === "sh") steps.push({ kind: "commands", commands: commandsOf(text) });
    else if (language === "text" && url) steps.push({ kind: "open", url, lines: linesOf(text) });
    else if (language === "text") steps.push({ kind: "output", lines: linesOf(text) });
    else if (path && !url) steps.push({ kind: "write", path, text });
    else throw new Error(`No step begins with "${intro}"`);
  }
  return steps;
}

/** Examples of a page, each a module of its own. */
export function examplesOf(markdown: string): string[] {
  return blocksOf(markdown).filter((block) => isExample(block)).map(({ text }) => text);
}

/** Blocks of a page that are only shown. */
export function shownIn(markdown: string): string[] {
  return blocksOf(markdown).filter((block) => isShown(block)).map(({ text }) => text);
}

/** Path of the file that a block is. */
const pathIn = ({ intro }: Block) => /`([^`\s]*\.\w+)`:$/.exec(intro)?.[1];
const isShown = ({ language }: Block) => language.endsWith(" ignore");
const isExample = (block: Block) => /^tsx?$/.test(block.language) && !pathIn(block);

/** Files by their path. */
export type Files = Record<string, string>;

/** What a reader has after each command, without repetitions: a later step replaces files. */
export function statesOf(markdown: string): Files[] {
  const states: Files[] = [];
  let files: Files = {};
  let isRead = true;
  for (const step of stepsOf(markdown)) {
    if (step.kind === "write") {
      files = { ...files, [step.path]: step.text };
      isRead = false;
    } else if (step.kind === "commands" && !isRead) {
      states.push(files);
      isRead = true;
    }
  }
  return isRead ? states : [...states, files];
}

interface Block {
  /** The paragraph before the block. */
  intro: string;
  language: string;
  text: string;
}

function blocksOf(markdown: string): Block[] {
  const found: Block[] = [];
  let intro = "";
  // Fences in lists are indented.
  for (const part of markdown.split(/^( *```.*\n[\s\S]*?^ *```)$/m)) {
    const [, indent = "", language, text] = /^( *)```(.*)\n([\s\S]*?)^ *```$/m.exec(part) ?? [];
    if (language === undefined || text === undefined) {
      intro = part.trim().split(/\n\s*\n/).at(-1)!.replaceAll(/\s*\n\s*/g, " ");
    } else {
      found.push({ intro, language, text: text.replaceAll(new RegExp(`^${indent}`, "gm"), "") });
    }
  }
  return found;
}

const linesOf = (text: string) => text.split("\n").map((line) => line.trim()).filter(Boolean);
const commandsOf = (text: string) =>
  linesOf(text.replaceAll(/\\\n/g, " ")).filter((line) => !line.startsWith("#"));

/**
 * Errors of the compiler in these files, among which are pages with examples. It takes the time of
 * the library, so that all files of a test file are checked at once.
 */
export async function checkTypes(files: Files): Promise<string[]> {
  const folder = await Deno.makeTempDir({ prefix: "auth-guides-" });
  await using server = servePackage();
  try {
    await addPackages(folder, new URL(`http://127.0.0.1:${server.addr.port}/`));
    for (const [path, text] of Object.entries(files)) await write(`${folder}/${path}`, text);
    const modules = Object.keys(files).filter((path) => /\.(md|tsx?)$/.test(path));
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--quiet", "--allow-import", "--doc", ...modules],
      cwd: folder,
      clearEnv: true,
      env: appEnvironment(),
      stderr: "piped",
      signal: endOfHanging(),
    }).output();
    if (success) return [];
    const said = new TextDecoder().decode(stderr);
    const errors = said.split(/^(?=TS\d+ \[ERROR\])/m).filter((text) => text.startsWith("TS"));
    const isInFile = (error: string) => modules.some((path) => error.includes(`${folder}/${path}`));
    if (errors.length === 0 || !errors.every(isInFile)) throw new Error(said);
    return errors;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * The sources from a server. As of a published package, Deno then checks what is used of them, and
 * not the modules themselves, which takes most of the time otherwise.
 */
function servePackage() {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    const { readable } = await Deno.open(new URL(`.${pathname}`, root));
    const type = pathname.endsWith(".json") ? "json" : "typescript";
    return new Response(readable, { headers: { "content-type": `application/${type}` } });
  });
}

/** Page with these examples. */
export const pageWith = (examples: readonly string[]): string =>
  examples.map((example) => `\`\`\`ts\n${example}\`\`\`\n`).join("\n");

/** Runs the examples of pages, by the name of the page; `checkTypes` checks them. */
export async function runExamples(pages: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "auth-examples-" });
  try {
    await addPackages(folder);
    for (const [name, examples] of pages) await write(`${folder}/${name}`, pageWith(examples));
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "-A", "--no-check", "--doc", "--quiet", ...pages.keys()],
      cwd: folder,
      clearEnv: true,
      env: appEnvironment({ NO_COLOR: "1" }),
      signal: endOfHanging(),
    }).output();
    const [said, log] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    if (!success) throw new Error(`${said}\n${log}`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** What a reader has before the first step, and what is looked at after the last one. */
export interface Around {
  /** Puts files into the folder. */
  before?: (folder: string) => Promise<void>;
  /** Looks at the folder. */
  after?: (folder: string) => Promise<void>;
  /** Looks at a page that the guide opens. */
  open?: (url: string) => Promise<void>;
}

/**
 * Follows a guide to its end.
 *
 * @param variables what the reader has in the environment
 */
export async function follow(
  markdown: string,
  variables: Record<string, string> = {},
  { before, after, open }: Around = {},
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "auth-guide-" });
  const reader = createReader(folder, variables, open);
  try {
    await before?.(folder);
    for (const step of stepsOf(markdown)) await reader.take(step);
    await reader.stop();
    await after?.(folder);
  } finally {
    await reader.stop();
    await Deno.remove(folder, { recursive: true });
  }
}

interface Reader {
  take(step: Step): Promise<void>;
  stop(): Promise<void>;
}

function createReader(
  folder: string,
  variables: Record<string, string>,
  open?: (url: string) => Promise<void>,
): Reader {
  const port = freePort();
  const env = appEnvironment({
    DENO_NO_UPDATE_CHECK: "1",
    DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
    PORT: String(port),
    ...variables,
  });
  const origin = `http://localhost:${port}`;
  const withPort = (text: string) => text.replaceAll(/http:\/\/localhost:[38]000/g, origin);
  let app: RunningApp | undefined;
  let output = "";

  /** Runs a command to its end; returns its output. */
  const run = async (command: string): Promise<string> => {
    const { success, stdout } = await new Deno.Command("bash", {
      args: ["-c", `{ ${command}\n} 2>&1`],
      cwd: folder,
      clearEnv: true,
      env,
      signal: endOfHanging(),
    }).output();
    const text = new TextDecoder().decode(stdout);
    if (!success) throw new Error(`"${command}" failed:\n${text}`);
    if (/^ +at .+:\d+:\d+\)?$/m.test(text)) throw new Error(`"${command}" is noisy:\n${text}`);
    return text;
  };
  const stop = async () => {
    await app?.stop();
    app = undefined;
  };
  const type = async (command: string): Promise<void> => {
    // This reader has Deno; the one of `tests/frameworks` has Node.
    if (/^(npm|npx|node|cd)\b/.test(command)) return;
    // Each command has a shell of its own.
    if (/^export\b/.test(command)) throw new Error(`"${command}" changes the shell`);
    if (/^deno add jsr:@x\/auth( npm:\S+)*$/.test(command)) return await addPackages(folder);
    const doctor = new URL("src/tools/doctor/mod.ts", root).pathname;
    // A published doctor reads the app's import map.
    const examined = await Deno.stat(`${folder}/deno.json`).then(
      () => "--config=deno.json ",
      () => "",
    );
    const local = withPort(command.replaceAll("jsr:@x/auth/doctor", `${examined}${doctor}`))
      // `checkTypes` has checked them, of all guides at once.
      .replace(/^(?:\w+=\S+ )*deno test\b/, "$& --no-check");
    if (!/\bdeno (run|serve) .*\b(main\.ts|index\.js)$/.test(local) || local.includes(doctor)) {
      output = await run(local);
      return;
    }
    await stop();
    app = await startApp(local, origin, { cwd: folder, env });
  };

  return {
    stop,
    async take(step) {
      if (step.kind === "commands") {
        for (const command of step.commands) await type(command);
      } else if (step.kind === "output") {
        assertLines(output, step.lines);
      } else if (step.kind === "open") {
        const headers = { accept: "text/html,*/*;q=0.8" };
        pageShows(
          await (await fetch(withPort(step.url), { headers })).text(),
          step.lines.map(withPort),
        );
        await open?.(withPort(step.url));
      } else {
        await write(`${folder}/${step.path}`, withPort(step.text));
      }
    },
  };
}

/** Packages that are in no import map of this repository: see `tests/_libsql_client.ts`. */
const APART = { "@libsql/client": "npm:@libsql/client@0.18.0" };

/**
 * The package is not published: an import map finds its files, and the npm packages in the
 * versions of this repository's lock file.
 *
 * @param from address of the files. Default: their folder
 */
async function addPackages(folder: string, from = root): Promise<void> {
  const std = { "@std/assert": new URL("tests/std/assert/mod.ts", from).href };
  const path = await writeAppConfig(folder, { ...std, ...APART }, from);
  const { lock: _, ...config } = JSON.parse(await Deno.readTextFile(path));
  // Modules from a server stay in the folder, and not in the cache of the machine.
  const kept = from === root ? {} : { vendor: true, nodeModulesDir: "none" };
  await Deno.writeTextFile(path, JSON.stringify({ ...config, ...kept }));
  await Deno.copyFile(new URL("deno.lock", root), `${folder}/deno.lock`);
}

async function write(path: string, text: string): Promise<void> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  await Deno.writeTextFile(path, text);
}

interface RunningApp {
  stop(): Promise<void>;
}

/** Starts an app; waits until it answers. */
async function startApp(
  command: string,
  origin: string,
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<RunningApp> {
  const child = new Deno.Command("bash", {
    args: ["-c", `exec env ${command} 2>&1`],
    cwd,
    clearEnv: true,
    env,
    stdout: "piped",
  }).spawn();
  const watched = watchChild(child, child.stdout);
  await waitForAnswer(origin, { child: watched, what: `"${command}" answers` });
  return { stop: () => watched.stop() };
}

/** Fails unless a page has the lines, as a reader sees it. */
export function pageShows(html: string, lines: readonly string[]): void {
  assertLines(toText(html), lines);
}

/** Text of a page, as a reader sees it. */
function toText(html: string): string {
  const body = html.replaceAll(/<(style|script|title)\b[\s\S]*?<\/\1>/g, "");
  return body.replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");
}

function assertLines(text: string, lines: readonly string[]): void {
  const flat = text.replaceAll(/\s+/g, " ");
  for (const line of lines) {
    assert(toPattern(line).test(flat), `"${line}" is not in:\n${text}`);
  }
}

function toPattern(line: string): RegExp {
  const escape = (part: string) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(line.replaceAll(/\s+/g, " ").split("…").map(escape).join(".*"));
}

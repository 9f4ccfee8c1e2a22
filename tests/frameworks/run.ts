/**
 * Installs, builds and starts one real app per framework, and runs the scenario
 * on it:
 *
 *     deno task frameworks                every row
 *     deno task frameworks <names…>       the rows with these names
 *     deno task frameworks --some         a row for each wrapper, as `.ci/run` does
 *     deno task frameworks --rest         what `--some` leaves out at some commit
 *     deno task frameworks --moved        the apps that the command `move` moves, with a table
 *
 * Each row of `_apps.ts` runs in its own folder, with the npm package built from
 * these sources. As many rows as the machine has cores run at the same time; a row
 * prints its steps when it ends, and the end of the run repeats the steps that failed.
 * Every step that could hang has a time limit.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { chromium } from "playwright-core";
import { startOpenIDProvider } from "../_openid_provider.ts";
import { runAtOnce } from "../_at_once.ts";
import { CHROMIUM_ARGS, findChromium, HOW_TO_ENABLE } from "../_chromium.ts";
import { findPostgres, HOW_TO_ENABLE_POSTGRES, startPostgres } from "../_postgres.ts";
import { scaledLimit, waitForAnswer, watchChild } from "../_wait.ts";
import { freePort } from "../browser/_demo.ts";
import { buildNpmPackage } from "../tools/npm.ts";
import { apps, BUNDLERS, MOVED_APPS, OWN_PAGES, PACKAGE, restOf, someRows } from "./_apps.ts";
import { bundlerSteps } from "./_bundlers.ts";
import { movedAppsSteps } from "./_moved_apps.ts";
import { movedBuilds } from "./_moved_builds.ts";
import { movedSteps } from "./_moved_rows.ts";
import { movedStarters } from "./_moved_starters.ts";
import { movedTable } from "./_moved_table.ts";
import { ownPagesSteps } from "./_own_pages.ts";
import { type PackageStep, packageSteps } from "./_package.ts";
import { checkVersion, followInNode, pagesOf, readGuide } from "./_guide.ts";
import type { FrameworkApp } from "./_rows.ts";
import { createVisitor, scenario, type StartedApp } from "./_scenario.ts";
import { withTexts, withUpdates } from "./_updates.ts";

/** Longest time of each kind of step, in seconds, after which it counts as one that hangs. */
const LIMITS = { install: 600, compile: 900, build: 240, start: 240, step: 240 };

/** Variables that turn off colors and what frameworks report to their makers. */
const QUIET = {
  ASTRO_TELEMETRY_DISABLED: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  NUXT_TELEMETRY_DISABLED: "1",
  NO_COLOR: "1",
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_loglevel: "error",
  npm_config_prefer_offline: "true",
  npm_config_yes: "true",
};

const root = new URL("../../", import.meta.url).pathname;
const totals = { passed: 0, failed: 0, skipped: 0 };
/** Lines of the steps that failed, with their errors. */
const failures: string[] = [];
const inCI = Deno.env.get("CI") === "true";

/** What a row has printed, and its failures. */
interface Report {
  readonly lines: string[];
  failed: number;
}

/** Builds of Next.js with each of its bundlers take minutes, and `next` builds it once more. */
const takesLong = Deno.args.includes(BUNDLERS);
const names = [
  ...[PACKAGE, BUNDLERS, OWN_PAGES, MOVED_APPS],
  ...[...apps, ...movedBuilds, ...movedStarters].map(({ name }) => name),
];
const [part] = Deno.args;
const isPart = Deno.args.length === 1 && ["--some", "--rest", "--moved"].includes(part!);
const some = someRows(await readCommit());
const unknown = [...some, ...isPart ? [] : Deno.args].filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`Nothing is called ${unknown.join(", ")}. There is: ${names.join(", ")}`);
  Deno.exit(1);
}
const parts: Readonly<Record<string, readonly string[]>> = {
  "--some": some,
  "--rest": restOf(names),
  "--moved": movedBuilds.map(({ name }) => name),
};
const chosen = new Set(isPart ? parts[part!] : Deno.args.length === 0 ? names : Deno.args);

/** The commit of the checkout, in hexadecimal digits. A copy without git has none. */
async function readCommit(): Promise<string> {
  const args = ["rev-parse", "HEAD"];
  const { stdout } = await new Deno.Command("git", { args, stderr: "null" }).output();
  return new TextDecoder().decode(stdout).trim();
}

const work = await Deno.makeTempDir({ prefix: "auth-frameworks-" });
try {
  let tarball = "";
  await takeRow("npm package", async (report) => {
    await check(report, "npm package: builds", "build", async () => {
      const built = await buildNpmPackage(work);
      tarball = built.tarball;
      report.lines.push(`  ${built.packedSize} bytes packed, ${built.unpackedSize} unpacked`);
    });
  });
  const rows: Record<string, (report: Report) => Promise<void>> = {
    [PACKAGE]: (report) => takeSteps(report, "npm package", packageSteps(tarball, run)),
    [BUNDLERS]: async (report) => {
      const steps = bundlerSteps(tarball, run);
      const short = steps.filter(({ name }) => takesLong || !name.startsWith("Next.js"));
      await takeSteps(report, "bundlers", short);
      if (takesLong) return;
      const left = steps.length - short.length;
      report.lines.push(`  ${left} builds of Next.js are left out; name the row to run them`);
    },
    [OWN_PAGES]: async (report) => {
      const { build, visit } = ownPagesSteps(tarball, run);
      if (findChromium()) return await takeSteps(report, OWN_PAGES, [...build, ...visit]);
      await takeSteps(report, OWN_PAGES, build);
      skipInChromium(report, visit.length);
    },
    [MOVED_APPS]: (report) => takeSteps(report, MOVED_APPS, movedAppsSteps(tarball, run)),
    ...Object.fromEntries(
      apps.map((app) => [app.name, (report: Report) => takeThrough(report, app, tarball)]),
    ),
    ...Object.fromEntries([...movedBuilds, ...movedStarters].map((app) => [
      app.name,
      (report: Report) => takeSteps(report, app.name, movedSteps(app, tarball, run)),
    ])),
  };
  const wanted = Object.entries(rows).filter(([name]) => tarball && chosen.has(name));
  await runAtOnce(wanted.map(([name, row]) => () => takeRow(name, row)));
} finally {
  await Deno.remove(work, { recursive: true });
}
if (isPart) {
  const left = names.filter((name) => !chosen.has(name));
  console.log(`\nTaken by ${part}, at this commit: ${[...chosen].join(", ")}`);
  console.log(`Left out by ${part}: ${left.join(", ")}`);
}
console.log(["", ...movedTable()].join("\n"));
if (failures.length > 0) console.log(`\nAgain, what failed:\n${failures.join("\n")}\n`);
const { passed, failed, skipped } = totals;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
Deno.exit(failed > 0 || passed === 0 || (inCI && skipped > 0) ? 1 : 0);

/** Runs a row, and prints what it reports. */
async function takeRow(name: string, run: (report: Report) => Promise<void>): Promise<void> {
  const report: Report = { lines: [], failed: 0 };
  const begun = performance.now();
  try {
    await run(report);
  } finally {
    console.log([`\n${name} (${secondsSince(begun)} s)`, ...report.lines].join("\n"));
  }
}

/** Steps in a folder of their own. */
async function takeSteps(report: Report, name: string, steps: PackageStep[]): Promise<void> {
  const dir = await Deno.makeTempDir({ dir: work });
  for (const step of steps) {
    const limit = step.limit ?? "install";
    await check(report, `${name}: ${step.name}`, limit, (signal) => step.run(dir, signal));
  }
  await Deno.remove(dir, { recursive: true });
}

/** One row: installs, builds, starts, visits, stops. */
async function takeThrough(report: Report, app: FrameworkApp, tarball: string): Promise<void> {
  if (app.needsPostgres && !findPostgres()) {
    report.lines.push(`  SKIPPED. ${HOW_TO_ENABLE_POSTGRES}`);
    totals.skipped++;
    return;
  }
  await using database = app.needsPostgres ? await startPostgres() : undefined;
  const own: Record<string, string> = database ? { DATABASE_URL: database.connectionString } : {};
  const parent = await Deno.makeTempDir({ dir: work });
  let dir = `${parent}/app`;
  const installed = await check(report, `${app.name}: installs`, "install", async (signal) => {
    await Deno.mkdir(dir);
    if (app.folder) await copyApp(`${root}${app.folder}`, dir, app);
    if (app.guide) dir = await takeGuide(dir, app, app.guide, tarball, signal, own);
    await complete(dir, app, tarball);
    if (!app.guide || app.dependencies) await run(dir, "npm", ["install"], signal);
  });
  if (!installed) return;
  const node = await Deno.stat(`${dir}/node_modules/.bin/node`).then(() => true, () => false)
    ? `${dir}/node_modules/.bin/node`
    : "node";
  const command = ([first, ...rest]: string[]): [string, string[]] =>
    first === "node" ? [node, rest] : [first!, rest];

  const port = freePort();
  const origin = `http://localhost:${port}`;
  await using op = await startOpenIDProvider({
    redirectUris: [`${origin}${app.basePath}/callback/op`],
  });
  const env = {
    PORT: String(port),
    HOST: "localhost",
    ORIGIN: origin,
    // A guide writes one into `.env`.
    ...app.guide ? {} : { AUTH_SECRET: crypto.randomUUID() + crypto.randomUUID() },
    AUTH_TRUST_HOST: "true",
    AUTH_OP_ISSUER: op.issuer,
    AUTH_OP_ID: op.clientId,
    AUTH_OP_SECRET: op.clientSecret,
    ...QUIET,
    ...own,
  };
  // Builds must not need the secrets of the running server.
  const { ORIGIN } = env;
  for (const [words, what] of [[app.build, "builds"], [app.check, "has no type errors"]] as const) {
    if (!words) continue;
    const [name, args] = command(words);
    const isDone = await check(report, `${app.name}: ${what}`, "build", async (signal) => {
      await run(dir, name, args, signal, { ORIGIN });
    });
    if (!isDone && what === "builds") return;
  }
  const [name, args] = command(app.start(port));
  const server = new Deno.Command(name, {
    args,
    cwd: dir,
    env,
    // A separate process group: some servers start child processes, which keep the pipes open.
    detached: true,
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const watched = watchChild(server, server.stdout, server.stderr);
  try {
    const started: StartedApp = {
      origin,
      basePath: app.basePath,
      csrf: app.csrf ?? true,
      signInPath: app.signInPath,
      op,
    };
    const isUp = await check(
      report,
      `${app.name}: starts`,
      "start",
      () =>
        waitForAnswer(`${origin}${app.basePath}/session`, {
          child: watched,
          limit: LIMITS.start * 1000,
          // The preview of Vite says 404 before it has loaded the app.
          isUp: ({ status }) => status !== 404,
        }),
    );
    if (isUp) await visit(report, app, started);
    const { quiet } = app;
    if (isUp && quiet) {
      await check(report, `${app.name}: prints no errors`, "step", () => {
        assertEquals(watched.text.split("\n").filter((line) => quiet.test(line)), []);
        return Promise.resolve();
      });
    }
    if (report.failed > 0) report.lines.push(`  What the app printed:\n${watched.text}`);
  } finally {
    stop(server, "SIGTERM");
    const force = setTimeout(() => stop(server, "SIGKILL"), 5000);
    await watched.ended;
    clearTimeout(force);
  }
}

async function visit(report: Report, app: FrameworkApp, started: StartedApp): Promise<void> {
  const visitor = createVisitor(started);
  const pages = app.guide ? pagesOf(await readGuide(app.guide)) : [];
  for (const { name, run } of [...pages, ...app.scenario ?? scenario, ...app.steps ?? []]) {
    await check(report, `${app.name}: ${name}`, "step", () => run(started, visitor));
  }
  if (!app.pages) return;
  const executablePath = findChromium();
  if (!executablePath) return skipInChromium(report, app.pages.length);
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    for (const { name, run } of app.pages) {
      const context = await browser.newContext();
      context.setDefaultTimeout(scaledLimit(60_000));
      await check(report, `${app.name}, in Chromium: ${name}`, "step", () => run(context, started));
      await context.close();
    }
  } finally {
    await browser.close();
  }
}

function skipInChromium(report: Report, count: number): void {
  report.lines.push(`  SKIPPED in Chromium. ${HOW_TO_ENABLE}`);
  totals.skipped += count;
}

/** Runs one step within its limit and counts it. */
async function check(
  report: Report,
  name: string,
  kind: keyof typeof LIMITS,
  run: (signal: AbortSignal) => Promise<unknown>,
): Promise<boolean> {
  const begun = performance.now();
  const limit = AbortSignal.timeout(LIMITS[kind] * 1000);
  const late = new Promise<never>((_, reject) => {
    limit.addEventListener("abort", () => {
      reject(new Error(`took longer than ${LIMITS[kind]} seconds`));
    });
  });
  late.catch(() => {}); // the race below may be over
  try {
    await Promise.race([run(limit), late]);
    totals.passed++;
    report.lines.push(`  ok      ${name} (${secondsSince(begun)} s)`);
    return true;
  } catch (error) {
    totals.failed++;
    report.failed++;
    const text = error instanceof Error ? error.stack : error;
    const line = `  FAILED  ${name} (${secondsSince(begun)} s)\n${text}`;
    report.lines.push(line);
    failures.push(line);
    return false;
  }
}

function secondsSince(begun: number): string {
  return ((performance.now() - begun) / 1000).toFixed(1);
}

/**
 * Follows a guide.
 *
 * @returns the folder of the app
 */
async function takeGuide(
  parent: string,
  { begins, texts = {}, versionOf }: FrameworkApp,
  name: string,
  tarball: string,
  signal: AbortSignal,
  own: Record<string, string>,
): Promise<string> {
  const markdown = await readGuide(name);
  if (begins) {
    await writeFiles(parent, begins);
    await run(parent, "npm", ["install"], signal);
  }
  const dir = await followInNode(markdown, {
    parent,
    tarball,
    texts,
    run: (cwd, command, args) => run(cwd, command, args, signal, own),
  });
  if (versionOf) await checkVersion(dir, versionOf, markdown);
  return dir;
}

async function writeFiles(
  dir: string,
  files: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = `${dir}/${name}`;
    if (text === undefined) await Deno.remove(file);
    else {
      await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
      await Deno.writeTextFile(file, text);
    }
  }
}

/** Copies the app's sources, with the imports that the row replaces. */
async function copyApp(from: string, to: string, app: FrameworkApp): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (["node_modules", ".next", ".svelte-kit", "build"].includes(name)) continue;
    if (isDirectory) {
      await Deno.mkdir(`${to}/${name}`);
      await copyApp(`${from}/${name}`, `${to}/${name}`, app);
    } else if (/\.(ts|tsx|js|jsx|svelte)$/.test(name)) {
      const text = await Deno.readTextFile(`${from}/${name}`);
      const replaced = text.replaceAll(
        /(\bfrom\s*|\bimport\s*\(?\s*)"([^"]+)"/g,
        (line, before: string, specifier: string) =>
          app.imports?.[specifier] ? `${before}"${app.imports[specifier]}"` : line,
      );
      await Deno.writeTextFile(`${to}/${name}`, withTexts(replaced, app.texts ?? {}));
    } else await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}

/** Adds the row's files and versions, and the package that was just built. */
async function complete(dir: string, app: FrameworkApp, tarball: string): Promise<void> {
  await writeFiles(dir, app.files ?? {});
  if (app.updates) {
    const config = `${dir}/${app.updates}`;
    await Deno.writeTextFile(config, withUpdates(await Deno.readTextFile(config)));
  }
  const path = `${dir}/package.json`;
  const manifest = JSON.parse(await Deno.readTextFile(path));
  const { dependencies = {}, devDependencies = {} } = manifest;
  for (const [name, range] of Object.entries(app.dependencies ?? {})) {
    const own = name in devDependencies ? devDependencies : dependencies;
    if (range === undefined) delete own[name];
    else own[name] = range;
  }
  if (dependencies["@x/auth"] && !app.guide) dependencies["@x/auth"] = `file:${tarball}`;
  // The package `node` has a script that npm runs only if it is allowed.
  if (dependencies.node) manifest.allowScripts = { ...manifest.allowScripts, node: true };
  await Deno.writeTextFile(path, JSON.stringify({ ...manifest, dependencies }, null, 2));
}

async function run(
  cwd: string,
  command: string,
  args: string[],
  signal: AbortSignal,
  env: Record<string, string> = {},
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, {
    args,
    cwd,
    env: { ...QUIET, ...env },
    signal,
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (success) return text(stdout);
  throw new Error(`${command} ${args.join(" ")} failed:\n${text(stdout)}${text(stderr)}`);
}

/** Ends the server and its child processes. */
function stop(server: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    Deno.kill(-server.pid, signal);
  } catch {
    // It has ended already.
  }
}

/**
 * Rows for the command `move`: an app of another library is installed, and its package makes a
 * session; the app is built, started and visited. Then the command runs as its user runs it, with
 * `--write`, which installs the package, checks the types and asks the doctor. The moved app is built,
 * started and visited: the session goes on, and what was protected is protected.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { chromium } from "playwright-core";
import { CHROMIUM_ARGS, findChromium } from "../_chromium.ts";
import { appEnvironment } from "../_environment.ts";
import { waitForAnswer, watchChild } from "../_wait.ts";
import { serveNpm } from "../bench/stopwatch/_registry.ts";
import { freePort } from "../browser/_demo.ts";
import { writeFiles } from "../move/_apps.ts";
import { type Figures, figures, versionsOf } from "./_moved_table.ts";
import type { PackageStep, Run } from "./_package.ts";

/** Secret of the apps before and after the move. */
const SECRET = "the-secret-of-the-app-before-and-after";

const IGNORED =
  "node_modules\n.next\n.output\n/server\nnext-env.d.ts\n*.tsbuildinfo\n.svelte-kit\nbuild\ndist\n*.db*\nbefore.mjs\ncookies.json\n";

/** An app of another library. */
export interface MovedBuild {
  /** Name in reports and on the command line. */
  readonly name: string;
  /** What it has of the matrix, as the table says it. */
  readonly has: string;
  /** Texts by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Command that makes the app in the folder `app`, before the files are written. */
  readonly create?: readonly string[];
  /** Texts in files that the command has made, and what stands in place of each. */
  readonly changes?: Readonly<Record<string, readonly Change[]>>;
  /**
   * Module that makes a session with the old package, and writes its cookie and one of a stranger,
   * as JSON, into `cookies.json`.
   */
  readonly before: string;
  /** A program that commands of the app start, with its packages, and the variable with its path. */
  readonly engine?: {
    readonly text: string;
    readonly packages: readonly string[];
    readonly variable: string;
  };
  /** Folders in which the command runs, one after the other. Default: that of the app. */
  readonly folders?: readonly string[];
  /** `false` for an app that has no types to check. Default `true`. */
  readonly isTyped?: boolean;
  /** Command of the app's own tests, which pass before the move and after it. */
  readonly tests?: string[];
  /** Commands before there is a session. */
  readonly begin?: readonly string[];
  /**
   * What a person does after the move, as the plan says: files with a command, or the file that gets
   * the code that the plan prints, with changes of it, and the commands that it names.
   */
  readonly after?:
    | { readonly files: Readonly<Record<string, string>>; readonly run: string[] }
    | { readonly printed: string; readonly changes?: readonly Change[] };
  /** Command that builds. */
  readonly build: string[];
  /** Command that starts the app before the move without a build. Default: built and started. */
  startBefore?(port: number): string[];
  /** Command that starts. */
  start(port: number): string[];
  /** Path that answers everybody. */
  readonly open: string;
  /** Path of a page that shows `Hello Ada Lovelace` to her alone. */
  readonly page: string;
  /** Path of a page that asks for the session in the browser, and sends others to `/login`. */
  readonly inBrowser?: string;
  /** Paths that open for an administrator, and not for the same person as a guest. */
  readonly forAdmins?: readonly string[];
  /** Paths that each must be refused without a session. Default: that of the page. */
  readonly closed?: readonly string[];
}

/** Folders with the packages of a manifest, by manifest: rows that have the same one copy them. */
const installed = new Map<string, Promise<string>>();

/** Installs the packages of an app, or copies them from another row with the same ones. */
async function installPackages(
  dir: string,
  app: MovedBuild,
  run: Run,
  signal: AbortSignal,
): Promise<void> {
  const manifests = Object.entries(app.files)
    .filter(([path]) => /(^|\/)package\.json$|^\.npmrc$/.test(path));
  const key = JSON.stringify(manifests);
  let pending = installed.get(key);
  if (!pending) {
    pending = (async () => {
      const folder = await Deno.makeTempDir({ dir: `${dir}/..`, prefix: "packages-" });
      await writeFiles(folder, Object.fromEntries(manifests));
      await run(folder, "npm", ["install"], signal);
      return folder;
    })();
    installed.set(key, pending);
    pending.catch(() => installed.delete(key));
  }
  // Programs write into installed packages, so no file is shared.
  await run(dir, "cp", ["-a", `${await pending}/.`, `${dir}/app`], signal);
}

/** Installs the command itself once for all rows; an app without TypeScript takes one with it. */
async function installCommand(
  dir: string,
  tarball: string,
  isTyped: boolean,
  run: Run,
  signal: AbortSignal,
): Promise<string> {
  const packages = [tarball, ...isTyped ? [] : ["typescript@5"]];
  const key = packages.join(" ");
  let pending = installed.get(key);
  if (!pending) {
    pending = (async () => {
      const folder = await Deno.makeTempDir({ dir: `${dir}/..`, prefix: "command-" });
      await run(folder, "npm", ["install", ...packages], signal);
      return folder;
    })();
    installed.set(key, pending);
  }
  return `${await pending}/node_modules/@x/auth/src/tools/bin.js`;
}

/** A text, and what takes its place. */
type Change = readonly [from: string, to: string];

/** Changes a file; a text that is not there is a fault. */
async function changeFile(path: string, changes: readonly Change[]): Promise<void> {
  let text = await Deno.readTextFile(path);
  for (const [from, to] of changes) {
    assertStringIncludes(text, from);
    text = text.replace(from, () => to);
  }
  await Deno.writeTextFile(path, text);
}

/** Steps of an app. */
export function movedSteps(app: MovedBuild, tarball: string, run: Run): PackageStep[] {
  const found: Figures = { versions: [], left: 0, faults: 0, done: 0, begun: 0, seconds: 0 };
  return stepsOf(app, tarball, run, found).map((step, index) => ({
    ...step,
    async run(dir, signal) {
      if (found.done < index) throw new Error("a step before it has failed");
      found.begun ||= Date.now();
      figures.set(app, found);
      try {
        await step.run(dir, signal);
        found.done++;
      } finally {
        found.seconds = (Date.now() - found.begun) / 1000;
      }
    },
  }));
}

function stepsOf(app: MovedBuild, tarball: string, run: Run, found: Figures): PackageStep[] {
  const env: Record<string, string> = {
    CHECKPOINT_DISABLE: "1",
    ...{ AUTH_SECRET: SECRET, NEXTAUTH_SECRET: SECRET, BETTER_AUTH_SECRET: SECRET },
    ...{ EMAIL_SERVER: "smtp://localhost:25", EMAIL_FROM: "no-reply@acme.example" },
  };
  const git = async (dir: string, signal: AbortSignal, ...args: string[]) =>
    await run(`${dir}/app`, "git", [
      ...["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "core.hooksPath="],
      ...args,
    ], signal);
  const { engine } = app;
  /** What the plan prints for a person. */
  const printed: Left[] = [];
  // Commands that ask something want a terminal.
  const inTerminal = async (dir: string, signal: AbortSignal, command: string) =>
    await run(`${dir}/app`, "script", ["-qec", command, "/dev/null"], signal, env);
  return [
    {
      name: "installs the app with its library",
      async run(dir, signal) {
        if (app.create) {
          await run(dir, "npx", [...app.create], signal);
          await run(`${dir}/app`, "npm", ["install"], signal);
        } else {
          await Deno.mkdir(`${dir}/app`);
          await installPackages(dir, app, run, signal);
        }
        for (const [path, changes] of Object.entries(app.changes ?? {})) {
          await changeFile(`${dir}/app/${path}`, changes);
        }
        await writeFiles(`${dir}/app`, {
          ".gitignore": IGNORED,
          ...app.files,
          "before.mjs": app.before,
        });
        if (engine) {
          const folder = `${dir}/engine`;
          await writeFiles(folder, { "package.json": "{}", "engine.mjs": engine.text });
          await Deno.chmod(`${folder}/engine.mjs`, 0o755);
          await run(folder, "npm", ["install", ...engine.packages], signal);
          env[engine.variable] = `${folder}/engine.mjs`;
        }
        for (const command of app.begin ?? []) await inTerminal(dir, signal, command);
      },
    },
    {
      name: "its library makes a session",
      run: async (dir, signal) => {
        await run(`${dir}/app`, ...inNode(["node", "before.mjs"]), signal, env);
      },
    },
    {
      name: "is built and visited as it was",
      async run(dir, signal) {
        if (!app.startBefore) await run(`${dir}/app`, ...inNode(app.build), signal, env);
        await visit(app, `${dir}/app`, env, "before");
        if (app.tests) await run(`${dir}/app`, ...inNode(app.tests), signal, env);
        // A framework can complete the config of the compiler when it starts.
        await git(dir, signal, "init", "--quiet");
        await git(dir, signal, "config", "user.name", "Ada");
        await git(dir, signal, "config", "user.email", "ada@example.com");
        await git(dir, signal, "add", ".");
        await git(dir, signal, "commit", "--quiet", "-m", "Begin");
      },
    },
    {
      name: "the command moves it: types pass, one commit, and nothing to do for a second run",
      async run(dir, signal) {
        await using registry = await serveNpm(tarball);
        const bin = await installCommand(dir, tarball, app.isTyped !== false, run, signal);
        assertEquals(await git(dir, signal, "status", "--porcelain"), "");
        for (const below of app.folders ?? ["."]) {
          const folder = `${dir}/app/${below}`;
          const move = async (...args: string[]) =>
            await run(folder, "node", [bin, "move", ...args], signal, { ...env, ...registry.env });
          const head = () => git(dir, signal, "rev-parse", "HEAD");
          const plan = JSON.parse(await move("--json"));
          found.versions.push(...await versionsOf(folder, plan));
          assertEquals(await git(dir, signal, "status", "--porcelain"), "");
          const left = leftOf(plan);
          found.left += left.length;
          printed.push(...left.filter(({ code }) => code !== undefined));
          const written = JSON.parse(await move("--write", "--json"));
          found.faults += leftOf(written).length - left.length;
          // What is left is what the plan said: the compiler has found nothing.
          assertEquals(leftOf(written), left);
          assertStringIncludes(
            written.remarks.join("\n"),
            app.isTyped === false
              ? "No type check was found, so none has run."
              : "The type check of the app passes.",
          );
          assert(typeof written.commit === "string");
          assertEquals(await git(dir, signal, "status", "--porcelain"), "");
          const moved = await head();
          await move("--write");
          assertEquals(await head(), moved);
          assertEquals(await git(dir, signal, "status", "--porcelain"), "");
        }
      },
    },
    {
      name: "builds, the session goes on, and what was protected is protected",
      async run(dir, signal) {
        const { after } = app;
        if (after && "printed" in after) {
          const [{ text, code }] = printed as [Left];
          const path = `${dir}/app/${after.printed}`;
          await changeFile(path, after.changes ?? []);
          await Deno.writeTextFile(path, `\n${code}`, { append: true });
          for (const [, command] of text.matchAll(/`(npx [^`]+)`/g)) {
            const name = command!.endsWith(" dev") ? " --name records" : "";
            await inTerminal(dir, signal, command + name);
          }
        } else if (after) {
          await writeFiles(`${dir}/app`, after.files);
          await run(`${dir}/app`, ...inNode(after.run), signal, env);
        }
        await run(`${dir}/app`, ...inNode(app.build), signal, env);
        await visit(app, `${dir}/app`, env, "after");
        if (app.tests) await run(`${dir}/app`, ...inNode(app.tests), signal, env);
      },
    },
  ];
}

/** What the command leaves to a person, with the code that it prints for that. */
interface Left {
  readonly text: string;
  readonly code?: string;
}

function leftOf({ notes }: { notes: readonly (Left & { kind: string })[] }): Left[] {
  return notes.filter(({ kind }) => kind === "left");
}

/** A command with the Node that the app depends on, if it depends on one. */
function inNode([name, ...args]: string[]): [string, string[]] {
  return ["npm", ["exec", "--offline", "--", name!, ...args]];
}

/** A page whose guard runs in the browser greets her alone. */
async function visitInBrowser(origin: string, path: string, cookie: string): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === undefined) return;
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    const [name, value] = cookie.split(/=(.*)/s) as [string, string];
    const hers = await browser.newContext();
    await hers.addCookies([{ name, value, url: origin }]);
    const page = await hers.newPage();
    await page.goto(origin + path);
    await page.getByText("Inbox of Ada Lovelace").waitFor();
    const other = await browser.newPage();
    const answer = await other.goto(origin + path);
    assert(!(await answer!.text()).includes("Ada Lovelace"));
    await other.waitForURL(`${origin}/login`);
  } finally {
    await browser.close();
  }
}

async function visit(
  app: MovedBuild,
  folder: string,
  env: Readonly<Record<string, string>>,
  when: "before" | "after",
): Promise<void> {
  const port = freePort();
  const origin = `http://localhost:${port}`;
  const [name, args] = inNode(
    (when === "before" && app.startBefore ? app.startBefore : app.start)(port),
  );
  const server = new Deno.Command(name, {
    args,
    cwd: folder,
    clearEnv: true,
    env: appEnvironment({ ...env, PORT: `${port}`, ORIGIN: origin, AUTH_TRUST_HOST: "true" }),
    // npm starts the server as a child of its own.
    detached: true,
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const watched = watchChild(server, server.stdout, server.stderr);
  try {
    await waitForAnswer(origin + app.open, { child: watched });
    const { mine, strange, lesser } = JSON.parse(await Deno.readTextFile(`${folder}/cookies.json`));
    const read = async (path: string, cookie?: string) => {
      const headers = cookie === undefined ? undefined : { cookie };
      const response = await fetch(origin + path, { headers, redirect: "manual" });
      return { status: response.status, text: await response.text(), response };
    };
    const page = await read(app.page, mine);
    const text = page.text.replaceAll("<!-- -->", "");
    assertStringIncludes(text, "Hello Ada Lovelace", `${page.status}\n${watched.text}`);
    for (const path of app.closed ?? [app.page]) {
      // A guard of the old library can be content with any cookie.
      const others = when === "before" ? [] : [strange, mine.replace(/=.{9}/, "=")];
      for (const cookie of [undefined, ...others]) {
        const { status, text } = await read(path, cookie);
        assert([302, 303, 307, 401].includes(status), `${path} with ${cookie}: ${status}`);
        assert(!text.includes("Ada Lovelace"), text);
      }
    }
    for (const path of app.forAdmins ?? []) {
      assertEquals((await read(path, mine)).status, 200, path);
      const { status } = await read(path, lesser);
      assert([302, 303, 307, 401, 403].includes(status), `${path} for a guest: ${status}`);
    }
    if (when === "after" && app.inBrowser !== undefined) {
      await visitInBrowser(origin, app.inBrowser, mine);
    }
    // The cookie that this library sets in its place opens the same, without the old one.
    const [own] = page.response.headers.getSetCookie().filter((one) => !/=;/.test(one));
    if (when === "after" && own !== undefined) {
      assertStringIncludes(
        (await read(app.page, own.split(";")[0])).text.replaceAll("<!-- -->", ""),
        "Hello Ada Lovelace",
      );
    }
  } finally {
    try {
      Deno.kill(-server.pid, "SIGTERM");
    } catch {
      // It has ended.
    }
    await watched.ended;
  }
}

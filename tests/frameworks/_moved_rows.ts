/**
 * Rows for the command `move`: an app of another library is installed, and its package makes a
 * session; then the command runs as its user runs it, with `--write`, which installs the package,
 * checks the types and asks the doctor. The moved app is built, started and visited: the session goes
 * on, and what was protected is protected.
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
import type { PackageStep, Run } from "./_package.ts";

/** Secret of the apps before and after the move. */
const SECRET = "the-secret-of-the-app-before-and-after";

const IGNORED =
  "node_modules\n.next\n.output\n/server\nnext-env.d.ts\n*.tsbuildinfo\n.svelte-kit\nbuild\ndist\n*.db*\nbefore.mjs\ncookies.json\n";

/** An app of another library. */
export interface MovedBuild {
  /** Name in reports and on the command line. */
  readonly name: string;
  /** Texts by path. */
  readonly files: Readonly<Record<string, string>>;
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
  /** Commands before there is a session. */
  readonly begin?: readonly string[];
  /**
   * What a person does after the move, as the plan says: files with a command, or the file that gets
   * the code that the plan prints, and the commands that it names.
   */
  readonly after?:
    | { readonly files: Readonly<Record<string, string>>; readonly run: string[] }
    | { readonly printed: string };
  /** Command that builds. */
  readonly build: string[];
  /** Command that starts. */
  start(port: number): string[];
  /** Path that answers everybody. */
  readonly open: string;
  /** Path of a page that shows `Hello Ada Lovelace` to her alone. */
  readonly page: string;
  /** Path of a page that asks for the session in the browser, and sends others to `/login`. */
  readonly inBrowser?: string;
  /** Paths that each must be refused without a session. Default: that of the page. */
  readonly closed?: readonly string[];
}

/** Steps of an app. */
export function movedSteps(app: MovedBuild, tarball: string, run: Run): PackageStep[] {
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
  let printed: { text: string; code?: string }[] = [];
  // Commands that ask something want a terminal.
  const inTerminal = async (dir: string, signal: AbortSignal, command: string) =>
    await run(`${dir}/app`, "script", ["-qec", command, "/dev/null"], signal, env);
  return [
    {
      name: "installs the app with its library",
      async run(dir, signal) {
        await writeFiles(`${dir}/app`, {
          ".gitignore": IGNORED,
          ...app.files,
          "before.mjs": app.before,
        });
        await run(`${dir}/app`, "npm", ["install"], signal);
        if (engine) {
          const folder = `${dir}/engine`;
          await writeFiles(folder, { "package.json": "{}", "engine.mjs": engine.text });
          await Deno.chmod(`${folder}/engine.mjs`, 0o755);
          await run(folder, "npm", ["install", ...engine.packages], signal);
          env[engine.variable] = `${folder}/engine.mjs`;
        }
        for (const command of app.begin ?? []) await inTerminal(dir, signal, command);
        await git(dir, signal, "init", "--quiet");
        await git(dir, signal, "config", "user.name", "Ada");
        await git(dir, signal, "config", "user.email", "ada@example.com");
        await git(dir, signal, "add", ".");
        await git(dir, signal, "commit", "--quiet", "-m", "Begin");
      },
    },
    {
      name: "its library makes a session",
      run: async (dir, signal) => {
        await run(`${dir}/app`, ...inNode(["node", "before.mjs"]), signal, env);
      },
    },
    {
      name: "the command moves it: types pass, one commit, and nothing to do for a second run",
      async run(dir, signal) {
        await using registry = await serveNpm(tarball);
        await Deno.mkdir(`${dir}/command`);
        await run(`${dir}/command`, "npm", ["install", tarball], signal);
        const move = async (...args: string[]) =>
          await run(
            `${dir}/app`,
            "node",
            [`${dir}/command/node_modules/@x/auth/src/tools/bin.js`, "move", ...args],
            signal,
            { ...env, ...registry.env },
          );
        const plan = JSON.parse(await move("--json"));
        assertEquals(await git(dir, signal, "status", "--porcelain"), "");
        const left = plan.notes.filter(({ kind }: { kind: string }) => kind === "left");
        printed = left.filter(({ code }: { code?: string }) => code !== undefined);
        const written = JSON.parse(await move("--write", "--json"));
        const found = written.notes.filter(({ kind }: { kind: string }) => kind === "left");
        // What is left is what the plan said: the compiler has found nothing.
        assertEquals(found, left);
        assertStringIncludes(written.remarks.join("\n"), "The type check of the app passes.");
        assert(typeof written.commit === "string");
        assertEquals(await git(dir, signal, "status", "--porcelain"), "");
        const head = await git(dir, signal, "rev-parse", "HEAD");
        await move("--write");
        assertEquals(await git(dir, signal, "rev-parse", "HEAD"), head);
        assertEquals(await git(dir, signal, "status", "--porcelain"), "");
      },
    },
    {
      name: "builds, the session goes on, and what was protected is protected",
      async run(dir, signal) {
        const { after } = app;
        if (after && "printed" in after) {
          const [{ text, code }] = printed as [{ text: string; code: string }];
          const path = `${dir}/app/${after.printed}`;
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
        await visit(app, `${dir}/app`, env);
      },
    },
  ];
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
): Promise<void> {
  const port = freePort();
  const origin = `http://localhost:${port}`;
  const [name, args] = inNode(app.start(port));
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
    const { mine, strange } = JSON.parse(await Deno.readTextFile(`${folder}/cookies.json`));
    const read = async (path: string, cookie?: string) => {
      const headers = cookie === undefined ? undefined : { cookie };
      const response = await fetch(origin + path, { headers, redirect: "manual" });
      return { status: response.status, text: await response.text(), response };
    };
    const page = await read(app.page, mine);
    const text = page.text.replaceAll("<!-- -->", "");
    assertStringIncludes(text, "Hello Ada Lovelace", `${page.status}\n${watched.text}`);
    for (const path of app.closed ?? [app.page]) {
      for (const cookie of [undefined, strange, mine.replace(/=.{9}/, "=")]) {
        const { status, text } = await read(path, cookie);
        assert([302, 303, 307, 401].includes(status), `${path} with ${cookie}: ${status}`);
        assert(!text.includes("Ada Lovelace"), text);
      }
    }
    if (app.inBrowser !== undefined) await visitInBrowser(origin, app.inBrowser, mine);
    // The cookie that this library sets in its place opens the same, without the old one.
    const [own] = page.response.headers.getSetCookie().filter((one) => !/=;/.test(one));
    if (own !== undefined) {
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

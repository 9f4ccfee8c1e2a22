/**
 * Two versions of the published package, each in a folder of its own, as processes of one app.
 *
 * @module
 */

import { createBrowser, type TestBrowser } from "../../src/tools/testing/mod.ts";
import { appEnvironment } from "../_environment.ts";
import { waitUntil, watchChild, type WatchedChild } from "../_wait.ts";
import { run } from "../outside/_project.ts";
import { buildNpmPackage } from "../tools/npm.ts";

/** Folder with the package of the last release, which `deno task release` writes. */
const RELEASED = new URL("../../tests/beside/released/", import.meta.url);

/** Origin of the app. */
export const APP = "https://app.example";

const SECRET = "a-secret-of-at-least-32-characters";

/** An installed version. */
export interface Version extends AsyncDisposable {
  /** Its number. */
  number: string;
  /** Folder in which it is installed. */
  folder: string;
}

/** The package of the last release; `undefined` before the first one. */
export async function versionBefore(): Promise<Version | undefined> {
  const name = await releasedPackage();
  return name === undefined ? undefined : await install(new URL(name, RELEASED).pathname);
}

/** The package of the sources. */
export async function versionNow(): Promise<Version> {
  return await install();
}

async function releasedPackage(): Promise<string | undefined> {
  try {
    const names = await Array.fromAsync(Deno.readDir(RELEASED));
    return names.find(({ name }) => name.endsWith(".tgz"))?.name;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

async function install(tarball?: string): Promise<Version> {
  const folder = await Deno.makeTempDir({ prefix: "auth-beside-" });
  const made = tarball ?? (await buildNpmPackage(`${folder}/made`)).tarball;
  const dependencies = { "@x/auth": `file:${made}`, pg: "^8.16.0" };
  const text = JSON.stringify({ private: true, type: "module", dependencies });
  await Deno.writeTextFile(`${folder}/package.json`, text);
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  const { code, output } = await run(folder, "npm", [...args, "--loglevel=error"]);
  if (code !== 0) throw new Error(`Cannot install ${made}:\n${output}`);
  await Deno.copyFile(new URL("app.mjs", import.meta.url), `${folder}/app.mjs`);
  const manifest = await Deno.readTextFile(`${folder}/node_modules/@x/auth/package.json`);
  return {
    number: JSON.parse(manifest).version,
    folder,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

/** An email of the app. */
export interface Mail {
  to: string;
  text: string;
}

/** The app, whose requests go to its processes in turn. */
export interface Balanced extends AsyncDisposable {
  /** Emails that were sent, the newest last. */
  mails: Mail[];
  /** Number of the process that answers next. */
  turn: number;
  /** A browser without cookies. */
  open(): TestBrowser;
}

/** Starts a process of each version on one store and one secret. */
export async function balance(
  versions: readonly Version[],
  [store, where]: readonly [string, string],
  strategy: string,
): Promise<Balanced> {
  const mails: Mail[] = [];
  const mailbox = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    mails.push(await request.json());
    return new Response();
  });
  const children: WatchedChild[] = [];
  const stop = async () => {
    for (const child of children) await child.stop();
    await mailbox.shutdown();
  };
  const ports: string[] = [];
  try {
    for (const { folder } of versions) {
      const child = new Deno.Command(Deno.execPath(), {
        args: [
          ...["run", "-A", "--unstable-kv", "--no-lock", "app.mjs"],
          ...[store, where, strategy, `http://127.0.0.1:${mailbox.addr.port}`],
        ],
        cwd: folder,
        clearEnv: true,
        env: appEnvironment({ AUTH_URL: `${APP}/auth`, AUTH_SECRET: SECRET }),
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      const watched = watchChild(child, child.stdout, child.stderr);
      children.push(watched);
      // One after the other, since the first one may make tables.
      const port = () => /^PORT (\d+)$/m.exec(watched.text)?.[1];
      ports.push(await waitUntil(`${folder} listens`, port, { child: watched }));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const balanced: Balanced = {
    mails,
    turn: 0,
    open: () =>
      createBrowser(APP, {
        [APP]: async (request) => {
          const { pathname, search } = new URL(request.url);
          const port = ports[balanced.turn++ % ports.length];
          const headers = new Headers(request.headers);
          headers.set("origin", APP);
          return await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
            method: request.method,
            headers,
            body: request.body && await request.arrayBuffer(),
            redirect: "manual",
          });
        },
      }),
    [Symbol.asyncDispose]: stop,
  };
  return balanced;
}

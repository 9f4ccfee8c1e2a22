/**
 * Two versions of the published package, each in a folder of its own, as processes of one app.
 *
 * @module
 */

import { createBrowser, createIdp, type TestBrowser } from "../../src/tools/testing/mod.ts";
import { appEnvironment } from "../_environment.ts";
import { waitUntil, watchChild, type WatchedChild } from "../_wait.ts";
import { run } from "../outside/_project.ts";
import { newestVersion, packageName } from "../tools/_release.ts";
import { buildNpmPackage } from "../tools/npm.ts";
import type { Cookies, Mail, StepApp } from "./_steps.ts";
import { APP } from "./app.mjs";

/** Folder with the package of the last release, which `deno task release` writes. */
const RELEASED = new URL("../../tests/beside/released/", import.meta.url);

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

/**
 * The package of a revision of this repository, built by its own tools.
 *
 * @param revision or the path of a package that was built
 */
export async function versionOf(revision: string): Promise<Version> {
  if (revision.endsWith(".tgz")) return await install(await Deno.realPath(revision));
  const sources = await Deno.makeTempDir({ prefix: "auth-revision-" });
  try {
    const steps: [command: string, ...args: string[]][] = [
      ["git", "archive", `--output=${sources}/sources.tar`, revision],
      ["tar", "--extract", `--file=${sources}/sources.tar`, `--directory=${sources}`],
    ];
    for (const [command, ...args] of steps) await mustRun(".", command, ...args);
    await mustRun(sources, Deno.execPath(), "run", "-A", "tests/tools/npm.ts", `${sources}/made`);
    const names = await Array.fromAsync(Deno.readDir(`${sources}/made`));
    const { name } = names.find(({ name }) => name.endsWith(".tgz"))!;
    return await install(`${sources}/made/${name}`);
  } finally {
    await Deno.remove(sources, { recursive: true });
  }
}

async function mustRun(folder: string, command: string, ...args: string[]): Promise<void> {
  const { code, output } = await run(folder, command, args);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${output}`);
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

/** The newest version that the changelog names and that has no package; `undefined`: all is well. */
export async function missingPackage(
  changelog: string,
  released: URL = RELEASED,
): Promise<string | undefined> {
  const version = newestVersion(changelog);
  if (version === undefined) return undefined;
  const isThere = await Deno.stat(new URL(packageName(version), released)).then(
    () => true,
    () => false,
  );
  return isThere ? undefined : version;
}

async function install(tarball?: string): Promise<Version> {
  const folder = await Deno.makeTempDir({ prefix: "auth-beside-" });
  const made = tarball ?? (await buildNpmPackage(`${folder}/made`)).tarball;
  const dependencies = {
    "@simplewebauthn/server": "^14.0.3",
    "@x/auth": `file:${made}`,
    pg: "^8.16.0",
  };
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

/** Names of the capabilities that all of these versions have on a store. */
export async function commonCapabilities(
  versions: readonly Version[],
  store: string,
): Promise<string[]> {
  let common: string[] | undefined;
  for (const { folder } of versions) {
    const { code, output } = await run(folder, Deno.execPath(), [...RUN, "app.mjs", store]);
    if (code !== 0) throw new Error(`Cannot ask ${folder} for its capabilities:\n${output}`);
    const names = /^CAPABILITIES (.*)$/m.exec(output)![1]!.split(",");
    common = common?.filter((name) => names.includes(name)) ?? names;
  }
  return common!;
}

const RUN = ["run", "-A", "--unstable-kv", "--no-lock"];

/** The app, whose requests go to its processes in turn, or to one of them. */
export interface Balanced extends StepApp, AsyncDisposable {
  /** Number of the process that answers next. */
  turn: number;
  /** Number of the process that answers everything; `undefined`: each in turn. */
  only: number | undefined;
}

/** A store: its kind, and where it is. */
export type Place = readonly [store: string, where: string];

/** Starts a process of each version on one store and one secret. */
export async function balance(
  versions: readonly Version[],
  [store, where]: Place,
  strategy: string,
  capabilities: readonly string[],
): Promise<Balanced> {
  const mails: Mail[] = [];
  const idp = await createIdp();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith("/idp")) {
      return await idp.handler(
        new Request(`${idp.issuer}${pathname.slice("/idp".length)}${search}`, request),
      );
    }
    mails.push(await request.json());
    return new Response();
  });
  const children: WatchedChild[] = [];
  const stop = async () => {
    for (const child of children) await child.stop();
    await server.shutdown();
  };
  const ports: string[] = [];
  try {
    for (const { folder } of versions) {
      const child = new Deno.Command(Deno.execPath(), {
        args: [
          ...[...RUN, "app.mjs", store, where, strategy],
          ...[`http://127.0.0.1:${server.addr.port}`, capabilities.join(",")],
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
  const send = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const port = ports[balanced.only ?? balanced.turn++ % ports.length];
    const headers = new Headers(request.headers);
    headers.set("origin", APP);
    return await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
      method: request.method,
      headers,
      body: request.body && await request.arrayBuffer(),
      redirect: "manual",
    });
  };
  const balanced: Balanced = {
    mails,
    idp,
    turn: 0,
    only: undefined,
    fetch: send,
    open(cookies: Cookies = {}): TestBrowser {
      const browser = createBrowser(APP, { [APP]: send, [idp.issuer]: idp.handler });
      for (const [name, value] of Object.entries(cookies)) {
        browser.cookies.plant(APP, `${name}=${value}; Path=/; Secure`);
      }
      return browser;
    },
    [Symbol.asyncDispose]: stop,
    ...{ children } as object,
  };
  return balanced;
}

/**
 * Takes the steps of a recipe in a folder, and measures each.
 *
 * @module
 */

import type { Browser } from "playwright-core";
import { startOpenIDProvider } from "../../_openid_provider.ts";
import { waitUntil, watchChild } from "../../_wait.ts";
import { freePort } from "../../browser/_demo.ts";
import { run } from "./_command.ts";
import { nameOf, type Recipe, type Step } from "./_recipe.ts";
import { timed, visit } from "./_visit.ts";

/** Longest time of the start of a server, in milliseconds. */
const LIMIT = 300_000;

/** Time between two looks at whether the server listens, in milliseconds. */
const PAUSE = 10;

/** Where a recipe is followed. */
export interface Place {
  /** Folder of the app. */
  readonly folder: string;
  /** Folder of the caches of Deno and npm. */
  readonly cache: string;
  /** Variables of all processes. */
  readonly env: Readonly<Record<string, string>>;
  /** File for a picture of the page after the sign-in. */
  readonly picture?: string | undefined;
}

/** A step with its seconds. */
export interface Taken {
  readonly name: string;
  readonly seconds: number;
}

/** Follows a recipe to the first sign-in. */
export async function take(recipe: Recipe, browser: Browser, place: Place): Promise<Taken[]> {
  const port = freePort();
  const origin = `http://localhost:${port}`;
  await using provider = await startOpenIDProvider({
    redirectUris: [origin + recipe.callbackPath],
    authMethod: recipe.authMethod,
  });
  const values: Record<string, string> = {
    id: provider.clientId,
    secret: provider.clientSecret,
    issuer: provider.issuer,
    random: crypto.randomUUID() + crypto.randomUUID(),
    origin,
  };
  const env = {
    ...place.env,
    ...variablesOf(place.cache),
    PORT: String(port),
    DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
  };
  const taken: Taken[] = [];
  let server: Server | undefined;
  try {
    for (const step of recipe.steps) {
      const seconds = await timed(async () => {
        if (step.kind === "command") {
          await run("bash", ["-c", step.line], { cwd: place.folder, env, clearEnv: true });
        } else if (step.kind === "start") {
          server = await listen(step.line, place.folder, port, env);
        } else await edit(step, place.folder, values);
      });
      taken.push({ name: nameOf(step), seconds });
    }
    const { open, signIn } = await visit(browser, recipe, origin, place.picture);
    taken.push({ name: "open the page", seconds: open }, { name: "sign in", seconds: signIn });
    return taken;
  } catch (error) {
    const output = await server?.stop() ?? "";
    throw new Error(`${recipe.app}, ${recipe.library}: ${error}\n${output}`, { cause: error });
  } finally {
    await server?.stop();
  }
}

/** Variables that lead Deno and npm to their caches, and keep them from asking for updates. */
const variablesOf = (cache: string) => ({
  DENO_DIR: `${cache}/deno`,
  npm_config_cache: `${cache}/npm`,
  npm_config_update_notifier: "false",
  DENO_NO_UPDATE_CHECK: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  NO_COLOR: "1",
});

/** Writes what a person writes. */
async function edit(
  step: Exclude<Step, { line: string }>,
  folder: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const path = `${folder}/${step.path}`;
  if (step.kind === "replace") {
    const text = await Deno.readTextFile(path);
    if (!text.includes(step.from)) throw new Error(`${step.path} has no ${step.from}`);
    return await Deno.writeTextFile(path, text.replace(step.from, () => step.to));
  }
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  const text = step.path === ".env"
    ? step.text.replaceAll(/<(\w+)>/g, (_, name: string) => values[name]!)
    : step.text;
  await Deno.writeTextFile(path, text, { append: step.kind === "add" });
}

/** A server that listens. */
interface Server {
  /** Ends it with its child processes; returns its output. */
  stop(): Promise<string>;
}

/** Starts a server; waits until it listens. */
async function listen(
  line: string,
  cwd: string,
  port: number,
  env: Record<string, string>,
): Promise<Server> {
  const child = new Deno.Command("bash", {
    args: ["-c", `exec ${line} 2>&1`],
    cwd,
    clearEnv: true,
    env,
    stdin: "null",
    stdout: "piped",
    // A process group of its own, since `npm run` starts further processes.
    detached: true,
  }).spawn();
  const watched = watchChild(child, child.stdout);
  const stop = async () => {
    try {
      Deno.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended.
    }
    await watched.ended;
    return watched.text;
  };
  try {
    await waitUntil(`"${line}" listens`, () => isOpen(port), {
      child: watched,
      limit: LIMIT,
      pause: PAUSE,
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

async function isOpen(port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: "localhost", port })).close();
    return true;
  } catch {
    return false;
  }
}

/**
 * The first process of an app in an empty folder: without a cache or a lock file, with the published
 * files by their specifiers.
 *
 * @module
 */

import { appEnvironment } from "../_environment.ts";
import { packagesFor } from "../_packages.ts";
import { waitUntil, watchChild } from "../_wait.ts";

const root = new URL("../../", import.meta.url);

/** Published files by their specifiers, and their dependencies. */
async function importMap(): Promise<Record<string, string>> {
  const { exports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  const imports = await packagesFor();
  const map: Record<string, string> = {};
  for (const [subpath, file] of Object.entries<string>(exports)) {
    map[`@x/auth${subpath.slice(1)}`] = new URL(file, root).href;
  }
  for (const [name, specifier] of Object.entries(imports)) {
    if (!specifier.startsWith("npm:") || name.endsWith("/")) continue;
    map[name] = specifier;
    map[`${name}/`] = `${specifier.replace("npm:", "npm:/")}/`;
  }
  map["@std/http/negotiation"] = new URL("tests/std/http/negotiation.ts", root).href;
  map["deno-std/"] = imports["deno-std/"]!;
  return map;
}

/** An app that runs. */
export interface Running extends AsyncDisposable {
  /** Origin of the app. */
  origin: string;
  /** Waits for the end and returns the app's error output. */
  stop(): Promise<string>;
}

/**
 * Starts an app in a new folder with an empty cache. Its file `main.ts` prints its port.
 *
 * @param files files by their names
 * @param settings members of its `deno.json`
 */
export async function startInEmptyFolder(
  files: Readonly<Record<string, string>>,
  settings: Record<string, unknown> = {},
): Promise<Running> {
  const folder = await Deno.makeTempDir({ prefix: "auth-empty-" });
  await Deno.mkdir(`${folder}/app`);
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(`${folder}/app/${name}`, text);
  }
  const config = { imports: await importMap(), ...settings };
  await Deno.writeTextFile(`${folder}/app/deno.json`, JSON.stringify(config));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "--no-prompt", "--allow-net", "--allow-env", "main.ts"],
    cwd: `${folder}/app`,
    clearEnv: true,
    env: appEnvironment({ DENO_DIR: `${folder}/cache` }),
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output = watchChild(child, child.stdout);
  const errors = watchChild(child, child.stderr);
  let stopped: Promise<string> | undefined;
  const stop = (): Promise<string> =>
    stopped ??= (async () => {
      await output.stop();
      await errors.ended;
      await Deno.remove(folder, { recursive: true });
      return errors.text;
    })();
  let port: string | undefined;
  try {
    const find = () => /^(\d+)\n/.exec(output.text)?.[1];
    port = await waitUntil("the app prints its port", find, { child: errors });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    stop,
    [Symbol.asyncDispose]: async () => void await stop(),
  };
}

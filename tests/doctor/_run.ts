/**
 * The command of the doctor in a process of its own.
 *
 * @module
 */

import { appEnvironment } from "../_environment.ts";
import { packagesFor } from "../_packages.ts";
import { endOfHanging } from "../_wait.ts";

const home = new URL("../../", import.meta.url);
const root = home.pathname;

/** Where and how the command runs. */
export interface RunOptions {
  /** Folder. Default: that of this repository. */
  cwd?: string;
  /** Variables that the app reads. */
  env?: Record<string, string>;
  /** Permissions. */
  flags?: string[];
  /** Configuration of Deno. Default: that of this repository. */
  config?: string;
}

/** Exit code and output. */
export interface RunResult {
  /** Exit code. */
  code: number;
  /** Standard output. */
  stdout: string;
  /** Error output. */
  stderr: string;
}

/** Runs the command. */
export async function runDoctor(
  args: readonly string[],
  options: RunOptions = {},
): Promise<RunResult> {
  return await runScript("src/tools/doctor/mod.ts", args, options);
}

/** An app that is examined in a process with others. */
export interface OneOfSeveral {
  /** Folder. */
  cwd: string;
  /** Arguments of the command. */
  args: readonly string[];
  /** Variables that the app reads. */
  env: Record<string, string>;
}

/** Runs the command on several apps in one process, none of which imports a module of another. */
export async function runDoctorOnEach(
  apps: readonly OneOfSeveral[],
  options: Pick<RunOptions, "flags" | "config">,
): Promise<RunResult[]> {
  const script = "tests/doctor/_several.ts";
  const { stdout, stderr } = await runScript(script, [JSON.stringify(apps)], options);
  const [said = [], log = []] = [stdout, stderr].map((text) => text.split(/\0(\d+)\n/));
  // After an app that ends the process there is nothing.
  return apps.map((_, index) => ({
    code: Number(said[index * 2 + 1] ?? -1),
    stdout: said[index * 2] ?? "",
    stderr: log[index * 2] ?? stderr,
  }));
}

/** Runs a module with a command. */
export async function runScript(
  path: string,
  args: readonly string[],
  { cwd = root, env = {}, flags = ["-A"], config = `${root}deno.json` }: RunOptions,
): Promise<RunResult> {
  const script = root + path;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-check", "--config", config, ...flags, script, ...args],
    cwd,
    clearEnv: true,
    env: appEnvironment(env),
    signal: endOfHanging(),
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

/**
 * Writes the `deno.json` of an app outside of this repository, which finds the sources by their
 * published names.
 *
 * @param more further imports, and others than the published ones
 * @param from address of the sources
 * @returns its path
 */
export async function writeAppConfig(
  folder: string,
  more: Readonly<Record<string, string>> = {},
  from: URL = home,
): Promise<string> {
  const { exports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", home)));
  const map: Record<string, string> = {};
  for (const [name, target] of Object.entries(await packagesFor())) {
    map[name] = target.startsWith("./") ? new URL(target, from).href : target;
  }
  map["@std/http/negotiation"] = new URL("tests/std/http/negotiation.ts", from).href;
  for (const [subpath, file] of Object.entries<string>(exports)) {
    map[`@x/auth${subpath.slice(1)}`] = new URL(file, from).href;
  }
  const path = `${folder}/deno.json`;
  const config = { imports: { ...map, ...more }, lock: false, unstable: ["kv"] };
  await Deno.writeTextFile(path, JSON.stringify(config));
  return path;
}

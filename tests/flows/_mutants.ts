/**
 * Copies of the sources in which one guard is missing, to see which tests notice.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { appEnvironment } from "../_environment.ts";

/** A guard that is taken out of a source file. */
export interface Mutation {
  /** Path of the file. */
  readonly file: string;
  /** Text that stands in the file once. */
  readonly guard: string;
  /** Text in its place. */
  readonly without: string;
}

const ROOT = new URL("../../", import.meta.url);

/** Files and folders of a copy. */
const PARTS = ["deno.json", "deno.lock", "mod.ts", "adapters", "pages", "src", "tests/std"];

/** A copy of the sources and of the helpers of tests. */
export interface Copy extends AsyncDisposable {
  /**
   * Runs a module of the copy without a guard.
   *
   * @returns what it printed, as JSON
   */
  run<T>(mutation: Mutation | undefined, module: string, args?: readonly string[]): Promise<T>;
}

/** Makes a copy. */
export async function copySources(): Promise<Copy> {
  const folder = await Deno.makeTempDir();
  for (const part of PARTS) await copy(part, folder, () => true);
  for (const part of ["tests", "tests/flows"]) {
    await copy(part, folder, (name) => name.endsWith(".ts") && !name.endsWith("_test.ts"), true);
  }
  return {
    async run(mutation, module, args = []) {
      const path = mutation && `${folder}/${mutation.file}`;
      const before = path === undefined ? "" : await Deno.readTextFile(path);
      if (mutation) {
        const parts = before.split(mutation.guard);
        assertEquals(parts.length, 2, `stands once in ${mutation.file}: ${mutation.guard}`);
        await Deno.writeTextFile(path!, parts.join(mutation.without));
      }
      try {
        return JSON.parse(await runModule(folder, module, args));
      } finally {
        if (path !== undefined) await Deno.writeTextFile(path, before);
      }
    },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

async function runModule(
  folder: string,
  module: string,
  args: readonly string[],
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--quiet", module, ...args],
    cwd: folder,
    clearEnv: true,
    env: appEnvironment(),
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

async function copy(
  part: string,
  folder: string,
  isTaken: (name: string) => boolean,
  isFlat = false,
): Promise<void> {
  const from = new URL(part, ROOT);
  if (!(await Deno.stat(from)).isDirectory) {
    await Deno.copyFile(from, `${folder}/${part}`);
    return;
  }
  await Deno.mkdir(`${folder}/${part}`, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory ? isFlat || name === "node_modules" : !isTaken(name)) continue;
    await copy(`${part}/${name}`, folder, isTaken);
  }
}

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
const PARTS = [
  ...["deno.json", "deno.lock", "mod.ts", "adapters", "pages", "src", "tests/std"],
  // The pages of the provider that tests start.
  ...["examples/demo/languages.ts", "examples/demo/views.ts"],
];

/** A copy of the sources and of the helpers of tests. */
export interface Copy extends AsyncDisposable {
  /**
   * Runs a module of the copy without a guard.
   *
   * @returns what it printed, as JSON
   */
  run<T>(mutation: Mutation | undefined, module: string, args?: readonly string[]): Promise<T>;
  /**
   * Runs a test file without a guard; `true` when it passes.
   *
   * @param filter words of the names of the tests that run. Default: all run
   */
  passes(mutation: Mutation | undefined, test: string, filter?: string): Promise<boolean>;
}

/**
 * Makes a copy.
 *
 * @param folders further folders of tests whose helpers are copied. Default: none
 */
export async function copySources(folders: readonly string[] = []): Promise<Copy> {
  const folder = await Deno.makeTempDir();
  for (const part of PARTS) await copy(part, folder, () => true);
  for (const part of ["tests", "tests/flows", ...folders]) {
    await copy(part, folder, (name) => name.endsWith(".ts") && !name.endsWith("_test.ts"), true);
  }
  const without = async <T>(mutation: Mutation | undefined, work: () => Promise<T>): Promise<T> => {
    if (!mutation) return await work();
    const { file, guard } = mutation;
    const path = `${folder}/${file}`;
    const before = await Deno.readTextFile(path);
    const parts = before.split(guard);
    assertEquals(parts.length, 2, `stands once in ${file}: ${guard}`);
    await Deno.writeTextFile(path, parts.join(mutation.without));
    try {
      return await work();
    } finally {
      await Deno.writeTextFile(path, before);
    }
  };
  return {
    run: (mutation, module, args = []) =>
      without(mutation, async () => {
        const { success, stdout, stderr } = await deno(folder, "run", [module, ...args]);
        if (!success) throw new Error(new TextDecoder().decode(stderr));
        return JSON.parse(new TextDecoder().decode(stdout));
      }),
    passes: (mutation, test, filter) =>
      without(mutation, async () => {
        await Deno.mkdir(`${folder}/${test}`.replace(/[^/]*$/, ""), { recursive: true });
        await Deno.copyFile(new URL(test, ROOT), `${folder}/${test}`);
        const chosen = filter === undefined ? [] : [`--filter=${filter}`];
        return (await deno(folder, "test", [...chosen, test])).success;
      }),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

/** Runs Deno in a copy. */
async function deno(
  folder: string,
  command: "run" | "test",
  args: readonly string[],
): Promise<Deno.CommandOutput> {
  return await new Deno.Command(Deno.execPath(), {
    args: [command, "-A", "--no-check", "--quiet", ...args],
    cwd: folder,
    clearEnv: true,
    env: appEnvironment(),
  }).output();
}

async function copy(
  part: string,
  folder: string,
  isTaken: (name: string) => boolean,
  isFlat = false,
): Promise<void> {
  const from = new URL(part, ROOT);
  if (!(await Deno.stat(from)).isDirectory) {
    await Deno.mkdir(new URL(".", `file://${folder}/${part}`), { recursive: true });
    await Deno.copyFile(from, `${folder}/${part}`);
    return;
  }
  await Deno.mkdir(`${folder}/${part}`, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory ? isFlat || name === "node_modules" : !isTaken(name)) continue;
    await copy(`${part}/${name}`, folder, isTaken);
  }
}

/**
 * The machine and the versions that a table was made with.
 *
 * @module
 */

import { packagesFor } from "../_packages.ts";

/**
 * A sentence for the reader of a table.
 *
 * @param load the machine's load average before the run
 */
export async function describeRun(isPinned: boolean, load: number): Promise<string> {
  const { version } = JSON.parse(
    await Deno.readTextFile(new URL("../../deno.json", import.meta.url)),
  );
  const { specifiers } = JSON.parse(
    await Deno.readTextFile(new URL("../../deno.lock", import.meta.url)),
  );
  const packages = await packagesFor();
  const locked = (name: string): string => specifiers[packages[name]!].replace(/_.*/, "");
  const versions = [
    `@x/auth ${releaseOf(version)}`,
    `Deno ${Deno.version.deno}`,
    `Node ${(await outputOf("node", "--version"))?.replace("v", "") ?? "is missing"}`,
    `@auth/core ${locked("@auth/core")}`,
    `Better Auth ${locked("better-auth")}`,
  ];
  const day = new Date().toISOString().slice(0, 10);
  const cores = navigator.hardwareConcurrency;
  const pinned = isPinned
    ? "each process on one core"
    : "processes not pinned to a core, since `taskset` is missing";
  return `Made on ${day} by \`deno task bench\`: ${await cpuModel()}, ${cores} cores, ${pinned}; ` +
    `load average before the run ${load.toFixed(1)}; ${versions.join(", ")}.`;
}

/** The version that is measured: that of `--for`, before a release writes it into the manifests. */
export function releaseOf(version: string): string {
  const at = Deno.args.indexOf("--for");
  return at < 0 ? version : Deno.args[at + 1] ?? version;
}

/** Name of the processor, or its architecture. */
export async function cpuModel(): Promise<string> {
  try {
    const text = await Deno.readTextFile("/proc/cpuinfo");
    return /^model name\s*: (.+)$/m.exec(text)?.[1] ?? Deno.build.arch;
  } catch {
    return Deno.build.arch;
  }
}

/** Output of a program; `undefined` where it does not run. */
export async function outputOf(program: string, ...args: string[]): Promise<string | undefined> {
  try {
    const { success, stdout } = await new Deno.Command(program, { args, stderr: "null" }).output();
    return success ? new TextDecoder().decode(stdout).trim() : undefined;
  } catch {
    return undefined;
  }
}

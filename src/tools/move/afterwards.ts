/**
 * What follows the edits: the packages are installed, and the app's type check and the doctor run.
 *
 * @module
 */

import { spawn } from "node:child_process";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import type { App } from "./app.ts";
import { installedIn } from "./installed.ts";
import type { Note } from "./plan.ts";

/** Lock files, which belong to the commit. */
const LOCK = /(^|\/)(pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|package-lock\.json|deno\.lock)$/;

/** Lines of the compiler: path, line and sentence. */
const FAULT = /^(\S[^(\n]*)\((\d+),\d+\): error TS\d+: (.+)$/;

/** Most faults of the compiler that are listed. */
const MAX_FAULTS = 20;

/** Result of a command. */
interface Ran {
  readonly code: number;
  readonly output: string;
}

/** Runs a command to its end. */
function execute(command: string, args: readonly string[], cwd: string): Promise<Ran> {
  return new Promise((resolve) => {
    // On Windows, package managers are scripts of the shell.
    const shell = process.platform === "win32";
    const child = spawn(command, args, { cwd, env: process.env, shell });
    const parts: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (part: unknown) => parts.push(String(part)));
    }
    child.on("error", (error: Error) => resolve({ code: 1, output: error.message }));
    child.on(
      "close",
      (code: number | null) => resolve({ code: code ?? 1, output: parts.join("") }),
    );
  });
}

/** Installs the packages; a sentence when that fails. */
export async function installPackages({ manager, root }: App): Promise<string | undefined> {
  const { code, output } = await execute(manager, ["install"], root);
  if (code === 0) return undefined;
  const lines = output.trim().split("\n");
  const faults = lines.filter((line) => /\berror\b/i.test(line) && !/complete log/.test(line));
  const said = faults.length > 0 ? faults.slice(0, 2).join("; ") : lines.at(-1);
  return `\`${manager} install\` failed: ${said}`;
}

/** Paths of lock files that git sees as changed. */
export function lockFilesIn(status: string): string[] {
  return status.split("\n").map((line) => line.slice(3)).filter((path) => LOCK.test(path));
}

/** What the compiler says of the app, as sentences; `undefined` where nothing checks it. */
export async function checkTypes({ folder, manifest }: App): Promise<Note[] | undefined> {
  const command = await findTypeCheck(folder, manifest.text);
  if (!command) return undefined;
  const [name, ...args] = command as [string, ...string[]];
  const { code, output } = await execute(name, args, folder);
  if (code === 0) return [];
  const faults = output.split("\n").flatMap((line): Note[] => {
    const [, path, number, text] = FAULT.exec(line.trim()) ?? [];
    return path === undefined
      ? []
      : [{ kind: "left", path, line: Number(number), text: `the compiler: ${text}` }];
  });
  if (faults.length === 0) {
    const text = `\`${command.join(" ")}\` failed: ${output.trim().split("\n").at(-1) ?? ""}`;
    return [{ kind: "left", path: manifest.path, text }];
  }
  const rest = faults.length - MAX_FAULTS;
  const more: Note[] = rest > 0
    ? [{ kind: "left", path: manifest.path, text: `the compiler has ${rest} more faults` }]
    : [];
  return [...faults.slice(0, MAX_FAULTS), ...more];
}

/** The app's own script for its types, else the compiler. */
async function findTypeCheck(folder: string, manifest: string): Promise<string[] | undefined> {
  const { scripts = {} } = JSON.parse(manifest) as { scripts?: Record<string, string> };
  const script = ["typecheck", "type-check", "check-types", "check:types"].find((name) =>
    scripts[name]
  );
  if (script) return ["npm", "run", "--silent", script];
  const has = (path: string) => access(join(folder, path)).then(() => true, () => false);
  if (/svelte-check/.test(scripts.check ?? "")) return ["npm", "run", "--silent", "check"];
  const compiler = installedIn(folder, "typescript");
  return compiler !== undefined && await has("tsconfig.json")
    ? ["node", join(compiler, "bin", "tsc"), "--noEmit", "--pretty", "false"]
    : undefined;
}

/** What the doctor prints about a module of the app. */
export async function askDoctor(folder: string, module: string): Promise<string[]> {
  const { main } = await import("../doctor/command.ts");
  const lines: string[] = [];
  const env = await readFile(join(folder, ".env"), "utf8").then(() => true, () => false);
  const args = [module, "--offline", ...env ? ["--env-file", join(folder, ".env")] : []];
  await main(args, { print: (line) => lines.push(...line.split("\n")), folder });
  return lines;
}

/**
 * The permissions of an app, tried out in processes of their own: one that may do everything, whose
 * uses are recorded, and one that may do only that.
 *
 * @module
 */

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import process from "node:process";

/** Most processes with permissions that do not suffice. */
const MAX_TRIALS = 10;

/** Longest time of one process, in milliseconds. */
const TRIAL_MS = 60_000;

/** Settings of {@linkcode tryPermissions}. */
export interface TrialOptions {
  /** Flags that the config shows. */
  readonly flags: readonly string[];
  /** Variables that the library reads; those that are not set need no permission. */
  readonly optional: ReadonlySet<string>;
  /** `false` runs no callbacks. */
  readonly callbacks: boolean;
}

interface DenoRuntime {
  execPath(): string;
  permissions: { querySync(descriptor: { name: "run" | "write" }): { state: string } };
}

/** A use of a permission. */
interface Use {
  readonly permission: string;
  readonly value?: string | null;
}

/** Kinds of permissions with a flag. */
const KINDS = ["read", "write", "net", "env", "sys", "run", "ffi"];

/** Variable with the file in which Deno records the uses of permissions, since version 2.5. */
const AUDIT = "DENO_AUDIT_PERMISSIONS";

/**
 * Returns the flags of `deno run` with which a module was loaded, its stores used and its callbacks
 * run; `undefined` when they could not be tried out.
 */
export async function tryPermissions(
  path: string,
  { flags, optional, callbacks }: TrialOptions,
): Promise<string[] | undefined> {
  const { Deno } = globalThis as { Deno?: DenoRuntime };
  const mayTry = (["run", "write"] as const).every((name) =>
    Deno?.permissions.querySync({ name }).state === "granted"
  );
  if (!Deno || !mayTry) return undefined;
  const isNeeded = ({ permission, value }: Use) => {
    if (permission === "env" && value) {
      return process.env[value] !== undefined || !optional.has(value);
    }
    // Where everything is permitted, Deno records a write for each read; the trials show the others.
    return permission !== "write";
  };
  const run = (mode: string, permissions: readonly string[], env: Record<string, string> = {}) =>
    runModule(Deno.execPath(), path, [mode, callbacks ? "callbacks" : "none"], permissions, env);

  const folder = await mkdtemp(join(tmpdir(), "auth-doctor-"));
  let known: string[];
  try {
    const record = join(folder, "uses.jsonl");
    const unstable = flags.filter((flag) => flag.startsWith("--unstable"));
    const { code } = await run("observe", ["-A", ...unstable], { [AUDIT]: record });
    if (code !== 0) return undefined;
    const lines = (await readFile(record, "utf8").catch(() => "")).split("\n").filter(Boolean);
    const uses = lines.map((line) => JSON.parse(line) as Use).filter(isNeeded);
    known = joinFlags([...flags, ...uses.flatMap(flagOf)]);
  } finally {
    await rm(folder, { recursive: true });
  }
  for (let trial = 0; trial < MAX_TRIALS; trial++) {
    const { code, text } = await run("confirm", known);
    const lacking = [...text.matchAll(/Requires (\w+) access to "([^"]+)"/g)]
      .flatMap(([, permission = "", value]) => flagOf({ permission, value }));
    const next = joinFlags([...known, ...lacking]);
    if (next.join() === known.join()) return code === 0 ? known : undefined;
    known = next;
  }
  return undefined;
}

/** Flag of a use; none for what every program may do. */
function flagOf({ permission, value }: Use): string[] {
  if (!KINDS.includes(permission)) return [];
  if (!value) return [`--allow-${permission}`];
  // Modules that are imported on demand need no permission, unless their name is computed.
  if (permission === "read" && value.startsWith("file:")) return [];
  // The server of the app gets such a port here, and its own is among the flags.
  if (permission === "net" && value === "127.0.0.1:0") return [];
  const isPath = permission === "read" || permission === "write";
  const inside = isPath ? relative(".", value) : "";
  return [`--allow-${permission}=${inside && !inside.startsWith("..") ? inside : value}`];
}

/** One flag of each name, with all values; one without values permits all. */
export function joinFlags(flags: readonly string[]): string[] {
  const values = new Map<string, Set<string>>();
  const whole = new Set<string>();
  for (const flag of flags) {
    const [name = "", list] = flag.split(/=(.*)/s);
    if (!list) whole.add(name);
    const known = values.get(name) ?? new Set();
    for (const value of list?.split(",") ?? []) known.add(value);
    values.set(name, known);
  }
  return [...values].map(([name, list]) =>
    whole.has(name) ? name : `${name}=${[...list].sort().join(",")}`
  );
}

/** Runs a module in a process of its own, behind the probe. */
function runModule(
  deno: string,
  path: string,
  args: readonly string[],
  permissions: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; text: string }> {
  const probe = new URL("./probe.ts", import.meta.url).href;
  return new Promise((resolve) => {
    const child = spawn(
      deno,
      ["run", "--no-prompt", "--no-check", "--preload", probe, ...permissions, path, ...args],
      { env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "pipe"], timeout: TRIAL_MS },
    );
    let text = "";
    child.stderr.on("data", (data) => text += data);
    child.on("error", (error) => resolve({ code: null, text: String(error) }));
    child.on("close", (code) => resolve({ code, text }));
  });
}

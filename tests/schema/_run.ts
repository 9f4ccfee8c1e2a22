/**
 * The command in this process, on a module that exports a config.
 *
 * @module
 */

import { main } from "../../src/tools/schema/command.ts";
import type { Row } from "./_databases.ts";

const planted = Symbol.for("schema test: planted config");

/** What the command did. */
export interface Outcome {
  readonly code: number;
  /** What it printed. */
  readonly text: string;
  /** What it said beside it. */
  readonly said: string;
}

/** Runs the command. */
export async function runSchema(
  config: object | undefined,
  args: readonly string[] = [],
  { module, env = {} }: { module?: string; env?: Record<string, string> } = {},
): Promise<Outcome> {
  const folder = await Deno.makeTempDir({ prefix: "auth-schema-" });
  try {
    (globalThis as { [planted]?: unknown })[planted] = config;
    const path = `${folder}/auth.ts`;
    const text = module ??
      'export const config = (globalThis as any)[Symbol.for("schema test: planted config")];\n';
    await Deno.writeTextFile(path, text);
    const printed: string[] = [];
    const warned: string[] = [];
    const code = await main([path, ...args], {
      print: (line) => void printed.push(line),
      warn: (line) => void warned.push(line),
      env,
    });
    return { code, text: printed.join("\n"), said: warned.join("\n") };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Runs what the command printed with `--json`, statement by statement. */
export async function apply(
  run: (sql: string) => Promise<Row[]>,
  text: string,
): Promise<string[]> {
  const { statements, missing } = JSON.parse(text);
  for (const statement of statements ?? missing) await run(statement);
  return statements ?? missing;
}

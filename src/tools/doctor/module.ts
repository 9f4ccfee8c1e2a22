/**
 * The module that makes the config of an app, and the variables that it reads, for commands.
 *
 * @module
 */

import { readFile, stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import process from "node:process";
import * as util from "node:util";
import { messageOf } from "./finding.ts";

/** Modules that usually make the config, when none is passed; those of the guides among them. */
const USUAL = [
  ...["auth", "src/auth", "app/auth.server", "server/utils/auth", "src/routes/plugin@auth"],
  ...["main", "src/main", "server", "src/server", "app", "src/index"],
].flatMap((name) => [".ts", ".js", ".mjs"].map((extension) => name + extension));

/**
 * Path of a module, from the working directory; `undefined` when there is none.
 *
 * @param named what was passed. Default: one with a usual name
 * @param folder where it is sought. Default: the working directory
 */
export async function findModule(
  named: string | undefined,
  folder: string | undefined,
): Promise<string | undefined> {
  for (const name of named === undefined ? USUAL : [named]) {
    const path = resolve(folder ?? ".", name);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile()) return relative(".", path) || path;
  }
}

/** What a command says when there is none. */
export function withoutModule(
  command: string,
  named: string | undefined,
): { readonly fault: string; readonly cure: string } {
  if (named !== undefined) {
    return {
      fault: `There is no file ${named} in ${process.cwd()}`,
      cure: "Correct the path of the module, or run the command in the folder of the app.",
    };
  }
  return {
    fault: `There is no module with a usual name here, such as ${USUAL[0]}, ${USUAL[3]} or main.ts`,
    cure: `Pass the module that makes the config: \`${command} lib/auth.ts\`` +
      (command === "doctor" ? "; or begin one with `init`." : "."),
  };
}

/** Sets the variables of a file that are not set yet; returns a sentence when it cannot. */
export async function readVariables(path: string): Promise<string | undefined> {
  try {
    // Node has the function since 20.12.
    for (const [name, value] of Object.entries(util.parseEnv(await readFile(path, "utf8")))) {
      process.env[name] ??= value;
    }
  } catch (error) {
    return `Cannot read the variables in ${path}: ${messageOf(error)}`;
  }
}

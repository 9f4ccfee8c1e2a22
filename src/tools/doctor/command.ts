/**
 * The command line of the doctor. What examines an app is loaded for that command only, so that
 * `init` has little to load.
 *
 * @module
 */

import { resolve } from "node:path";
import { parseUrl } from "../../config/env.ts";
import { type Arguments, splitArguments, tooManyModules } from "./arguments.ts";
import { type Framework, FRAMEWORKS, isFramework } from "./frameworks.ts";
import type { CommandHost } from "./host.ts";
import { init } from "./init.ts";

const USAGE = `Usage:
  doctor [module]     examines the config that a module makes, and its environment
    --url <url>         visits the running app there as well
    --json              prints JSON
    --offline           sends no request to providers and mail servers
    --no-callbacks      runs no callbacks of the config
    --organization <s>  looks at owners and roles of an organization; several have commas
    --env-file <path>   reads variables from a file, such as .env
  init [folder]       writes a secret, and the files of the guide for the framework
    --framework <name>  ${FRAMEWORKS.slice(0, 8).join(", ")},
                        ${FRAMEWORKS.slice(8).join(", ")}
    --dry-run           prints what it would write

Exit code: 0 without errors, 1 with errors, 2 for a wrong command line. Warnings, notes and what
was not checked do not change it.`;

const FLAGS = {
  withValue: ["--url", "--env-file", "--framework", "--organization"],
  withoutValue: ["--json", "--offline", "--no-callbacks", "--dry-run", "--help"],
};

/** Runs a command; returns the exit code. */
export async function main(
  args: readonly string[],
  host: CommandHost = { print: console.log },
): Promise<number> {
  const parsed = parse(args);
  if (typeof parsed === "string") {
    host.print(`${parsed}\n\n${USAGE}`);
    return 2;
  }
  const { words, flags } = parsed;
  if (flags.has("--help")) {
    host.print(USAGE);
    return 0;
  }
  const [first, ...rest] = words;
  if (first === "init") {
    const framework = flags.get("--framework");
    return await init(resolve(rest[0] ?? "."), {
      framework: framework as Framework | undefined,
      isDry: flags.has("--dry-run"),
      print: host.print,
      ask: host.ask ?? await askerOfTerminal(),
    });
  }
  const { examineApp } = await import("./examine_app.ts");
  return await examineApp(first, flags, host);
}

/** Asks on the terminal; `undefined` where the command runs without one. */
async function askerOfTerminal(): Promise<CommandHost["ask"]> {
  const { stdin: input, stdout: output } = (await import("node:process")).default;
  if (!input.isTTY || !output.isTTY) return undefined;
  const { createInterface } = await import("node:readline/promises");
  return async (question) => {
    const lines = createInterface({ input, output });
    try {
      return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
    } finally {
      lines.close();
    }
  };
}

/** Splits arguments; returns a sentence when they are wrong. */
function parse(args: readonly string[]): Arguments | string {
  const split = splitArguments(args, { command: "doctor", ...FLAGS });
  if (typeof split === "string") return split;
  const { words, flags } = split;
  const url = flags.get("--url");
  if (url !== undefined && !parseUrl(url)) {
    return `--url needs the whole URL of the app, such as https://app.example, and not ${url}`;
  }
  const framework = flags.get("--framework");
  if (framework !== undefined && !isFramework(framework)) {
    return `There is no framework ${framework}: use ${FRAMEWORKS.join(", ")}`;
  }
  return words.length > (words[0] === "init" ? 2 : 1) ? tooManyModules(words) : split;
}

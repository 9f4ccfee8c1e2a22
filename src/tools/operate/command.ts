/**
 * The command line.
 *
 * @module
 */

import process from "node:process";
import { findNamedUser } from "../../accounts/user_list.ts";
import type { Environment } from "../../config/env.ts";
import { broughtGroup } from "../../server/group.ts";
import { processEnvironment, requireConfig, requireStore } from "../../server/environment.ts";
import type { AuthConfig } from "../../types/config.ts";
import { splitArguments, tooManyModules } from "../doctor/arguments.ts";
import { loadConfigs } from "../doctor/configs.ts";
import { readVariables } from "../doctor/module.ts";
import { hiderOf, secretsIn } from "../doctor/secrets.ts";
import { namesOfProcess } from "../doctor/subject.ts";
import { AUDIT_COMMANDS } from "./audit.ts";
import { FOR_ALL, type Groups, usage } from "./help.ts";
import { plain } from "./terminal.ts";
import type { Command } from "./types.ts";
import { USER_COMMANDS } from "./users.ts";
import { WEBHOOK_COMMANDS } from "./webhooks.ts";

const GROUPS: Groups = {
  users: USER_COMMANDS,
  audit: AUDIT_COMMANDS,
  webhooks: WEBHOOK_COMMANDS,
};

const WITHOUT_VALUE = [
  ...[
    "--all",
    "--cancel",
    "--yes",
    "--json",
    "--help",
    "--dry-run",
    "--stop",
    "--without-passwords",
  ],
];

/** Parts of the process that the command uses; tests pass their own. */
export interface OperateHost {
  /** Prints the result. */
  print(text: string): void;
  /** Prints what is wrong, and what is beside the result. */
  warn(text: string): void;
  /** Replaces the last line of the terminal. Default: there is no terminal. */
  bar?: ((text: string) => void) | undefined;
  /** Variables, whose secrets no message has. Default: those of the process. */
  env?: Environment;
  /** Folder in which a module is sought. Default: the working directory. */
  folder?: string;
}

/** What was asked for. */
interface Asked {
  readonly command: Command;
  /** How it is called, for sentences. */
  readonly title: string;
  readonly named: string | undefined;
  readonly module: string | undefined;
  readonly flags: ReadonlyMap<string, string>;
}

/** Runs the command; returns the exit code. */
export async function main(
  args: readonly string[],
  host: OperateHost = { print: console.log, warn: console.error, bar: terminalBar() },
): Promise<number> {
  const { print, warn } = host;
  const words = args.filter((arg) => !arg.startsWith("-"));
  if (args.includes("--help") || args.length === 0) {
    print(usage(GROUPS, words));
    return 0;
  }
  const asked = parse(args);
  if (typeof asked === "string") {
    warn(`${asked}\n\n${usage(GROUPS, words)}`);
    return 2;
  }
  try {
    const { command, title, named, flags } = asked;
    const envFile = flags.get("--env-file");
    const problem = envFile === undefined ? undefined : await readVariables(envFile);
    if (problem) throw new Error(problem);
    const [found] = await loadConfigs(title, asked.module, host.folder);
    const { config } = found!;
    const user = command.takes === "user" ? await findUser(config, named!) : undefined;
    const isJson = flags.has("--json");
    const code = await command.run({
      ...{ config, named, user, flags, isJson, print, note: warn, bar: host.bar },
    });
    await flush(config);
    return code;
  } catch (error) {
    const env = host.env ?? processEnvironment();
    const names = host.env ? Object.keys(host.env) : namesOfProcess() ?? [];
    warn(hiderOf(secretsIn(env, names))((error as Error).message));
    return 2;
  }
}

/** Writes the last line of the terminal, where there is one. */
function terminalBar(): OperateHost["bar"] {
  const { stderr } = process;
  return stderr.isTTY ? (text) => void stderr.write(`\r\x1b[2K${text}`) : undefined;
}

/** Splits the arguments; returns a sentence when they are wrong. */
function parse(args: readonly string[]): Asked | string {
  const all = Object.values(GROUPS).flatMap((commands) => Object.values(commands));
  const withValue = [...new Set(all.flatMap(({ flags }) => flags)), ...FOR_ALL]
    .filter((flag) => !WITHOUT_VALUE.includes(flag));
  const split = splitArguments(args, {
    command: "operate",
    withValue,
    withoutValue: WITHOUT_VALUE,
  });
  if (typeof split === "string") return split;
  const [group = "", word = "", ...rest] = split.words;
  const commands = Object.hasOwn(GROUPS, group) ? GROUPS[group] : undefined;
  if (!commands) return `There is no command ${group}: use ${Object.keys(GROUPS).join(", ")}`;
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (!command) {
    const all = Object.keys(commands).join(", ");
    return word === ""
      ? `Say what to do with ${group}: ${all}`
      : `There is no command ${group} ${word}: use one of ${all}`;
  }
  const title = `${group} ${word}`;
  for (const flag of split.flags.keys()) {
    if (FOR_ALL.includes(flag) || command.flags.includes(flag)) continue;
    return `${title} takes no ${flag}`;
  }
  const named = command.takes === undefined ? undefined : rest.shift();
  if (command.takes !== undefined && named === undefined) {
    return `${title} needs a ${command.takes}`;
  }
  if (rest.length > 1) return tooManyModules(rest);
  return { command, title, named, module: rest[0], flags: split.flags };
}

/** The user with an id, or with a whole address. */
async function findUser(config: AuthConfig, named: string): Promise<{ id: string }> {
  const found = await findNamedUser(requireStore(config).store, named);
  if (found) return found;
  const what = named.includes("@") ? "with the address " : "";
  throw new Error(`There is no user ${what}${plain(named)}`);
}

/** Waits for the audit log, since the process ends afterwards. */
async function flush(config: AuthConfig): Promise<void> {
  if (!requireConfig(config).groups.has("audit")) return;
  await (broughtGroup(config, "audit") as unknown as { flush(): Promise<void> }).flush();
}

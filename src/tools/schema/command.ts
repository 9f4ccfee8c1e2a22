/**
 * The command line.
 *
 * @module
 */

import type { SqlDialect } from "../../base/store_facts.ts";
import type { Environment } from "../../config/env.ts";
import { processEnvironment } from "../../server/environment.ts";
import { splitArguments, tooManyModules } from "../doctor/arguments.ts";
import { loadConfigs } from "../doctor/configs.ts";
import { readVariables } from "../doctor/module.ts";
import { hiderOf, secretsIn } from "../doctor/secrets.ts";
import { namesOfProcess } from "../doctor/subject.ts";
import { needsOf } from "./needs.ts";
import { type Asked, missingIn, schemaFor } from "./print.ts";

const DIALECTS: readonly SqlDialect[] = ["postgres", "mysql", "sqlite"];

const USAGE = `Usage:
  schema [module]     prints the tables that the config of a module needs, as SQL
    --sql <dialect>     ${DIALECTS.join(", ")}. Default: the one of the store
    --drizzle           prints them as tables of Drizzle
    --prisma            prints them as models of Prisma
    --kysely            prints them as types and a migration of Kysely
    --views             adds read-only views over the records of what the config has
    --diff              prints what the database of the config lacks, and nothing else
    --json              prints JSON
    --env-file <path>   reads variables from a file, such as .env

Exit code: 0, with --diff 1 when something is missing, and 2 when the command could not do it.`;

const FORMATS = ["--drizzle", "--prisma", "--kysely"] as const;

const FLAGS = {
  command: "schema",
  withValue: ["--sql", "--env-file"],
  withoutValue: [...FORMATS, "--views", "--diff", "--json", "--help"],
};

/** Parts of the process that the command uses; tests pass their own. */
export interface SchemaHost {
  /** Prints the result. */
  print(text: string): void;
  /** Prints what is wrong. */
  warn(text: string): void;
  /** Variables, whose secrets no message has. Default: those of the process. */
  env?: Environment;
  /** Folder in which a module is sought. Default: the working directory. */
  folder?: string;
}

/** Runs the command; returns the exit code. */
export async function main(
  args: readonly string[],
  host: SchemaHost = { print: console.log, warn: console.error },
): Promise<number> {
  const { print, warn } = host;
  const asked = parse(args);
  if (typeof asked === "string") {
    warn(`${asked}\n\n${USAGE}`);
    return 2;
  }
  const { words, flags } = asked;
  if (flags.has("--help")) {
    print(USAGE);
    return 0;
  }
  try {
    const envFile = flags.get("--env-file");
    const problem = envFile === undefined ? undefined : await readVariables(envFile);
    if (problem) throw new Error(problem);
    const found = await loadConfigs("schema", words[0], host.folder);
    const needs = needsOf(found.map(({ config }) => config));
    const isDiff = flags.has("--diff");
    const made = isDiff ? await missingIn(needs, asked) : schemaFor(needs, asked);
    if (made.note) warn(made.note);
    if (flags.has("--json")) print(JSON.stringify(made.data, null, 2));
    else if (made.text) print(made.text);
    return isDiff && made.text ? 1 : 0;
  } catch (error) {
    const env = host.env ?? processEnvironment();
    const names = host.env ? Object.keys(host.env) : namesOfProcess() ?? [];
    warn(hiderOf(secretsIn(env, names))((error as Error).message));
    return 2;
  }
}

/** What was asked for; a sentence when it is wrong. */
function parse(
  args: readonly string[],
): string | Asked & { words: readonly string[]; flags: ReadonlyMap<string, string> } {
  const split = splitArguments(args, FLAGS);
  if (typeof split === "string") return split;
  const { words, flags } = split;
  if (words.length > 1) return tooManyModules(words);
  const sql = flags.get("--sql");
  if (sql !== undefined && !DIALECTS.includes(sql as SqlDialect)) {
    return `There is no dialect ${sql}: use ${DIALECTS.join(", ")}`;
  }
  const formats = FORMATS.filter((flag) => flags.has(flag));
  if (formats.length > 1) return `Pass one of ${FORMATS.join(", ")}`;
  const [format] = formats;
  if (format !== undefined && (flags.has("--diff") || flags.has("--views"))) {
    return `${format} takes neither --diff nor --views, which are SQL`;
  }
  if (flags.has("--diff") && sql !== undefined) {
    return "--diff asks the database of the config, so it takes no --sql";
  }
  return {
    ...split,
    dialect: sql as SqlDialect | undefined,
    tool: format?.slice("--".length) as Asked["tool"],
    hasViews: flags.has("--views"),
  };
}

/**
 * The command that examines the app of a module.
 *
 * @module
 */

import { readFile, stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import process from "node:process";
import * as util from "node:util";
import type { Environment } from "../config/env.ts";
import { processEnvironment } from "../server/environment.ts";
import { checkApp } from "./app.ts";
import { check } from "./checks.ts";
import type { DiagnoseOptions, Diagnosis } from "./diagnosis.ts";
import { type Finding, finding, messageOf } from "./finding.ts";
import type { CommandHost } from "./host.ts";
import { load, type Loaded } from "./load.ts";
import { toJson, toText } from "./print.ts";
import { secretsIn, withoutSecrets } from "./secrets.ts";
import { namesOfProcess } from "./subject.ts";
import type { Fetch } from "./visit.ts";

/** Modules that usually make the config, when none is passed. */
const USUAL = ["auth", "src/auth", "main", "src/main", "server", "src/server", "app", "src/index"]
  .flatMap((name) => [".ts", ".js", ".mjs"].map((extension) => name + extension));

/** Examines an app, and prints the diagnosis; returns the exit code. */
export async function examineApp(
  named: string | undefined,
  flags: ReadonlyMap<string, string>,
  { print, env, fetch, folder }: CommandHost,
): Promise<number> {
  const url = flags.get("--url");
  const envFile = flags.get("--env-file");
  const findings: Finding[] = [];
  if (envFile !== undefined) {
    const problem = await readVariables(envFile);
    if (problem) {
      print(problem);
      return 2;
    }
  } else findings.push(...await checkEnvFile(env ?? process.env));
  const path = await findModule(named, folder);
  let diagnosis: Diagnosis;
  let command: readonly [string, string] | undefined;
  if (path === undefined && url && named === undefined) {
    diagnosis = await visitOnly(url, fetch);
  } else if (path === undefined) {
    diagnosis = toDiagnosis([moduleMissing(named)]);
  } else {
    const loaded = await load(resolve(path));
    diagnosis = await diagnoseAll(loaded, {
      url,
      env,
      fetch,
      offline: flags.has("--offline"),
    });
    if ("Deno" in globalThis) command = ["deno run", path];
  }
  diagnosis = { ...diagnosis, findings: [...diagnosis.findings, ...findings] };
  const subject = [path, url].filter(Boolean).join(", ") || process.cwd();
  const hasColors = process.stdout.isTTY === true && !process.env.NO_COLOR;
  print(
    flags.has("--json") ? toJson(diagnosis, subject) : toText(diagnosis, {
      subject,
      hasColors,
      command,
    }),
  );
  return diagnosis.isHealthy ? 0 : 1;
}

async function findModule(
  named: string | undefined,
  folder: string | undefined,
): Promise<string | undefined> {
  for (const name of named === undefined ? USUAL : [named]) {
    const path = resolve(folder ?? ".", name);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile()) return relative(".", path) || path;
  }
}

function moduleMissing(named: string | undefined): Finding {
  return named === undefined
    ? finding(
      "module-missing",
      `There is no module with a usual name here, such as ${USUAL[0]}, ${USUAL[3]} or main.ts`,
      "Pass the module that makes the config: `doctor lib/auth.ts`; or begin one with `init`.",
    )
    : finding(
      "module-missing",
      `There is no file ${named} in ${process.cwd()}`,
      "Correct the path of the module, or run the command in the folder of the app.",
    );
}

/** One diagnosis for all configs of a module. */
async function diagnoseAll(loaded: Loaded, options: DiagnoseOptions): Promise<Diagnosis> {
  const { env = processEnvironment() } = options;
  const secrets = secretsIn(env, options.env ? Object.keys(env) : namesOfProcess());
  const all: Diagnosis[] = [toDiagnosis(withoutSecrets(loaded.findings, secrets))];
  for (const { config, basePath } of loaded.configs) {
    all.push(await check(config, { ...options, basePath }, loaded));
  }
  const findings = new Map(
    all.flatMap((each) => each.findings).map((found) => [`${found.id} ${found.message}`, found]),
  );
  return {
    findings: [...findings.values()],
    isHealthy: all.every(({ isHealthy }) => isHealthy),
    redirectUris: Object.assign({}, ...all.map(({ redirectUris }) => redirectUris)),
    permissions: joinFlags(all.flatMap(({ permissions }) => permissions)),
  };
}

/** One flag of each name, with all values. */
function joinFlags(flags: readonly string[]): string[] {
  const values = new Map<string, Set<string>>();
  for (const flag of flags) {
    const [name = "", list] = flag.split("=");
    const known = values.get(name) ?? new Set();
    for (const value of list?.split(",") ?? []) known.add(value);
    values.set(name, known);
  }
  return [...values].map(([name, list]) =>
    list.size > 0 ? `${name}=${[...list].sort().join(",")}` : name
  );
}

function toDiagnosis(findings: readonly Finding[]): Diagnosis {
  const isHealthy = findings.every(({ severity }) => severity !== "error");
  return { findings, isHealthy, redirectUris: {}, permissions: [] };
}

async function visitOnly(url: string, fetch: Fetch = globalThis.fetch): Promise<Diagnosis> {
  const { origin, pathname } = new URL(url);
  const basePath = pathname === "/" ? "/auth" : pathname.replace(/\/+$/, "");
  return toDiagnosis(await checkApp({ origin, basePath, fetch }));
}

/** Sets the variables of a file that are not set yet; returns a sentence when it cannot. */
async function readVariables(path: string): Promise<string | undefined> {
  try {
    // Node has the function since 20.12.
    for (const [name, value] of Object.entries(util.parseEnv(await readFile(path, "utf8")))) {
      process.env[name] ??= value;
    }
  } catch (error) {
    return `Cannot read the variables in ${path}: ${messageOf(error)}`;
  }
}

/** Variables of the library in .env that the process does not have. */
async function checkEnvFile(env: Environment): Promise<Finding[]> {
  const text = await readFile(".env", "utf8").catch(() => "");
  const names = [...text.matchAll(/^\s*(?:export\s+)?(AUTH_\w+)\s*=\s*\S/gm)].map(([, name]) =>
    name!
  );
  const unread = names.filter((name) => env[name] === undefined);
  if (unread.length === 0) return [];
  return [finding(
    "env-file-unread",
    `.env has ${unread.join(", ")}, but the process does not`,
    "Pass `--env-file .env` to the doctor, and `--env-file` to `deno run` or `node`; Next.js and Vite " +
      "read the file by themselves.",
  )];
}

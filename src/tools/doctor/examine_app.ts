/**
 * The command that examines the app of a module.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import process from "node:process";
import { withoutEnd } from "../../base/trim.ts";
import type { Environment } from "../../config/env.ts";
import { toUserConfig } from "../../server/environment.ts";
import { processEnvironment } from "../../server/environment.ts";
import { checkApp } from "./app.ts";
import { check, makeDiagnosis, type ModuleFacts } from "./checks.ts";
import type { DiagnoseOptions, Diagnosis } from "./diagnosis.ts";
import { finding, messageOf } from "./finding.ts";
import type { CommandHost } from "./host.ts";
import { withRecordStores } from "./record_stores.ts";
import { packagesIn, usualPort } from "./init.ts";
import { findModule, readVariables, withoutModule } from "./module.ts";
import { load, type Loaded } from "./load.ts";
import { type RunCommand, toJson, toText } from "./print.ts";
import { secretsIn } from "./secrets.ts";
import { examine, namesOfProcess } from "./subject.ts";
import { joinFlags, tryPermissions } from "./trial.ts";
import { type Result, sortResults, unchecked } from "./unchecked.ts";
import type { Fetch } from "./visit.ts";

/** Examines an app, and prints the diagnosis; returns the exit code. */
export async function examineApp(
  named: string | undefined,
  flags: ReadonlyMap<string, string>,
  { print, env, fetch, folder }: CommandHost,
): Promise<number> {
  const url = flags.get("--url");
  const envFile = flags.get("--env-file");
  const results: Result[] = [];
  if (envFile !== undefined) {
    const configError = await readVariables(envFile);
    if (configError) {
      print(configError);
      return 2;
    }
  } else results.push(...await checkEnvFile(env ?? process.env));
  const path = await findModule(named, folder);
  let diagnosis: Diagnosis;
  let command: RunCommand | undefined;
  const loaded = path === undefined ? undefined : await load(resolve(path));
  if (path === undefined || loaded === undefined || loaded.configs.length === 0) {
    // Who names no module, and visits the app, has not asked for more.
    const isOptional = url !== undefined && named === undefined &&
      (loaded === undefined || loaded.needsBuild);
    const faults = isOptional ? [] : loaded?.results ?? [moduleMissing(named)];
    const visited = url === undefined ? [] : await visitOnly(url, fetch);
    diagnosis = toDiagnosis([...faults, ...visited, notExamined(path, loaded)], env);
  } else {
    const port = loaded.listening.find((place) => place.port > 0)?.port ??
      await usualPort(folder ?? ".");
    diagnosis = await diagnoseAll({ loaded, port }, {
      url,
      env,
      fetch,
      offline: flags.has("--offline"),
      callbacks: !flags.has("--no-callbacks"),
      organizations: flags.get("--organization")?.split(",").map((name) => name.trim()),
    });
    if ("Deno" in globalThis) {
      // Processes of their own have the variables of this one.
      const tried = env ? undefined : await tryPermissions(resolve(path), {
        flags: diagnosis.permissions,
        optional: readByLibrary(loaded),
        callbacks: !flags.has("--no-callbacks"),
      });
      if (tried) diagnosis = { ...diagnosis, permissions: tried };
      else results.push(notTried());
      const before = envFile === undefined ? "deno run" : `deno run --env-file=${envFile}`;
      command = { before, after: path, isTried: tried !== undefined };
    }
  }
  const more = sortResults(results);
  diagnosis = {
    ...diagnosis,
    findings: withRecordStores(
      [...diagnosis.findings, ...more.findings],
      await packagesIn(folder ?? "."),
    ),
    unchecked: [...diagnosis.unchecked, ...more.unchecked],
  };
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

function moduleMissing(named: string | undefined): Result {
  const { fault, cure } = withoutModule("doctor", named);
  return finding("module-missing", fault, cure);
}

function notExamined(path: string | undefined, loaded: Loaded | undefined): Result {
  const subject = "The config, its callbacks, variables, providers, store and emails";
  if (path === undefined) {
    return unchecked(subject, "there is no module", "Pass it: `doctor src/auth.ts`.");
  }
  return loaded?.needsBuild
    ? unchecked(
      subject,
      `only the build of its framework can load ${path}`,
      "Export the config from a module that imports no framework, such as `auth.config.ts`, and " +
        "pass that one.",
    )
    : unchecked(subject, `${path} showed no config`, "Correct what is said about the module.");
}

function notTried(): Result {
  return unchecked(
    "Whether the app runs with the printed permissions",
    "they could not be tried out in a process of its own",
    "Run the doctor with -A, where the module can be loaded.",
  );
}

/** One diagnosis for all configs of a module. */
async function diagnoseAll(
  facts: ModuleFacts & { loaded: Loaded },
  options: DiagnoseOptions,
): Promise<Diagnosis> {
  const { loaded } = facts;
  const all: Diagnosis[] = [toDiagnosis(loaded.results, options.env)];
  for (const { config, basePath } of loaded.configs) {
    all.push(await check(config, { ...options, basePath }, facts));
  }
  return {
    ...sortResults(all.flatMap(({ findings, unchecked }) => [...findings, ...unchecked])),
    isHealthy: all.every(({ isHealthy }) => isHealthy),
    redirectUris: Object.assign({}, ...all.map(({ redirectUris }) => redirectUris)),
    permissions: joinFlags(all.flatMap(({ permissions }) => permissions)),
  };
}

/** Variables that the library reads, and does without where it may not. */
function readByLibrary({ configs }: Loaded): Set<string> {
  const env = processEnvironment();
  return new Set(configs.flatMap(({ config, basePath }) => [
    ...examine(toUserConfig(config), { env, basePath }).read,
  ]));
}

/** @param given variables; absent for those of the process */
function toDiagnosis(results: readonly Result[], given: Environment | undefined): Diagnosis {
  const env = given ?? processEnvironment();
  const secrets = secretsIn(env, given ? Object.keys(given) : namesOfProcess() ?? []);
  return { ...makeDiagnosis(results, secrets), redirectUris: {}, permissions: [] };
}

async function visitOnly(url: string, fetch: Fetch = globalThis.fetch): Promise<Result[]> {
  const { origin, pathname } = new URL(url);
  const basePath = pathname === "/" ? "/auth" : withoutEnd(pathname, "/");
  return await checkApp({ origin, basePath, fetch });
}

/** Variables of the library in .env that the process does not have. */
async function checkEnvFile(env: Environment): Promise<Result[]> {
  let text = "";
  try {
    text = await readFile(".env", "utf8");
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENOENT") return [];
    return [unchecked(
      "Variables of .env that the process does not have",
      `it cannot be read: ${messageOf(error)}`,
      "Run the doctor with --allow-read, or pass `--env-file .env`.",
    )];
  }
  const names = [...text.matchAll(/^[ \t]*(?:export +)?(AUTH_\w+)[ \t]*=[ \t]*\S/gm)].map((
    [, name],
  ) => name!);
  const unread = names.filter((name) => env[name] === undefined);
  if (unread.length === 0) return [];
  return [finding(
    "env-file-unread",
    `.env has ${unread.join(", ")}, but the process does not`,
    "Pass `--env-file .env` to the doctor, and `--env-file` to `deno run` or `node`; Next.js and Vite " +
      "read the file by themselves.",
  )];
}

/**
 * Imports the module of an app and finds its configs, without starting its server.
 *
 * @module
 */

import { errorMonitor, type EventEmitter } from "node:events";
import { register } from "node:module";
import { Server } from "node:net";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { isRecord } from "../../base/objects.ts";
import { processEnvironment } from "../../server/environment.ts";
import type { ConfigObserver } from "../../server/observe.ts";
import { configObserver, defined, forgetful } from "../../symbols.ts";
import type { AuthConfig } from "../../types/config.ts";
import { cureIn, type Finding, finding, messageOf } from "./finding.ts";
import { type Result, unchecked } from "./unchecked.ts";

/** Milliseconds to wait for a module that awaits its server after it has made a config. */
export const SETTLED_MS = 2000;

/** Longest wait for a module, in milliseconds. */
const LOAD_MS = 20_000;

/** A config of the app. */
export interface FoundConfig {
  /** The config. */
  readonly config: AuthConfig;
  /** Base path that a wrapper sets. */
  readonly basePath?: string | undefined;
}

/** A place where the app would listen. */
export interface Listening {
  /** Host name or address. */
  readonly hostname: string;
  /** Port. */
  readonly port: number;
}

/** A module as it was loaded. */
export interface Loaded {
  /** Its configs; the first is the one it exports, if any. */
  readonly configs: readonly FoundConfig[];
  /** Faults of the module, and what was not checked. */
  readonly results: readonly Result[];
  /** `true` when only the build of a framework can load it. */
  readonly needsBuild: boolean;
  /** Servers that the app would start. */
  readonly listening: readonly Listening[];
  /** Variables that the module itself read, which fails without the permission. */
  readonly read: ReadonlySet<string>;
  /** Paths of Deno KV databases that it opened; an empty one is the default database. */
  readonly databases: readonly string[];
}

/** What a module does while it is loaded. */
export interface Observed {
  configs: FoundConfig[];
  pending: Promise<void>[];
  listening: Listening[];
  read: Set<string>;
  databases: string[];
  /** Errors of configs that are functions, which got a stand-in of a request. */
  failed: string[];
  /** Called at each config. */
  onConfig: () => void;
}

/** Keeps servers from listening, and takes down what modules do; `restore` undoes it. */
export function beginObservation(): { observed: Observed; restore: () => void } {
  const observed: Observed = {
    configs: [],
    pending: [],
    listening: [],
    read: new Set(),
    databases: [],
    failed: [],
    onConfig: () => {},
  };
  return { observed, restore: intercept(observed) };
}

/** Waits until a server listens, or never will. */
function hasBegun(server: EventEmitter): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ["listening", errorMonitor, "close"]) server.once(event, () => resolve());
  });
}

/** Imports a module; never throws. */
export async function load(path: string): Promise<Loaded> {
  const { observed, restore } = beginObservation();
  let found: FoundConfig[] | undefined;
  const results: Result[] = [];
  let needsBuild = false;
  try {
    const exported = await importModule(path, observed);
    await Promise.all(observed.pending);
    found = listConfigs(observed, exported);
  } catch (error) {
    needsBuild = isOfBuild(messageOf(error));
    results.push(makeFailure(path, error));
  } finally {
    restore();
  }
  const configs = found ?? listConfigs(observed);
  if (configs.length === 0 && results.length === 0) {
    results.push(finding(
      "config-missing",
      `${path} makes no config: it calls neither a wrapper such as \`DenoAuth\` nor \`defineAuth\`, ` +
        "and exports neither `auth` nor `config`",
      "Pass the module that does: `doctor src/auth.ts`; a config for `Auth` is found when it is " +
        "exported as `config`.",
    ));
  }
  const { listening, read, databases, failed } = observed;
  results.push(...failed.map((reason) =>
    unchecked(
      `A config of ${path}, which is a function`,
      `it threw for a sample request: ${reason}`,
      "Export a config that does not depend on the request as `config`, for this command.",
    )
  ));
  return { configs, results, needsBuild, listening, read, databases };
}

/** The exports; `undefined` when the module waits for its server for ever. */
async function importModule(
  path: string,
  observed: Observed,
): Promise<Record<string, unknown> | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settled = new Promise<undefined>((resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it has not been loaded after ${LOAD_MS / 1000} seconds`)),
      LOAD_MS,
    );
    observed.onConfig = () => {
      clearTimeout(timer);
      timer = setTimeout(() => resolve(undefined), SETTLED_MS);
    };
  });
  try {
    await readTypeScript(path);
    return await Promise.race([import(pathToFileURL(path).href), settled]);
  } finally {
    clearTimeout(timer);
  }
}

/** Where Node reads no TypeScript, that of the app does. */
async function readTypeScript(path: string): Promise<void> {
  const { HOOKS, hasTypeScript, needsHooks } = await import("./typescript_hooks.ts");
  if (needsHooks(path) && hasTypeScript(path)) register(HOOKS, { data: path });
}

/** Returns `true` for an error about a module that exists in the build of a framework alone. */
function isOfBuild(message: string): boolean {
  return /[$](app|env)\b|next\/(headers|server)|@builder\.io|virtual:|server-only/.test(message);
}

function makeFailure(path: string, error: unknown): Finding {
  const message = messageOf(error);
  const { code } = Object(error) as { code?: string };
  if (code === "ERR_UNKNOWN_FILE_EXTENSION") {
    return finding(
      "module-failed",
      `Cannot load ${path}: this version of Node does not read TypeScript`,
      "Install TypeScript in the app with `npm install --save-dev typescript`, use Node 22.18 or " +
        "newer, or pass the compiled JavaScript file.",
    );
  }
  if (isOfBuild(message)) {
    return finding(
      "module-failed",
      `Cannot load ${path} outside of its framework: ${message}`,
      "Export the config from a module that imports no framework, such as `auth.config.ts`, and " +
        "pass that one.",
    );
  }
  const otherwise = /(Cannot|Unable to) find|Module not found|not a dependency/i.test(message)
    ? "Install the package, or correct the import"
    : `Correct the error; running ${path} shows its place`;
  return finding("module-failed", `Cannot load ${path}: ${message}`, cureIn(message, otherwise));
}

/** All configs of a module; those that it exports come first, since the app means them. */
export function listConfigs(
  { configs }: Observed,
  exported: Record<string, unknown> = {},
): FoundConfig[] {
  return unique([...configsIn(exported), ...configs]);
}

/** The configs among the exports of a module. */
function configsIn(exported: Record<string, unknown>): FoundConfig[] {
  const values = Object.values(exported);
  const made = values.filter((value) => isRecord(value) && defined in value)
    .map((value) => (value as unknown as { config: AuthConfig }).config);
  const named = ["config", "authConfig", "authOptions", "default"].map((name) => exported[name])
    .filter((value) => isRecord(value) && !(defined in value) && Array.isArray(value.providers));
  return [...made, ...named as unknown as AuthConfig[]].map((config) => ({ config }));
}

/** One entry per config object; a base path that a wrapper sets is kept. */
function unique(found: readonly FoundConfig[]): FoundConfig[] {
  const known = new Map<AuthConfig, FoundConfig>();
  for (const entry of found) {
    const before = known.get(entry.config);
    known.set(entry.config, { ...entry, basePath: before?.basePath ?? entry.basePath });
  }
  return [...known.values()];
}

type Intercepted = typeof globalThis & {
  [configObserver]?: ConfigObserver;
  Deno?: Record<string, unknown> & { env: Record<"get" | "has", (name: string) => unknown> };
};

/** Replaces what starts servers and tells of configs; returns a function that undoes it. */
function intercept(observed: Observed): () => void {
  const scope = globalThis as Intercepted;
  const { Deno } = scope;
  const undo: (() => void)[] = [];
  const replace = (holder: object, name: PropertyKey, value: unknown) => {
    const before = Object.getOwnPropertyDescriptor(holder, name);
    Object.defineProperty(holder, name, { value, configurable: true, writable: true });
    undo.push(() =>
      before ? Object.defineProperty(holder, name, before) : Reflect.deleteProperty(holder, name)
    );
  };

  replace(scope, configObserver, (config: object, options: object) => {
    observed.pending.push(learn(config, options, observed));
    observed.onConfig();
  });
  // The result is the only thing on standard output, and the arguments are the doctor's.
  for (const level of ["log", "info", "debug"]) replace(console, level, console.error);
  const { argv } = process;
  replace(process, "argv", argv.slice(0, 2));
  // A loopback port of the system's choice: the app gets a server, and its own port stays free.
  const { listen } = Server.prototype;
  replace(Server.prototype, "listen", function (this: Server, ...args: unknown[]) {
    const [first, second] = args;
    const options = isRecord(first) ? first : { port: first, host: second };
    observed.listening.push(toListening(options.port, options.host));
    const done = args.findLast((arg) => typeof arg === "function") as (() => void) | undefined;
    const server = Reflect.apply(listen, this, [{ port: 0, host: "127.0.0.1" }, done]);
    // What the app prints then still goes to standard error.
    observed.pending.push(hasBegun(this));
    return server;
  });
  if (Deno) {
    replace(Deno, "args", []);
    const { serve } = Deno;
    replace(Deno, "serve", (...args: unknown[]) => {
      const options = args.find(isRecord) ?? {};
      observed.listening.push(toListening(options.port ?? 8000, options.hostname));
      if (options.port !== 0) return neverFinished();
      // Nobody knows the port before: such a server is one that the app itself asks.
      const local = { ...options, hostname: "127.0.0.1", onListen: () => {} };
      return Reflect.apply(serve, Deno, args.map((arg) => arg === options ? local : arg));
    });
    for (const method of ["get", "has"] as const) {
      const original = Deno.env[method];
      replace(Deno.env, method, (name: string) => {
        observed.read.add(name);
        return Reflect.apply(original, Deno.env, [name]);
      });
    }
    if (typeof Deno.openKv === "function") {
      const { openKv } = Deno;
      replace(Deno, "openKv", (path?: string) => {
        observed.databases.push(path ?? "");
        const opened = (openKv as (path?: string) => Promise<object>).call(Deno, path);
        // The store says nothing of where it is, and adapters pass this on.
        return path === ":memory:"
          ? opened.then((kv) => Object.assign(kv, { [forgetful]: true }))
          : opened;
      });
    }
  }
  return () => undo.reverse().forEach((step) => step());
}

/** Takes a config down; one that is a function is called once, with a stand-in of a request. */
async function learn(config: object, options: object, observed: Observed): Promise<void> {
  try {
    const made = typeof config === "function" ? await config(standIn()) : config;
    const written =
      (defined in made ? (made as { config: AuthConfig }).config : made) as AuthConfig;
    observed.configs.push({ config: written, basePath: basePathIn(options, written) });
  } catch (error) {
    // A config that needs its request cannot be examined; the module may have others.
    observed.failed.push(messageOf(error));
  }
}

/** A request with the members that events of frameworks have. */
function standIn(): Request {
  const request = new Request("http://localhost/");
  const env = processEnvironment();
  return Object.assign(request, {
    request,
    locals: {},
    env: { get: (name: string) => env[name] },
  });
}

function basePathIn(options: object, written: AuthConfig): string | undefined {
  const { basePath } = options as { basePath?: (written: AuthConfig, env: object) => unknown };
  try {
    const path = basePath?.(written, processEnvironment());
    return typeof path === "string" ? path : undefined;
  } catch {
    return undefined;
  }
}

function toListening(port: unknown, hostname: unknown): Listening {
  return {
    hostname: typeof hostname === "string" && hostname ? hostname : "0.0.0.0",
    port: Number(port) || 0,
  };
}

/** A server as `Deno.serve` returns it, which runs until the process ends. */
function neverFinished(): object {
  return {
    addr: { transport: "tcp", hostname: "127.0.0.1", port: 0 },
    finished: new Promise<never>(() => {}),
    ref: () => {},
    unref: () => {},
    shutdown: () => Promise.resolve(),
  };
}

/**
 * A config as the library completes it for a process, with a record of the variables that were
 * read and of the lines that were logged.
 *
 * @module
 */

import { type Environment, setEnvDefaults } from "../../config/env.ts";
import { type HostRule, hostRule } from "../../config/host.ts";
import { reportFaults, resolveConfig } from "../../config/resolve.ts";
import { toBasePath } from "../../http/url.ts";
import type { AuthConfig } from "../../types/config.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { WarningCode } from "../../types/options.ts";

/** Port of an app that nothing else names, as `Deno.serve` has it. */
const DEFAULT_PORT = 8000;

/** The app that the doctor examines. */
export interface Subject {
  /** The config as the app wrote it. */
  readonly written: AuthConfig;
  /** The same, completed from the environment. */
  readonly completed: AuthConfig;
  /** The same, resolved. */
  readonly resolved: ResolvedConfig;
  /** Variables. */
  readonly env: Environment;
  /** Names of the variables that the library read. */
  readonly read: ReadonlySet<string>;
  /** Rule about the public origin. */
  readonly rule: HostRule;
  /** Public origin: that of the app under `url`, else of AUTH_URL, else a local one. */
  readonly origin: string;
  /** `true` when `url` or AUTH_URL names the origin. */
  readonly isOriginKnown: boolean;
  /** Base path, without a slash at its end. */
  readonly basePath: string;
  /** Codes of warnings that were logged while the config was completed. */
  readonly codes: readonly WarningCode[];
  /** Errors that were logged. */
  readonly errors: readonly Error[];
}

/** Settings of {@linkcode examine}. */
export interface SubjectOptions {
  /** Variables. */
  env: Environment;
  /** URL of the running app. */
  url?: string | undefined;
  /** Base path that a wrapper sets. */
  basePath?: string | undefined;
  /** Port on which the app listens. Default 8000. */
  port?: number | undefined;
}

/** Completes and resolves a config, without a line in its log. */
export function examine(
  written: AuthConfig,
  { env, url, basePath, port = DEFAULT_PORT }: SubjectOptions,
): Subject {
  const read = new Set<string>();
  const recorded: Environment = new Proxy({}, {
    get(_, name) {
      if (typeof name !== "string") return undefined;
      read.add(name);
      return env[name];
    },
  });
  const codes: WarningCode[] = [];
  const errors: Error[] = [];
  const logger = {
    error: (error: Error) => void errors.push(error),
    warn: (code: WarningCode) => void codes.push(code),
    debug: () => {},
  };
  const completed = { ...written, logger };
  if (basePath !== undefined) completed.basePath = basePath;
  setEnvDefaults(recorded, completed, basePath !== undefined);
  const rule = hostRule(written, recorded);
  const resolved = resolveConfig(completed);
  reportFaults(resolved);
  return {
    written,
    completed,
    resolved,
    env,
    read,
    rule,
    origin: url ? new URL(url).origin : rule.fixed ?? `http://localhost:${port}`,
    isOriginKnown: url !== undefined || rule.fixed !== undefined,
    basePath: url && new URL(url).pathname !== "/"
      ? toBasePath(new URL(url).pathname)
      : resolved.basePath,
    codes,
    errors,
  };
}

/** Names of the variables of the process; `undefined` when it may not list them. */
export function namesOfProcess(): string[] | undefined {
  const { Deno, process } = globalThis as {
    Deno?: {
      env: { toObject(): Record<string, string> };
      permissions: { querySync(descriptor: { name: "env" }): { state: string } };
    };
    process?: { env: Record<string, string | undefined> };
  };
  if (!Deno) return Object.keys(process?.env ?? {});
  const { state } = Deno.permissions.querySync({ name: "env" });
  return state === "granted" ? Object.keys(Deno.env.toObject()) : undefined;
}

/**
 * The process's environment, and configs completed by it.
 *
 * @module
 */

import { type Environment, setEnvDefaults } from "../config/env.ts";
import { resolveConfig, withProcessSecret } from "../config/resolve.ts";
import { MissingAdapter } from "../errors.ts";
import type { AuthConfig } from "../types/config.ts";
import type { ResolvedConfig, Store } from "../types/internal.ts";

interface EnvironmentHolder {
  env?: { get(name: string): string | undefined };
  permissions?: {
    querySync?(descriptor: { name: "env"; variable: string }): { state: string };
  };
}

/** The process's environment, variable by variable; one that may not be read is absent. */
export function processEnvironment(): Environment {
  return new Proxy({}, {
    get: (_, name) => typeof name === "string" ? readVariable(name) : undefined,
  });
}

function readVariable(name: string): string | undefined {
  const { Deno } = globalThis as { Deno?: EnvironmentHolder };
  if (!Deno?.env) {
    // Deno has a `process` too, which takes long to load when it is first touched.
    const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
    return process?.env?.[name];
  }
  const state = Deno.permissions?.querySync?.({ name: "env", variable: name }).state;
  return state === undefined || state === "granted" ? Deno.env.get(name) : undefined;
}

/** Completed copies, so that the work for a config is done once. */
const completed = new WeakMap<AuthConfig, AuthConfig>();

/**
 * The config an app wrote, completed by the environment and resolved.
 *
 * @param origin of the request, where there is one; on loopback origins outside
 * production, a secret is generated as the actions do
 * @throws what is wrong with it
 */
export function resolveForServer(written: AuthConfig, origin?: string): ResolvedConfig {
  let config = completed.get(written);
  if (!config) {
    completed.set(written, config = { ...written });
    setEnvDefaults(processEnvironment(), config);
  }
  const resolved = resolveConfig(config);
  // What needs no request needs no secret either.
  if (resolved.mayGenerateSecret && origin === undefined) return resolved;
  const usable = resolved.mayGenerateSecret ? withProcessSecret(resolved, origin!) : resolved;
  if (usable.problem) throw usable.problem;
  return usable;
}

/**
 * The same, for functions that need a store.
 *
 * @throws {MissingAdapter} when the config has none
 */
export function requireStore(written: AuthConfig): ResolvedConfig & { store: Store } {
  const resolved = resolveForServer(written);
  const { store } = resolved;
  if (!store) throw new MissingAdapter("Cannot do this without an `adapter`");
  return { ...resolved, store };
}

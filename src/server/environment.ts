/**
 * The process's environment, and configs that are completed from it.
 *
 * @module
 */

import { type Environment, setEnvDefaults } from "../config/env.ts";
import { resolveConfig } from "../config/resolve.ts";
import { findNeed } from "../config/needs.ts";
import { defined } from "../symbols.ts";
import type { AuthConfig } from "../types/config.ts";
import type { AnyConfig, ServerConfig } from "../types/inference.ts";
import type { ResolvedConfig, Store } from "../types/internal.ts";

interface EnvironmentHolder {
  env?: { get(name: string): string | undefined };
  permissions?: {
    querySync?(descriptor: { name: "env"; variable: string }): { state: string };
  };
}

/** An environment whose variables are read one at a time, when they are used. */
export function toEnvironment(read: (name: string) => string | undefined): Environment {
  return new Proxy({}, {
    get: (_, name) => typeof name === "string" ? read(name) : undefined,
  });
}

const variables: Environment = toEnvironment(readVariable);

/** The process's environment, read one variable at a time; unreadable variables are absent. */
export function processEnvironment(): Environment {
  return variables;
}

function readVariable(name: string): string | undefined {
  const { Deno } = globalThis as { Deno?: EnvironmentHolder };
  if (!Deno?.env) {
    // Deno has a `process` too, but the first access to it is slow.
    const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
    return process?.env?.[name];
  }
  const state = Deno.permissions?.querySync?.({ name: "env", variable: name }).state;
  return state === undefined || state === "granted" ? Deno.env.get(name) : undefined;
}

/** Resolved configs by environment and by the app's config object. */
const resolved = new WeakMap<Environment, WeakMap<AuthConfig, ResolvedConfig>>();

/**
 * The app's config, completed from the environment and resolved, once per config
 * object.
 *
 * @param hasOwnBasePath `true` when the caller's base path wins over `AUTH_URL`
 */
export function resolveUserConfig(
  written: AuthConfig,
  env: Environment = variables,
  hasOwnBasePath = false,
): ResolvedConfig {
  let configs = resolved.get(env);
  if (!configs) resolved.set(env, configs = new WeakMap());
  let config = configs.get(written);
  if (!config) {
    const completed = { ...written };
    setEnvDefaults(env, completed, hasOwnBasePath);
    configs.set(written, config = resolveConfig(completed));
  }
  return config;
}

/** The app's config; taken out of the result of `defineAuth` if the app passed that. */
export function toUserConfig(config: AnyConfig | ServerConfig): AuthConfig {
  // The parameters of typed callbacks depend on their results, which `AuthConfig` cannot express.
  return (defined in config ? config.config : config) as AuthConfig;
}

/**
 * A valid config for functions that need no request, and so no secret.
 *
 * @throws {AuthError} when the config is invalid
 */
export function requireConfig(written: ServerConfig): ResolvedConfig {
  const config = resolveUserConfig(toUserConfig(written));
  if (config.error && !config.mayGenerateSecret) throw config.error;
  return config;
}

/**
 * The same as {@linkcode requireConfig}, for functions that need a store.
 *
 * @throws {MissingAdapter} when the config has no adapter
 */
export function requireStore(written: ServerConfig): ResolvedConfig & { store: Store } {
  const config = requireConfig(written);
  const { store, userConfig } = config;
  if (!store) {
    throw findNeed(userConfig, [], { call: "functions of users and accounts", adapter: [] });
  }
  return { ...config, store };
}

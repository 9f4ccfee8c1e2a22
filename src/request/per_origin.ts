/**
 * Values that depend on the config and on the URLs of its actions alone.
 *
 * @module
 */

import type { Context, ResolvedConfig } from "../types/internal.ts";

/** Origins stored per config. Hosts and base paths can come from requests. */
const MAX_ORIGINS = 100;

/** Returns a function that makes a value once per config, origin and base path. */
export function perOrigin<T>(make: (ctx: Context) => T): (ctx: Context) => T {
  // Copies of a config for one host or base path share the table of providers.
  const known = new WeakMap<ResolvedConfig["providers"], Map<string, T>>();
  return (ctx) => {
    const { config, request } = ctx;
    let values = known.get(config.providers);
    if (!values) known.set(config.providers, values = new Map());
    const origin = request.origin + config.basePath;
    let value = values.get(origin);
    if (value === undefined) {
      value = make(ctx);
      if (values.size >= MAX_ORIGINS) values.clear();
      values.set(origin, value);
    }
    return value;
  };
}

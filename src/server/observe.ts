/**
 * What happens when an app makes a config: a tool is notified of it, or its fault is logged.
 *
 * @module
 */

import { reportError } from "../config/resolve.ts";
import { configObserver } from "../symbols.ts";
import type { AnyLazyConfig } from "../types/inference.ts";
import { toUserConfig } from "./environment.ts";

/** Function of a tool under {@linkcode configObserver}. */
export type ConfigObserver = (config: object, options: object) => void;

/**
 * Passes a config on when there is a tool, which reports its faults; else logs the fault. A
 * function is asked for its config at each request.
 *
 * @param options can have a function `basePath`
 */
export function announceConfig(config: AnyLazyConfig<never>, options: object = {}): void {
  const { [configObserver]: tell } = globalThis as { [configObserver]?: ConfigObserver };
  if (tell) tell(config, options);
  else if (typeof config !== "function") reportError(toUserConfig(config));
}

/**
 * Tells a tool of the configs of an app.
 *
 * @module
 */

import { configObserver } from "../symbols.ts";

/** Function of a tool under {@linkcode configObserver}. */
export type ConfigObserver = (config: object, options: object) => void;

/** Passes a config on when there is a tool; `options` can have a function `basePath`. */
export function observe(config: object, options: object = {}): void {
  (globalThis as { [configObserver]?: ConfigObserver })[configObserver]?.(config, options);
}

/**
 * Functions of an app in groups: each is written once, with the config as its first parameter, and
 * bound here to one config.
 *
 * @module
 */

import type { Awaitable } from "../types/entities.ts";
import type { Functions } from "../types/capability.ts";

/** Functions that take the config first, as a module has them. */
type Module = Readonly<Record<string, unknown>>;

/**
 * Binds the functions of a group to a config. The group is loaded when one of them is called.
 *
 * @param load loads the functions
 */
export function bindGroup<M>(config: object, load: () => Awaitable<M>): Functions<M> {
  const bound: Record<string, unknown> = {};
  const bind = (name: string) => async (...rest: unknown[]) => {
    const group = await load() as Module;
    const run = Object.hasOwn(group, name) ? group[name] : undefined;
    if (typeof run !== "function") throw new TypeError(`There is no function "${name}"`);
    return await run(config, ...rest);
  };
  return new Proxy(bound, {
    // Of `then`, `await` would make a promise of the group.
    get: (known, name) =>
      typeof name === "string" && name !== "then" ? known[name] ??= bind(name) : undefined,
  }) as Functions<M>;
}

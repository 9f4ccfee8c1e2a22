/**
 * Functions of an app in groups: each is written once, with the config as its first parameter, and
 * bound here to one config.
 *
 * @module
 */

import { MAKERS } from "../config/needs.ts";
import { AuthError } from "../errors.ts";
import type { AuthConfig } from "../types/config.ts";
import type { Awaitable } from "../types/entities.ts";
import type { FunctionsLoader } from "../types/internal.ts";
import type { Functions } from "../types/capability.ts";
import { requireConfig } from "./environment.ts";

/** Functions that take the config first, as a module has them. */
type Module = Readonly<Record<string, unknown>>;

/**
 * Binds the functions of a group to a config. The group is loaded when one of them is called: a look
 * at its names, as consoles do, loads nothing.
 *
 * @param load loads the functions
 * @param direct functions that are called as they are
 * @param names says which there are. Default: those of `load`
 */
export function bindGroup<M>(
  config: object,
  load: FunctionsLoader<M>,
  direct: Module = {},
  names: () => string | undefined = () => load.names,
): Functions<M> {
  const bound: Record<string, unknown> = Object.assign(Object.create(null), direct);
  const bind = (name: string) => async (...rest: unknown[]) => {
    const group = await load() as Module;
    const run = Object.hasOwn(group, name) ? group[name] : undefined;
    if (typeof run !== "function") throw new TypeError(`There is no function "${name}"`);
    return await run(config, ...rest);
  };
  return new Proxy(bound, {
    ownKeys(known) {
      for (const name of names()?.split(" ") ?? []) known[name] ??= bind(name);
      return Reflect.ownKeys(known);
    },
    // Of `then`, `await` would make a promise of the group.
    get: (known, name) =>
      typeof name === "string" && name !== "then" ? known[name] ??= bind(name) : undefined,
  }) as Functions<M>;
}

/** What brings the functions of a group that a list of the config brings. */
const LISTED: Readonly<Record<string, [option: string, made: string]>> = {
  domains: ["connections", MAKERS.connections],
  factors: ["factors", "second factors of `@x/auth/factors`"],
  passkeys: ["providers", "a provider for passkeys, such as `Passkey`"],
  passwords: ["providers", "`Password()`"],
};

/** What brings the functions of a group: the member of the config, and what is to be added to it. */
function bringerOf(name: string): [option: string, made: string] {
  const maker = Object.entries(MAKERS).find(([member]) => member === name);
  return maker ?? LISTED[name] ?? ["capabilities", "one with functions"];
}

/**
 * Binds the functions that a capability of the config brings.
 *
 * @throws {AuthError} at each call, when the config is invalid or has no such capability
 */
export function broughtGroup<M>(
  config: AuthConfig,
  name: string,
  direct?: Module,
): Functions<M> {
  const find = () => requireConfig(config).groups.get(name);
  const load = () => {
    const found = find();
    if (found) return found() as Awaitable<M>;
    const [option, made] = bringerOf(name);
    throw new AuthError(`Cannot use the functions of \`${name}\`: add ${made} to \`${option}\``, {
      cause: { option },
    });
  };
  return bindGroup(config, load, direct, () => {
    try {
      return find()?.names;
    } catch {
      // A look throws nothing; a call says what is wrong with the config.
      return undefined;
    }
  });
}

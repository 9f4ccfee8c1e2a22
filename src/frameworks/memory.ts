/**
 * What wrappers remember for as long as the config or the request it belongs
 * to is in use, and no longer.
 *
 * @module
 */

const remembered = new WeakMap<object, Map<string, unknown>>();

/**
 * The value that belongs to `subject`, made when it is first asked for.
 *
 * @param name which of the values of this subject; the caller's type goes with it
 */
export function onceFor<Value>(subject: object, name: string, make: () => Value): Value {
  let values = remembered.get(subject);
  if (!values) remembered.set(subject, values = new Map());
  if (!values.has(name)) values.set(name, make());
  return values.get(name) as Value;
}

/** Replaces the value that belongs to `subject`. */
export function rememberFor(subject: object, name: string, value: unknown): void {
  const values = remembered.get(subject);
  if (values) values.set(name, value);
  else remembered.set(subject, new Map([[name, value]]));
}

/** The value that belongs to `subject`, if there is one. */
export function recallFor(subject: object, name: string): unknown {
  return remembered.get(subject)?.get(name);
}

/** Most base paths that one config is prepared for. */
const MAX_BASE_PATHS = 100;

/**
 * A function that gives a config other base paths, and the same object for the
 * same path, since work is remembered per object. Paths can come from the
 * request (`/:tenant/auth`), so only so many are kept.
 */
export function createMounter<Config extends { basePath?: string }>(): (
  config: Config,
  basePath: string,
) => Config {
  return (config, basePath) => {
    const mounted = onceFor(config, "mounted", () => new Map<string, Config>());
    const known = mounted.get(basePath);
    if (known) return known;
    const made = { ...config, basePath };
    if (mounted.size < MAX_BASE_PATHS) mounted.set(basePath, made);
    return made;
  };
}

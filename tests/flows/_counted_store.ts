/**
 * A store whose calls are counted, so that a test can begin something at a certain one.
 *
 * @module
 */

/** A store, and what has been asked of it. */
export interface CountedStore<T> {
  readonly store: T;
  /** Number of calls. */
  readonly count: number;
  /** Resolves when so many further calls have begun. */
  afterCalls(number: number): Promise<void>;
}

/** Counts the calls of a store, those of its records included. */
export function counted<T extends object>(
  store: T,
  onCall: (name: string, args: readonly unknown[]) => void = () => {},
): CountedStore<T> {
  let count = 0;
  const waiting = new Map<number, () => void>();
  const note = (name: string, args: readonly unknown[]) => {
    count++;
    onCall(name, args);
    waiting.get(count)?.();
    waiting.delete(count);
  };
  return {
    store: observed(store, "", note),
    get count() {
      return count;
    },
    afterCalls(number) {
      if (number <= 0) return Promise.resolve();
      return new Promise((resolve) => waiting.set(count + number, resolve));
    },
  };
}

function observed<T extends object>(
  store: T,
  prefix: string,
  note: (name: string, args: readonly unknown[]) => void,
): T {
  const members = new Map<string | symbol, unknown>();
  const wrap = (name: string | symbol, value: unknown): unknown => {
    if (name === "records" && value) return observed(value as object, "records.", note);
    if (typeof value !== "function") return value;
    return (...args: unknown[]) => {
      note(`${prefix}${String(name)}`, args);
      return value.apply(store, args);
    };
  };
  return new Proxy(store, {
    get(target, name) {
      // Always the same one, since libraries know a store by its identity.
      if (!members.has(name)) members.set(name, wrap(name, Reflect.get(target, name)));
      return members.get(name);
    },
  });
}

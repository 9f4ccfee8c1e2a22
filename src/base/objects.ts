/**
 * Plain objects of unknown or optional members, and values that are kept on objects which this
 * library did not make, such as a request.
 *
 * @module
 */

/** Returns `true` for an object that is not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member of a table by a name from outside; `undefined` for a name that is inherited. */
export function ownMember<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** A copy without the members that are `undefined`; members named by symbols are kept. */
export function withoutUndefined<T extends object>(record: T): T {
  const copy = { ...record };
  for (const name of Object.keys(copy) as (keyof T)[]) {
    if (copy[name] === undefined) delete copy[name];
  }
  return copy;
}

/** A copy with the members that are text. */
export function textMembers(record: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, string] =>
      typeof entry[1] === "string"
    ),
  );
}

/** Values, each kept on an object. No other code sees a value, and it lives as long as its object. */
export interface Slot<T> {
  /** The value of an object; `undefined` when it has none. */
  get(object: object): T | undefined;
  /** Gives an object its value, in the place of an earlier one. */
  set(object: object, value: T): void;
}

/** The constructor returns its argument, so a subclass adds its private member to that object. */
class Given {
  constructor(object: object) {
    return object;
  }
}

/**
 * Makes a slot. A `WeakMap` does the same, but an entry for each request takes the garbage
 * collector a tenth of the time of a session read.
 */
export function createFieldStore<T>(): Slot<T> {
  return class Holder extends Given {
    #value: T;

    constructor(object: object, value: T) {
      super(object);
      this.#value = value;
    }

    static get(object: object): T | undefined {
      return #value in object ? object.#value : undefined;
    }

    static set(object: object, value: T): void {
      if (#value in object) object.#value = value;
      else new Holder(object, value);
    }
  };
}

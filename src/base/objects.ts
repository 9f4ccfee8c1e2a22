/**
 * Plain objects of unknown or optional members.
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

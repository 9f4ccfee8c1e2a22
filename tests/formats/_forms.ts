/**
 * The form of records: who owns them, and the members of their data with their types.
 *
 * @module
 */

import type { Json, RecordEntry } from "../../src/types/records.ts";

/** Path of a member → types that it has had, sorted; `"absent"` is one of them where it may lack. */
export type Form = Readonly<Record<string, string>>;

/** Kind → form. */
export type Forms = Readonly<Record<string, Form>>;

const ABSENT = "absent";

/** The forms of the records of each kind. */
export function formsOf(entries: readonly RecordEntry[]): Forms {
  const byKind = Map.groupBy(entries, ({ kind }) => kind);
  return Object.fromEntries([...byKind].map(([kind, all]) => [kind, formOf(all)]));
}

function formOf(entries: readonly RecordEntry[]): Form {
  const seen = entries.map((entry) => new Map(membersOf(entry)));
  const paths = new Set(seen.flatMap((members) => [...members.keys()]));
  return Object.fromEntries(
    [...paths].map((path) => {
      const types = new Set(seen.map((members) => members.get(path) ?? ABSENT));
      return [path, [...types].sort().join(" | ")];
    }),
  );
}

function* membersOf({ owner, expires, data }: RecordEntry): Generator<[path: string, type: string]> {
  yield ["owner", owner === undefined ? "none" : "text"];
  yield ["expires", expires === null ? "never" : "time"];
  yield* pathsOf("data", data);
}

function* pathsOf(path: string, value: Json): Generator<[path: string, type: string]> {
  if (Array.isArray(value)) {
    yield [path, "list"];
    // Members of a list are alike.
    for (const member of value.slice(0, 1)) yield* pathsOf(`${path}[]`, member);
    return;
  }
  if (value === null || typeof value !== "object") return yield [path, typeOf(value)];
  yield [path, "object"];
  for (const [name, member] of Object.entries(value)) {
    // What is keyed by a URL or an id has one name.
    yield* pathsOf(`${path}.${/^[a-zA-Z]\w{0,30}$/.test(name) ? name : "*"}`, member);
  }
}

function typeOf(value: string | number | boolean | null): string {
  if (value === null) return "null";
  if (typeof value !== "string") return typeof value;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return "ISO 8601";
  return value.startsWith("eyJ") ? "sealed" : "text";
}

/**
 * What of a form the version that wrote it would miss in what is written now. A member that is new
 * is ignored by it.
 */
export function lostIn(frozen: Form, now: Form): string[] {
  return Object.entries(frozen).flatMap(([path, types]) => {
    const known = types.split(" | ");
    const other = (now[path] ?? ABSENT).split(" | ").filter((type) => !known.includes(type));
    return other.length > 0 ? [`${path} was ${types}, and is ${other.join(" | ")}`] : [];
  });
}

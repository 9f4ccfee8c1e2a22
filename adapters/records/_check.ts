/**
 * Limits of records, checked before a store is touched.
 *
 * @module
 */

import type { RecordEntry, RecordPage } from "../../src/types/records.ts";
import { isExact } from "../_text.ts";

/** Most UTF-16 code units of an id or an owner. */
const MAX_ID_LENGTH = 512;

/** Most bytes of `data` as JSON in UTF-8. */
const MAX_DATA_BYTES = 32 * 1024;

/** Deepest nesting of `data`; recursion on it stays far from the end of the stack. */
const MAX_DEPTH = 100;

/** Most records of a page, and the default. */
const MAX_PAGE = 1000;

const KIND = /^[a-z0-9.-]{1,64}$/;

const encoder = new TextEncoder();

/** Refuses a kind that breaks the rules. */
export function checkKind(kind: string): void {
  checkType("kind", typeof kind, "string");
  if (!KIND.test(kind)) refuse("`kind` is not 1 to 64 characters of a-z, 0-9, . and -");
}

/** Refuses an id or an owner that breaks the rules. */
export function checkId(id: string, name: "id" | "owner" | "after" | "exceptId" = "id"): void {
  checkType(name, typeof id, "string");
  if (id.length < 1 || id.length > MAX_ID_LENGTH) {
    refuse(`\`${name}\` is not 1 to ${MAX_ID_LENGTH} UTF-16 code units long`);
  }
  // A store would change such text, and two ids could become equal.
  if (!isExact(id)) refuse(`\`${name}\` contains a NUL or a lone surrogate`);
}

/**
 * Refuses an entry that breaks the rules.
 *
 * @returns its data as JSON
 */
export function checkEntry(entry: RecordEntry, expected: number | null): string {
  const { kind, id, owner, version, expires, data } = entry;
  checkKind(kind);
  checkId(id);
  if (owner !== undefined) checkId(owner, "owner");
  checkVersion("version", version);
  if (expected !== null) checkVersion("expected", expected);
  if (version === expected) refuse("`version` equals the expected version");
  if (expires !== null && !(expires instanceof Date && !isNaN(expires.valueOf()))) {
    throw new TypeError(say("`expires` is neither a valid Date nor null"));
  }
  checkJson(data, 0);
  const json = JSON.stringify(data);
  const bytes = encoder.encode(json).length;
  if (bytes > MAX_DATA_BYTES) {
    refuse(`\`data\` has ${bytes} bytes as JSON, and at most ${MAX_DATA_BYTES} are allowed`);
  }
  return json;
}

/** Refuses a page that breaks the rules, and fills in the defaults; `after` of the first is "". */
export function checkPage({ after, limit = MAX_PAGE }: RecordPage): Required<RecordPage> {
  if (after !== undefined) checkId(after, "after");
  checkType("limit", typeof limit, "number");
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE) {
    refuse(`\`limit\` is not a whole number from 1 to ${MAX_PAGE}`);
  }
  return { after: after ?? "", limit };
}

function checkVersion(name: string, version: number): void {
  checkType(name, typeof version, "number");
  if (!Number.isSafeInteger(version) || version < 1) {
    refuse(`\`${name}\` is not a positive safe integer`);
  }
}

/** Refuses values that JSON would change or leave out. */
function checkJson(value: unknown, depth: number): void {
  if (value === null || typeof value === "boolean" || typeof value === "string") return;
  if (typeof value === "number") {
    if (Number.isFinite(value)) return;
    throw new TypeError(say(`\`data\` contains ${value}, which JSON does not have`));
  }
  if (typeof value !== "object") {
    throw new TypeError(say(`\`data\` contains a value of type ${typeof value}`));
  }
  if (depth === MAX_DEPTH) {
    refuse(`\`data\` is nested more than ${MAX_DEPTH} levels deep, or contains itself`);
  }
  if (!Array.isArray(value) && !isPlain(value)) {
    throw new TypeError(say("`data` contains an object that is neither plain nor an array"));
  }
  // Holes of arrays come out as `undefined`, and are refused too.
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    checkJson(member, depth + 1);
  }
}

/** `true` for an object without a class; plain objects of other realms count. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function checkType(name: string, type: string, expected: "string" | "number"): void {
  if (type !== expected) throw new TypeError(say(`\`${name}\` is not a ${expected}`));
}

function refuse(message: string): never {
  throw new RangeError(say(message));
}

function say(message: string): string {
  return `Cannot use this record: ${message}`;
}

/**
 * What a directory says about a resource, in the form in which it is stored: known attributes in their
 * usual case, each of its type and within its length.
 *
 * @module
 */

import { isRecord } from "../../base/objects.ts";
import { readMember } from "./json.ts";
import { bad } from "./refusal.ts";
import { type Attribute, findAttribute, type ResourceKind, URN } from "./schema.ts";

/** A value of an attribute. */
export type Value = boolean | string | Values | readonly Values[];

/** Attributes by their names. */
export type Values = { readonly [name: string]: Value };

/** Attributes while they change. */
export type OpenValues = { [name: string]: Value };

/** Most characters of a text. */
const MOST_CHARACTERS = 1000;

/** Most entries of a list. */
const MOST_ENTRIES = 50;

/**
 * The attributes of a kind that an object has.
 *
 * @throws {ScimRefusal} for one of another type, or that is too long
 */
export function readValues(
  { attributes, extension }: ResourceKind,
  input: Readonly<Record<string, unknown>>,
): OpenValues {
  const values = readMembers(attributes, input);
  const extended = extension && readMember(input, URN.enterprise);
  if (extension && isRecord(extended)) {
    const found = readMembers(extension, extended);
    if (Object.keys(found).length > 0) values[URN.enterprise] = found;
  }
  return values;
}

function readMembers(
  attributes: readonly Attribute[],
  input: Readonly<Record<string, unknown>>,
): OpenValues {
  const values: OpenValues = {};
  for (const [name, member] of Object.entries(input)) {
    const attribute = findAttribute(attributes, name);
    const value = attribute && readValue(attribute, member);
    if (value !== undefined) values[attribute!.name] = value;
  }
  return values;
}

/**
 * A value of an attribute; `undefined` for `null`, an empty text and an empty list.
 *
 * @throws {ScimRefusal} for one of another type, or that is too long
 */
export function readValue(attribute: Attribute, input: unknown): Value | undefined {
  if (input === null || input === undefined || input === "") return undefined;
  return attribute.multiValued ? readList(attribute, input) : readOne(attribute, input);
}

/**
 * The entries of a list; one that is no list counts as its only entry.
 *
 * @throws {ScimRefusal} for too many, and for one of another type
 */
export function readEntries(attribute: Attribute, input: unknown): readonly Values[] {
  const list = Array.isArray(input) ? input : [input];
  if (list.length > MOST_ENTRIES) {
    throw bad("invalidValue", `${attribute.name} has more than ${MOST_ENTRIES} entries`);
  }
  const entries = list.map((one) => readOne(attribute, one) as Values | undefined);
  return entries.filter((one) => one !== undefined);
}

function readList(attribute: Attribute, input: unknown): Value | undefined {
  const entries = readEntries(attribute, input);
  return entries.length > 0 ? withOnePrimary(entries) : undefined;
}

/** The last entry that says so is the primary one. */
export function withOnePrimary(entries: readonly Values[]): readonly Values[] {
  const last = entries.findLastIndex(({ primary }) => primary === true);
  return entries.map((one, index) =>
    one.primary === true && index !== last ? { ...one, primary: false } : one
  );
}

function readOne(attribute: Attribute, input: unknown): Value | undefined {
  const { name, type, sub = [], most = MOST_CHARACTERS } = attribute;
  if (type === "boolean") {
    const found = readBoolean(input);
    if (found !== undefined) return found;
    throw bad("invalidValue", `${name} is neither true nor false`);
  }
  if (type === "complex") {
    // Some directories send the one value that counts in place of the object.
    const object = typeof input === "string" ? { value: input } : input;
    if (!isRecord(object)) throw bad("invalidValue", `${name} is not an object`);
    const found = readMembers(sub, object);
    return Object.keys(found).length > 0 ? found : undefined;
  }
  const isText = typeof input === "string" && input.length <= most && input.isWellFormed() &&
    !input.includes("\0");
  if (isText) return input;
  throw bad("invalidValue", `${name} is not a text of at most ${most} characters`);
}

/** Some directories send booleans as texts, in any case. */
function readBoolean(input: unknown): boolean | undefined {
  if (typeof input === "boolean") return input;
  const text = typeof input === "string" && input.length <= 5 ? input.toLowerCase() : "";
  return text === "true" ? true : text === "false" ? false : undefined;
}

/** Text that is compared without its case. */
export function foldCase(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/**
 * Changes of a resource: `add`, `replace` and `remove`, with the spellings that directories send.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7644#section-3.5.2 RFC 7644 §3.5.2}
 * @module
 */

import { isRecord } from "../../base/objects.ts";
import { conditionsHold } from "./match.ts";
import { readMember } from "./json.ts";
import { parsePath, type Target } from "./path.ts";
import { bad } from "./refusal.ts";
import {
  type Attribute,
  isServerSet,
  MEMBERS,
  type ResourceKind,
  splitSchema,
  URN,
} from "./schema.ts";
import {
  foldCase,
  type OpenValues,
  readEntries,
  readValue,
  type Value,
  type Values,
  withOnePrimary,
} from "./values.ts";

/** A change of the members of a group: in its order, the ids that come and go. */
export type MemberChange =
  | { readonly change: "add" | "remove"; readonly ids: readonly string[] }
  | { readonly change: "clear" };

/** A resource after its changes. */
export interface Patched {
  /** Attributes. */
  readonly values: Values;
  /** Changes of members. */
  readonly members: readonly MemberChange[];
  /** Attributes that the request has named. */
  readonly named: ReadonlySet<string>;
}

/** Kind of a change. */
type Op = "add" | "remove" | "replace";

/** An attribute that a path leads to. */
type AttributeTarget = Extract<Target, { kind: "attribute" }>;

/** A resource while it changes. */
interface Work {
  readonly kind: ResourceKind;
  readonly values: OpenValues;
  readonly members: MemberChange[];
  readonly named: Set<string>;
}

/** Most changes of a request. */
const MOST_OPERATIONS = 1000;

/** Most members that a request names. */
export const MOST_MEMBERS = 10_000;

/**
 * The changes that a body asks for.
 *
 * @throws {ScimRefusal} for a body that asks for none
 */
export function readOperations(body: Readonly<Record<string, unknown>>): readonly unknown[] {
  const operations = readMember(body, "Operations");
  if (Array.isArray(operations) && operations.length > 0 && operations.length <= MOST_OPERATIONS) {
    return operations;
  }
  throw bad("invalidSyntax", `Operations is not a list of 1 to ${MOST_OPERATIONS} changes`);
}

/**
 * Applies changes to a copy.
 *
 * @throws {ScimRefusal} for one that cannot be applied: then none is
 */
export function applyPatch(
  kind: ResourceKind,
  values: Values,
  operations: readonly unknown[],
): Patched {
  const work: Work = { kind, values: structuredClone(values), members: [], named: new Set() };
  for (const operation of operations) applyOperation(work, operation);
  return work;
}

function applyOperation(work: Work, operation: unknown): void {
  if (!isRecord(operation)) throw bad("invalidSyntax", "A change is not an object");
  const op = readOp(readMember(operation, "op"));
  const path = readMember(operation, "path");
  const value = readMember(operation, "value");
  if (path === undefined || path === null || path === "") return applyObject(work, op, value);
  if (typeof path !== "string") throw bad("invalidPath", "A path is not a text");
  const target = parsePath(work.kind, path);
  if (target.kind === "server") {
    throw bad("mutability", "The path leads to an attribute that the server alone sets");
  }
  apply(work, op, target, value);
}

function readOp(input: unknown): Op {
  const op = typeof input === "string" && input.length <= 10 ? input.toLowerCase() : "";
  if (op === "add" || op === "remove" || op === "replace") return op;
  throw bad("invalidSyntax", 'A change is neither "add", "replace" nor "remove"');
}

/** A change without a path: each member of its value is one, and its name can be a path. */
function applyObject(work: Work, op: Op, value: unknown): void {
  if (op === "remove") throw bad("noTarget", "A removal has no path");
  if (!isRecord(value)) throw bad("invalidValue", "A change without a path has no object");
  for (const [name, member] of Object.entries(value)) {
    if (isServerSet(work.kind, splitSchema(work.kind, name).rest)) continue;
    apply(work, op, parsePath(work.kind, name), member);
  }
}

function apply(work: Work, op: Op, target: Target, value: unknown): void {
  if (target.kind === "extension") return applyExtension(work, op, value);
  // Directories send what the app does not have.
  if (target.kind !== "attribute") return;
  const { attribute, isExtended } = target;
  work.named.add(attribute.name);
  if (attribute === MEMBERS) return applyMembers(work, op, target, value);
  const extended = isExtended ? { ...work.values[URN.enterprise] as Values } : undefined;
  const home: OpenValues = extended ?? work.values;
  const next = changed(op, target, home[attribute.name], value);
  if (next === undefined) {
    if (attribute.required) throw bad("mutability", `${attribute.name} cannot be removed`);
    delete home[attribute.name];
  } else home[attribute.name] = next;
  if (extended) setExtension(work, extended);
}

function applyExtension(work: Work, op: Op, value: unknown): void {
  if (op === "remove") return void delete work.values[URN.enterprise];
  if (!isRecord(value)) throw bad("invalidValue", "The extension is not an object");
  for (const [name, member] of Object.entries(value)) {
    apply(work, op, parsePath(work.kind, `${URN.enterprise}:${name}`), member);
  }
}

function setExtension({ values }: Work, extended: Values): void {
  if (Object.keys(extended).length > 0) values[URN.enterprise] = extended;
  else delete values[URN.enterprise];
}

/** The value of an attribute after a change; `undefined` when it has none. */
function changed(
  op: Op,
  { attribute, sub, within }: AttributeTarget,
  present: Value | undefined,
  value: unknown,
): Value | undefined {
  if (attribute.multiValued) {
    const list = changedList(op, { attribute, sub, within }, (present ?? []) as Values[], value);
    return list.length > 0 ? withOnePrimary(list) : undefined;
  }
  if (attribute.type === "complex") return changedObject(op, attribute, sub, present, value);
  return op === "remove" ? undefined : readValue(attribute, value);
}

function changedObject(
  op: Op,
  attribute: Attribute,
  sub: Attribute | undefined,
  present: Value | undefined,
  value: unknown,
): Value | undefined {
  const known = (present ?? {}) as Values;
  const next = sub
    ? withMember(known, sub, op === "remove" ? undefined : readValue(sub, value))
    : op === "remove"
    ? {}
    : mergedObject(attribute, known, value);
  return Object.keys(next).length > 0 ? next : undefined;
}

function mergedObject(attribute: Attribute, known: Values, value: unknown): Values {
  const found = readValue(attribute, value) as Values | undefined;
  return found ? { ...known, ...found } : {};
}

function withMember(known: Values, { name }: Attribute, value: Value | undefined): Values {
  const { [name]: _, ...others } = known;
  return value === undefined ? others : { ...others, [name]: value };
}

interface ListTarget {
  readonly attribute: Attribute;
  readonly sub: Attribute | undefined;
  readonly within: AttributeTarget["within"] | undefined;
}

function changedList(
  op: Op,
  { attribute, sub, within }: ListTarget,
  list: readonly Values[],
  value: unknown,
): readonly Values[] {
  if (within) return changedEntries(op, { attribute, sub, within }, list, value);
  if (sub) {
    if (list.length > 1) {
      throw bad("invalidPath", `${attribute.name} has several entries; say which one`);
    }
    const next = op === "remove" ? undefined : readValue(sub, value);
    return [withMember(list[0] ?? {}, sub, next)].filter(hasValue);
  }
  if (op === "remove") {
    if (value === undefined || value === null) return [];
    const gone = new Set(readEntries(attribute, value).map(nameOf));
    return list.filter((one) => !gone.has(nameOf(one)));
  }
  const entries = value === null || value === "" ? [] : readEntries(attribute, value);
  if (op === "replace") return entries;
  const added = new Map(entries.map((one) => [nameOf(one), one]));
  const others = list.filter((one) => !added.has(nameOf(one)));
  return withinMost(attribute, [...others, ...added.values()]);
}

function changedEntries(
  op: Op,
  { attribute, sub, within }: ListTarget & { readonly within: NonNullable<ListTarget["within"]> },
  list: readonly Values[],
  value: unknown,
): readonly Values[] {
  const isMeant = (one: Values) => conditionsHold(attribute, one, within);
  if (op === "remove") {
    return sub
      ? list.map((one) => isMeant(one) ? withMember(one, sub, undefined) : one).filter(hasValue)
      : list.filter((one) => !isMeant(one));
  }
  const next = sub ? readValue(sub, value) : undefined;
  const change = (one: Values): Values =>
    sub
      ? withMember(one, sub, next)
      : mergedObject({ ...attribute, multiValued: false }, one, value);
  if (list.some(isMeant)) {
    return list.map((one) => isMeant(one) ? change(one) : one).filter(hasValue);
  }
  // Directories set an entry that is not there yet.
  const conditions = Object.fromEntries(
    within.map(({ path, value }) => [path, value] as const),
  );
  const begun = readEntries(attribute, conditions)[0] ?? {};
  return withinMost(attribute, [...list, ...[change(begun)].filter(hasValue)]);
}

function withinMost(attribute: Attribute, list: readonly Values[]): readonly Values[] {
  return readEntries(attribute, list);
}

/** An entry without a value says nothing. */
function hasValue({ value }: Values): boolean {
  return value !== undefined;
}

/** What makes two entries of a list one: the value. */
function nameOf({ value = "" }: Values): string {
  return foldCase(String(value));
}

function applyMembers(
  { members }: Work,
  op: Op,
  { within, sub }: AttributeTarget,
  value: unknown,
): void {
  if (sub) throw bad("invalidPath", "The members of a group are changed as a whole");
  if (within) {
    const [condition, ...more] = within;
    const isById = condition?.path.toLowerCase() === "value" && more.length === 0;
    if (op !== "remove" || !isById || typeof condition.value !== "string") {
      throw bad("invalidPath", 'Brackets after members are for a removal: value eq "…"');
    }
    return void members.push({ change: "remove", ids: [condition.value] });
  }
  const ids = value === undefined || value === null ? undefined : readMemberIds(value);
  if (op === "remove") {
    return void members.push(ids ? { change: "remove", ids } : { change: "clear" });
  }
  if (op === "replace") members.push({ change: "clear" });
  members.push({ change: "add", ids: ids ?? [] });
}

/**
 * Ids of members.
 *
 * @throws {ScimRefusal} for what is no list of them
 */
export function readMemberIds(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : [value];
  if (list.length > MOST_MEMBERS) {
    throw bad("invalidValue", `A request names more than ${MOST_MEMBERS} members`);
  }
  return list.map((one) => {
    const id = isRecord(one) ? readMember(one, "value") : one;
    if (typeof id === "string" && id.length <= 100) return id;
    throw bad("invalidValue", "A member has no id as its value");
  });
}

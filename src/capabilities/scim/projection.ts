/**
 * The attributes that a request wants to see.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7644#section-3.9 RFC 7644 §3.9}
 * @module
 */

import { isRecord } from "../../base/objects.ts";
import { bad } from "./refusal.ts";
import { type ResourceKind, splitSchema, URN } from "./schema.ts";

/** The attributes that an answer has. */
export interface Wanted {
  /** Names in lower case; absent: all. */
  readonly only?: ReadonlySet<string>;
  /** Names in lower case. */
  readonly without: ReadonlySet<string>;
}

/** Most characters of the names. */
const MOST_CHARACTERS = 4000;

/** These are in every answer. */
const ALWAYS: ReadonlySet<string> = new Set(["id", "schemas"]);

/**
 * Reads the names.
 *
 * @param attributes a text with commas, or a list
 * @throws {ScimRefusal} for anything else
 */
export function readWanted(
  kind: ResourceKind,
  attributes: unknown,
  excluded: unknown,
): Wanted {
  const only = readNames(kind, attributes);
  return { ...only.size > 0 ? { only } : {}, without: readNames(kind, excluded) };
}

function readNames(kind: ResourceKind, input: unknown): ReadonlySet<string> {
  if (input === undefined || input === null || input === "") return new Set();
  const list = typeof input === "string" ? input.split(",") : input;
  const isList = Array.isArray(list) && list.every((one) => typeof one === "string") &&
    list.reduce((sum: number, one: string) => sum + one.length, 0) <= MOST_CHARACTERS;
  if (!isList) throw bad("invalidValue", "The names of attributes are not a list of texts");
  return new Set((list as string[]).map((one) => toName(kind, one.trim())).filter(Boolean));
}

/** A name in lower case, in the form in which answers have it. */
function toName(kind: ResourceKind, name: string): string {
  const { isExtended, rest } = splitSchema(kind, name);
  if (!isExtended) return rest.toLowerCase();
  const urn = URN.enterprise.toLowerCase();
  return rest === "" ? urn : `${urn}:${rest.toLowerCase()}`;
}

/** Returns `true` when an attribute, or a part of it, is wanted. */
export function isWanted({ only, without }: Wanted, name: string): boolean {
  const lower = name.toLowerCase();
  if (ALWAYS.has(lower)) return true;
  if (without.has(lower)) return false;
  return !only || only.has(lower) || [...only].some((one) => one.startsWith(`${lower}.`));
}

/** What is wanted of a resource. */
export function project(
  wanted: Wanted,
  resource: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const kept = Object.entries(resource).flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    if (ALWAYS.has(lower)) return [[name, value] as const];
    const isExtension = name === URN.enterprise;
    if (wanted.without.has(lower)) return [];
    const separator = isExtension ? ":" : ".";
    const prefix = lower + separator;
    const isWhole = !wanted.only || wanted.only.has(lower);
    const parts = wanted.only && !isWhole ? namesBelow(wanted.only, prefix) : undefined;
    if (parts?.size === 0) return [];
    const shown = pick(value, parts, namesBelow(wanted.without, prefix));
    return [[name, shown] as const];
  });
  return Object.fromEntries(kept);
}

function namesBelow(names: ReadonlySet<string>, prefix: string): ReadonlySet<string> {
  return new Set(
    [...names].filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length)),
  );
}

function pick(
  value: unknown,
  parts: ReadonlySet<string> | undefined,
  without: ReadonlySet<string>,
): unknown {
  if (!parts && without.size === 0) return value;
  if (Array.isArray(value)) return value.map((one) => pick(one, parts, without));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => {
      const lower = name.toLowerCase();
      return (!parts || parts.has(lower)) && !without.has(lower);
    }),
  );
}

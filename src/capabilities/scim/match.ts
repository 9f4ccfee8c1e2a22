/**
 * Comparisons of a filter with a resource, by the case rules of each attribute.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7643#section-7 RFC 7643 §7}
 * @module
 */

import type { Clause } from "./filter.ts";
import { bad } from "./refusal.ts";
import { type Attribute, findAttribute, type ResourceKind, splitSchema } from "./schema.ts";
import { foldCase, type Value, type Values } from "./values.ts";

/** What a filter can ask for, by kind, and the index that finds it. */
export interface Condition {
  /** The attribute, as the table of this file names it. */
  readonly of: "displayName" | "email" | "externalId" | "id" | "members" | "userName";
  /** The value. */
  readonly value: string;
  /** Conditions on the entry of a list. */
  readonly within: readonly Clause[];
}

/** Paths that filters can name, in lower case. */
const PATHS: Readonly<Record<ResourceKind["name"], Readonly<Record<string, Condition["of"]>>>> = {
  User: {
    "id": "id",
    "username": "userName",
    "externalid": "externalId",
    "emails": "email",
    "emails.value": "email",
  },
  Group: {
    "id": "id",
    "displayname": "displayName",
    "externalid": "externalId",
    "members": "members",
    "members.value": "members",
  },
};

/** Paths within brackets after emails. */
const WITHIN: ReadonlySet<string> = new Set(["type", "value"]);

/**
 * The conditions of a filter.
 *
 * @throws {ScimRefusal} for a path that no filter can name, and a value of another type
 */
export function toConditions(
  kind: ResourceKind,
  clauses: readonly Clause[],
): readonly Condition[] {
  return clauses.map(({ path, within = [], value }) => {
    const name = splitSchema(kind, path).rest.toLowerCase();
    const table = PATHS[kind.name];
    const of = Object.hasOwn(table, name) ? table[name] : undefined;
    const isBracketed = within.length > 0;
    if (of === undefined || isBracketed && of !== "email") throw unknown(kind);
    if (within.some((one) => !WITHIN.has(one.path.toLowerCase()))) throw unknown(kind);
    const asked = value === undefined
      ? within.find((one) => one.path.toLowerCase() === "value")?.value
      : value;
    if (typeof asked !== "string") {
      throw bad("invalidFilter", `The filter compares ${path.slice(0, 100)} with no text`);
    }
    return { of, value: asked, within };
  });
}

function unknown({ name }: ResourceKind): Error {
  const paths = name === "User"
    ? "userName, externalId, emails.value and id"
    : "displayName, externalId, members and id";
  return bad("invalidFilter", `The filter can name ${paths}`);
}

/** Returns `true` when the entry of a list meets conditions. */
export function conditionsHold(
  { sub = [] }: Attribute,
  entry: Values,
  within: readonly Clause[],
): boolean {
  return within.every(({ path, value }) => {
    const attribute = findAttribute(sub, path);
    return attribute !== undefined && isSame(attribute, entry[attribute.name], value);
  });
}

/** Returns `true` for values that are one by the case rule of their attribute. */
export function isSame(
  { caseExact = false }: Pick<Attribute, "caseExact">,
  a: Value | undefined,
  b: unknown,
): boolean {
  if (typeof a !== "string" || typeof b !== "string") return a !== undefined && a === b;
  return caseExact ? a === b : foldCase(a) === foldCase(b);
}

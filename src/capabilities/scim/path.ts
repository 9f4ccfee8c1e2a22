/**
 * Paths of changes, such as `name.givenName` and `emails[type eq "work"].value`.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7644#section-3.5.2 RFC 7644 §3.5.2}
 * @module
 */

import { type Clause, parseBrackets } from "./filter.ts";
import { bad } from "./refusal.ts";
import {
  type Attribute,
  findAttribute,
  isServerSet,
  type ResourceKind,
  splitSchema,
} from "./schema.ts";

/** What a path leads to. */
export type Target =
  /** An attribute that is none of this server. */
  | { readonly kind: "unknown" }
  /** One that the server alone sets. */
  | { readonly kind: "server" }
  /** The whole extension. */
  | { readonly kind: "extension" }
  | {
    readonly kind: "attribute";
    /** `true` for one of the extension. */
    readonly isExtended: boolean;
    /** The attribute. */
    readonly attribute: Attribute;
    /** Conditions on the entries of a list. Default: none. */
    readonly within?: readonly Clause[];
    /** A part of it. Default: all of it. */
    readonly sub?: Attribute;
  };

/** Most characters of a path. */
const MOST_CHARACTERS = 1000;

/**
 * What a path leads to.
 *
 * @throws {ScimRefusal} for text that is no path
 */
export function parsePath(kind: ResourceKind, path: string): Target {
  if (path.length > MOST_CHARACTERS) throw invalid(path);
  const { isExtended, rest } = splitSchema(kind, path.trim());
  if (rest === "") {
    if (isExtended) return { kind: "extension" };
    throw invalid(path);
  }
  const { name, within, subName } = splitPath(path, rest);
  if (!isExtended && isServerSet(kind, name)) return { kind: "server" };
  const list = isExtended ? kind.extension ?? [] : [...kind.attributes, ...kind.others];
  const attribute = findAttribute(list, name);
  if (!attribute) return { kind: "unknown" };
  if (within && !attribute.multiValued) throw invalid(path);
  if (subName === undefined) {
    return { kind: "attribute", isExtended, attribute, ...within ? { within } : {} };
  }
  const sub = findAttribute(attribute.sub ?? [], subName);
  if (!sub) return { kind: "unknown" };
  return { kind: "attribute", isExtended, attribute, sub, ...within ? { within } : {} };
}

function splitPath(
  path: string,
  text: string,
): { name: string; within?: readonly Clause[]; subName?: string } {
  const bracket = text.indexOf("[");
  if (bracket < 0) {
    const [name, subName, ...more] = text.split(".");
    if (!isName(name!) || subName !== undefined && !isName(subName) || more.length > 0) {
      throw invalid(path);
    }
    return { name: name!, ...subName === undefined ? {} : { subName } };
  }
  const name = text.slice(0, bracket);
  const { within, end } = parseBrackets(text, bracket);
  const rest = text.slice(end);
  if (!isName(name) || rest !== "" && !(rest.startsWith(".") && isName(rest.slice(1)))) {
    throw invalid(path);
  }
  return { name, within, ...rest === "" ? {} : { subName: rest.slice(1) } };
}

/** A name of an attribute, or one of another schema with its prefix. */
function isName(text: string): boolean {
  return text.length <= 300 && /^[A-Za-z$][\w$:-]*$/.test(text);
}

function invalid(path: string): Error {
  return bad("invalidPath", `The path ${JSON.stringify(path.slice(0, 100))} cannot be used`);
}

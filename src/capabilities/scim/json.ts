/**
 * Bodies of requests: measured before they are parsed.
 *
 * @module
 */

import { isRecord } from "../../base/objects.ts";
import type { CallRequest } from "../../types/internal.ts";
import { bad } from "./refusal.ts";

/** Deepest nesting: a patch of an entry of a list in an extension has six levels. */
const MAX_DEPTH = 12;

/**
 * The object that the body of a request is.
 *
 * @throws {ScimRefusal} for all else
 */
export function readObject({ text }: Pick<CallRequest, "text">): Record<string, unknown> {
  const body = text ?? "";
  if (isTooDeep(body)) throw bad("invalidSyntax", "The body is nested too deeply");
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw bad("invalidSyntax", "The body is not valid JSON");
  }
  if (!isRecord(value)) throw bad("invalidSyntax", "The body is not a JSON object");
  return value;
}

/** Counts brackets outside of strings, in one pass. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isInText) {
      if (character === "\\") index++;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === "{" || character === "[") {
      if (++depth > MAX_DEPTH) return true;
    } else if (character === "}" || character === "]") depth--;
  }
  return false;
}

/** A member of an object by its name in any case; `undefined` without it. */
export function readMember(object: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name];
  const lower = name.toLowerCase();
  const own = Object.keys(object).find((key) => key.toLowerCase() === lower);
  return own === undefined ? undefined : object[own];
}

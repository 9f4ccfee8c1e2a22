/**
 * Permissions and scopes in words: pages and emails never show an identifier such as `member:invite`.
 *
 * @module
 */

import { textsIn, type Wording } from "../src/base/language.ts";
import { ownMember } from "../src/base/objects.ts";
import { permissionEnglish } from "./permissions_english.ts";

/** An identifier of the app, such as `project:read`; anything else, such as a URL, stays as it is. */
const IDENTIFIER = /^[A-Za-z][\w-]{0,63}(:[\w-]{1,64}){0,3}$/;

/** An identifier as words: `"Project: read"`, `"Billing admin"`. */
export function readableId(id: string): string {
  if (!IDENTIFIER.test(id)) return id;
  const words = id.replaceAll(":", ": ").replaceAll(/[_-]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The words for a scope: those of the app, else of the library, else its name as words. */
export function scopeInWords(wording: Wording, scope: string): string {
  const { names } = textsIn(permissionEnglish, wording, ({ permissions }) => permissions);
  return ownMember<string>(wording.texts?.scopes ?? {}, scope) ??
    ownMember<string>(names, scope) ?? readableId(scope);
}

/** Permissions about one thing. */
export interface PermissionGroup {
  /** The thing; empty for names without one. */
  id: string;
  /** Its name. */
  name: string;
  /** Label of what chooses all of them. */
  all: string;
  /** Names of the permissions. */
  scopes: readonly string[];
}

/** Groups permissions by what they are about, in the order of the first of each. */
export function groupScopes(wording: Wording, scopes: readonly string[]): PermissionGroup[] {
  const { groups, all } = textsIn(permissionEnglish, wording, ({ permissions }) => permissions);
  const found = new Map<string, string[]>();
  for (const scope of scopes) {
    const id = IDENTIFIER.test(scope) ? scope.slice(0, Math.max(0, scope.indexOf(":"))) : "";
    found.set(id, [...found.get(id) ?? [], scope]);
  }
  return [...found].map(([id, scopes]) => {
    const name = id === "" ? groups.further : ownMember<string>(groups, id) ?? readableId(id);
    return { id, name, all: all.replace("{group}", () => name), scopes };
  });
}

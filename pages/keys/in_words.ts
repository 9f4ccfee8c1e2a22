/**
 * The scopes of a key in words, for pages and emails.
 *
 * @module
 */

import { textsIn, type Wording } from "../../src/base/language.ts";
import { keyEnglish } from "./english.ts";
import { scopeInWords } from "../permissions.ts";

/**
 * Scopes in words.
 *
 * @param all words for all that the owner has. Default: those of the user's own keys
 */
export function scopesInWords(
  wording: Wording,
  scopes: readonly string[] | "all",
  all: string = textsIn(keyEnglish, wording, ({ keys }) => keys).all,
): string[] {
  return scopes === "all" ? [all] : scopes.map((scope) => scopeInWords(wording, scope));
}

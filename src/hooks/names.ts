/**
 * Names that users give to themselves, to their passkeys and to their second factors.
 *
 * @module
 */

import { AuthError } from "../errors.ts";

/** Maximum length of a name, in characters. */
const MAX_NAME_LENGTH = 64;

/** A character that shows something: no space, no joiner, no filler, no empty Braille cell. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u;

/** Characters that reorder the text after a name, which could then read as another sentence. */
const FORBIDDEN = /[\p{Cc}\p{Bidi_Control}]/u;

/**
 * A name as it is stored: surrounding and repeated white space is removed.
 *
 * @returns `undefined` when nothing of it is visible, when it is too long, or when it has control
 *   characters, among them those of the writing direction. Joiners stay: Persian words and emoji
 *   need them.
 */
export function cleanName(name: string): string | undefined {
  const clean = name.normalize("NFC").replaceAll(/\s+/g, " ").trim();
  const isValid = VISIBLE.test(clean) && !FORBIDDEN.test(clean) &&
    [...clean].length <= MAX_NAME_LENGTH;
  return isValid ? clean : undefined;
}

/**
 * A name as it is stored, for a function of the app.
 *
 * @param what the thing that gets the name
 * @throws {AuthError} when the name is invalid
 */
export function requireName(what: string, name: string): string {
  const clean = cleanName(name);
  if (clean !== undefined) return clean;
  throw new AuthError(`Cannot rename the ${what}: use 1 to ${MAX_NAME_LENGTH} visible characters`);
}

/**
 * Names that users give to themselves, to their passkeys and to their second factors.
 *
 * @module
 */

import { AuthError } from "../errors.ts";

/** Maximum length of a name, in characters. */
const MAX_NAME_LENGTH = 64;

/**
 * A name as it is stored: surrounding and repeated white space is removed.
 *
 * @returns `undefined` when it is empty, too long, or has invisible characters
 */
export function cleanName(name: string): string | undefined {
  const clean = name.normalize("NFC").replaceAll(/\s+/g, " ").trim();
  const isValid = clean !== "" && [...clean].length <= MAX_NAME_LENGTH &&
    !/\p{Cc}|\p{Bidi_Control}/u.test(clean);
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

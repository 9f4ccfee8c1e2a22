/**
 * Names in functions of the app.
 *
 * @module
 */

import { cleanName, MAX_NAME_LENGTH } from "../base/names.ts";
import { AuthError } from "../errors.ts";

/**
 * A name as it is stored, for a function of the app.
 *
 * @param what the thing that gets the name
 * @throws {AuthError} when the name is invalid
 */
export function requireName(what: string, name: string): string {
  const clean = cleanName(name);
  if (clean !== undefined) return clean;
  throw new AuthError(
    `Cannot rename the ${what}: use 1 to ${MAX_NAME_LENGTH} visible characters, and in a word the ` +
      "letters of one script",
  );
}

/**
 * Names that users give to their passkeys and second factors.
 *
 * @module
 */

/** Maximum length of a name, in characters. */
export const MAX_NAME_LENGTH = 64;

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

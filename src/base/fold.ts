/**
 * How names of users are compared, in stores and in lists: the letters a to z in either case, and all
 * others as they are written, since stores agree on no more.
 *
 * @module
 */

/** Text with capital letters of ASCII as small ones. */
export function foldText(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Takes a repeated character off a text, in one pass: an expression such as `/=+$/` begins again at
 * each character of a run that does not end the text.
 *
 * @module
 */

/** The text without the characters `char` at its end. */
export function withoutEnd(text: string, char: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === char) end--;
  return text.slice(0, end);
}

/** The text without the characters `char` at its start. */
export function withoutStart(text: string, char: string): string {
  let start = 0;
  while (text[start] === char) start++;
  return text.slice(start);
}
